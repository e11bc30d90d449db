"""Tabular Q-learning: learns the value of each move with each die in each position by self-play (Watkins's Q(lambda)).

The learner is given the legal moves, and the chances of the dice, over which it averages the value of the next
position. It is not given the position after a move, so moves that lead to the same position are learned separately.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import tourne

GAMES = 1024  # games side by side, one turn of each at a time
EXPLORE = 0.3  # probability of a random move
DECAY, TRACE = 0.8, 4  # λ, and the number of moves that the trace reaches back
POWER = 0.2  # the learning rate of a move is 1 / visits ** POWER


class Learner:
    """Table of the values of moves, and the games from which the values are learned."""

    def __init__(self, game: tourne.Solution, seed: int) -> None:
        self.game, self.begun = game, GAMES
        self.games, self.random = tourne.batch(GAMES, game, seed=seed), np.random.default_rng(seed)
        self.whole = 1.0 if game.unit == "win probability" else 0.0  # sum of both players' values
        self.wins = self.whole - np.append(0.0, game.ends)  # value of a win, by its points
        self.table = np.where(game.is_legal, self.whole / 2, -np.inf)
        self.flat = self.table.reshape(-1)  # view of the table in one dimension
        self.visits = np.zeros(len(self.flat))
        self.trace = np.full((TRACE, GAMES), -1)  # the last moves of each game, the latest first

    def play(self) -> None:
        """Plays a turn of all games, and learns from this turn."""
        games, row = self.games, 6 * self.games.position + self.games.die - 1
        best = self.table.reshape(-1, 3)[row].argmax(axis=1)
        men = np.where(self.random.random(GAMES) < EXPLORE, games.men(games.draw()), best)
        self.trace[:, men != best] = -1  # a move other than the best ends the trace
        self.trace = np.vstack([3 * row + men, self.trace[:-1]])
        points = games.step(men=men)

        then = self.table[games.position].max(axis=2) @ self.game.chances
        surprise = np.where(points > 0, self.wins[points], self.whole - then) - self.flat[self.trace[0]]
        self.visits[self.trace[0]] += 1
        for back, moves in enumerate(self.trace):
            known = moves >= 0
            at = moves[known]
            # The sign alternates, because the players alternate.
            self.flat[at] += (-DECAY) ** back * surprise[known] / self.visits[at] ** POWER
        self.trace[:, points > 0] = -1
        self.begun += int(np.count_nonzero(points))

    def policy(self) -> NDArray[np.intp]:
        """Returns the learned policy: the index of the man to move, by position and die."""
        men: NDArray[np.intp] = self.table.argmax(axis=2)
        return men
