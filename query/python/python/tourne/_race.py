"""Policies of games with other numbers of men and points, from the answers that people give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from . import _rust
from ._types import Place, PolicyFunction, Roll


class _Game(Protocol):
    """What is asked of a game: members of `tourne.Solution`."""

    @property
    def is_legal(self) -> NDArray[np.bool_]: ...
    @property
    def is_reachable(self) -> NDArray[np.bool_]: ...
    def index(self, position: Place) -> int: ...
    def die(self, roll: Roll) -> int: ...
    def legal(self, position: Place, die: Roll) -> list[str]: ...
    def notation(self, position: Place) -> str: ...


def answered(
    game: _Game, race: _rust.Race, given: PolicyFunction | Mapping[tuple[Any, Any], Any]
) -> NDArray[np.float64]:
    """Returns the probability of each move, by position, die and man, from a function or from a mapping of answers.

    A function is called for every decision that can arise. A decision without an answer has only zeros.
    """
    probabilities = np.zeros(game.is_legal.shape)
    if isinstance(given, Mapping):
        for key, answer in given.items():
            if not isinstance(key, tuple) or len(key) != 2:
                raise TypeError(f"the key {key!r} is not a pair of a position and a die")
            index, die = game.index(key[0]), game.die(key[1])
            legal = game.legal(index, die)
            probabilities[index, die - 1, game.is_legal[index, die - 1]] = _chances(race, index, die, legal, answer)
        return probabilities
    is_decision = (game.is_legal.sum(axis=2) > 1) & game.is_reachable[:, np.newaxis]
    for index, outcome in np.argwhere(is_decision).tolist():
        die = outcome + 1
        legal = game.legal(index, die)
        answer = given(game.notation(index), die, list(legal))
        probabilities[index, outcome, game.is_legal[index, outcome]] = _chances(race, index, die, legal, answer)
    return probabilities


def _chances(race: _rust.Race, index: int, die: int, legal: list[str], answer: Any) -> list[float]:
    """Returns the probability of each legal move that an answer gives."""
    if answer is None:
        return [0.0] * len(legal)
    if isinstance(answer, str):
        answer = {answer: 1.0}
    try:
        if not isinstance(answer, Mapping):
            chances = [float(chance) for chance in answer]
        else:
            chances = [0.0] * len(legal)
            for move, chance in answer.items():
                chances[race.rank(index, die, move)] += float(chance)
    except TypeError:
        raise TypeError(
            f"the answer for {race.notation(index)} with a {die} is {answer!r}: give a move such as \"{legal[0]}\", a dictionary "
            "of moves and probabilities, a probability for each legal move, or None"
        ) from None
    if len(chances) != len(legal):
        raise ValueError(
            f"the answer for {race.notation(index)} with a {die} has {len(chances)} probabilities, but there must be "
            f"{len(legal)}: one for each legal move, {', '.join(legal)}"
        )
    return chances
