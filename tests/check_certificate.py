#!/usr/bin/env python3
"""Checks a certificate of Tourne-case (solver/CERTIFICATE.md): integers and literal rules, nothing else.

  python3 tests/check_certificate.py CERTIFICATE [SOLUTION ...]

CERTIFICATE is what `tourne-solve export --to certificate` writes, - for standard input. SOLUTION is a solution
file (data/README.md), of which every value, best move, flag and count is compared with what was checked.
Needs Python 3.9 or later and nothing else.
"""
import functools
import itertools
import os
import sys
from collections import defaultdict
from fractions import Fraction

from read_solution import Problem, Solution

MEN = "0x123456789abh"  # off, off and owing its entry, points 1 to 11, home
OFF, OWING, HOME = 0, 1, 13  # men as places in MEN: point n is n + 1
NAMES = ["rules", "one-die", "crowding", "overshoot-goes-off", "reentry", "double-win", "ticks", "positions"]
SWITCHES = {"one-die": ["no", "yes"], "crowding": ["no", "yes"], "overshoot-goes-off": ["no", "yes"],
            "reentry": ["free", "forced", "first"], "double-win": ["no", "yes"]}  # in the order of the file


class Wrong(Exception):
    pass


def wrong(what):
    """Says what does not hold: `holds or wrong(...)`, whose text is made only if it is needed."""
    raise Wrong(what)


def number(text, where):
    text.isascii() and text[text[:1] == "-":].isdigit() and len(text) < 42 or wrong(f"{where}: {text!r} is not a whole number")
    return int(text)


def lines_of(file):
    """Numbered lines, each as its fields. No line takes much memory, however long it is."""
    for place, line in enumerate(iter(lambda: file.readline(500), ""), 1):
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
    switches = [header[name] for name in SWITCHES]
    parts = ["course"] * (switches[0] == "yes") + {"free": [], "forced": ["forced-entry"], "first": ["entry-first"]}[switches[3]]
    name = "+".join(parts + ["double-win"] * (switches[4] == "yes")) or "standard"
    len(set(switches[:3])) == 1 and header["rules"] == name or wrong(f"{header['rules']!r} is not the name of rules with these switches")
    return header


def is_side(men, rules):
    """Three men that may stand like that, not all home."""
    on_points = [man for man in men if OWING < man < HOME]
    alone = rules["crowding"] == "yes" or len(set(on_points)) == len(on_points)
    return alone and (OWING not in men or rules["reentry"] != "free") and men != (HOME,) * 3


def positions(rules):
    sides = [men for men in itertools.combinations_with_replacement(range(14), 3) if is_side(men, rules)]
    for own, other in itertools.product(sides, sides):
        if not any(OWING < man < HOME and man in other for man in own):
            yield own, other


def steps(own, die, rules):
    """For each man that can move: the man, its new place, and the side as it stands then."""
    found = {}
    for man in sorted(set(own) - {HOME}):
        start = max(man - 1, 0)  # the point it stands on, 0 if off
        to = start + die
        if man == OFF and OWING in own:
            continue  # a man that enters while a hit man waits is the hit man
        if to > 12 and rules["overshoot-goes-off"] == "no":
            continue  # home is reached by exact count
        way = range(start + 1, min(to, 11) + 1)  # points passed over or arrived on
        if rules["crowding"] == "no" and any(point + 1 in own for point in way):
            continue
        place = to + 1 if to <= 12 else OFF
        rest = list(own)
        rest.remove(man)
        found[man] = (place, tuple(sorted(rest + [place])))
    if OWING in own and (rules["reentry"] == "first" or OWING in found):
        found = {man: step for man, step in found.items() if man == OWING}
    return found


def moves(own, other, die, rules, steps):
    """For each man that can move: the position that its move leaves, and the points it wins."""
    hit = OFF if rules["reentry"] == "free" else OWING
    found = {}
    for man, (place, moved) in steps(own, die).items():
        left = other
        if OWING < place < HOME and place in other:
            left = tuple(sorted(hit if enemy == place else enemy for enemy in other))
        won = 0
        if moved == (HOME,) * 3:
            won = 2 if rules["double-win"] == "yes" and HOME not in other else 1
        found[man] = ((left, moved), won)
    return found or {None: ((other, own), 0)}  # otherwise the turn passes


