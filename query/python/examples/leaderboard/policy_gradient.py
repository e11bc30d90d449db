"""A policy gradient with a network: proximal policy optimization by self-play (Schulman and others 2017).

It is given games only. The inputs of the network are the men on each place and the die; its outputs are a preference
for each man, and the value of being on roll with this die, which is the baseline. The graded policy moves the man with
the largest preference.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from given import Games, Rules
from network import Array, Network, one_hot
from numpy.typing import NDArray

SETTINGS: dict[str, float] = {"decay": 0.6, "epochs": 8, "entropy": 0.1, "rate": 0.004, "slow": 4000, "hidden": 128}
GRID: dict[str, list[float]] = {
    "decay": [0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95],  # λ of the advantages
    "epochs": [1, 2, 4, 8],  # times that a round of games is learned from; more would take long
    "entropy": [0, 0.01, 0.03, 0.1, 0.2],  # weight of the entropy of the policy
    "rate": [0.001, 0.002, 0.004, 0.008],  # the learning rate after a number of steps is rate / sqrt(1 + steps / slow)
    "slow": [500, 1000, 2000, 4000, 8000],
    "hidden": [32, 64, 128],  # units; more would take long
}
TURNS = 32  # turns of all games in a round, after which the network learns
BATCH = 2048  # samples of a step
CLIP = 0.2  # change of a probability, as a ratio, beyond which a sample teaches no more


class Learner:
    """The network, and the games from which it learns."""

    def __init__(self, given: Rules, games: Games, settings: dict[str, float]) -> None:
        self.given, self.games, self.settings, self.updates = given, games, settings, 0
        self.places, self.dice = one_hot(given.men), np.eye(6, dtype=np.float32)
        many = given.is_legal.shape[2]
        self.network = Network(self.places.shape[1] + 6, int(settings["hidden"]), many + 1, games.random)

    def inputs(self, here: NDArray[np.integer[Any]], die: NDArray[np.integer[Any]]) -> Array:
        return np.concatenate([self.places[here], self.dice[die]], axis=1)

    def probabilities(self, outputs: Array, legal: NDArray[np.bool_]) -> Array:
        """Returns the probability of each man to be moved. In a position without a move, man 0 passes."""
        legal = legal | ((np.arange(legal.shape[1]) == 0) & ~legal.any(axis=1, keepdims=True))
        wish = np.where(legal, outputs[:, :-1], np.float32(-np.inf))
        chances = np.exp(wish - wish.max(axis=1, keepdims=True))
        return np.asarray(chances / chances.sum(axis=1, keepdims=True))

    def play(self) -> None:
        seen, values, surprises, over = [], [], [], []
        wins = (self.given.whole / 2 - np.append(0.0, self.given.ends)) / self.given.span  # by the points won: 1 at most
        for turn in range(TURNS + 1):
            here, die = self.games.look()
            outputs = self.network(self.inputs(here, die))
            values.append(outputs[:, -1])
            if turn == TURNS:
                break
            legal = self.given.is_legal[here, die]
            chances = self.probabilities(outputs, legal)
            drawn = self.games.random.random((len(here), 1), np.float32)
            men = np.minimum((chances.cumsum(axis=1) < drawn).sum(axis=1), chances.shape[1] - 1)
            men = np.where(chances[np.arange(len(men)), men] > 0, men, chances.argmax(axis=1))
            points = self.games.move(men)
            seen.append((here, die, men, chances[np.arange(len(men)), men]))
            over.append(points > 0)
            surprises.append(np.where(points > 0, wins[points], 0.0).astype(np.float32))
        # Generalized advantage estimation. A value is what the player on roll gets: the opponent's changes its sign.
        later, advantages = np.zeros(len(here), np.float32), []
        for turn in reversed(range(TURNS)):
            surprise = surprises[turn] - values[turn] - np.where(over[turn], 0, values[turn + 1])
            later = surprise - np.where(over[turn], 0, np.float32(self.settings["decay"]) * later)
            advantages.append(later)
        here, die, men, before = (np.concatenate(part) for part in zip(*seen))
        advantage = np.concatenate(advantages[::-1])
        for _ in range(int(self.settings["epochs"])):
            for part in np.array_split(self.games.random.permutation(len(here)), max(len(here) // BATCH, 1)):
                self.learn((here[part], die[part]), men[part], before[part], advantage[part], np.concatenate(values[:-1])[part])

    def learn(
        self, at: tuple[NDArray[np.int32], NDArray[np.int8]], men: NDArray[np.intp], before: Array, advantage: Array, value: Array
    ) -> None:
        """Makes a step for some samples, whose moves had the probabilities ``before`` and these advantages."""
        inputs = self.inputs(*at)
        hidden = self.network.hidden(inputs)
        outputs = self.network.outputs(hidden)
        chances = self.probabilities(outputs, self.given.is_legal[at])
        rows = np.arange(len(men))
        ratio = chances[rows, men] / before
        gain = advantage / (advantage.std() + np.float32(1e-8))
        teaches = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        slope = np.empty_like(outputs)
        slope[:, :-1] = chances * (gain * ratio * teaches)[:, None]
        slope[rows, men] -= gain * ratio * teaches
        logs = np.log(np.maximum(chances, np.float32(1e-8)))
        spread = -(chances * logs).sum(axis=1, keepdims=True)
        slope[:, :-1] += np.float32(self.settings["entropy"]) * chances * (logs + spread)
        slope[:, -1] = outputs[:, -1] - (value + advantage)
        rate = self.settings["rate"] / np.sqrt(1 + self.network.steps / self.settings["slow"])
        self.network.learn(inputs, hidden, slope / np.float32(len(men)), rate)
        self.updates += len(men)

    def policy(self) -> NDArray[np.intp]:
        men = np.empty(self.given.is_legal.shape[:2], np.intp)
        for die in range(6):
            for part in range(0, len(men), 1 << 16):
                here = np.arange(part, min(part + (1 << 16), len(men)))
                outputs = self.network(self.inputs(here, np.full(len(here), die)), is_graded=True)
                men[here, die] = self.probabilities(outputs, self.given.is_legal[here, die]).argmax(axis=1)
        return men
