#!/usr/bin/env python3
"""Checks a certificate of Tourne-case (solver/CERTIFICATE.md): integers and literal rules, nothing else.

  python3 tests/check_certificate.py CERTIFICATE [SOLUTION ...]

CERTIFICATE is what `tourne-solve export --to certificate` writes, - for standard input. SOLUTION is a solution
file (data/README.md), of which every value, best move, flag and count is compared with what was checked.
Needs Python 3.9 or later and nothing else.
"""
import os
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement

from read_certificate import SWITCHES, read, wrong
from read_solution import Problem, Solution

MEN = "0x123456789abh"  # where a man stands: off, off and hit, on points 1 to 11, home
POINT = {man: max(place - 1, 0) for place, man in enumerate(MEN)}
OPPOSITE = {"lost1": "won1", "lost2": "won2", "won1": "lost1", "won2": "lost2"}


def in_order(men):
    return "".join(sorted(men, key=MEN.index))


def legal_positions(rules):
    """For each side that may be on roll the sides that it may face, all in order."""
    points_of = {}
    for side in map("".join, combinations_with_replacement(MEN, 3)):
        points = side.strip("0xh")  # men off come first, men home last
        alone = rules["crowding"] == "yes" or len(set(points)) == len(points)
        if alone and ("x" not in side or rules["reentry"] != "free") and side != "hhh":
            points_of[side] = set(points)
    return {own: [other for other in points_of if points_of[own].isdisjoint(points_of[other])] for own in points_of}


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


def lay_out(rules):
    """Positions and ends by number: first every legal position, then every side that may have lost, against "hhh".

    For each position and die: the men that can move, "-" if the turn passes, and the number of what each leads to.
    Both parts of a move are asked for once for each side: what its own side does, and what becomes of the other."""
    opponents = legal_positions(rules)
    pairs = [(own, other) for own in opponents for other in opponents[own]] + [(loser, "hhh") for loser in opponents]
    number = {own: {} for own in [*opponents, "hhh"]}
    for count, (own, other) in enumerate(pairs):
        number[own][other] = count
    left = {other: {place: struck(other, place, rules) for place in MEN} for other in opponents}

    men, leads = [], []
    for own, others in opponents.items():
        plays = [steps(own, die, rules) for die in range(1, 7)]
        after = [[[number[left[other][place]][side] for other in others] for place, side in play.values()]
                 or [[number[other][own] for other in others]] for play in plays]
        men += [["".join(play) or "-" for play in plays]] * len(others)
        leads += zip(*[zip(*columns) for columns in after])
    return men, leads, list(opponents)


def check(rules, claims):
    """Makes sure that every claim holds, by the numbered checks of solver/CERTIFICATE.md; `read` makes the first.

    Returns the counts, as a solution file has them, and the number of ties."""
    weights = [1] * 6 if rules["one-die"] == "yes" else [11, 9, 7, 5, 3, 1]
    total, ticks = sum(weights), rules["ticks"]
    men, leads, losers = lay_out(rules)
    names, values, slacks, bests = claims.name, claims.value, claims.slack, claims.best
    # What is certain of the ends follows the claims.
    lost = [2 if rules["double-win"] == "yes" and "h" not in loser else 1 for loser in losers]
    kinds = claims.kind + [f"lost{points}" for points in lost]
    ranks, depths = claims.rank + [-1] * len(lost), claims.depth + [-1] * len(lost)

    # 2. Play ends.
    for name, rank, after in zip(names, ranks, leads):
        highest = [max([ranks[then] for then in thens]) for thens in after]
        rank >= 0 and min(highest) < rank or wrong(f"{name}: play is not shown to end")

    # 3. Bounds, 4. best moves, and 5. that these are equal. By 4 the greatest least and most are those of best moves.
    least_by = [-value - slack for value, slack in zip(values, slacks)] + [points * ticks for points in lost]
    most_by = [-value + slack for value, slack in zip(values, slacks)] + [points * ticks for points in lost]
    ties = 0
    for name, value, slack, *plays in zip(names, values, slacks, bests, men, leads):
        slack >= 0 or wrong(f"{name}: its slack is negative")
        least_sum = most_sum = die = 0
        for weight, called, movers, thens in zip(weights, *plays):
            die += 1
            if called == movers:
                best, others = thens, ()
            else:
                best = [then for man, then in zip(movers, thens) if man in called]
                others = [most_by[then] for man, then in zip(movers, thens) if man not in called]
                len(best) == len(called) or wrong(f"{name} with a {die}: what is called best is not legal")
            least, most = least_by[best[0]], most_by[best[0]]
            if len(best) > 1:
                least, most = max([least_by[then] for then in best]), max([most_by[then] for then in best])
                ties += 1
                len({kinds[then] for then in best}) == 1 or wrong(
                    f"{name} with a {die}: what is called best is not shown to be equal")
            not others or max(others) < least or wrong(
                f"{name} with a {die}: other moves may be better than what is called best")
            least_sum += weight * least
            most_sum += weight * most
        (value - slack) * total <= least_sum and (value + slack) * total >= most_sum or wrong(
            f"{name}: its bounds do not follow from those after each throw")

    # 5. Ties.
    def signature(position):
        found = Counter()
        for weight, called, movers, thens in zip(weights, bests[position], men[position], leads[position]):
            found[kinds[thens[movers.index(called[0])]]] += weight
        return found

    number = {name: position for position, name in enumerate(names)}
    for position, (name, kind) in enumerate(zip(names, kinds)):
        if kind in OPPOSITE:
            shown = signature(position) == {OPPOSITE[kind]: total}
        elif kind != name:
            named = number.get(kind)
            shown = named is not None and kinds[named] == kind and signature(named) == signature(position)
        else:
            shown = True
        shown or wrong(f"{name}: it is not shown to be equal to {kind!r}")

    # 6. What can arise.
    arises, reached = {0}, set()
    for name, depth, after in zip(names, depths, leads):
        if depth is None:
            continue
        for die, thens in enumerate(after, 1):
            reached.update(thens)
            for then in thens:
                if depths[then] == depth + 1:
                    arises.add(then)
                else:
                    depths[then] is not None and depths[then] <= depth or wrong(
                        f"{name} with a {die}: leads to {names[then]}, which is said not to arise so soon")
    for position, (name, depth) in enumerate(zip(names, depths)):
        (position in arises) == (depth is not None) and (depth == 0) == (position == 0) or wrong(
            f"{name}: it is wrong about whether or when it arises")

    # 7. Counts.
    decisions = [sum([len(movers) > 1 for movers in dice]) for dice in men]
    plays = sum([len(movers) for dice in men for movers in dice if movers != "-"])
    ended = sum(position >= len(names) for position in reached)
    return (len(names), len(arises), len(lost), ended, 6 * len(names), sum(decisions),
            sum(decisions[position] for position in arises), plays), ties


