#!/usr/bin/env python3
"""Checks a certificate of Tourne-case (solver/CERTIFICATE.md): integers and literal rules, nothing else.

  python3 tests/check_certificate.py CERTIFICATE [SOLUTION ...]

CERTIFICATE is what `tourne-solve export --to certificate` writes, - for standard input. SOLUTION is a solution
file (data/README.md), of which every value, best move, flag and count is compared with what was checked.
Needs Python 3.9 or later and nothing else.
"""
import gc
import sys
from collections import Counter
from fractions import Fraction
from operator import mul

from literal_rules import lay_out, legal_positions, points_lost, weights
from read_certificate import SWITCHES, read, wrong
from read_solution import Problem, Solution, printable, run

OPPOSITE = {"lost1": "won1", "lost2": "won2", "won1": "lost1", "won2": "lost2"}


def greatest(of, game):
    """For each position and die, the greatest number in the list `of` among the positions that the moves lead to."""
    found = []
    for _, plays in game:
        by_man = [[[of[then] for then in thens] for thens in play.values()] for play in plays]
        found += zip(*[map(max, *lists) if len(lists) > 1 else lists[0] for lists in by_man])
    return found


def check(rules, claims):
    """Checks every claim: checks 2 to 7 of solver/CERTIFICATE.md; `read` makes check 1.

    Returns the counts of a solution file, in the order of its header, and the number of ties."""
    names, values, slacks, bests, classes, ranks, depths = claims
    weight_of, game = weights(rules), lay_out(rules)
    total = sum(weight_of)
    # Lists by number: first the claims about the positions, then the known values of the ends.
    lost = [points_lost(loser, rules) for loser in legal_positions(rules)]
    won = [points * rules["ticks"] for points in lost]
    least = [-value - slack for value, slack in zip(values, slacks)] + won
    most = [-value + slack for value, slack in zip(values, slacks)] + won
    behind = classes + [f"lost{points}" for points in lost]

    # 2. Play ends.
    for name, rank, highest in zip(names, ranks, greatest(ranks + [-1] * len(lost), game)):
        rank >= 0 and min(highest) < rank or wrong(f"{name}: play is not shown to end")

    # 3. Bounds.
    greatest_least, greatest_most = greatest(least, game), greatest(most, game)
    for name, value, slack, leasts, mosts in zip(names, values, slacks, greatest_least, greatest_most):
        slack >= 0 or wrong(f"{name}: its slack is negative")
        low, high = sum(map(mul, weight_of, leasts)), sum(map(mul, weight_of, mosts))
        (value - slack) * total <= low and (value + slack) * total >= high or wrong(
            f"{name}: its bounds do not follow from those after each throw")

    # 4. Best moves; 5. they are equal. If the other moves are below the greatest lower bound, it is that of a best move.
    leads_to = [[] for _ in names]  # for each position, and each die: the class of what the best moves lead to
    ties = 0
    for positions, plays in game:
        for die, play in enumerate(plays, 1):
            for position, *thens in zip(positions, *play.values()):
                called, best = bests[position][die - 1], thens
                if len(thens) > 1 or called not in play:
                    where = f"{names[position]} with a {die}"
                    best = [then for man, then in zip(play, thens) if man in called]
                    others = [most[then] for man, then in zip(play, thens) if man not in called]
                    len(best) == len(called) > 0 or wrong(f"{where}: what is called best is not legal")
                    not others or max(others) < greatest_least[position][die - 1] or wrong(
                        f"{where}: other moves may be better than what is called best")
                    len({behind[then] for then in best}) == 1 or wrong(
                        f"{where}: what is called best is not shown to be equal")
                    ties += len(best) > 1
                leads_to[position].append(behind[best[0]])

    # 5. Ties.
    def signature(position):
        return Counter(kind for kind, weight in zip(leads_to[position], weight_of) for _ in range(weight))

    number = {name: position for position, name in enumerate(names)}
    for position, (name, kind) in enumerate(zip(names, classes)):
        if kind in OPPOSITE:
            shown = signature(position) == {OPPOSITE[kind]: total}
        else:
            same = number.get(kind)
            shown = kind == name or same is not None and classes[same] == kind and signature(same) == signature(position)
        shown or wrong(f"{name}: it is not shown to be equal to {kind!r}")

    # 6. What can arise.
    arises = {0}
    moves = ((position, die, then) for positions, plays in game for die, play in enumerate(plays, 1)
             for thens in play.values() for position, then in zip(positions, thens) if depths[position] is not None)
    for position, die, then in moves:
        following = depths[position] + 1
        if then >= len(names) or depths[then] == following:
            arises.add(then)
        else:
            depths[then] is not None and depths[then] < following or wrong(
                f"{names[position]} with a {die}: leads to {names[then]}, which is said not to arise so soon")
    for position, (name, depth) in enumerate(zip(names, depths)):
        (position in arises) == (depth is not None) and (depth == 0) == (position == 0) or wrong(
            f"{name}: it is wrong about whether or when it arises")

    # 7. Counts.
    arising = len(names) - depths.count(None)
    decisions = [sum(len(play) > 1 for play in plays) for positions, plays in game for _ in positions]
    return (len(names), arising, len(lost), len(arises) - arising, 6 * len(names), sum(decisions),
            sum(count for position, count in enumerate(decisions) if position in arises),
            sum(len(thens) for _, plays in game for play in plays for man, thens in play.items() if man != "-")), ties


