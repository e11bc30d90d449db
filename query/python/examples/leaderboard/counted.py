"""Value iteration with counted dice: counts in games how often each die is played, and then needs no more games.

Given the position after each move, six numbers are all that is missing from the model.
"""

from __future__ import annotations

import numpy as np
from given import Afterstates, Games
from numpy.typing import NDArray

SETTINGS: dict[str, float] = {"turns": 10}
GRID: dict[str, list[float]] = {"turns": [5, 10, 20, 40]}  # of each game, before a sweep; fewer would take long
BLOCKS = 256  # of positions in a sweep, whose values are used at once


class Learner:
    """The counts and the table of values."""

    def __init__(self, given: Afterstates, games: Games, settings: dict[str, float]) -> None:
        self.given, self.games, self.settings, self.updates = given, games, settings, 0
        self.values = np.append(np.full(len(given.men), given.whole / 2), given.ends)
        self.dice = np.ones(6)
        pips = np.maximum(given.men, 0).sum(axis=1)
        self.blocks = np.array_split(np.argsort(-pips, kind="stable"), BLOCKS)

    def play(self) -> None:
        for _ in range(int(self.settings["turns"])):
            here, die = self.games.look()
            self.dice += np.bincount(die, minlength=6)
            after = self.given.next[here, die]
            self.games.move(np.where(after >= 0, -self.values[after], -np.inf).argmax(axis=1))
        for block in self.blocks:
            after = np.where(self.given.is_legal[block], self.given.whole - self.values[self.given.next[block]], -np.inf)
            self.values[block] = after.max(axis=2) @ (self.dice / self.dice.sum())
        self.updates += len(self.given.men)

    def policy(self) -> NDArray[np.intp]:
        return self.given.best(self.values)