def compare(path, rules, claims, counts):
    """Makes sure that a solution file says the same, and claims no smaller error than is proven (7)."""
    with open(path, "rb") as file:
        solution = Solution(file.read(1 << 24))
    [SWITCHES[name].index(rules[name]) for name in SWITCHES] == solution.switches or wrong("it is of other rules")
    solution.counts == counts or wrong(f"its counts are {solution.counts}, not {counts}")
    scale, loss = (1, 0) if rules["double-win"] == "yes" else (2, 1)  # a win is +1, a loss -1
    bound, slack = Fraction(solution.error) * scale * rules["ticks"], max(claims.slack)
    bound >= slack or wrong(f"its error bound {solution.error} is less than what is proven")
    bound <= 16 * slack or wrong(f"its error bound {solution.error} is more than 16 times what is proven")
    for said, said_best, name, value, best, depth in zip(
            solution.values, solution.best, claims.name, claims.value, claims.best, claims.depth):
        part, whole = said.as_integer_ratio()
        (part * scale - loss * whole) * rules["ticks"] == value * whole or wrong(f"{name}: its value {said!r} is another")
        men = sum([1 << 4 * die + name.index(man) for die, called in enumerate(best) for man in called if man != "-"])
        said_best & 0x7fffffff == men or wrong(f"{name}: its best moves are others")
        said_best >> 31 == (depth is not None) or wrong(f"{name}: its flag of what can arise is another")


def bounds(rules, value, slack):
    """The value of a position: what is certain of it, rounded outwards in the eighteenth decimal."""
    shift, scale, unit = (0, 1, " points") if rules["double-win"] == "yes" else (rules["ticks"], 2, "")
    low = (value - slack + shift) * 10**18 // (rules["ticks"] * scale)
    high = -((-value - slack - shift) * 10**18 // (rules["ticks"] * scale))
    decimal = lambda n: f"{'-' * (n < 0)}{abs(n) // 10**18}.{abs(n) % 10**18:018}"
    return f"between {decimal(low)} and {decimal(high)}{unit}"


def run(certificate, *solutions):
    source = sys.stdin if certificate == "-" else open(certificate, encoding="ascii", errors="replace")
    source is not None or wrong("standard input is closed")
    rules, claims = read(source, legal_positions)
    counts, ties = check(rules, claims)
    expects = "can expect" if rules["double-win"] == "yes" else "wins with probability"
    answer = [f"The certificate of {rules['rules']} is right. Proven, in integers, for {len(claims.name)} positions:",
              f"- the first to throw {expects} {bounds(rules, claims.value[0], claims.slack[0])};",
              f"- {counts[1]} can arise from the start, the others cannot; play ends with probability 1, whatever is played;",
              f"- every value is within {max(claims.slack)} ticks of the true one (a point has {rules['ticks']});",
              f"- for every position and die the moves called best are, and no others; {ties} ties."]
    others = []
    for solution in solutions:
        try:
            compare(solution, rules, claims, counts)
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
