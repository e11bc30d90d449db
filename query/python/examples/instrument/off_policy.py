"""Off-policy evaluation: estimates of a policy's value from games of another policy, against the exact value.

    python off_policy.py --output off_policy.svg

Games of `builtin:card-3` with random moves in between are the data; the policy that is evaluated is the card without
them. Both play against `builtin:front`. The estimates are importance sampling, its weighted form, and the doubly robust
estimate (Jiang and Li 2016) with a model of values that is wrong: those of perfect play. Prints, for each number of
games, the root of the mean squared error over many data sets.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tourne

EXPLORE = 0.25  # probability of a random move in the data
SIZES, SETS = [30, 100, 300, 1000, 3000, 10_000], 100  # games of a data set; data sets of each size
NAMES = ["importance sampling", "weighted importance sampling", "doubly robust", "the policy's own games"]
Array = NDArray[np.float64]


def play(game: tourne.Solution, own: tourne.Policy, opponent: tourne.Policy, target: Array, number: int, seed: int) -> Array:
    """Plays games by a policy. Returns, for each game, the result, the weight, and the doubly robust estimate."""
    games = tourne.batch(number, game, seed=seed, restart=False)
    model = np.where(game.is_legal, 1 - np.append(game.values, game.ends)[game.next], 0)  # value of each move
    result, weight, robust = np.zeros(number), np.ones(number), np.zeros(number)
    while games.count.any():
        player, here, die = games.player, games.position, games.die - 1
        mine = (games.count > 0) & (player == 0)
        choice = np.where(player == 0, games.draw(own), games.draw(opponent))
        men = games.men(choice)
        at = np.flatnonzero(mine)
        place = here[at], die[at]
        robust[at] += weight[at] * (target[place] * model[place]).sum(axis=1)  # what the model expects of the policy
        chance = own.probabilities[place][np.arange(len(at)), men[at]]
        can_move = game.is_legal[place].any(axis=1)
        ratio = np.where(can_move, target[place][np.arange(len(at)), men[at]] / np.where(can_move, chance, 1), 1)
        weight[at] *= ratio
        # What the model expects after the move is replaced by what then happens, weighted.
        robust[at] -= weight[at] * np.where(can_move, model[(*place, men[at])], 0)
        result += (games.step(choice) > 0) & (player == 0)
    return np.stack([result, weight, robust + weight * result])


def measure(sets: int = SETS, sizes: list[int] = SIZES) -> tuple[float, dict[str, list[float]]]:
    """Returns the exact value, and the root of the mean squared error of each estimate for each number of games."""
    game = tourne.solution()
    policy, opponent = game.policy("builtin:card-3"), game.policy("builtin:front")
    random = game.policy("builtin:random").probabilities
    behaviour = game.policy((1 - EXPLORE) * policy.probabilities + EXPLORE * random)
    exact = game.evaluate(policy, opponent).value
    errors: dict[str, list[float]] = {name: [] for name in NAMES}
    for size in sizes:
        data = play(game, behaviour, opponent, policy.probabilities, sets * size, seed=size)
        result, weight, robust = data.reshape(3, sets, size)
        own = play(game, policy, opponent, policy.probabilities, sets * size, seed=size)[0].reshape(sets, size)
        weights = np.maximum(weight.sum(axis=1), 1e-300)
        found = [(weight * result).mean(axis=1), (weight * result).sum(axis=1) / weights, robust.mean(axis=1), own.mean(axis=1)]
        for name, estimate in zip(NAMES, found):
            errors[name].append(float(((estimate - exact) ** 2).mean() ** 0.5))
    return exact, errors


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=int, default=SETS, help="number of data sets of each size")
    parser.add_argument("--output", type=Path, help="file of the plot")
    given = parser.parse_args()
    exact, errors = measure(given.sets)
    print(f"exact value {exact:.6f}; error of the estimates from so many games:")
    print(f"{'':30}" + "".join(f"{size:>9,}" for size in SIZES))
    for name, found in errors.items():
        print(f"{name:30}" + "".join(f"{error:9.4f}" for error in found))
    if given.output:
        import matplotlib
        from matplotlib import pyplot

        matplotlib.rcParams.update({"svg.hashsalt": "tourne", "svg.fonttype": "none"})
        figure, axes = pyplot.subplots(figsize=(6, 3.5), layout="constrained")
        for name, found in errors.items():
            axes.loglog(SIZES, found, "--" if name == NAMES[-1] else "o-", label=name)
        axes.set(xlabel="games in the data", ylabel="error of the estimated value")
        axes.legend(frameon=False)
        figure.savefig(given.output, metadata={"Date": None})
