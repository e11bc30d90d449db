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
import re
import sys
from collections import Counter
from fractions import Fraction

from read_solution import Problem, Solution

MEN = "0x123456789abh"  # off, off and owing its entry, points 1 to 11, home
OFF, OWING, HOME = 0, 1, 13  # men as places in MEN: point n is n + 1
NAMES = ["rules", "one-die", "crowding", "overshoot-goes-off", "reentry", "double-win", "ticks", "positions"]
SWITCHES = {"one-die": ["no", "yes"], "crowding": ["no", "yes"], "overshoot-goes-off": ["no", "yes"],
            "reentry": ["free", "forced", "first"], "double-win": ["no", "yes"]}  # in the order of the file


class Wrong(Exception):
    pass


def need(holds, otherwise):
    if not holds:
        raise Wrong(otherwise)


def number(text, where):
    need(re.fullmatch("-?[0-9]{1,40}", text), f"{where}: {text!r} is not a whole number")
    return int(text)


def lines_of(file):
    """Numbered lines, each as its fields. No line takes much memory, however long it is."""
    for place, line in enumerate(iter(lambda: file.readline(500), ""), 1):
        need(len(line) < 500, f"line {place} is longer than any line of a certificate")
        yield f"line {place}", line.split()


def read_header(lines):
    need(next(lines, ("", []))[1] == ["tourne-case", "certificate", "1"], "it does not begin as a certificate of version 1")
    header = {}
    for name, (where, fields) in zip(NAMES, lines):
        need(len(fields) == 2 and fields[0] == name, f"{where} should be \"{name}\" and its value")
        need(fields[1] in SWITCHES.get(name, fields), f"{where}: {fields[1]!r} is not a value of {name}")
        header[name] = number(fields[1], where) if name in ("ticks", "positions") else fields[1]
    need(len(header) == len(NAMES) and header["ticks"] > 0, "its header ends too soon, or a point has no ticks")
    switches = [header[name] for name in SWITCHES]
    parts = ["course"] * (switches[0] == "yes") + {"free": [], "forced": ["forced-entry"], "first": ["entry-first"]}[switches[3]]
    name = "+".join(parts + ["double-win"] * (switches[4] == "yes")) or "standard"
    need(len(set(switches[:3])) == 1 and header["rules"] == name, f"{header['rules']!r} is not the name of rules with these switches")
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
    entries = {}
    for own, other in positions(rules):
        text = "".join(MEN[man] for man in own) + "/" + "".join(MEN[man] for man in other)
        where, fields = next(lines, ("the end", ["nothing"]))
        need(fields[:1] == [text], f"{where}: {''.join(fields[:1])[:40]!r} stands where {text} should")
        need(len(fields) == 12, f"{where}: {text} has {len(fields)} fields, not 12")
        value, slack, rank = (number(fields[field], where) for field in (1, 2, 10))
        best = [[None] if men == "-" else [MEN.find(man) for man in men] for men in fields[3:9]]
        depth = None if fields[11] == "-" else number(fields[11], where)
        entries[own, other] = (text, value, slack, best, text if fields[9] == "=" else fields[9], rank, depth)
    where, _ = next(lines, (None, None))
    need(where is None, f"{where}: nothing should follow the last position")
    need(rules["positions"] == len(entries), f"its header says {rules['positions']} positions, but there are {len(entries)}")
    return entries


