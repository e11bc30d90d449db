"""Real-time dynamic programming (Barto, Bradtke and Singh 1995): value iteration of the positions that come up in games.

Given the model, the learner computes the values of the positions of its games anew from those of all next positions,
last positions first.
"""

from __future__ import annotations

import numpy as np
from given import Games, Model
from numpy.typing import NDArray

SETTINGS: dict[str, float] = {"explore": 0.7, "turns": 100}
GRID: dict[str, list[float]] = {
    "explore": [0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1],  # probability of a random move
    "turns": [5, 10, 20, 50, 100],  # of each game, before the learner learns
}


class Learner:
    """The table of values, and the games."""

    def __init__(self, given: Model, games: Games, settings: dict[str, float]) -> None:
        self.given, self.games, self.settings, self.updates = given, games, settings, 0
        self.values = np.append(np.full(len(given.men), given.whole / 2), given.ends)

    def play(self) -> None:
        seen = []
        for _ in range(int(self.settings["turns"])):
            here, die = self.games.look()
            seen.append(here)
            after = self.given.next[here, die]
            best = np.where(after >= 0, -self.values[after], -np.inf).argmax(axis=1)
            self.games.move(self.games.explore(best, self.settings["explore"]))
        for here in reversed(seen):
            after = self.given.next[here]
            found = np.where(after >= 0, self.given.whole - self.values[after], -np.inf)
            self.values[here] = found.max(axis=2) @ self.given.chances
        self.updates += sum(len(here) for here in seen)

    def policy(self) -> NDArray[np.intp]:
        return self.given.best(self.values)
