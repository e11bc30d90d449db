"""Value iteration with Numba, each position from the newest values (Gauss-Seidel), until no value changes by
1e-14 or more."""
import sys

import numba
import numpy as np

from game import Game, probability, report


@numba.njit
def sweep(values, first, after, points, weights):
    change = 0.0
    for position in range(len(values) - 1):
        value = 0.0
        for die in range(6):
            throw = 6 * position + die
            best = -np.inf
            for move in range(first[throw], first[throw + 1]):
                best = max(best, points[move] - values[after[move]])
            value += weights[die] * best
        change = max(change, abs(value - values[position]))
        values[position] = value
    return change


def solve(game):
    values = np.zeros(game.count + 1)  # the last is that of an end
    while sweep(values, game.first, game.after, game.points, game.weights) >= 1e-14:
        pass
    return probability(values[-2]), probability(values[-2])


game = Game(sys.argv[1])
sweep(np.zeros(1), game.first, game.after, game.points, game.weights)  # compiles
report(solve, game)
