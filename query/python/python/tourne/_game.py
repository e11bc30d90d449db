"""The game as arrays, its positions and dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _rust
from ._types import Dice, FixedList, Keeps, Place, Places, Roll, integer, integers, is_integer, is_single, shown


class Game(Keeps):
    """The part of a solution that policies, evaluations and environments need. Arrays are read-only and computed once."""

    def __init__(self, compiled: _rust.Solution, source: tuple[Callable[[str], Game], str]) -> None:
        self._compiled = compiled
        self._source = source

    def __repr__(self) -> str:
        return f"<tourne.Solution {self.rules}: {len(self)} positions>"

    def __len__(self) -> int:
        """Number of positions."""
        return len(self._compiled)

    def __eq__(self, other: object) -> bool:
        """Returns whether both are solutions of the same rules with the same values."""
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (self.rules == other.rules and np.array_equal(self.values, other.values))

    def __hash__(self) -> int:
        return hash((Game, self.rules))

    def __copy__(self) -> Game:
        return self

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        function, argument = self._source
        return function, (argument,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    @property
    def rules(self) -> str:
        """Name of the rule set."""
        return self._compiled.rules

    @property
    def unit(self) -> str:
        """Unit of values and losses: ``win probability``, or ``points`` if a win can count two."""
        return self._compiled.unit

    @property
    def error_bound(self) -> float:
        """Proven maximum error of any value, in the unit of values."""
        return self._compiled.error_bound

    @property
    def positions(self) -> list[str]:
        """Notations of all positions, in canonical order. The list cannot be changed, but a copy can."""
        return self._once("positions", lambda: FixedList(self._compiled.positions()))

    @property
    def values(self) -> NDArray[np.float64]:
        """Values of all positions to the player on roll, before the throw: shape (positions,)."""
        return self._array("values", self._compiled.values)

    @property
    def men(self) -> NDArray[np.int8]:
        """Places of the six men of all positions, those of the player on roll first: shape (positions, 6).

        0 is off, 1 to 11 a point, and 12 home. -1 is off and obliged to enter after a hit, which only some rules
        require.

        >>> import tourne
        >>> game = tourne.solution()
        >>> game.men[game.index("04h/007")]
        array([ 0,  4, 12,  0,  0,  7], dtype=int8)
        """
        return self._array("men", self._compiled.men)

    @property
    def next(self) -> NDArray[np.int32]:
        """Index of the position after each move, by position, die and man: shape (positions, 6, 3).

        In that position the opponent is on roll. The entry of a move that wins n points is ``len(self) + n - 1``. The
        entry of a move that is not legal is -1.

        >>> import tourne
        >>> game = tourne.solution()
        >>> [game.positions[index] for index in game.next[game.index("04h/007"), 3 - 1] if index >= 0]
        ['007/34h', '000/07h']
        """
        return self._array("next", self._compiled.next)

    @property
    def is_legal(self) -> NDArray[np.bool_]:
        """``True`` for each legal move, by position, die and man: shape (positions, 6, 3)."""
        return self._array("is_legal", lambda: self.next >= 0)

    @property
    def is_best(self) -> NDArray[np.bool_]:
        """``True`` for each best move, by position, die and man: shape (positions, 6, 3)."""
        return self._array("is_best", self._compiled.best_moves)

    @property
    def is_reachable(self) -> NDArray[np.bool_]:
        """``True`` for each position that can arise from the start: shape (positions,)."""
        return self._array("is_reachable", self._compiled.reachable)

    def observations(self, one_hot: bool = True) -> NDArray[np.int8]:
        """Observations of all positions and dice, as the environments show them: shape (positions, 6, 90).

        An observation is one-hot: man *m*, 0 to 5 in the order of `men`, in place *p*, -1 to 12, is a 1 at ``14 * m + p +
        1``; die *d* is a 1 at ``83 + d``. Without ``one_hot``, it is the six `men` and the die: shape (positions, 6, 7).
        An agent that was trained in an environment is graded by one call, with `is_legal` as the masks: `grade` takes its
        men in the shape (positions, 6).

        >>> import tourne
        >>> game = tourne.solution()
        >>> game.observations(one_hot=False)[game.index("04h/007"), 3 - 1]
        array([ 0,  4, 12,  0,  0,  7,  3], dtype=int8)
        """
        return self._array("one-hot" if one_hot else "places", lambda: self._observations(one_hot))

    def _observations(self, one_hot: bool) -> NDArray[np.int8]:
        men = np.eye(14, dtype=np.int8)[self.men + 1].reshape(len(self), -1) if one_hot else self.men
        dice = np.eye(6, dtype=np.int8) if one_hot else np.arange(1, 7, dtype=np.int8)[:, np.newaxis]
        shape = len(self), 6
        return np.concatenate(
            [np.broadcast_to(part, (*shape, part.shape[-1])) for part in (men[:, np.newaxis], dice)], axis=2
        )

    @property
    def chances(self) -> NDArray[np.float64]:
        """Probability that each die is played: shape (6,)."""
        return self._array("chances", self._compiled.chances)

    @property
    def ends(self) -> NDArray[np.float64]:
        """Values to the loser of a game lost by 1 point and, if a win can count two, by 2 points: shape (1,) or (2,).

        If these values are appended to the values of positions, the entries of `next` are indices into the result:
        ``np.append(values, game.ends)[game.next]``.
        """
        return self._array("ends", self._compiled.ends)

    def die(self, roll: Roll) -> int:
        """Die that is played with a throw, which is the lower of two dice.

        >>> import tourne
        >>> tourne.solution().die("4-3")
        3
        """
        if isinstance(roll, str):
            return self._compiled.die(str(roll))
        if not is_integer(roll):
            raise TypeError(f'{shown(roll)} is not a die: give a number from 1 to 6, or a throw such as "4-3"')
        if not 1 <= int(roll) <= 6:
            raise ValueError(f"{int(roll)} is not a die: a die shows 1 to 6")
        return int(roll)

    @overload
    def index(self, position: Place) -> int: ...
    @overload
    def index(self, position: Places) -> NDArray[np.int64]: ...
    @overload
    def index(self, *, men: ArrayLike) -> NDArray[np.int64]: ...
    def index(self, position: Place | Places | None = None, *, men: ArrayLike | None = None) -> int | NDArray[np.int64]:
        """Index of a position in `positions`; for several positions, an array of indices.

        Integers are indices, here as everywhere. Positions can also be given by the places of their ``men``, as in `men`
        and in the observations of the environments: an array of shape (..., 6).

        >>> import tourne
        >>> game = tourne.solution()
        >>> game.index("04h/007"), game.index(["04h/007", "000/000"])
        (10354, array([10354,     0]))
        >>> game.index(men=[[0, 4, 12, 0, 0, 7], [0, 0, 0, 0, 0, 0]])
        array([10354,     0])
        """
        if (position is None) == (men is None):
            raise TypeError("index takes either positions or places of men: index(position), or index(men=men)")
        if men is not None:
            places = integers("places of men", men)
            if places.shape[-1:] != (6,):
                raise ValueError(f"an array of men has 6 as its last dimension, not the shape {places.shape}")
            return self._compiled.indices_of_men(places.reshape(-1, 6)).reshape(places.shape[:-1])
        if is_single(position):
            return self._index(position)
        return self._indices(position)  # type: ignore[arg-type]

    def _index(self, position: Any) -> int:
        """Returns the index of a single position."""
        if isinstance(position, str):
            return self._compiled.index(str(position))
        if not is_integer(position):
            raise TypeError(f'{shown(position)} is not a position: give its notation, such as "04h/007", or its index')
        index = integer("index", position)
        if not 0 <= index < len(self):
            raise ValueError(
                f"{shown(index)} is not the index of a position of {self.rules}: indices are 0 to {len(self) - 1}"
            )
        return index

    def _question(self, position: Any, die: Any) -> tuple[int, int]:
        """Returns the index of a single position, and a die."""
        return self._index(position), self.die(die)

    def _indices(self, position: Place | Places) -> NDArray[np.int64]:
        """Returns the indices of positions that are given by their notations or indices: an array of the same shape."""
        given = np.asarray(position)
        is_row = given.dtype.kind in "iuf" and given.ndim > 0 and given.shape[-1] == 6
        if is_row and (given.ndim > 1 or given.dtype == np.int8):
            raise ValueError(
                f"an array of the shape {given.shape} has 6 numbers for each position, but integers are indices of positions: "
                "give the places of men by name, index(men=men), or indices in another shape"
            )
        if given.dtype.kind in "iuf" and given.ndim:
            indices = integers("indices of positions", position)
            wrong = indices[(indices < 0) | (indices >= len(self))]
            if wrong.size:
                self._index(wrong[0])  # raises
            return indices
        # Without `dtype=object`, an array with texts would turn numbers into texts.
        places = np.asarray(position, dtype=object)
        found = np.array([self._index(place) for place in places.ravel()], dtype=np.int64)
        return found.reshape(places.shape)

    def _dice(self, roll: Roll | Dice) -> NDArray[np.int64]:
        """Returns the dice that are played, for an array or a list of numbers or throws."""
        given = np.asarray(roll)
        if given.dtype.kind in "iuf":
            return integers("dice", roll)
        rolls = np.asarray(roll, dtype=object)
        return np.array([self.die(one) for one in rolls.ravel()], dtype=np.int64).reshape(rolls.shape)

    @overload
    def notation(self, position: Place) -> str: ...
    @overload
    def notation(self, position: Places) -> list[str]: ...
    def notation(self, position: Place | Places) -> str | list[str]:
        """Notation of a position, with its men sorted; for a list or array of positions, a list of notations.

        >>> import tourne
        >>> tourne.solution().notation(10354)
        '04h/007'
        """
        if is_single(position):
            return self.positions[self._index(position)]
        return [self.positions[index] for index in self._indices(position).ravel()]

    def board(self, position: Place) -> str:
        """Draws the board as text, with ``X`` on roll.

        >>> import tourne
        >>> print(tourne.solution().board("04h/007"), end="")
              off    1   2   3   4   5   6   7   8   9  10  11    home  pips
          O   OO  |  .   .   .   .   .   .   O   .   .   .   .  |         29
          X   X   |  .   .   .   X   .   .   .   .   .   .   .  |  X      20
        """
        return self._compiled.board(self._index(position))