def check(rules, entries):
    """Makes sure that every claim holds. The counts, as a solution file has them."""
    tick, weights = rules["ticks"], [1] * 6 if rules["one-die"] == "yes" else [11, 9, 7, 5, 3, 1]
    total = sum(weights)
    own_steps = functools.cache(lambda own, die: steps(own, die, rules))
    arises, ends, behind = {"000/000"}, set(), {}
    plays, decisions, arising_decisions, ties = 0, 0, 0, 0
    for (own, other), (name, value, slack, best, kind, rank, depth) in entries.items():
        lower_sum = upper_sum = 0
        ends_sooner, seen = False, Counter()
        need(slack >= 0, f"{name}: its slack is negative")
        for die, weight, called in zip(range(1, 7), weights, best):
            least, most, kinds, sooner = {}, {}, {}, True
            for man, (after, won) in moves(own, other, die, rules, own_steps).items():
                plays += man is not None
                if won:
                    least[man] = most[man] = won * tick
                    kinds[man] = f"lost{won}"
                    if depth is not None:
                        ends.add(after)
                    continue
                next_name, next_value, next_slack, _, kinds[man], next_rank, next_depth = entries[after]
                least[man], most[man] = -next_value - next_slack, -next_value + next_slack
                sooner = sooner and next_rank < rank
                if depth is not None:
                    need(next_depth is not None and next_depth <= depth + 1,
                         f"{name} with a {die}: leads to {next_name}, which is said not to arise so soon")
                    if next_depth == depth + 1:
                        arises.add(next_name)
            need(called and len(set(called)) == len(called) and set(called) <= set(least),
                 f"{name} with a {die}: what is called best is not legal")
            greatest = max(least[man] for man in called)
            need(all(most[man] < greatest for man in most if man not in called),
                 f"{name} with a {die}: other moves may be better than what is called best")
            need(len({kinds[man] for man in called}) == 1,
                 f"{name} with a {die}: what is called best is not shown to be equal")
            decisions += len(least) > 1
            arising_decisions += len(least) > 1 and depth is not None
            ties += len(called) > 1
            seen[kinds[called[0]]] += weight
            lower_sum += weight * max(least.values())
            upper_sum += weight * max(most.values())
            ends_sooner = ends_sooner or sooner
        need((value - slack) * total <= lower_sum and (value + slack) * total >= upper_sum,
             f"{name}: its bounds do not follow from those after each throw")
        need(rank >= 0 and ends_sooner, f"{name}: play is not shown to end")
        behind[name] = (kind, seen)
    for name, (kind, seen) in behind.items():
        if kind in ("lost1", "lost2", "won1", "won2"):
            shown = seen == {("won" if kind[:4] == "lost" else "lost") + kind[-1]: total}
        else:
            shown = kind in behind and behind[kind] == (kind, seen)
        need(shown, f"{name}: it is not shown to be equal to {kind!r}")
    for name, *_, depth in entries.values():
        need((name in arises) == (depth is not None) and (depth == 0) == (name == "000/000"),
             f"{name}: it is wrong about whether or when it arises")
    over = len({own for own, _ in entries})  # any side that is not all home may have lost
    return (len(entries), len(arises), over, len(ends), 6 * len(entries), decisions, arising_decisions, plays), ties


def compare(path, rules, entries, counts):
    """Makes sure that a solution file says the same, and claims no smaller error than is proven."""
    with open(path, "rb") as file:
        solution = Solution(file.read(1 << 24))
    need([SWITCHES[name].index(rules[name]) for name in SWITCHES] == solution.switches, "it is of other rules")
    need(solution.counts == counts, f"its counts are {solution.counts}, not {counts}")
    scale, loss = (1, 0) if rules["double-win"] == "yes" else (2, 1)  # a win is +1, a loss -1
    slack = max(entry[2] for entry in entries.values())
    bound = Fraction(solution.error) * scale * rules["ticks"]
    need(bound >= slack, f"its error bound {solution.error} is less than what is proven")
    need(bound <= 16 * slack, f"its error bound {solution.error} is more than 16 times what is proven")
    for place, ((own, _), (name, value, _, best, _, _, depth)) in enumerate(entries.items()):
        said = solution.values[place]
        need((Fraction(said) * scale - loss) * rules["ticks"] == value, f"{name}: its value {said!r} is another")
        men = [sum(1 << own.index(man) for man in called if man is not None) for called in best]
        need(solution.best[place] & 0x7fffffff == sum(men[die] << 4 * die for die in range(6)), f"{name}: its best moves are others")
        need(solution.best[place] >> 31 == (depth is not None), f"{name}: its flag of what can arise is another")


def bounds(rules, entry):
    """The value of a position: what is certain of it, rounded outwards in the eighteenth decimal."""
    _, value, slack, *_ = entry
    shift, scale, unit = (0, 1, " points") if rules["double-win"] == "yes" else (rules["ticks"], 2, "")
    low = (value - slack + shift) * 10**18 // (rules["ticks"] * scale)
    high = -((-value - slack - shift) * 10**18 // (rules["ticks"] * scale))
    decimal = lambda n: f"{'-' * (n < 0)}{abs(n) // 10**18}.{abs(n) % 10**18:018}"
    return f"between {decimal(low)} and {decimal(high)}{unit}"


def run(certificate, *solutions):
    source = sys.stdin if certificate == "-" else open(certificate, encoding="ascii", errors="replace")
    need(source is not None, "standard input is closed")
    source.reconfigure(encoding="ascii", errors="replace")
    with source:
        lines = lines_of(source)
        rules = read_header(lines)
        entries = read_entries(lines, rules)
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
        except (Wrong, Problem) as wrong:
            others.append(f"{solution} is not what the certificate proves: {wrong}")
    need(not others, "\n".join(others))
    print("\n".join(answer), flush=True)


try:
    need(len(sys.argv) > 1, "usage: check_certificate.py CERTIFICATE [SOLUTION ...] (- for standard input)")
    run(*sys.argv[1:])
except OSError as error:
    if isinstance(error, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left cannot be written at the end either
    sys.exit(f"check_certificate.py: {error.filename or 'a pipe'}: {error.strerror}")
except Wrong as wrong:
    sys.exit(f"check_certificate.py: {wrong}")