def compare(path, rules, claims, counts):
    """Checks that a solution file has the claims and counts of the certificate, and an error bound that is proven (check 7)."""
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
    """The proven bounds of a position's value as text with 18 decimals: the lower rounded down, the upper rounded up."""
    shift, scale, unit = (0, 1, " points") if rules["double-win"] == "yes" else (rules["ticks"], 2, "")
    low = (value - slack + shift) * 10**18 // (rules["ticks"] * scale)
    high = -((-value - slack - shift) * 10**18 // (rules["ticks"] * scale))
    decimal = lambda n: f"{'-' * (n < 0)}{abs(n) // 10**18}.{abs(n) % 10**18:018}"
    return f"between {decimal(low)} and {decimal(high)}{unit}"


def prove(certificate, *solutions):
    source = sys.stdin if certificate == "-" else open(certificate, encoding="ascii", errors="replace")
    source is not None or wrong("standard input is closed")
    rules, claims = read(source)
    counts, ties = check(rules, claims)
    expects = "can expect" if rules["double-win"] == "yes" else "wins with probability"
    name = "rules without a name" if rules["rules"] == "-" else rules["rules"]
    answer = [f"The certificate of {name} is right. Proven, in integers, for {len(claims.name)} positions:",
              f"- the first to throw {expects} {bounds(rules, claims.value[0], claims.slack[0])};",
              f"- {counts[1]} can arise from the start, the others cannot; play ends with probability 1, whatever is played;",
              f"- every value is within {max(claims.slack)} ticks of the true one (a point has {rules['ticks']});",
              f"- for every position and die the moves called best are, and no others; {ties} ties."]
    others = []
    for solution in solutions:
        try:
            compare(solution, rules, claims, counts)
            answer.append(f"{printable(solution)} agrees with the certificate: every value, best move, flag and count, and its error bound.")
        except Problem as problem:
            others.append(f"{printable(solution)} is not what the certificate proves: {problem}")
    not others or wrong("\n".join(others))
    print("\n".join(answer))


def main(*arguments):
    gc.disable()  # the data has no reference cycles, and the search for cycles takes time
    arguments or wrong("usage: check_certificate.py CERTIFICATE [SOLUTION ...] (- for standard input)")
    prove(*arguments)


if __name__ == "__main__":
    run("check_certificate.py", main, *sys.argv[1:])
