"""Expert iteration (Anthony, Tian and Barber 2017): an apprentice learns the values that an expert finds by looking ahead.

The learner is given the legal moves, the position after each, and the chances of the dice. The expert looks at all dice
and moves of a position, with the apprentice's values of the next positions. The apprentice, a table, takes over the
expert's values, last positions first: real-time dynamic programming (Barto, Bradtke and Singh 1995).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import tourne

GAMES, TURNS = 1024, 50  # games side by side; turns of each before the apprentice learns
EXPLORE = 0.1  # probability of a random move


class Learner:
    """The apprentice's table of values, and the expert's games."""

    def __init__(self, game: tourne.Solution, seed: int) -> None:
        self.game, self.begun = game, GAMES
        self.games, self.random = tourne.batch(GAMES, game, seed=seed), np.random.default_rng(seed)
        self.whole = 1.0 if game.unit == "win probability" else 0.0  # sum of both players' values
        self.values = np.append(np.full(len(game), self.whole / 2), game.ends)

    def play(self) -> None:
        """Plays some turns of all games, and learns from these turns."""
        games, policy, seen = self.games, self.policy(), []
        for _ in range(TURNS):
            seen.append(games.position)
            best = policy[games.position, games.die - 1]
            explores = self.random.random(GAMES) < EXPLORE
            won = games.step(men=np.where(explores, games.men(games.draw()), best)) > 0
            self.begun += int(np.count_nonzero(won))
        for here in reversed(seen):
            after = self.game.next[here]
            found = np.where(after >= 0, self.whole - self.values[after], -np.inf)
            self.values[here] = found.max(axis=2) @ self.game.chances

    def policy(self) -> NDArray[np.intp]:
        """Returns the policy of the expert: the index of the man to move, by position and die."""
        men: NDArray[np.intp] = np.where(self.game.is_legal, -self.values[self.game.next], -np.inf).argmax(axis=2)
        return men
