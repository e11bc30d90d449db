"""Bias and variance of estimates of a policy gradient, measured against the exact gradient.

    python gradients.py --output gradients.svg

A policy that moves at random by a softmax plays against `builtin:front`. The gradient of its value by the logit of each
move is estimated from games, with advantages by generalized advantage estimation (Schulman and others 2016) and a
critic that is wrong: it has the values of perfect play. Prints, for each λ, the squared bias with its standard error,
and the variance of the estimate from one game, both in units of the squared length of the exact gradient.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tourne

DECAYS = [0.0, 0.5, 0.8, 0.9, 0.95, 1.0]
GAMES, BATCHES = 20_000, 50  # games of a batch; batches, whose spread gives the variance
Array = NDArray[np.float64]


def by_logits(probabilities: Array, by_probabilities: Array) -> Array:
    """Returns the derivatives by the logits of a softmax, from those by its probabilities."""
    mean = (probabilities * by_probabilities).sum(axis=2, keepdims=True)
    return np.asarray(probabilities * (by_probabilities - mean))


def estimates(game: tourne.Solution, policy: tourne.Policy, opponent: tourne.Policy, seed: int) -> list[Array]:
    """Plays a batch of games, and returns the estimate of the gradient for each λ."""
    games = tourne.batch(GAMES, game, seed=seed, restart=False)
    turns, result = [], np.zeros(GAMES)
    while games.count.any():
        on = games.count > 0
        own = on & (games.player == 0)
        here, die = games.position, games.die - 1
        choice = np.where(games.player == 0, games.draw(policy), games.draw(opponent))
        men, player = games.men(choice), games.player
        result += (games.step(choice) > 0) & (player == 0)
        at = np.flatnonzero(own)
        turns.append((at, here[at], die[at], men[at]))
    found = [np.zeros(game.is_legal.shape) for _ in DECAYS]
    next_value, later = result.copy(), np.zeros((len(DECAYS), GAMES))
    for at, here, die, men in reversed(turns):
        value = game.values[here]
        later[:, at] = (next_value[at] - value) + np.array(DECAYS)[:, None] * later[:, at]
        next_value[at] = value
        up = np.eye(3)[men] - policy.probabilities[here, die]
        for estimate, advantage in zip(found, later[:, at]):
            np.add.at(estimate, (here, die), advantage[:, None] * up / GAMES)
    return found


def measure(batches: int = BATCHES) -> list[tuple[float, float, float, float]]:
    """Returns λ, the squared bias, its standard error, and the variance of the estimate from one game.

    The squared bias is the mean of the products of the errors of two batches, whose noise is independent.
    """
    game = tourne.solution()
    policy, opponent = game.policy("builtin:random"), game.policy("builtin:front")
    exact = by_logits(policy.probabilities, game.evaluate(policy, opponent).gradient)
    square = float((exact**2).sum())
    sums, lengths = np.zeros((len(DECAYS), *exact.shape)), np.zeros(len(DECAYS))
    products = np.zeros((batches, len(DECAYS)))  # of the error of each batch and the sum of those before
    for seed in range(batches):
        for number, estimate in enumerate(estimates(game, policy, opponent, seed)):
            error = estimate - exact
            products[seed, number] = (error * sums[number]).sum() / square
            lengths[number] += (error**2).sum() / square
            sums[number] += error
    pairs, before = batches * (batches - 1) / 2, np.arange(batches)[:, None]
    biases = products.sum(axis=0) / pairs
    errors = np.sqrt(((products - before * biases) ** 2).sum(axis=0)) / pairs
    variances = (lengths / batches - biases) * GAMES
    return list(zip(DECAYS, biases.tolist(), errors.tolist(), variances.tolist()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batches", type=int, default=BATCHES, help=f"batches of {GAMES} games, 2 or more")
    parser.add_argument("--output", type=Path, help="file of the plot")
    given = parser.parse_args()
    measured = measure(given.batches)
    for decay, bias, error, variance in measured:
        print(f"λ = {decay:<4}  squared bias {bias:6.3f} ± {error:.3f}  variance of one game {variance:8,.0f}")
    if given.output:
        import matplotlib
        from matplotlib import pyplot

        matplotlib.rcParams.update({"svg.hashsalt": "tourne", "svg.fonttype": "none"})
        figure, left = pyplot.subplots(figsize=(6, 3.5), layout="constrained")
        right = left.twinx()
        left.errorbar(DECAYS, [bias for _, bias, _, _ in measured], [error for _, _, error, _ in measured], marker="o", color="C0")
        right.semilogy(DECAYS, [variance for *_, variance in measured], "s--", color="C1")
        left.set(xlabel="λ")
        left.set_ylabel("squared bias (solid)", color="C0")
        right.set_ylabel("variance of one game (dashed)", color="C1")
        figure.savefig(given.output, metadata={"Date": None})
