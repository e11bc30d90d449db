"""Types of arguments, checks of them, and values that an object keeps."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeAlias, TypeGuard, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

Place: TypeAlias = Union[str, int, np.integer[Any]]
"""A position, given by its notation or its index."""

Places: TypeAlias = Union[list[str], list[int], tuple[str, ...], tuple[int, ...], NDArray[Any]]
"""Several positions: a list, tuple, Series or array of notations or of indices."""

Roll: TypeAlias = Union[int, str, np.integer[Any]]
"""A die, given by its number or as a throw, such as ``"4-3"``."""

Dice: TypeAlias = Union[list[str], list[int], tuple[str, ...], tuple[int, ...], NDArray[Any]]
"""Several dice: a list, tuple or array of numbers or of throws."""

Answer: TypeAlias = Union[str, Mapping[str, float], Sequence[float], NDArray[np.floating[Any]], None]
"""Answer for a position and a die: a move; a dictionary of moves and probabilities; a probability for each legal move,
rearmost man first; or ``None`` for no answer."""

PolicyFunction: TypeAlias = Callable[[str, int, list[str]], Answer]
"""A function of the position, the die and the legal moves, rearmost man first, that returns an answer."""

Made = TypeVar("Made")


class Keeps:
    """Base class of objects that compute values when they are first needed, and keep them.

    No lock is held meanwhile: a process that is forked while another thread computes a value would wait for that thread
    for ever. Threads that need a value at the same time each compute it, and one value is kept.
    """

    def _once(self, name: str, make: Callable[[], Made]) -> Made:
        """Returns the kept value ``name``; the first call makes it."""
        values: dict[str, Any] = self.__dict__.setdefault("_kept", {})
        if name not in values:
            values.setdefault(name, make())
        made: Made = values[name]
        return made

    def _array(self, name: str, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """Returns a new read-only view of the kept array ``name``; the first call makes the array."""

        def made() -> NDArray[Any]:
            array = make()
            array.flags.writeable = False
            return array

        return self._once(name, made).view()


class FixedList(list[str]):
    """A list that cannot be changed. Copies of it can be changed.

    >>> import tourne
    >>> tourne.solution().positions[0] = "nothing"
    Traceback (most recent call last):
    TypeError: this list cannot be changed: change a copy, such as list(positions)
    """

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this list cannot be changed: change a copy, such as list(positions)")

    append = extend = insert = remove = pop = clear = sort = reverse = _refuse
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse

    def __reduce__(self) -> tuple[type[list[str]], tuple[list[str]]]:
        return list, (list(self),)


def is_single(given: object) -> TypeGuard[Any]:
    """Returns whether an argument is a single position or die, not several in a list, tuple, array or Series."""
    if isinstance(given, (str, int)) or not (hasattr(given, "__len__") or hasattr(given, "__array__")):
        return True
    several: Any = given
    return np.ndim(several) == 0


def is_integer(given: object) -> bool:
    """Returns whether an argument is an integer. ``True`` and ``False`` are not."""
    return hasattr(given, "__index__") and not isinstance(given, (bool, np.bool_))


def integer(what: str, given: Any) -> int:
    """Converts an argument, such as a seed, to an integer. Raises ``TypeError`` for ``True`` and ``False``."""
    if isinstance(given, (bool, np.bool_)):
        raise TypeError(f"the {what} is {given}: give an integer")
    return operator.index(given)


def seed_or_none(given: Any) -> int | None:
    """Checks a seed; ``None`` lets the system choose a random seed."""
    return None if given is None else integer("seed", given)


def integers(what: str, given: ArrayLike) -> NDArray[np.int64]:
    """Checks an array of integers; returns it with the type and memory layout that the compiled part reads."""
    array = np.asarray(given)
    # In a list of numbers, NumPy takes True for 1.
    if array.dtype.kind in "iu" and isinstance(given, (list, tuple)):
        for one in np.asarray(given, dtype=object).ravel():
            if isinstance(one, (bool, np.bool_)):
                raise TypeError(f"{what} are integers, but one is {one}")
    if array.dtype.kind not in "iu" and array.size:
        raise ValueError(f"{what} are integers, not {array.dtype}")
    if array.dtype == np.uint64 and array.size and (largest := array.max()) >= 2**63:
        raise ValueError(f"{what} are less than 2**63, not {largest}")
    return np.require(array, np.int64, ["C", "A"])


def shown(given: object) -> str:
    """Returns the text that stands for an argument in an error message: its `repr`, cut to 40 characters."""
    text = repr(given)
    return text if len(text) <= 40 else f"{text[:39]}…"
