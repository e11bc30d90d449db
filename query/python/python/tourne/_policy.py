"""The class `Policy`: the probability of each move for every position and die."""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, Union

import numpy as np
from numpy.typing import NDArray

from . import _rust
from ._game import Game
from ._types import Answer, Keeps, Place, PolicyFunction, Roll, shown

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

Question: TypeAlias = tuple[int, int]
"""Index of a position, and a die."""

Chances: TypeAlias = list[tuple[str, float]]
"""Moves with their probabilities."""


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

    def __init__(self, game: Game, compiled: _rust.Policy, name: str) -> None:
        self._game = game
        self._compiled = compiled
        self._name = name

    def __repr__(self) -> str:
        return f"<tourne.Policy {self.name!r}, {self.rules}>"

    @property
    def rules(self) -> str:
        """Name of the rule set that the policy plays."""
        return self._compiled.rules

    @property
    def name(self) -> str:
        """Name of the policy, which results of duels show."""
        return self._name

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

    def __reduce__(self) -> tuple[Callable[..., Policy], tuple[Any, ...]]:
        return _restored, (self._game, self.name, self.probabilities, *self._compiled.parts())

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
        return dict(self._compiled.played(*self._game._question(position, die))) or None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the policy to a CSV file, which ``tourne check --policy`` reads.

        Names of other kinds of files, ``.npy``, ``.npz`` and ``.card``, raise ``ValueError``. To save an array, use
        ``numpy.savez_compressed`` with ``probabilities``.
        """
        if (suffix := Path(path).suffix).lower() in (*ARRAYS, ".card"):
            raise ValueError(f"a policy is saved as CSV, but {os.fspath(path)} ends in {suffix}: choose a name that ends in .csv")
        Path(path).write_text(self._compiled.csv(), encoding="utf-8")


def _restored(game: Game, name: str, probabilities: NDArray[np.float64], *parts: Any) -> Policy:
    """Rebuilds a policy that was pickled."""
    rows = np.ascontiguousarray(probabilities).reshape(-1, probabilities.shape[2])
    return Policy(game, _rust.Policy.of_array(game._compiled, rows, *parts), name)


def of_function(game: Game, function: PolicyFunction, sample: tuple[int, int] | None) -> _rust.Policy:
    """Asks a function about all decisions that can arise or, with a sample, about those that it meets in its games.

    All answers are collected before the compiled part reads them. The decisions of a sample depend on the answers: so it
    is asked in rounds, each about the first decision without an answer in every game.
    """
    answers: dict[Question, Chances | None] = {}
    while True:
        made = _made(game, answers)
        questions = [question for question in made.questions(sample) if question not in answers]
        if not questions:
            return made
        for index, die in questions:
            position, moves = game.positions[index], game._compiled.legal(index, die)
            answers[index, die] = chances(function(position, die, moves), position, die, moves)


def of_mapping(game: Game, mapping: Mapping[Any, Answer]) -> _rust.Policy:
    """Makes a policy from answers by position and die."""
    answers: dict[Question, Chances | None] = {}
    for key, answer in mapping.items():
        if not isinstance(key, tuple) or len(key) != 2:
            raise TypeError(f'the key {shown(key)} is not a pair of a position and a die, such as ("04h/007", 3)')
        index, die = question = game._question(*key)
        if question in answers:
            raise ValueError(
                f"{game.notation(index)} with a {die} is answered twice, under different keys: leave one of them out"
            )
        answers[question] = chances(answer, game.notation(index), die, game._compiled.legal(index, die))
    return _made(game, answers)


def _made(game: Game, answers: Mapping[Question, Chances | None]) -> _rust.Policy:
    given = sorted((question, answer) for question, answer in answers.items() if answer is not None)
    return _rust.Policy.of_answers(game._compiled, [(*question, answer) for question, answer in given])


def chances(answer: Answer, position: str, die: int, moves: list[str]) -> Chances | None:
    """Converts an answer to moves with their probabilities; ``None`` if there is no answer."""
    if answer is None:
        return None
    if isinstance(answer, str):
        return [(str(answer), 1.0)]
    given: Iterable[tuple[Any, Any]]
    try:
        if isinstance(answer, Mapping):
            given = list(answer.items())
        else:
            if isinstance(answer, (bytes, bytearray)):  # each byte would be read as a probability
                raise TypeError
            numbers = [_number(number) for number in answer]
            if len(numbers) != len(moves):
                raise ValueError(
                    f"the answer for {position} with a {die} has {len(numbers)} probabilities, but there must be {len(moves)}: "
                    f"one for each legal move, {', '.join(moves)}"
                )
            given = zip(moves, numbers)
        return [(_text(move), _number(number)) for move, number in given]
    except TypeError:
        raise TypeError(
            f'the answer for {position} with a {die} is {shown(answer)}: give a move such as "{moves[0]}", a dictionary of '
            "moves and probabilities, a probability for each legal move, or None"
        ) from None


def _text(move: Any) -> str:
    if not isinstance(move, str):
        raise TypeError
    return str(move)


def _number(number: Any) -> float:
    if isinstance(number, (str, bytes)) or not hasattr(number, "__float__") and not hasattr(number, "__index__"):
        raise TypeError
    return float(number)


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