def read_entries(lines, rules):
    """For each position its name, value, slack, best men for each die, class, rank and depth."""
    entries = {}
    men_of = functools.cache(lambda text: [None] if text == "-" else [MEN.find(man) for man in text])
    name = functools.cache(lambda side: "".join(MEN[man] for man in side))
    for own, other in positions(rules):
        text = f"{name(own)}/{name(other)}"
        where, fields = next(lines, ("the end", ["nothing"]))
        fields[:1] == [text] or wrong(f"{where}: {''.join(fields[:1])[:40]!r} stands where {text} should")
        len(fields) == 12 or wrong(f"{where}: {text} has {len(fields)} fields, not 12")
        value, slack, rank = number(fields[1], where), number(fields[2], where), number(fields[10], where)
        depth = None if fields[11] == "-" else number(fields[11], where)
        best = [men_of(men) for men in fields[3:9]]
        entries[own, other] = (text, value, slack, best, text if fields[9] == "=" else fields[9], rank, depth)
    where, _ = next(lines, (None, None))
    where is None or wrong(f"{where}: nothing should follow the last position")
    rules["positions"] == len(entries) or wrong(f"its header says {rules['positions']} positions, but there are {len(entries)}")
    return entries


def check(rules, entries):
    """Makes sure that every claim holds. The counts, as a solution file has them, and the number of ties."""
    tick, weights = rules["ticks"], [1] * 6 if rules["one-die"] == "yes" else [11, 9, 7, 5, 3, 1]
    total, nothing = sum(weights), -1 << 200  # less than any value that can be written
    own_steps = functools.cache(lambda own, die: steps(own, die, rules))
    arises, ends, behind = {"000/000"}, set(), {}
    plays, decisions, arising_decisions, ties = 0, 0, 0, 0
    for (own, other), (name, value, slack, best, kind, rank, depth) in entries.items():
        lower_sum = upper_sum = 0
        ends_sooner, seen = False, defaultdict(int)
        slack >= 0 or wrong(f"{name}: its slack is negative")
        for die, weight, called in zip(range(1, 7), weights, best):
            found = moves(own, other, die, rules, own_steps)
            legal, kinds, sooner = 0, set(), True
            certain = rival = lower = upper = nothing  # at least, by a best move; at most, by another; both, by any
            for man, (after, won) in found.items():
                if won:
                    least = most = won * tick
                    next_kind = f"lost{won}"
                    if depth is not None:
                        ends.add(after)
                else:
                    next_name, next_value, next_slack, _, next_kind, next_rank, next_depth = entries[after]
                    least, most = -next_value - next_slack, -next_value + next_slack
                    sooner = sooner and next_rank < rank
                    if depth is not None:
                        next_depth is not None and next_depth <= depth + 1 or wrong(
                            f"{name} with a {die}: leads to {next_name}, which is said not to arise so soon")
                        if next_depth == depth + 1:
                            arises.add(next_name)
                lower, upper = max(lower, least), max(upper, most)
                if man in called:
                    legal, certain = legal + 1, max(certain, least)
                    kinds.add(next_kind)
                else:
                    rival = max(rival, most)
            legal == len(called) > 0 or wrong(f"{name} with a {die}: what is called best is not legal")
            rival < certain or wrong(f"{name} with a {die}: other moves may be better than what is called best")
            len(kinds) == 1 or wrong(f"{name} with a {die}: what is called best is not shown to be equal")
            plays += len(found) - (None in found)
            decisions += len(found) > 1
            arising_decisions += len(found) > 1 and depth is not None
            ties += legal > 1
            seen[min(kinds)] += weight
            lower_sum, upper_sum = lower_sum + weight * lower, upper_sum + weight * upper
            ends_sooner = ends_sooner or sooner
        (value - slack) * total <= lower_sum and (value + slack) * total >= upper_sum or wrong(
            f"{name}: its bounds do not follow from those after each throw")
        rank >= 0 and ends_sooner or wrong(f"{name}: play is not shown to end")
        behind[name] = (kind, seen)
    for name, (kind, seen) in behind.items():
        if kind in ("lost1", "lost2", "won1", "won2"):
            shown = seen == {("won" if kind[:4] == "lost" else "lost") + kind[-1]: total}
        else:
            shown = kind in behind and behind[kind] == (kind, seen)
        shown or wrong(f"{name}: it is not shown to be equal to {kind!r}")
    for name, *_, depth in entries.values():
        (name in arises) == (depth is not None) and (depth == 0) == (name == "000/000") or wrong(
            f"{name}: it is wrong about whether or when it arises")
    over = len({own for own, _ in entries})  # any side that is not all home may have lost
    return (len(entries), len(arises), over, len(ends), 6 * len(entries), decisions, arising_decisions, plays), ties


