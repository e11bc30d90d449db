#!/usr/bin/env python3
"""Checks a certificate of Tourne-case (solver/CERTIFICATE.md): integers and literal rules, nothing else.

  tourne-solve export --to certificate | python3 tests/check_certificate.py
"""
import itertools
import sys
from collections import Counter

MEN = "0x123456789abh"  # off, off and owing its entry, points 1 to 11, home
OFF, OWING, HOME = 0, 1, 13  # men as places in MEN: point n is n + 1


class Wrong(Exception):
    pass


def read_header(lines):
    if next(lines).split() != ["tourne-case", "certificate", "1"]:
        raise Wrong("it is not a certificate of version 1")
    names = ["rules", "one-die", "crowding", "overshoot-goes-off", "reentry", "double-win", "ticks", "positions"]
    header = dict(next(lines).split() for _ in names)
    switches = [header.get(name) for name in names[1:4] + names[5:6]]
    parts = ["course"] * (switches[0] == "yes") + {"free": [], "forced": ["forced-entry"], "first": ["entry-first"]}[header["reentry"]]
    name = "+".join(parts + ["double-win"] * (switches[3] == "yes")) or "standard"
    if list(header) != names or not set(switches) <= {"yes", "no"} or int(header["ticks"]) < 1:
        raise Wrong("its header is not that of a certificate")
    if len(set(switches[:3])) > 1 or header["rules"] != name:
        raise Wrong(f"{header['rules']} is not the name of rules with these switches")
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


def moves(own, other, die, rules):
    """For each man that can move: the man, the position that its move leaves, the points it wins."""
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
        moved = list(own)
        moved[moved.index(man)] = place
        hit = OFF if rules["reentry"] == "free" else OWING
        left = [hit if place == enemy != HOME and enemy > OWING else enemy for enemy in other]
        won = 0
        if moved == [HOME] * 3:
            won = 2 if rules["double-win"] == "yes" and HOME not in other else 1
        found[man] = ((tuple(sorted(left)), tuple(sorted(moved))), won)
    if OWING in own and (rules["reentry"] == "first" or OWING in found):
        found = {man: move for man, move in found.items() if man == OWING}
    return found or {None: ((other, own), 0)}  # otherwise the turn passes


def check(lines):
    rules = read_header(lines)
    tick, weights = int(rules["ticks"]), [11, 9, 7, 5, 3, 1]
    if rules["one-die"] == "yes":
        weights = [1] * 6
    total = sum(weights)
    entries = {}
    for own, other in positions(rules):
        text = "".join(MEN[man] for man in own) + "/" + "".join(MEN[man] for man in other)
        name, value, slack, *best, kind, rank, depth = next(lines, "none 0 0 - - - - - - = 0 -").split()
        if name != text or len(best) != 6:
            raise Wrong(f"{text}: there is {name} in its place, or not a field for each die")
        entries[own, other] = (text, int(value), int(slack), best, text if kind == "=" else kind, int(rank),
                               None if depth == "-" else int(depth))
    if int(rules["positions"]) != len(entries) or next(lines, None) is not None:
        raise Wrong("there are not as many positions as there should be")

    arises, behind, ties = {"000/000"}, {}, 0
    for (own, other), (name, value, slack, best, kind, rank, depth) in entries.items():
        lower_sum = upper_sum = 0
        ends, seen = False, Counter()
        if slack < 0:
            raise Wrong(f"{name}: its slack is negative")
        for die, weight, called in zip(range(1, 7), weights, best):
            least, most, kinds, sooner = {}, {}, {}, True
            for man, (after, won) in moves(own, other, die, rules).items():
                if won:
                    least[man] = most[man] = won * tick
                    kinds[man] = f"lost{won}"
                    continue
                next_name, next_value, next_slack, _, kinds[man], next_rank, next_depth = entries[after]
                least[man], most[man] = -next_value - next_slack, -next_value + next_slack
                sooner = sooner and next_rank < rank
                if depth is not None:
                    if next_depth is None or next_depth > depth + 1:
                        raise Wrong(f"{name} with a {die}: leads to {next_name}, which is said not to arise so soon")
                    if next_depth == depth + 1:
                        arises.add(next_name)
            men = [None] if called == "-" else [MEN.index(man) for man in called]
            if len(set(men)) != len(men) or not set(men) <= set(least):
                raise Wrong(f"{name} with a {die}: what is called best is not legal")
            greatest = max(least[man] for man in men)
            if any(most[man] >= greatest for man in most if man not in men):
                raise Wrong(f"{name} with a {die}: other moves may be better than what is called best")
            if len({kinds[man] for man in men}) > 1:
                raise Wrong(f"{name} with a {die}: what is called best is not shown to be equal")
            ties += len(men) > 1
            seen[kinds[men[0]]] += weight
            lower_sum += weight * max(least.values())
            upper_sum += weight * max(most.values())
            ends = ends or sooner
        if (value - slack) * total > lower_sum or (value + slack) * total < upper_sum:
            raise Wrong(f"{name}: its bounds do not follow from those after each throw")
        if not ends:
            raise Wrong(f"{name}: play is not shown to end")
        behind[name] = (kind, seen)
    for name, (kind, seen) in behind.items():
        if kind[:4] == "lost" or kind[:3] == "won":
            shown = seen == {("won" if kind[:4] == "lost" else "lost") + kind[-1]: total}
        else:
            shown = kind in behind and behind[kind][0] == kind and behind[kind][1] == seen
        if not shown:
            raise Wrong(f"{name}: it is not shown to be equal to {kind}")
    for name, *_, depth in entries.values():
        if (name in arises) != (depth is not None) or (depth == 0) != (name == "000/000"):
            raise Wrong(f"{name}: it is wrong about whether or when it arises")
    slack = max(entry[2] for entry in entries.values())
    print(f"The certificate of {rules['rules']} is right. Proven, in integers, for {len(entries)} positions:")
    print(f"- {len(arises)} can arise from the start, the others cannot; play ends with probability 1, whatever is played;")
    print(f"- no value is further than {slack} ticks, of {tick} a point, from the true one;")
    print(f"- for every position and die the moves called best are, and no others; {ties} times several are exactly equal.")


try:
    check(iter(open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin))
except (Wrong, ValueError, KeyError, StopIteration) as wrong:
    sys.exit(f"The certificate is wrong: {wrong or 'it ends too soon'}")
