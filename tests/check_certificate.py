#!/usr/bin/env python3
"""Checks a certificate of Tourne-case (solver/CERTIFICATE.md): integers and literal rules, nothing else.

  python3 tests/check_certificate.py CERTIFICATE [SOLUTION ...]

CERTIFICATE is what `tourne-solve export --to certificate` writes, - for standard input. SOLUTION is a solution
file (data/README.md), of which every value, best move, flag and count is compared with what was checked.
Needs Python 3.9 or later and nothing else.
"""
import os
import sys
from collections import defaultdict
from fractions import Fraction

from read_certificate import SWITCHES, Entry, read, wrong
from read_solution import MEN, POINT, Problem, Solution

OPPOSITE = {"lost1": "won1", "lost2": "won2", "won1": "lost1", "won2": "lost2"}


def in_order(men):
    return "".join(sorted(men, key=MEN.index))


def steps(own, die, rules):
    """For each man of a side that can move: where it stands then, and the side as it is then."""
    found = {}
    for man in sorted(set(own) - {"h"}):
        to = POINT[man] + die
        way = MEN[POINT[man] + 2:min(to, 11) + 2]  # men on the points passed over or arrived on
        if man == "0" and "x" in own:
            continue  # a man that enters while a hit man waits is the hit man
        if to > 12 and rules["overshoot-goes-off"] == "no":
            continue  # home is reached by exact count
        if rules["crowding"] == "no" and set(way) & set(own):
            continue
        place = MEN[to + 1] if to <= 12 else "0"
        found[man] = (place, in_order(own.replace(man, place, 1)))
    if "x" in own and (rules["reentry"] == "first" or "x" in found):
        found = {man: step for man, step in found.items() if man == "x"}
    return found


def struck(other, place, rules):
    """A side after an enemy man has come to stand at that place: all men on that point are hit."""
    return other if place in "0h" else in_order(other.replace(place, "0" if rules["reentry"] == "free" else "x"))


def lay_out(rules, positions):
    """For each position and die: for each man that can move, the position that the opponent faces then."""
    sides = {side for name in positions for side in name.split("/")}
    plays = {own: [steps(own, die, rules).items() for die in range(1, 7)] for own in sides}
    left = {other: {place: struck(other, place, rules) for place in MEN} for other in sides}

    game = {}
    for name in positions:
        own, other = name.split("/")
        after = [{man: f"{left[other][place]}/{side}" for man, (place, side) in play} for play in plays[own]]
        game[name] = [moves or {"-": f"{other}/{own}"} for moves in after]  # otherwise the turn passes
    return game


def ends(rules, positions):
    """For each position in which the opponent has won what is certain of it."""
    found = {}
    for loser in {name[:3] for name in positions}:  # any side that is not all home may have lost
        points = 2 if rules["double-win"] == "yes" and "h" not in loser else 1
        found[f"{loser}/hhh"] = Entry(-points * rules["ticks"], 0, None, f"lost{points}", -1, None)
    return found


def check(rules, entries):
    """Makes sure that every claim holds, by the numbered checks of solver/CERTIFICATE.md; `read` makes the first.

    Returns the counts, as a solution file has them, and the number of ties."""
    weights = [1] * 6 if rules["one-die"] == "yes" else [11, 9, 7, 5, 3, 1]
    total = sum(weights)
    game, over = lay_out(rules, entries), ends(rules, entries)
    claims = {**entries, **over}

    # 2. Play ends.
    ranks = {name: entry.rank for name, entry in claims.items()}
    for name, entry in entries.items():
        highest = [max(map(ranks.get, after.values())) for after in game[name]]
        entry.rank >= 0 and min(highest) < entry.rank or wrong(f"{name}: play is not shown to end")

    # 3. Bounds, 4. best moves, and 5. that these are equal. By 4 the greatest least and most are those of best moves.
    move_to = {name: (-entry.value - entry.slack, -entry.value + entry.slack, entry.kind) for name, entry in claims.items()}
    signatures = {}
    for name, entry in entries.items():
        entry.slack >= 0 or wrong(f"{name}: its slack is negative")
        least_sum, most_sum, signature = 0, 0, defaultdict(int)
        for die, weight, called, after in zip(range(1, 7), weights, entry.best, game[name]):
            best = [move_to[then] for man, then in after.items() if man in called]
            len(best) == len(called) > 0 or wrong(f"{name} with a {die}: what is called best is not legal")
            leasts, mosts, kinds = zip(*best)
            least, kind = max(leasts), kinds[0]
            others = [move_to[then][1] for man, then in after.items() if man not in called] if len(after) > len(best) else []
            not others or max(others) < least or wrong(
                f"{name} with a {die}: other moves may be better than what is called best")
            kinds.count(kind) == len(kinds) or wrong(f"{name} with a {die}: what is called best is not shown to be equal")
            least_sum += weight * least
            most_sum += weight * max(mosts)
            signature[kind] += weight
        (entry.value - entry.slack) * total <= least_sum and (entry.value + entry.slack) * total >= most_sum or wrong(
            f"{name}: its bounds do not follow from those after each throw")
        signatures[name] = (entry.kind, signature)

    # 5. Ties.
    for name, (kind, signature) in signatures.items():
        shown = signature == {OPPOSITE[kind]: total} if kind in OPPOSITE else signatures.get(kind) == (kind, signature)
        shown or wrong(f"{name}: it is not shown to be equal to {kind!r}")

    # 6. What can arise.
    arises, ended = {"000/000"}, set()
    for name in (name for name, entry in entries.items() if entry.depth is not None):
        following = entries[name].depth + 1
        for die, then in ((die, then) for die, after in enumerate(game[name], 1) for then in after.values()):
            depth = claims[then].depth
            if then in over:
                ended.add(then)
            elif depth == following:
                arises.add(then)
            else:
                depth is not None and depth < following or wrong(
                    f"{name} with a {die}: leads to {then}, which is said not to arise so soon")
    for name, entry in entries.items():
        (name in arises) == (entry.depth is not None) and (entry.depth == 0) == (name == "000/000") or wrong(
            f"{name}: it is wrong about whether or when it arises")

    # 7. Counts.
    decisions = {name: sum([len(after) > 1 for after in game[name]]) for name in game}
    plays = sum(len(after) - ("-" in after) for afters in game.values() for after in afters)
    ties = sum(len(called) > 1 for entry in entries.values() for called in entry.best)
    return (len(entries), len(arises), len(over), len(ended), 6 * len(entries), sum(decisions.values()),
            sum(decisions[name] for name in arises), plays), ties