def compare(path, rules, entries, counts):
    """Makes sure that a solution file says the same, and claims no smaller error than is proven."""
    with open(path, "rb") as file:
        solution = Solution(file.read(1 << 24))
    [SWITCHES[name].index(rules[name]) for name in SWITCHES] == solution.switches or wrong("it is of other rules")
    solution.counts == counts or wrong(f"its counts are {solution.counts}, not {counts}")
    scale, loss = (1, 0) if rules["double-win"] == "yes" else (2, 1)  # a win is +1, a loss -1
    slack = max(entry[2] for entry in entries.values())
    bound = Fraction(solution.error) * scale * rules["ticks"]
    bound >= slack or wrong(f"its error bound {solution.error} is less than what is proven")
    bound <= 16 * slack or wrong(f"its error bound {solution.error} is more than 16 times what is proven")
    bits = functools.cache(lambda own, man: 0 if man is None else 1 << own.index(man))
    for said, said_best, ((own, _), entry) in zip(solution.values, solution.best, entries.items()):
        name, value, _, best, _, _, depth = entry
        part, whole = said.as_integer_ratio()
        (part * scale - loss * whole) * rules["ticks"] == value * whole or wrong(f"{name}: its value {said!r} is another")
        men = sum(bits(own, man) << 4 * die for die, called in enumerate(best) for man in called)
        said_best & 0x7fffffff == men or wrong(f"{name}: its best moves are others")
        said_best >> 31 == (depth is not None) or wrong(f"{name}: its flag of what can arise is another")


def bounds(rules, entry):
    """The value of a position: what is certain of it, rounded outwards in the eighteenth decimal."""
    _, value, slack, *_ = entry
    shift, scale, unit = (0, 1, " points") if rules["double-win"] == "yes" else (rules["ticks"], 2, "")
    low = (value - slack + shift) * 10**18 // (rules["ticks"] * scale)
    high = -((-value - slack - shift) * 10**18 // (rules["ticks"] * scale))
    decimal = lambda n: f"{'-' * (n < 0)}{abs(n) // 10**18}.{abs(n) % 10**18:018}"
    return f"between {decimal(low)} and {decimal(high)}{unit}"


def read(file):
    """The rules and the entries of a certificate."""
    file.reconfigure(encoding="ascii", errors="replace")
    with file:
        lines = lines_of(file)
        rules = read_header(lines)
        return rules, read_entries(lines, rules)


def run(certificate, *solutions):
    source = sys.stdin if certificate == "-" else open(certificate, encoding="ascii", errors="replace")
    source is not None or wrong("standard input is closed")
    rules, entries = read(source)
    counts, ties = check(rules, entries)
    slack = max(entry[2] for entry in entries.values())
    expects = "can expect" if rules["double-win"] == "yes" else "wins with probability"
    answer = [f"The certificate of {rules['rules']} is right. Proven, in integers, for {len(entries)} positions:",
              f"- the first to throw {expects} {bounds(rules, entries[(OFF,) * 3, (OFF,) * 3])};",
              f"- {counts[1]} can arise from the start, the others cannot; play ends with probability 1, whatever is played;",
              f"- every value is within {slack} ticks of the true one (a point has {rules['ticks']});",
              f"- for every position and die the moves called best are, and no others; {ties} ties."]
    others = []
    for solution in solutions:
        try:
            compare(solution, rules, entries, counts)
            answer.append(f"{solution} agrees with the certificate: every value, best move, flag and count, and its error bound.")
        except (Wrong, Problem) as problem:
            others.append(f"{solution} is not what the certificate proves: {problem}")
    not others or wrong("\n".join(others))
    print("\n".join(answer), flush=True)


def main(*arguments):
    try:
        arguments or wrong("usage: check_certificate.py CERTIFICATE [SOLUTION ...] (- for standard input)")
        run(*arguments)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left cannot be written at the end either
        sys.exit(f"check_certificate.py: {error.filename or 'a pipe'}: {error.strerror}")
    except Wrong as problem:
        sys.exit(f"check_certificate.py: {problem}")


if __name__ == "__main__":
    main(*sys.argv[1:])
