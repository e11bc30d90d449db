"""Interval iteration with Numba: lower bounds rise from -1 and upper bounds fall from +1, until no two of a
position differ by more than 1e-12 as probabilities."""
import sys

import numba
import numpy as np

from game import Game, probability, report


@numba.njit
def sweep(lower, upper, first, after, points, weights):
    """Improves both bounds of each position in turn. Returns the largest difference that is left, in points."""
    distance = 0.0
    for position in range(len(lower) - 1):
        least = most = 0.0
        for die in range(6):
            throw = 6 * position + die
            best_least = best_most = -np.inf
            for move in range(first[throw], first[throw + 1]):
                best_least = max(best_least, points[move] - upper[after[move]])
                best_most = max(best_most, points[move] - lower[after[move]])
            least += weights[die] * best_least
            most += weights[die] * best_most
        lower[position] = max(lower[position], least)
        upper[position] = min(upper[position], most)
        distance = max(distance, upper[position] - lower[position])
    return distance


def solve(game):
    lower, upper = -np.ones(game.count + 1), np.ones(game.count + 1)
    lower[-1] = upper[-1] = 0.0  # that of an end, which is worth its points
    # Twice as far apart in points as in probabilities.
    while sweep(lower, upper, game.first, game.after, game.points, game.weights) > 2e-12:
        pass
    return probability(lower[-2]), probability(upper[-2])


game = Game(sys.argv[1])
sweep(np.zeros(1), np.zeros(1), game.first, game.after, game.points, game.weights)  # compiles
report(solve, game)
