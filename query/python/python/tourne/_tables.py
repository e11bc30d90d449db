"""Code that the environments share: tables of the game, observations, and options."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _rust
from ._solution import Solution, solution

if TYPE_CHECKING:
    from gymnasium import spaces

Observation = dict[str, NDArray[np.int8]]


def game_of(rules: str) -> Solution:
    """Opens the solution of a rule set for an environment, whose spaces are those of three men on twelve points."""
    game = solution(rules)
    if isinstance(game._compiled, _rust.Race):
        game._compiled.refuse("an environment")
    return game


def number_of(action: object) -> int:
    """Checks that an action is an integer. Each integer is an action; all but those of the mask are illegal."""
    if isinstance(action, (bool, np.bool_)) or not hasattr(action, "__index__"):
        raise TypeError(f"the action is {action}: give an integer, the index of the man that moves, 0 to 2")
    return operator.index(action)


MASKS: NDArray[np.int8] = np.array([[legal >> man & 1 for man in range(3)] for legal in range(8)], np.int8)
"""Action mask for each set of legal men, in which bit *n* stands for man *n*."""


class Tables:
    """Tables of the game from which single entries can be read fast."""

    def __init__(self, game: Solution) -> None:
        self._game = game
        self.count = len(game)
        self.positions = game.positions
        self.men = game.men
        # The type of a memoryview does not state its number of dimensions.
        self.next: Any = memoryview(game.next)  # type: ignore[arg-type]
        self.legal: Any = memoryview((game.is_legal @ np.array([1, 2, 4])).astype(np.uint8))
        """Sets of legal men, by position and die - 1. Bit *n* of a set stands for man *n*."""
        throws = round(1 / game.chances.min())
        self.dice = [die + 1 for die, chance in enumerate(game.chances.tolist()) for _ in range(round(chance * throws))]
        """Dice that are played, each repeated in proportion to its probability."""

    def __reduce__(self) -> tuple[Callable[[Solution], Tables], tuple[Solution]]:
        # Memoryviews cannot be copied, so a copy makes the tables anew.
        return Tables.of, (self._game,)

    @staticmethod
    @functools.cache
    def of(game: Solution) -> Tables:
        """Returns the tables of a solution, made on the first call."""
        return Tables(game)


def observation_space() -> spaces.Dict:
    """Returns the space of observations: six men and a die, and the action mask."""
    from gymnasium import spaces

    return spaces.Dict(
        observation=spaces.Box(np.array([-1] * 6 + [0], np.int8), np.array([12] * 6 + [6], np.int8), (7,), np.int8),
        action_mask=spaces.Box(0, 1, (3,), np.int8),
    )


def start_of(game: Solution, options: Mapping[str, Any] | None) -> tuple[int, int | None]:
    """Returns the position's index and the die from the options of ``reset``; by default the start, and ``None``."""
    if unknown := sorted(set(options or {}) - {"position", "die"}):
        raise ValueError(f'unknown option "{unknown[0]}" of reset: give position, die or both')
    given = options or {}
    start = game.index(given.get("position", 0))
    return start, game.die(given["die"]) if "die" in given else None


def check_render_mode(mode: str | None, modes: Sequence[str]) -> None:
    """Raises an error for an unknown render mode."""
    if mode not in (None, *modes):
        raise ValueError(f'unknown render mode "{mode}": use {", ".join(modes)} or None')
