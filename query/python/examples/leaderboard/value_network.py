"""A value network: learns the value of positions by self-play from λ-returns (Sutton and Barto, section 12.1; Tesauro 1995).

Given the position after each move, the learner plays the move with the smallest value to the opponent.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from given import Afterstates, Games
from network import Array, Network, one_hot
from numpy.typing import NDArray

SETTINGS: dict[str, float] = {"explore": 0.1, "decay": 0.3, "rate": 0.008, "slow": 500, "epochs": 8, "hidden": 128}
GRID: dict[str, list[float]] = {
    "explore": [0, 0.05, 0.1, 0.2, 0.3],  # probability of a random move
    "decay": [0, 0.3, 0.5, 0.7, 0.8, 0.9],  # λ
    "rate": [0.001, 0.002, 0.004, 0.008, 0.016],  # the learning rate after a number of steps is rate / sqrt(1 + steps / slow)
    "slow": [250, 500, 1000, 2000, 4000],
    "epochs": [1, 2, 4, 8],  # times that a round of games is learned from; more would take long
    "hidden": [32, 64, 128],  # units; more would take long
}
TURNS = 16  # turns of all games in a round, after which the network learns
BATCH = 1024  # samples of a step


class Learner:
    """The network, and the games from which it learns."""

    def __init__(self, given: Afterstates, games: Games, settings: dict[str, float]) -> None:
        self.given, self.games, self.settings, self.updates = given, games, settings, 0
        self.inputs = one_hot(given.men)
        self.network = Network(self.inputs.shape[1], int(settings["hidden"]), 1, games.random)

    def values(self, positions: NDArray[np.integer[Any]], is_graded: bool = False) -> Array:
        """Returns the values of positions: numbers after those of the positions are ends, and negative ones illegal."""
        flat, count = positions.reshape(-1), len(self.inputs)
        values = np.empty(len(flat), np.float32)
        for part in range(0, len(flat), 1 << 16):
            at = flat[part : part + (1 << 16)]
            known = self.network(self.inputs[np.minimum(at, count - 1)], is_graded)[:, 0]
            middle, span = np.float32(self.given.whole / 2), np.float32(self.given.span)
            values[part : part + len(at)] = middle + span * np.tanh(known)
            over = at >= count
            values[part : part + len(at)][over] = self.given.ends[at[over] - count]
        return values.reshape(positions.shape)

    def play(self) -> None:
        played = []
        for _ in range(TURNS):
            here, die = self.games.look()
            after = self.given.next[here, die]
            values = self.values(after)
            men = self.games.explore(np.where(after >= 0, -values, -np.inf).argmax(axis=1), self.settings["explore"])
            won = self.games.move(men) > 0
            played.append((here, values[np.arange(len(men)), men], won))
        # The λ-return of a turn: what the mover gets, by the value of the next position and the return of the next turn.
        target, targets = None, []
        for _, after_value, won in reversed(played):
            later = after_value if target is None else np.where(won, after_value, self.mixed(after_value, target))
            target = np.float32(self.given.whole) - later
            targets.append(target)
        self.learn(np.concatenate([here for here, _, _ in played]), np.concatenate(targets[::-1]))

    def mixed(self, value: Array, target: Array) -> Array:
        """Returns the average of the value of the next position and the λ-return of the next turn."""
        decay = np.float32(self.settings["decay"])
        return (1 - decay) * value + decay * target

    def learn(self, positions: NDArray[np.int32], targets: Array) -> None:
        """Makes a step for each part of the samples, in random order."""
        goals = (targets - np.float32(self.given.whole / 2)) / np.float32(self.given.span)
        order = [self.games.random.permutation(len(positions)) for _ in range(int(self.settings["epochs"]))]
        for part in np.array_split(np.concatenate(order), max(len(positions) * len(order) // BATCH, 1)):
            inputs = self.inputs[positions[part]]
            hidden = self.network.hidden(inputs)
            found = np.tanh(self.network.outputs(hidden))
            slope = (found - goals[part, None]) * (1 - found**2) / np.float32(len(part))
            rate = self.settings["rate"] / np.sqrt(1 + self.network.steps / self.settings["slow"])
            self.network.learn(inputs, hidden, slope, rate)
        self.updates += len(positions) * len(order)

    def policy(self) -> NDArray[np.intp]:
        values = self.values(np.arange(len(self.inputs) + len(self.given.ends)), is_graded=True)
        return self.given.best(values)
