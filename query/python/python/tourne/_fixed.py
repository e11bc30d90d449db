"""Values that an object computes once and that nobody can change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

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
        """Returns a new view of the kept array ``name``; the first call makes the array."""
        return self._once(name, lambda: FixedArray(make())).view()


class FixedArray:
    """The elements of an array as bytes, which cannot be changed, and views of them.

    Each view is an array of its own: whoever changes its shape changes no other view.
    """

    def __init__(self, array: NDArray[Any]) -> None:
        self._bytes, self._type, self._shape = array.tobytes(), array.dtype, array.shape

    def view(self) -> NDArray[Any]:
        """Returns a new read-only array, whose base are the bytes."""
        return np.ndarray(self._shape, self._type, self._bytes)


def fixed(array: NDArray[Any]) -> NDArray[Any]:
    """Copies an array to one that cannot be changed."""
    return FixedArray(array).view()


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
