"""Tabular TD(lambda): learns the value of each position by self-play (Sutton and Barto, chapter 12).

Given the position after each move, the learner plays the move with the smallest value to the opponent.
"""

from __future__ import annotations

import numpy as np
from given import Afterstates, Games
from numpy.typing import NDArray

SETTINGS: dict[str, float] = {"explore": 0.2, "decay": 0.8, "power": 0.8}
GRID: dict[str, list[float]] = {
    "explore": [0.05, 0.1, 0.2, 0.3, 0.5],  # probability of a random move
    "decay": [0, 0.5, 0.7, 0.8, 0.9, 0.95],  # of the trace: λ
    "power": [0.4, 0.5, 0.6, 0.7, 0.8, 0.9],  # the learning rate of a position is 1 / visits ** power
}
TRACE = 16  # positions that the trace reaches back


class Learner:
    """Table of the values of positions, and the games from which the values are learned."""

    def __init__(self, given: Afterstates, games: Games, settings: dict[str, float]) -> None:
        self.given, self.games, self.settings, self.updates = given, games, settings, 0
        self.values = np.append(np.full(len(given.men), given.whole / 2), given.ends)
        self.visits = np.zeros(len(given.men))
        self.trace = np.full((TRACE, games.number), -1)  # the last positions of each game, the latest first

    def play(self) -> None:
        here, die = self.games.look()
        after = self.given.next[here, die]
        best = np.where(after >= 0, -self.values[after], -np.inf).argmax(axis=1)
        men = self.games.explore(best, self.settings["explore"])
        then = after[np.arange(len(men)), men]
        won = self.games.move(men) > 0

        surprise = self.given.whole - self.values[then] - self.values[here]
        self.trace = np.vstack([here, self.trace[:-1]])
        self.visits[here] += 1
        for back, positions in enumerate(self.trace):
            known = positions >= 0
            at = positions[known]
            # The sign alternates, because the players alternate. If games share a position, one of them teaches it.
            self.values[at] += (-self.settings["decay"]) ** back * surprise[known] / self.visits[at] ** self.settings["power"]
        self.trace[:, won] = -1
        self.updates += len(here)

    def policy(self) -> NDArray[np.intp]:
        return self.given.best(self.values)
