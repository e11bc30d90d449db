"""The class `Policy`: the probability of each move for every position and die."""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, Union

import numpy as np
from numpy.typing import NDArray

from . import _rust
from ._fixed import Keeps
from ._types import Answer, Place, PolicyFunction, Roll

PolicyLike: TypeAlias = Union[
    "Policy",
    str,
    "os.PathLike[str]",
    PolicyFunction,
    # Keys are pairs of `Place` and `Roll`. But key types are invariant: mypy would refuse a dictionary of `(str, int)`.
    Mapping[tuple[Any, Any], Answer],
    NDArray[Any],
]
"""Objects from which `Solution.policy` can make a policy."""

ARRAYS = (".npy", ".npz")
"""Extensions of the files that NumPy writes."""


class Policy(Keeps):
    """A policy of one rule set: the probability of each legal move, for every position and die.

    `Solution.policy` makes a policy from a function, a mapping, an array, a file or a name. A policy is itself a
    function of position, die and moves.

    >>> import tourne
    >>> game = tourne.solution()
    >>> careless = game.policy("builtin:random")
    >>> careless("04h/007", 3)
    {'0/3': 0.5, '4/7*': 0.5}
    """

    def __init__(self, compiled: _rust.Policy | _rust.RacePolicy, name: str) -> None:
        self._compiled = compiled
        self._name = name

    def __repr__(self) -> str:
        return f"<tourne.Policy {self.name!r}, {self.rules}>"

    @property
    def rules(self) -> str:
        """Name of the rule set that the policy plays."""
        return self._compiled.rules

    def __eq__(self, other: object) -> bool:
        """Returns whether another policy has the same rules and the same answers; the names may differ."""
        if not isinstance(other, Policy):
            return NotImplemented
        return self is other or self._compiled.plays_as(other._compiled)

    def __hash__(self) -> int:
        return self._once("hash", lambda: hash((self.rules, self.probabilities.tobytes())))

    def __copy__(self) -> Policy:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Policy:
        return self

    @property
    def name(self) -> str:
        """Name of the policy, which results of duels show."""
        return self._name

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """Probability of each move by position, die and man: shape (positions, 6, 3).

        A decision without a legal answer has only zeros.
        """
        return self._array("probabilities", self._compiled.probabilities)

    def __call__(
        self, position: Place, die: Roll, moves: Sequence[str] | None = None
    ) -> dict[str, float] | None:
        """Moves that the policy plays with a die, and their probabilities; ``None`` if the policy has no answer.

        ``moves`` is ignored. With this parameter, a policy can be used as a function of position, die and moves.
        """
        return dict(self._compiled.played(position, die)) or None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the policy to a CSV file, which ``tourne check --policy`` reads.

        Names of other kinds of files, ``.npy``, ``.npz`` and ``.card``, raise ``ValueError``. To save an array, use
        ``numpy.savez_compressed`` with ``probabilities``.
        """
        if (suffix := Path(path).suffix).lower() in (*ARRAYS, ".card"):
            raise ValueError(f"a policy is saved as CSV, but {os.fspath(path)} ends in {suffix}: choose a name that ends in .csv")
        Path(path).write_text(self._compiled.csv(), encoding="utf-8")


def array_in(path: str | os.PathLike[str]) -> NDArray[Any]:
    """Reads a file that holds one array, as NumPy wrote it."""
    try:
        loaded = np.load(path, allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            return loaded
        with loaded:
            names = loaded.files
            if len(names) == 1:
                array: NDArray[Any] = loaded[names[0]]
                return array
    except (EOFError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        raise ValueError(
            f"{os.fspath(path)} is not an array of numbers that NumPy saved: save it by numpy.savez_compressed, or, if it is "
            "CSV, give it a name that ends in .csv"
        ) from error
    raise ValueError(f"{os.fspath(path)} has {len(names)} arrays: save one, the policy")


def name_of(given: PolicyLike) -> str:
    """Returns the name of a policy, file or function; for anything else, the name of its type."""
    if isinstance(given, Policy):
        return given.name
    if isinstance(given, (str, os.PathLike)):
        return os.fspath(given)
    return str(getattr(given, "__name__", type(given).__name__))
