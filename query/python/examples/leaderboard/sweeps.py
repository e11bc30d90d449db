"""Value iteration (Bellman 1957): computes the value of every position anew from those of the next positions.

It is given the model, and needs no games. Values that were computed earlier in a sweep are used at once (Gauss-Seidel),
a block of positions at a time; positions stand in such an order that games mostly move to earlier blocks.
"""

from __future__ import annotations

import numpy as np
from given import Games, Model
from numpy.typing import NDArray

SETTINGS: dict[str, float] = {"blocks": 1024}
GRID: dict[str, list[float]] = {"blocks": [1, 4, 16, 64, 256, 1024]}  # of a sweep; more would take long


class Learner:
    """The table of values."""

    def __init__(self, given: Model, games: Games, settings: dict[str, float]) -> None:
        self.given, self.updates = given, 0
        self.values = np.append(np.full(len(given.men), given.whole / 2), given.ends)
        pips = np.maximum(given.men, 0).sum(axis=1)
        # Men never move back, unless they are hit: values of positions with many pips are known first.
        self.blocks = np.array_split(np.argsort(-pips, kind="stable"), int(settings["blocks"]))

    def play(self) -> None:
        """Makes a sweep over all positions."""
        for block in self.blocks:
            after = np.where(self.given.is_legal[block], self.given.whole - self.values[self.given.next[block]], -np.inf)
            self.values[block] = after.max(axis=2) @ self.given.chances
        self.updates += len(self.given.men)

    def policy(self) -> NDArray[np.intp]:
        return self.given.best(self.values)
