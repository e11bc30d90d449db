"""The rules of Tourne-case, read literally, and the game that they make. For check_certificate.py; uses nothing else.

A side is a text of three letters, one for the place of each man (see MEN). `rules` are the switches of a certificate
(solver/CERTIFICATE.md).
"""
from itertools import combinations_with_replacement

MEN = "0x123456789abh"  # off, off and hit, on points 1 to 11, home
POINT = {man: max(place - 1, 0) for place, man in enumerate(MEN)}


def in_order(men):
    return "".join(sorted(men, key=MEN.index))


def legal_positions(rules):
    """All legal positions: for each side on roll the list of its possible opponents, in canonical order."""
    points_of = {}
    for side in map("".join, combinations_with_replacement(MEN, 3)):
        points = side.strip("0xh")  # men off come first, men home last
        alone = rules["crowding"] == "yes" or len(set(points)) == len(points)
        if alone and ("x" not in side or rules["reentry"] != "free") and side != "hhh":
            points_of[side] = set(points)
    return {own: [other for other in points_of if points_of[own].isdisjoint(points_of[other])] for own in points_of}


def steps(own, die, rules):
    """For each man that can move with this die: its place and the side after the move."""
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
    """The side `other` after an enemy man has moved to `place`: men that stand opposite are hit."""
    return other if place in "0h" else in_order(other.replace(place, "0" if rules["reentry"] == "free" else "x"))


def points_lost(loser, rules):
    """Points that the side `loser` loses when its opponent has brought all men home."""
    return 2 if rules["double-win"] == "yes" and "h" not in loser else 1


def weights(rules):
    """Number of throws in which the die 1, 2, ..., 6 is played: of 6 with one die, otherwise of 36."""
    return [1] * 6 if rules["one-die"] == "yes" else [11, 9, 7, 5, 3, 1]


def lay_out(rules):
    """The game, in which every legal position has a number, in order, and then every side that may have lost.

    For each side on roll: the numbers of its positions, and for each die the men that can move, each with a list of what
    its move leads to, one number for each of these positions. If no man can move it is "-", for a pass.
    A move has two parts: what its own side does, and what becomes of the other. The rules are asked for each part alone."""
    opponents = legal_positions(rules)
    pairs = [(own, other) for own in opponents for other in opponents[own]] + [(loser, "hhh") for loser in opponents]
    number = {own: {} for own in [*opponents, "hhh"]}
    for count, (own, other) in enumerate(pairs):
        number[own][other] = count
    left = {other: {place: struck(other, place, rules) for place in MEN} for other in opponents}
    game = []
    for own, others in opponents.items():
        plays = [{man: [number[left[other][place]][side] for other in others]
                  for man, (place, side) in steps(own, die, rules).items()} for die in range(1, 7)]
        turned = {"-": [number[other][own] for other in others]}
        game.append(([number[own][other] for other in others], [play or turned for play in plays]))
    return game