def compare(path, rules, entries, counts):
    """Makes sure that a solution file says the same, and claims no smaller error than is proven (7)."""
    with open(path, "rb") as file:
        solution = Solution(file.read(1 << 24))
    [SWITCHES[name].index(rules[name]) for name in SWITCHES] == solution.switches or wrong("it is of other rules")
    solution.counts == counts or wrong(f"its counts are {solution.counts}, not {counts}")
    scale, loss = (1, 0) if rules["double-win"] == "yes" else (2, 1)  # a win is +1, a loss -1
    slack = max(entry.slack for entry in entries.values())
    bound = Fraction(solution.error) * scale * rules["ticks"]
    bound >= slack or wrong(f"its error bound {solution.error} is less than what is proven")
    bound <= 16 * slack or wrong(f"its error bound {solution.error} is more than 16 times what is proven")
    for said, said_best, (name, entry) in zip(solution.values, solution.best, entries.items()):
        part, whole = said.as_integer_ratio()
        (part * scale - loss * whole) * rules["ticks"] == entry.value * whole or wrong(f"{name}: its value {said!r} is another")
        men = sum(1 << 4 * die + name.index(man) for die, called in enumerate(entry.best) for man in called if man != "-")
        said_best & 0x7fffffff == men or wrong(f"{name}: its best moves are others")
        said_best >> 31 == (entry.depth is not None) or wrong(f"{name}: its flag of what can arise is another")


def bounds(rules, entry):
    """The value of a position: what is certain of it, rounded outwards in the eighteenth decimal."""
    shift, scale, unit = (0, 1, " points") if rules["double-win"] == "yes" else (rules["ticks"], 2, "")
    low = (entry.value - entry.slack + shift) * 10**18 // (rules["ticks"] * scale)
    high = -((-entry.value - entry.slack - shift) * 10**18 // (rules["ticks"] * scale))
    decimal = lambda n: f"{'-' * (n < 0)}{abs(n) // 10**18}.{abs(n) % 10**18:018}"
    return f"between {decimal(low)} and {decimal(high)}{unit}"


def run(certificate, *solutions):
    source = sys.stdin if certificate == "-" else open(certificate, encoding="ascii", errors="replace")
    source is not None or wrong("standard input is closed")
    rules, entries = read(source)
    counts, ties = check(rules, entries)
    slack = max(entry.slack for entry in entries.values())
    expects = "can expect" if rules["double-win"] == "yes" else "wins with probability"
    answer = [f"The certificate of {rules['rules']} is right. Proven, in integers, for {len(entries)} positions:",
              f"- the first to throw {expects} {bounds(rules, entries['000/000'])};",
              f"- {counts[1]} can arise from the start, the others cannot; play ends with probability 1, whatever is played;",
              f"- every value is within {slack} ticks of the true one (a point has {rules['ticks']});",
              f"- for every position and die the moves called best are, and no others; {ties} ties."]
    others = []
    for solution in solutions:
        try:
            compare(solution, rules, entries, counts)
            answer.append(f"{solution} agrees with the certificate: every value, best move, flag and count, and its error bound.")
        except Problem as problem:
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
    except Problem as problem:
        sys.exit(f"check_certificate.py: {problem}")


if __name__ == "__main__":
    main(*sys.argv[1:])
