"""Evaluations: values, visits, lengths and ends of the games of a policy against an opponent."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ._types import fixed


class _Game(Protocol):
    """The attributes of a solution that an evaluation needs."""

    @property
    def rules(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def next(self) -> NDArray[np.int32]: ...
    @property
    def is_legal(self) -> NDArray[np.bool_]: ...
    @property
    def ends(self) -> NDArray[np.float64]: ...
    @property
    def chances(self) -> NDArray[np.float64]: ...


def _evaluate(game: Any, policy: Any, opponent: Any, start: int) -> Evaluation:
    found: Evaluation = game.evaluate(policy, opponent, start=start)
    return found


class Evaluation:
    """Exact evaluation of a policy against an opponent, made by `Solution.evaluate`. Arrays are read-only.

    Positions stand in canonical order. Values are in the ``unit``, win probability or points. In positions that cannot
    arise from the start, a policy without an answer moves the rearmost man that can move.

    >>> import tourne
    >>> found = tourne.solution().evaluate("builtin:front", "builtin:perfect")
    >>> round(found.value, 6), found.ends.round(4)
    (0.445768, array([0.427 , 0.0187, 0.523 , 0.0312]))
    >>> print(found.lengths.argmax(), found.lengths.sum().round(9))
    37 1.0
    """

    def __init__(
        self,
        game: _Game,
        names: tuple[str, str],
        start: tuple[str, int],
        computed: tuple[Any, Any, tuple[float, float]],
        lengths: Callable[[], list[NDArray[np.float64]]],
        asked: tuple[Any, ...],
    ) -> None:
        policy, opponent, (first, second) = computed
        self._game = game
        self._over_after = functools.cache(lengths)
        self._asked = asked
        self.rules: str = game.rules
        """Name of the rule set."""
        self.unit: str = game.unit
        """Unit of values: ``win probability``, or ``points`` if a win can count two."""
        self.policy: str = names[0]
        """Name of the policy."""
        self.opponent: str = names[1]
        """Name of the opponent."""
        self.start: str = start[0]
        """Position in which games begin."""
        self.first: float = first
        """Value to the policy when it moves first."""
        self.second: float = second
        """Value to the policy when it moves second."""
        self.value: float = (first + second) / 2
        """Mean of ``first`` and ``second``."""
        self.values: NDArray[np.float64] = policy[0]
        """Value to the policy of every position with the policy on roll: shape (positions,)."""
        self.opponent_values: NDArray[np.float64] = opponent[0]
        """Value to the opponent of every position with the opponent on roll: shape (positions,)."""
        self.ends_at: NDArray[np.float64] = policy[2]
        """Probabilities of the ends, as in ``ends``, from every position with the policy on roll: shape (positions, 4)."""
        self.ends_first: NDArray[np.float64] = policy[2][start[1]]
        """Probabilities of the ends, as in ``ends``, with the policy moving first."""
        self.ends_second: NDArray[np.float64] = opponent[2][start[1]]
        """Probabilities of the ends, as in ``ends``, with the policy moving second."""
        self.ends: NDArray[np.float64] = fixed((self.ends_first + self.ends_second) / 2)
        """Probabilities of the four ends, shape (4,): the policy wins while the opponent has a man home, wins while the
        opponent has none home, loses with a man home, and loses with none home."""
        self._visits = policy[1], opponent[1]

    def __reduce__(self) -> tuple[Callable[..., Evaluation], tuple[Any, ...]]:
        # Pickle the policies, which are smaller than the results, and evaluate them again when they are loaded.
        return _evaluate, (self._game, *self._asked)

    def __repr__(self) -> str:
        return f"<tourne.Evaluation of {self.policy!r} against {self.opponent!r}, {self.rules}: {self.value:.6f}>"

    @functools.cached_property
    def visits(self) -> NDArray[np.float64]:
        """Mean number of times in a game that a position and die come up, for both players: shape (positions, 6).

        The entries sum to the mean length of games.
        """
        return self._by_die(self._visits[0] + self._visits[1])

    @functools.cached_property
    def policy_visits(self) -> NDArray[np.float64]:
        """Mean number of times in a game that a position and die come up with the policy on roll: shape (positions, 6)."""
        return self._by_die(self._visits[0])

    def _by_die(self, visits: NDArray[np.float64]) -> NDArray[np.float64]:
        return fixed(np.outer(visits, self._game.chances))

    @functools.cached_property
    def move_values(self) -> NDArray[np.float64]:
        """Value of each move to the policy, by position, die and man: shape (positions, 6, 3); -inf if illegal.

        After the move, both players follow their policies.
        """
        game = self._game
        then = np.append(self.opponent_values, game.ends)[game.next]
        return fixed(np.where(game.is_legal, _flipped(then, self.unit), -np.inf))

    @functools.cached_property
    def gradient(self) -> NDArray[np.float64]:
        """Derivative of ``value`` with respect to the probability of each move: shape (positions, 6, 3); 0 if illegal.

        The opponent's play is fixed, even if the opponent is the policy itself. Probabilities of a decision sum to 1,
        so only differences between its moves matter: shifting a small probability from one move to another changes
        ``value`` by that probability times the difference of their derivatives.

        >>> import tourne
        >>> game = tourne.solution()
        >>> gradient = game.evaluate("builtin:random", "builtin:perfect").gradient
        >>> place = game.index("04h/007"), 3 - 1
        >>> int(gradient[place].argmax()), game.legal("04h/007", 3)
        (1, ['0/3', '4/7*'])
        """
        values = np.where(self._game.is_legal, self.move_values, 0.0)
        return fixed(self.policy_visits[:, :, np.newaxis] * values)

    @property
    def lengths(self) -> NDArray[np.float64]:
        """Probability that a game takes n throws, at index n: shape (throws,). The entries sum to 1 within 1e-11.

        Raises ``ValueError`` if the probability of a game of more than 10,000 throws is 1e-12 or more.
        """
        return fixed((self._padded[0] + self._padded[1]) / 2)

    @property
    def lengths_first(self) -> NDArray[np.float64]:
        """Probability that a game takes n throws, as in ``lengths``, with the policy moving first."""
        return fixed(self._padded[0])

    @property
    def lengths_second(self) -> NDArray[np.float64]:
        """Probability that a game takes n throws, as in ``lengths``, with the policy moving second."""
        return fixed(self._padded[1])

    @functools.cached_property
    def mean_length(self) -> float:
        """Mean number of throws in a game."""
        return float(self._visits[0].sum() + self._visits[1].sum())

    @functools.cached_property
    def _padded(self) -> list[NDArray[np.float64]]:
        """Arrays of ``lengths_first`` and ``lengths_second``; the shorter array is padded with zeros."""
        both = [np.diff(over_after, prepend=0.0) for over_after in self._over_after()]
        throws = max(len(lengths) for lengths in both)
        return [np.append(lengths, np.zeros(throws - len(lengths))) for lengths in both]


def _flipped(values: NDArray[np.float64], unit: str) -> NDArray[np.float64]:
    """Converts values of a player to values of the opponent."""
    return -values if unit == "points" else 1 - values
