"""A learned model: a table of where moves have led, counts of the dice, and value iteration on these (Sutton 1991, Dyna).

It is given games only. One game with a move is enough to know where the move leads, and moves to the same position share
its value. A move that was never made counts as much as its position, and while the learner plays a bonus more.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from given import Games, Rules
from numpy.typing import NDArray

SETTINGS: dict[str, float] = {"bonus": 0.2, "explore": 0.5, "turns": 20}
GRID: dict[str, list[float]] = {
    "bonus": [0, 0.05, 0.1, 0.2, 0.4, 0.8],  # of a move that was never made
    "explore": [0, 0.1, 0.3, 0.5, 0.7, 0.9],  # probability of a random move
    "turns": [5, 10, 20, 40],  # of each game, before a sweep; fewer would take long
}
BLOCKS = 256  # of positions in a sweep, whose values are used at once


class Learner:
    """The table of moves, the counts, and the table of values."""

    def __init__(self, given: Rules, games: Games, settings: dict[str, float]) -> None:
        self.given, self.games, self.settings, self.updates = given, games, settings, 0
        self.values = np.append(np.full(len(given.men), given.whole / 2), given.ends)
        self.next = np.full(given.is_legal.shape, -1, np.int32)  # where moves have led, -1 if they were never made
        self.dice = np.ones(6)
        self.is_seen = np.zeros(len(given.men), bool)
        self.order = np.argsort(-np.maximum(given.men, 0).sum(axis=1), kind="stable")

    def worth(self, here: NDArray[np.integer[Any]], bonus: float) -> NDArray[np.float64]:
        """Returns the values of moves by die and man: shape (positions, 6, men)."""
        known, unknown = self.next[here], (self.values[here] + bonus * self.given.span)[:, None, None]
        found = np.where(known >= 0, self.given.whole - self.values[known], unknown)
        return np.where(self.given.is_legal[here], found, -np.inf)

    def play(self) -> None:
        for _ in range(int(self.settings["turns"])):
            here, die = self.games.look()
            self.is_seen[here] = True
            self.dice += np.bincount(die, minlength=6)
            best = self.worth(here, self.settings["bonus"])[np.arange(len(here)), die].argmax(axis=1)
            men = self.games.explore(best, self.settings["explore"])
            points = self.games.move(men)
            won = len(self.given.men) - 1 + points.astype(np.int32)
            self.next[here, die, men] = np.where(points > 0, won, self.games.look()[0])
        seen = self.order[self.is_seen[self.order]]
        for block in np.array_split(seen, BLOCKS):
            self.values[block] = self.worth(block, 0).max(axis=2) @ (self.dice / self.dice.sum())
        self.updates += len(seen)

    def policy(self) -> NDArray[np.intp]:
        men = np.empty(self.given.is_legal.shape[:2], np.intp)
        for part in np.array_split(np.arange(len(men)), BLOCKS):
            men[part] = self.worth(part, 0).argmax(axis=2)
        return men
