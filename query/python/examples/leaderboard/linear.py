"""A linear learner: TD(lambda) by self-play, with a weight for each of a few named features (Sutton and Barto, chapter 12).

The learner is given the legal moves, the position after each, and features that a person chose, some of which need the
chances of the dice. The value of a position is the hyperbolic tangent of the weighted sum.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import tourne

GAMES = 1024  # games side by side, one turn of each at a time
EXPLORE = 0.1  # probability of a random move
DECAY = 0.9  # decay of the trace, λ
RATE, SLOW = 0.05, 2000  # the learning rate after a number of turns is RATE / sqrt(1 + turns / SLOW)
REFRESH = 10  # turns after which the values of all positions are computed anew


def features(game: tourne.Solution) -> dict[str, NDArray[np.float64]]:
    """Returns the features of all positions by name, as arrays of shape (positions,)."""
    found: dict[str, NDArray[np.float64]] = {"on roll": np.ones(len(game))}
    chances = np.append(game.chances, np.zeros(18))  # by distance - 1; negative indices reach zeros
    for side, own, other in [("own", game.men[:, :3], game.men[:, 3:]), ("other", game.men[:, 3:], game.men[:, :3])]:
        points, enemies = np.maximum(own, 0), np.maximum(other, 0)
        is_on_board = (points > 0) & (points < 12)
        hits = np.where(is_on_board[:, :, None], chances[points[:, :, None] - enemies[:, None, :] - 1], 0.0).sum(axis=2)
        for number in (1, 2, 3):
            found[f"{side}: {number} men home"] = (own == 12).sum(axis=1) >= number
            found[f"{side}: {number} men off"] = (own <= 0).sum(axis=1) >= number
        for point in range(1, 12):
            found[f"{side}: man on {point}"] = (own == point).sum(axis=1)
        found[f"{side}: pips to go"] = 1 - points.sum(axis=1) / 36
        found[f"{side}: men that must enter"] = (own < 0).sum(axis=1)
        found[f"{side}: chance to be hit"] = hits.sum(axis=1)
        found[f"{side}: pips in danger"] = (hits * points).sum(axis=1) / 12
        found[f"{side}: chance to bring a man home"] = chances[12 - points - 1].sum(axis=1)
    return {name: array.astype(np.float64) for name, array in found.items()}


class Learner:
    """Weights of the features, and the games from which the weights are learned."""

    def __init__(self, game: tourne.Solution, seed: int) -> None:
        self.game, self.begun, self.turns = game, GAMES, 0
        self.games, self.random = tourne.batch(GAMES, game, seed=seed), np.random.default_rng(seed)
        self.whole = 1.0 if game.unit == "win probability" else 0.0  # sum of both players' values
        self.span = self.whole / 2 - game.ends.min()  # largest distance of a value from the middle
        self.inputs = np.column_stack(list(features(game).values()))
        self.weights = np.zeros(self.inputs.shape[1])
        self.trace = np.zeros((GAMES, len(self.weights)))
        self.values = np.append(np.zeros(len(game)), game.ends)

    def play(self) -> None:
        """Plays a turn of all games, and learns from this turn."""
        if self.turns % REFRESH == 0:
            self.values[: len(self.game)] = self.whole / 2 + self.span * np.tanh(self.inputs @ self.weights)
        games, here = self.games, self.games.position
        after = self.game.next[here, games.die - 1]
        best = np.where(after >= 0, -self.values[after], -np.inf).argmax(axis=1)
        men = np.where(self.random.random(GAMES) < EXPLORE, games.men(games.draw()), best)
        then = after[np.arange(GAMES), men]
        won = games.step(men=men) > 0

        surprise = (self.whole - self.values[then] - self.values[here]) / self.span
        slope = 1 - ((self.values[here] - self.whole / 2) / self.span) ** 2  # derivative of the hyperbolic tangent
        self.trace = slope[:, None] * self.inputs[here] - DECAY * self.trace  # the sign alternates with the players
        self.weights += RATE / np.sqrt(1 + self.turns / SLOW) * (surprise @ self.trace) / GAMES
        self.trace[won] = 0
        self.turns += 1
        self.begun += int(np.count_nonzero(won))

    def policy(self) -> NDArray[np.intp]:
        """Returns the learned policy: the index of the man to move, by position and die."""
        men: NDArray[np.intp] = np.where(self.game.is_legal, -self.values[self.game.next], -np.inf).argmax(axis=2)
        return men
