"""Ways to play, and what can be given as one."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, Union

import numpy as np
from numpy.typing import NDArray

from . import _rust

if TYPE_CHECKING:
    from ._solution import Solution

Place: TypeAlias = Union[str, int, np.integer[Any]]
"""A position: its notation or its index."""

Roll: TypeAlias = Union[int, str, np.integer[Any]]
"""A die: its number, or a throw in its notation."""

Answer: TypeAlias = Union[str, Mapping[str, float], Sequence[float], NDArray[np.floating[Any]], None]
"""Answer for a position and a die: a move; a dictionary of moves and probabilities; a probability for each legal move, in
their order; or ``None`` for no answer."""

PolicyFunction: TypeAlias = Callable[[str, int, list[str]], Answer]
"""A function of the position, the die and the legal moves, rearmost man first."""

PolicyLike: TypeAlias = Union[
    "Policy",
    str,
    "os.PathLike[str]",
    PolicyFunction,
    # A place and a roll: with their types, a dictionary of notations and numbers would be refused, as keys are invariant.
    Mapping[tuple[Any, Any], Answer],
    NDArray[Any],
]
"""Anything that `Solution.policy` takes."""


class Policy:
    """A way to play one rule set: for every position and die the probability of each legal move.

    `Solution.policy` makes one from a function, a mapping, an array, a file or a name.

    >>> import tourne
    >>> game = tourne.solution()
    >>> careless = game.policy("builtin:random")
    >>> careless("04h/007", 3)
    {'0/3': 0.5, '4/7*': 0.5}
    """

    def __init__(self, solution: Solution, compiled: _rust.Policy, name: str) -> None:
        self._solution = solution
        self._compiled = compiled
        self.name = name
        """Name of the policy in the results of duels."""

    def __repr__(self) -> str:
        return f"<tourne.Policy {self.name!r}, {self.rules}>"

    @property
    def rules(self) -> str:
        """The rule set."""
        return self._compiled.rules

    @functools.cached_property
    def probabilities(self) -> NDArray[np.float64]:
        """Probability of each move by position, die and man: shape (positions, 6, 3), as `Solution.next` is laid out.

        Decisions that the policy does not answer with a legal move have zeros only.
        """
        return self._compiled.probabilities()

    def __call__(
        self, position: Place, die: Roll, moves: Sequence[str] | None = None
    ) -> dict[str, float] | None:
        """The moves that the policy plays with their probabilities, or ``None`` if it has no answer.

        So a policy can be given wherever a function of position, die and moves can.
        """
        ranked = sorted(self._solution.moves(position, die), key=lambda move: move.man)
        number = self._solution.die(die)
        row = self.probabilities[self._solution.index(position), number - 1]
        played = {move.move: float(row[move.man]) for move in ranked if row[move.man] > 0}
        return played or None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the policy as a file of CSV, as ``tourne check --policy`` reads it."""
        Path(path).write_text(self._compiled.csv(), encoding="utf-8")


def name_of(given: PolicyLike) -> str:
    """Name of a policy, its own if it has one."""
    if isinstance(given, Policy):
        return given.name
    if isinstance(given, (str, os.PathLike)):
        return os.fspath(given)
    return str(getattr(given, "__name__", type(given).__name__))
