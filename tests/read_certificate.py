"""Reads a certificate of Tourne-case in the format of solver/CERTIFICATE.md. check_certificate.py checks its claims.
Needs Python 3.9 or later and nothing else.
"""
from collections import namedtuple

from literal_rules import legal_positions
from read_solution import Problem

NAMES = ["rules", "one-die", "crowding", "overshoot-goes-off", "reentry", "double-win", "ticks", "positions"]
SWITCHES = {"one-die": ["no", "yes"], "crowding": ["no", "yes"], "overshoot-goes-off": ["no", "yes"],
            "reentry": ["free", "forced", "first"], "double-win": ["no", "yes"]}  # in the order of the file

# The claims, of each kind a list with one for each position. `best` has a text for each die: the men whose moves are
# best, or "-". A depth is None if the position cannot arise.
Claims = namedtuple("Claims", "name value slack best kind rank depth")


def wrong(what):
    """Raises a Problem. In `condition or wrong(...)` the message is made only if the condition is false."""
    raise Problem(what)


def number(text, where):
    text.isascii() and text[text[:1] == "-":].isdigit() and len(text) < 42 or wrong(f"{where}: {text!r} is not a whole number")
    return int(text)


def lines_of(file):
    """Yields each line as its number and its fields. Fails at a line of 500 characters or more without reading all of it."""
    for place, line in enumerate(iter(lambda: file.readline(500), ""), 1):
        if place == 1:
            line = line.removeprefix("\ufffd" * 3)  # a byte order mark, of which no byte is ASCII
        len(line) < 500 or wrong(f"line {place} is longer than any line of a certificate")
        yield f"line {place}", line.split()


def read_header(lines):
    next(lines, ("", []))[1] == ["tourne-case", "certificate", "1"] or wrong("it does not begin as a certificate of version 1")
    header = {}
    for name, (where, fields) in zip(NAMES, lines):
        len(fields) == 2 and fields[0] == name or wrong(f"{where} should be \"{name}\" and its value")
        fields[1] in SWITCHES.get(name, fields) or wrong(f"{where}: {fields[1]!r} is not a value of {name}")
        header[name] = number(fields[1], where) if name in ("ticks", "positions") else fields[1]
    len(header) == len(NAMES) and header["ticks"] > 0 or wrong("its header ends too soon, or a point has no ticks")
    one_die, crowding, overshoot, reentry, double_win = (header[name] for name in SWITCHES)
    parts = {"course": one_die == "yes", "forced-entry": reentry == "forced", "entry-first": reentry == "first",
             "double-win": double_win == "yes"}
    name = "+".join(part for part in parts if parts[part]) or "standard"
    name = name if one_die == crowding == overshoot else "-"
    header["rules"] == name or wrong(f"{header['rules']!r} is not the name of rules with these switches: that is {name!r}")
    return header


def read(file):
    """The header, and the claims about all legal positions in canonical order."""
    file.reconfigure(encoding="ascii", errors="replace")
    with file:
        lines, rows = lines_of(file), []
        rules = read_header(lines)
        for name in [f"{own}/{other}" for own, others in legal_positions(rules).items() for other in others]:
            where, fields = next(lines, ("the end", ["nothing"]))
            fields[:1] == [name] or wrong(f"{where}: {''.join(fields[:1])[:40]!r} stands where {name} should")
            len(fields) == 12 or wrong(f"{where}: {name} has {len(fields)} fields, not 12")
            _, value, slack, *best, kind, rank, depth = fields
            rows.append((name, number(value, where), number(slack, where), best, name if kind == "=" else kind,
                         number(rank, where), None if depth == "-" else number(depth, where)))
        for where, _ in lines:
            wrong(f"{where}: nothing should follow the last position")
    rules["positions"] == len(rows) or wrong(f"its header says {rules['positions']} positions, but there are {len(rows)}")
    return rules, Claims(*map(list, zip(*rows)))
