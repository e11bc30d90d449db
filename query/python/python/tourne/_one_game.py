"""Code that the environments share: one game in progress, by look-ups in the arrays, and their options."""

from __future__ import annotations

import copy
import operator
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._solution import Solution, solution

if TYPE_CHECKING:
    from gymnasium import spaces

MASKS: NDArray[np.int8] = np.array([[legal >> man & 1 for man in range(3)] for legal in range(8)], np.int8)
"""Action mask for each set of legal men, in which bit *n* stands for man *n*."""


class OneGame:
    """A game in progress. When it is over, ``die`` is 0.

    The entries of the arrays are read through memoryviews, which are ten times as fast as arrays for single entries.
    """

    def __init__(self, rules: str, one_hot: bool) -> None:
        self.solution: Solution = solution(rules)
        self.one_hot = one_hot
        self.index, self.die = 0, 0
        self._set_tables()

    def _set_tables(self) -> None:
        game = self.solution

        def table(array: NDArray[Any]) -> Any:
            return memoryview(array)  # type: ignore[arg-type]

        bits = np.array([1, 2, 4])
        self._legal = table(game._array("legal men", lambda: (game.is_legal @ bits).astype(np.uint8)))
        self._next, self._count = table(game.next), len(game)
        self._seen = game.observations(self.one_hot)
        throws = round(1 / game.chances.min())
        self._dice = np.repeat(np.arange(1, 7), np.rint(game.chances * throws).astype(int)).tolist()

    def __getstate__(self) -> dict[str, Any]:
        # Memoryviews cannot be copied: a copy makes them anew.
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._set_tables()

    @property
    def position(self) -> str:
        """Notation of the position."""
        return self.solution.positions[self.index]

    @property
    def legal(self) -> int:
        """Set of the men that can move; bit *n* stands for man *n*."""
        legal: int = self._legal[self.index, self.die - 1] if self.die else 0
        return legal

    def throw(self, number: float) -> None:
        """Throws the dice; ``number``, at least 0 and less than 1, selects the throw."""
        self.die = self._dice[int(number * len(self._dice))]

    def move(self, man: int) -> int:
        """Moves a man; returns the points that this wins, 0 if the game goes on, and -1 if the man cannot move. The next
        throw is the caller's."""
        if not (0 <= man < 3 and self.legal >> man & 1):
            self.die = 0
            return -1
        index: int = self._next[self.index, self.die - 1, man]
        if index >= self._count:
            self.die = 0
            return index - self._count + 1
        self.index = index
        return 0

    def observation(self, is_on_roll: bool = True) -> NDArray[np.int8]:
        """Observation by the player on roll, or by the other, whose men then come first and who has no die. All is 0 at the
        end."""
        if not self.die:
            return np.zeros(self._seen.shape[2], np.int8)
        seen: NDArray[np.int8] = self._seen[self.index, self.die - 1]
        if is_on_roll:
            return seen.copy()
        half = 42 if self.one_hot else 3
        return np.concatenate([seen[half : 2 * half], seen[:half], np.zeros(len(seen) - 2 * half, np.int8)])

    def mask(self) -> NDArray[np.int8]:
        """1 for each legal action."""
        mask: NDArray[np.int8] = MASKS[self.legal]
        return mask.copy()

    def info(self) -> dict[str, Any]:
        """``position``, ``die`` and ``moves``, the legal moves, rearmost man first; empty at the end."""
        if not self.die:
            return {}
        moves = self.solution._compiled.legal(self.index, self.die)
        return {"position": self.position, "die": self.die, "moves": moves}


def number_of(action: object) -> int:
    """Checks that an action is an integer. Each integer is an action; all but those of the mask are illegal."""
    if isinstance(action, (bool, np.bool_)) or not hasattr(action, "__index__"):
        raise TypeError(f"the action is {action}: give an integer, the index of the man that moves, 0 to 2")
    return operator.index(action)


def space(one_hot: bool) -> spaces.Space[Any]:
    """Returns the space of observations."""
    from gymnasium import spaces

    if one_hot:
        return spaces.Box(0, 1, (90,), np.int8)
    return spaces.Box(np.array([-1] * 6 + [0], np.int8), np.array([12] * 6 + [6], np.int8), (7,), np.int8)


def start_of(game: Solution, options: Mapping[str, Any] | None) -> tuple[int, int | None]:
    """Returns the position's index and the die from the options of ``reset``; by default the start, and ``None``."""
    if unknown := sorted(set(options or {}) - {"position", "die"}):
        raise ValueError(f'unknown option "{unknown[0]}" of reset: give position, die or both')
    given = options or {}
    start = game.index(given.get("position", 0))
    return start, game.die(given["die"]) if "die" in given else None


def known_render_mode(mode: str | None, modes: Sequence[str]) -> str | None:
    """Returns the render mode; ``None``, with a warning, for an unknown one."""
    if mode in (None, *modes):
        return mode
    warnings.warn(f'nothing is drawn: "{mode}" is not a render mode, use {", ".join(modes)} or None', stacklevel=3)
    return None


class Copied:
    """A shallow copy of an environment would share its game: it is a deep one instead."""

    def __copy__(self) -> Any:
        return copy.deepcopy(self)
