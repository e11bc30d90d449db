"""Tabular TD(lambda): learns the value of each position by self-play (Sutton and Barto, chapter 12).

Given the legal moves and the position after each, the learner plays the move with the smallest value to the opponent.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import tourne

GAMES = 1024  # games side by side, one turn of each at a time
EXPLORE = 0.1  # probability of a random move
DECAY, TRACE = 0.8, 8  # λ, and the number of positions that the trace reaches back
POWER = 0.7  # the learning rate of a position is 1 / visits ** POWER


class Learner:
    """Table of the values of positions, and the games from which the values are learned."""

    def __init__(self, game: tourne.Solution, seed: int) -> None:
        self.game, self.begun = game, GAMES
        self.games, self.random = tourne.batch(GAMES, game, seed=seed), np.random.default_rng(seed)
        self.whole = 1.0 if game.unit == "win probability" else 0.0  # sum of both players' values
        self.values = np.append(np.full(len(game), self.whole / 2), game.ends)
        self.visits = np.zeros(len(game))
        self.trace = np.full((TRACE, GAMES), -1)  # the last positions of each game, the latest first

    def play(self) -> None:
        """Plays a turn of all games, and learns from this turn."""
        games, here = self.games, self.games.position
        after = self.game.next[here, games.die - 1]
        best = np.where(after >= 0, -self.values[after], -np.inf).argmax(axis=1)
        men = np.where(self.random.random(GAMES) < EXPLORE, games.men(games.draw()), best)
        then = after[np.arange(GAMES), men]
        won = games.step(men=men) > 0

        surprise = self.whole - self.values[then] - self.values[here]
        self.trace = np.vstack([here, self.trace[:-1]])
        self.visits[here] += 1
        for back, positions in enumerate(self.trace):
            known = positions >= 0
            at = positions[known]
            # The sign alternates, because the players alternate.
            self.values[at] += (-DECAY) ** back * surprise[known] / self.visits[at] ** POWER
        self.trace[:, won] = -1
        self.begun += int(np.count_nonzero(won))

    def policy(self) -> NDArray[np.intp]:
        """Returns the learned policy: the index of the man to move, by position and die."""
        men: NDArray[np.intp] = np.where(self.game.is_legal, -self.values[self.game.next], -np.inf).argmax(axis=2)
        return men
