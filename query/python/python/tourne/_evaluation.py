"""Evaluations: values, visits, lengths and ends of the games of a policy against an opponent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ._fixed import FixedArray, Keeps


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


class Evaluation(Keeps):
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
        self._lengths = lengths
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
        self._of_policy, self._of_opponent = ([FixedArray(array) for array in side] for side in (policy, opponent))
        self._start = start[1]

    def __reduce__(self) -> tuple[Callable[..., Evaluation], tuple[Any, ...]]:
        # Pickle the policies, which are smaller than the results, and evaluate them again when they are loaded.
        return _evaluate, (self._game, *self._asked)

    def __repr__(self) -> str:
        return f"<tourne.Evaluation of {self.policy!r} against {self.opponent!r}, {self.rules}: {self.value:.6f}>"

    @property
    def values(self) -> NDArray[np.float64]:
        """Value to the policy of every position with the policy on roll: shape (positions,)."""
        return self._of_policy[0].view()

    @property
    def opponent_values(self) -> NDArray[np.float64]:
        """Value to the opponent of every position with the opponent on roll: shape (positions,)."""
        return self._of_opponent[0].view()

    @property
    def visits(self) -> NDArray[np.float64]:
        """Mean number of times in a game that a position and die come up, for both players: shape (positions, 6).

        The entries sum to the mean length of games.
        """
        return self._array("visits", lambda: self._by_die(self._of_policy[1].view() + self._of_opponent[1].view()))

    @property
    def policy_visits(self) -> NDArray[np.float64]:
        """Mean number of times in a game that a position and die come up with the policy on roll: shape (positions, 6)."""
        return self._array("policy_visits", lambda: self._by_die(self._of_policy[1].view()))

    def _by_die(self, visits: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.outer(visits, self._game.chances)

    @property
    def ends_at(self) -> NDArray[np.float64]:
        """Probabilities of the ends, as in ``ends``, from every position with the policy on roll: shape (positions, 4)."""
        return self._of_policy[2].view()

    @property
    def ends_first(self) -> NDArray[np.float64]:
        """Probabilities of the ends, as in ``ends``, with the policy moving first."""
        return self._array("ends_first", lambda: self._of_policy[2].view()[self._start])

    @property
    def ends_second(self) -> NDArray[np.float64]:
        """Probabilities of the ends, as in ``ends``, with the policy moving second."""
        return self._array("ends_second", lambda: self._of_opponent[2].view()[self._start])

    @property
    def ends(self) -> NDArray[np.float64]:
        """Probabilities of the four ends, shape (4,): the policy wins while the opponent has a man home, wins while the
        opponent has none home, loses with a man home, and loses with none home."""
        return self._array("ends", lambda: (self.ends_first + self.ends_second) / 2)

    @property
    def move_values(self) -> NDArray[np.float64]:
        """Value of each move to the policy, by position, die and man: shape (positions, 6, 3); -inf if illegal.

        After the move, both players follow their policies.
        """
        return self._array("move_values", self._move_values)

    def _move_values(self) -> NDArray[np.float64]:
        game = self._game
        then = np.append(self.opponent_values, game.ends)[game.next]
        return np.where(game.is_legal, _flipped(then, self.unit), -np.inf)

    @property
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
        return self._array("gradient", self._gradient)

    def _gradient(self) -> NDArray[np.float64]:
        values = np.where(self._game.is_legal, self.move_values, 0.0)
        return self.policy_visits[:, :, np.newaxis] * values

    @property
    def lengths(self) -> NDArray[np.float64]:
        """Probability that a game takes n throws, at index n: shape (throws,). The entries sum to 1 within 1e-11.

        Raises ``ValueError`` if the probability of a game of more than 10,000 throws is 1e-12 or more.
        """
        return self._array("lengths", lambda: (self.lengths_first + self.lengths_second) / 2)

    @property
    def lengths_first(self) -> NDArray[np.float64]:
        """Probability that a game takes n throws, as in ``lengths``, with the policy moving first."""
        return self._array("lengths_first", lambda: self._padded()[0])

    @property
    def lengths_second(self) -> NDArray[np.float64]:
        """Probability that a game takes n throws, as in ``lengths``, with the policy moving second."""
        return self._array("lengths_second", lambda: self._padded()[1])

    @property
    def mean_length(self) -> float:
        """Mean number of throws in a game."""
        return float(self._of_policy[1].view().sum() + self._of_opponent[1].view().sum())

    def _padded(self) -> list[NDArray[np.float64]]:
        """Returns arrays of ``lengths_first`` and ``lengths_second``; the shorter array is padded with zeros."""
        both = [np.diff(over_after, prepend=0.0) for over_after in self._once("over_after", self._lengths)]
        throws = max(len(lengths) for lengths in both)
        return [np.append(lengths, np.zeros(throws - len(lengths))) for lengths in both]


def _flipped(values: NDArray[np.float64], unit: str) -> NDArray[np.float64]:
    """Converts values of a player to values of the opponent."""
    return -values if unit == "points" else 1 - values
