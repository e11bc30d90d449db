"""What a learner is given: the rules, games of self-play, and in some rows where moves lead, or the whole model.

A learner gets no `tourne.Solution`, because a solution knows the values.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

import tourne


@dataclass(frozen=True)
class Rules:
    """Given to all learners, and all that those with *games only* are given: positions, legal moves, and what wins count."""

    men: NDArray[np.int8]
    """Places of the men by position, those of the player on roll first: shape (positions, 2 · men)."""
    is_legal: NDArray[np.bool_]
    """Legal moves, by position, die - 1 and man: shape (positions, 6, men)."""
    ends: NDArray[np.float64]
    """Value of a game lost by 1 point, and by 2 points if a win can count two."""

    @property
    def whole(self) -> float:
        """Sum of both players' values: 1 for win probabilities, 0 for points."""
        return 1.0 if self.ends[0] == 0 else 0.0

    @property
    def span(self) -> float:
        """Largest distance of a value from the middle: 0.5 for win probabilities, 2 for points."""
        return float(self.whole / 2 - self.ends.min())


@dataclass(frozen=True)
class Afterstates(Rules):
    """Given besides: the position after each legal move."""

    next: NDArray[np.int32]
    """Position after a move, with the opponent on roll, as in `tourne.Solution.next`: shape (positions, 6, men)."""

    def best(self, values: NDArray[np.floating[Any]]) -> NDArray[np.intp]:
        """Returns the man to move by position and die, if ``values`` are those of all positions and then of the ends."""
        men: NDArray[np.intp] = np.where(self.is_legal, -values[self.next], -np.inf).argmax(axis=2)
        return men


@dataclass(frozen=True)
class Model(Afterstates):
    """Given besides: the probability that each die is played."""

    chances: NDArray[np.float64]


AnyRules = TypeVar("AnyRules", bound=Rules)


def give(game: tourne.Solution, kind: type[AnyRules]) -> AnyRules:
    """Returns what learners of this kind are given of a game."""
    return kind(**{field.name: getattr(game, field.name) for field in dataclasses.fields(kind)})


class Games:
    """Games of self-play side by side: 1024, and fewer in a game with few positions. Finished games begin anew."""

    def __init__(self, game: tourne.Solution, seed: int) -> None:
        self._number = min(1024, len(game) // 16)
        self._batch = tourne.batch(self._number, game, seed=seed)
        self._begun = self._throws = 0
        self.random = np.random.default_rng(seed)
        """Random numbers of the learner."""

    @property
    def number(self) -> int:
        """Games side by side."""
        return self._number

    @property
    def begun(self) -> int:
        """Games begun so far."""
        return self._begun

    @property
    def throws(self) -> int:
        """Throws so far, in all games."""
        return self._throws

    def look(self) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """Returns the index of the position and the die minus 1, for each game."""
        return self._batch.position, self._batch.die - 1

    def explore(self, men: NDArray[np.intp], probability: float) -> NDArray[np.intp]:
        """Returns these men, or with this probability a random man that can move."""
        explores = self.random.random(self.number) < probability
        return np.where(explores, self._batch.men(self._batch.draw()), men)

    def move(self, men: NDArray[np.intp]) -> NDArray[np.int8]:
        """Moves a man in each game. Returns the points that the mover wins, or 0."""
        points = self._batch.step(men=men)
        self._begun += int(np.count_nonzero(points)) + (self.number if self.throws == 0 else 0)
        self._throws += self.number
        return points


class Learner(Protocol):
    """Attributes and methods that every learner has; it is made of what is given, games and its settings."""

    updates: int
    """Updates so far: values of positions computed from the model, turns that a table learned from, or samples in a step of
    gradient descent."""

    def play(self) -> None:
        """Plays some turns of all games, and learns from these turns."""

    def policy(self) -> NDArray[np.intp]:
        """Returns the learned policy: the man to move, by position and die."""
