"""Reads the table of `tourne-solve export --to csv` into arrays, and reports the result and time of another solver."""
import csv
import json
import sys
import time

import numpy as np


class Game:
    """Positions by number, in the order of the table; the last position is the start.

    Throw `t` is of position `t // 6` with die `t % 6 + 1`; its moves are those from `first[t]` to `first[t + 1]`. A
    move wins `points[m]` if `after[m]` is the number of positions, and leads to position `after[m]` otherwise.
    """

    def __init__(self, path):
        numbers, rows = {}, []
        with open(path, encoding="ascii", newline="") as file:
            lines = csv.reader(file)
            next(lines)
            for position, die, chances, _, after, points in lines:
                number = numbers.setdefault(position, len(numbers))
                rows.append((6 * number + int(die) - 1, int(chances), after, int(points or 0)))
        throws = np.array([row[0] for row in rows])
        self.count = len(numbers)
        self.first = np.searchsorted(throws, np.arange(6 * self.count + 1))
        self.after = np.array([numbers.get(after, self.count) for _, _, after, _ in rows])
        self.points = np.array([row[3] for row in rows], dtype=float)
        chances = np.array([rows[move][1] for move in self.first[:6]], dtype=float)
        self.weights = chances / chances.sum()


def report(solve, *arguments):
    """Calls `solve` and prints JSON: the bounds of the probability of winning from the start (a solver without bounds returns
    one number twice), and the seconds of processor and wall-clock time."""
    cpu, wall = time.process_time(), time.perf_counter()
    lower, upper = solve(*arguments)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    json.dump({"cpu": cpu, "wall": wall, "lower": lower, "upper": upper}, sys.stdout)


def probability(points):
    """Probability of winning, from the expected points: a win counts +1, a loss -1."""
    return (1 + points) / 2
