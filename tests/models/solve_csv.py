"""Solve the table that `tourne-solve export --to csv` writes, by a few lines of its own.

    python3 tests/models/solve_csv.py FILE

prints the number of positions and of moves, and the value of the start in points: what the player
who throws first wins on average. Needs Python 3.8 or later and nothing else.
"""

import csv
import sys

START = "000/000"


def read(path):
    """For each position, in the order of the file, its dice: chances and [(next, points)]."""
    table = {}
    with open(path, newline="") as file:
        for line in csv.DictReader(file):
            dice = table.setdefault(line["position"], {})
            chances, moves = dice.setdefault(int(line["die"]), (int(line["chances"]), []))
            points = int(line["points"]) if line["points"] else None
            moves.append((line["next"], points))
    return table


def solve(table):
    """The value of every position to the player on roll, in points, by iteration."""
    number = {position: at for at, position in enumerate(table)}
    throws = sum(chances for chances, _ in table[START].values())
    ends = [-1.0, -2.0]  # whoever is on roll when the game is over has lost
    rows = [[(chances / throws, [len(table) - 1 + points if points else number[after]
                                 for after, points in moves])
             for chances, moves in dice.values()] for dice in table.values()]
    values = [0.0] * len(rows) + ends
    for block in blocks([max((to for _, row in dice for to in row if to < len(rows)), default=0)
                         for dice in rows]):
        change = 1.0
        while change > 1e-13:
            change = 0.0
            for at in block:
                value = -sum(chance * min([values[to] for to in row]) for chance, row in rows[at])
                change = max(change, abs(value - values[at]))
                values[at] = value
    return dict(zip(table, values))


def blocks(furthest):
    """Cuts states into ranges that none of their moves leads beyond."""
    first = end = 0
    for at, to in enumerate(furthest):
        end = max(end, to, at)
        if end == at:
            yield range(first, at + 1)
            first = at + 1


def main(path):
    table = read(path)
    moves = sum(len(moves) for dice in table.values() for _, moves in dice.values())
    print(len(table), moves, repr(solve(table)[START]))


if __name__ == "__main__":
    main(*sys.argv[1:])
