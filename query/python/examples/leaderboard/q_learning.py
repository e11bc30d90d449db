"""Tabular Q-learning: learns the value of each move with each die in each position by self-play (Watkins's Q(lambda)).

It is given games only: neither the position after a move, so that moves to the same position are learned separately,
nor the chances of the dice.
"""

from __future__ import annotations

import numpy as np
from given import Games, Rules
from numpy.typing import NDArray

SETTINGS: dict[str, float] = {"explore": 0.3, "decay": 0.8, "power": 0.5}
GRID: dict[str, list[float]] = {
    "explore": [0.05, 0.1, 0.2, 0.3, 0.5],  # probability of a random move
    "decay": [0, 0.5, 0.7, 0.8, 0.9, 0.95],  # of the trace: λ
    "power": [0.2, 0.3, 0.4, 0.5, 0.6, 0.7],  # the learning rate of a move is 1 / visits ** power
}
TRACE = 8  # moves that the trace reaches back


class Learner:
    """Table of the values of moves, and the games from which the values are learned."""

    def __init__(self, given: Rules, games: Games, settings: dict[str, float]) -> None:
        self.given, self.games, self.settings, self.updates = given, games, settings, 0
        self.wins = given.whole - np.append(0.0, given.ends)  # value of a win, by its points
        self.table = np.where(given.is_legal, given.whole / 2, -np.inf)
        self.flat = self.table.reshape(-1)  # view of the table in one dimension
        self.visits = np.zeros(len(self.flat))
        self.trace = np.full((TRACE, games.number), -1)  # the last moves of each game, the latest first

    def play(self) -> None:
        here, die = self.games.look()
        best = self.table[here, die].argmax(axis=1)
        men = self.games.explore(best, self.settings["explore"])
        self.trace[:, men != best] = -1  # a move other than the best ends the trace
        row = (6 * here + die) * self.table.shape[2] + men
        self.trace = np.vstack([row, self.trace[:-1]])
        points = self.games.move(men)

        then = self.table[self.games.look()].max(axis=1)
        surprise = np.where(points > 0, self.wins[points], self.given.whole - then) - self.flat[row]
        self.visits[row] += 1
        for back, moves in enumerate(self.trace):
            known = moves >= 0
            at = moves[known]
            # The sign alternates, because the players alternate. If games share a move, one of them teaches it.
            self.flat[at] += (-self.settings["decay"]) ** back * surprise[known] / self.visits[at] ** self.settings["power"]
        self.trace[:, points > 0] = -1
        self.updates += len(here)

    def policy(self) -> NDArray[np.intp]:
        men: NDArray[np.intp] = self.table.argmax(axis=2)
        return men
