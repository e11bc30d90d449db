"""A linear learner: TD(lambda) by self-play, with a weight for each of a few named features (Sutton and Barto, chapter 12).

Given the position after each move, the learner plays the move with the smallest value to the opponent. A person chose
the features. The value of a position is the hyperbolic tangent of the weighted sum.
"""

from __future__ import annotations

import numpy as np
from given import Afterstates, Games
from numpy.typing import NDArray

SETTINGS: dict[str, float] = {"explore": 0, "decay": 0.98, "rate": 0.05, "slow": np.inf}
GRID: dict[str, list[float]] = {
    "explore": [0, 0.05, 0.1, 0.2, 0.3],  # probability of a random move
    "decay": [0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1],  # of the trace: λ
    "rate": [0.01, 0.02, 0.05, 0.1, 0.2],  # the learning rate after a number of turns is rate / sqrt(1 + turns / slow)
    "slow": [250, 500, 1000, 2000, 4000, 8000, np.inf],  # turns
}
REFRESH = 10  # turns after which the values of all positions are computed anew


def features(men: NDArray[np.int8]) -> dict[str, NDArray[np.float64]]:
    """Returns the features of all positions by name, as arrays of shape (positions,)."""
    home, many = int(men.max()), men.shape[1] // 2
    found: dict[str, NDArray[np.float64]] = {"on roll": np.ones(len(men))}
    for side, own, other in [("own", men[:, :many], men[:, many:]), ("other", men[:, many:], men[:, :many])]:
        points, enemies = np.maximum(own, 0), np.maximum(other, 0)
        ahead = points[:, :, None] - enemies[:, None, :]
        is_on_board = (points > 0) & (points < home)
        is_in_danger = (is_on_board[:, :, None] & (ahead > 0) & (ahead <= 6)).sum(axis=2)
        for number in range(1, many + 1):
            found[f"{side}: {number} men home"] = (own == home).sum(axis=1) >= number
            found[f"{side}: {number} men off"] = (own <= 0).sum(axis=1) >= number
        for point in range(1, home):
            found[f"{side}: man on {point}"] = (own == point).sum(axis=1)
        found[f"{side}: pips to go"] = 1 - points.sum(axis=1) / (many * home)
        found[f"{side}: men that must enter"] = (own < 0).sum(axis=1)
        found[f"{side}: men at most 6 points before an enemy"] = is_in_danger.sum(axis=1) / many
        found[f"{side}: pips in danger"] = (is_in_danger * points).sum(axis=1) / (many * home)
        found[f"{side}: men at most 6 points before home"] = (is_on_board & (points >= home - 6)).sum(axis=1) / many
    return {name: array.astype(np.float64) for name, array in found.items()}


class Learner:
    """Weights of the features, and the games from which the weights are learned."""

    def __init__(self, given: Afterstates, games: Games, settings: dict[str, float]) -> None:
        self.given, self.games, self.settings, self.updates = given, games, settings, 0
        self.turns = 0
        self.inputs = np.column_stack(list(features(given.men).values()))
        self.weights = np.zeros(self.inputs.shape[1])
        self.trace = np.zeros((games.number, len(self.weights)))
        self.values = np.append(np.zeros(len(given.men)), given.ends)

    def play(self) -> None:
        given, settings = self.given, self.settings
        if self.turns % REFRESH == 0:
            self.values[: len(given.men)] = given.whole / 2 + given.span * np.tanh(self.inputs @ self.weights)
        here, die = self.games.look()
        after = given.next[here, die]
        best = np.where(after >= 0, -self.values[after], -np.inf).argmax(axis=1)
        men = self.games.explore(best, settings["explore"])
        then = after[np.arange(len(men)), men]
        won = self.games.move(men) > 0

        surprise = (given.whole - self.values[then] - self.values[here]) / given.span
        slope = 1 - ((self.values[here] - given.whole / 2) / given.span) ** 2  # derivative of the hyperbolic tangent
        self.trace = slope[:, None] * self.inputs[here] - settings["decay"] * self.trace  # the sign alternates with the players
        self.weights += settings["rate"] / np.sqrt(1 + self.turns / settings["slow"]) * (surprise @ self.trace) / len(men)
        self.trace[won] = 0
        self.turns += 1
        self.updates += len(men)

    def policy(self) -> NDArray[np.intp]:
        return self.given.best(self.values)
