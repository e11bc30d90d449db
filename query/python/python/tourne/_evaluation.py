"""Evaluations: values, visits, lengths and ends of the games of a policy against an opponent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._game import Game
from ._policy import Policy
from ._types import Keeps

Array = NDArray[np.float64]


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

    def __init__(self, game: Game, policy: Policy, opponent: Policy, start: int) -> None:
        self._game, self._asked = game, (policy, opponent, start)
        self._policy, self._opponent, (first, second) = game._compiled.evaluate(
            policy._compiled, opponent._compiled, start
        )
        self.rules: str = game.rules
        """Name of the rule set."""
        self.unit: str = game.unit
        """Unit of values: ``win probability``, or ``points`` if a win can count two."""
        self.policy: str = policy.name
        """Name of the policy."""
        self.opponent: str = opponent.name
        """Name of the opponent."""
        self.start: str = game.positions[start]
        """Position in which games begin."""
        self.first: float = first
        """Value to the policy when it moves first."""
        self.second: float = second
        """Value to the policy when it moves second."""
        self.value: float = (first + second) / 2
        """Mean of ``first`` and ``second``."""

    def __reduce__(self) -> tuple[Callable[..., Evaluation], tuple[Any, ...]]:
        # Pickle the policies, which are smaller than the results, and evaluate them again when they are loaded.
        return Evaluation, (self._game, *self._asked)

    def __repr__(self) -> str:
        return f"<tourne.Evaluation of {self.policy!r} against {self.opponent!r}, {self.rules}: {self.value:.6f}>"

    @property
    def values(self) -> Array:
        """Value to the policy of every position with the policy on roll: shape (positions,)."""
        return self._policy[0].view()

    @property
    def opponent_values(self) -> Array:
        """Value to the opponent of every position with the opponent on roll: shape (positions,)."""
        return self._opponent[0].view()

    @property
    def visits(self) -> Array:
        """Mean number of times in a game that a position and die come up, for both players: shape (positions, 6).

        The entries sum to the mean length of games.
        """
        return self._array("visits", lambda: np.outer(self._policy[1] + self._opponent[1], self._game.chances))

    @property
    def policy_visits(self) -> Array:
        """Mean number of times in a game that a position and die come up with the policy on roll: shape (positions, 6)."""
        return self._array("policy_visits", lambda: np.outer(self._policy[1], self._game.chances))

    @property
    def mean_length(self) -> float:
        """Mean number of throws in a game."""
        return float(self._policy[1].sum() + self._opponent[1].sum())

    @property
    def ends(self) -> Array:
        """Probabilities of the four ends, shape (4,): the policy wins while the opponent has a man home, wins while the
        opponent has none home, loses with a man home, and loses with none home."""
        return self._array("ends", lambda: (self.ends_first + self.ends_second) / 2)

    @property
    def ends_first(self) -> Array:
        """Probabilities of the ends, as in ``ends``, with the policy moving first."""
        ends: Array = self.ends_at[self._asked[2]]
        return ends

    @property
    def ends_second(self) -> Array:
        """Probabilities of the ends, as in ``ends``, with the policy moving second."""
        ends: Array = self._opponent[2][self._asked[2]]
        return ends

    @property
    def ends_at(self) -> Array:
        """Probabilities of the ends, as in ``ends``, from every position with the policy on roll: shape (positions, 4)."""
        return self._policy[2].view()

    @property
    def move_values(self) -> Array:
        """Value of each move to the policy, by position, die and man: shape (positions, 6, 3); -inf if illegal.

        After the move, both players follow their policies. ``move_values.argmax(axis=2)`` is a step of policy iteration.
        """
        game = self._game

        def made() -> Array:
            then = np.append(self.opponent_values, game.ends)[game.next]
            return np.where(game.is_legal, (0.0 if self.unit == "points" else 1.0) - then, -np.inf)

        return self._array("move_values", made)

    @property
    def gradient(self) -> Array:
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

        def made() -> Array:
            values = np.where(self._game.is_legal, self.move_values, 0.0)
            return self.policy_visits[:, :, np.newaxis] * values

        return self._array("gradient", made)

    @property
    def lengths(self) -> Array:
        """Probability that a game takes n throws, at index n: shape (throws,). The entries sum to 1 within 1e-11.

        Raises ``ValueError`` if the probability of a game of more than 10,000 throws is 1e-12 or more.
        """
        return self._array("lengths", lambda: (self.lengths_first + self.lengths_second) / 2)

    @property
    def lengths_first(self) -> Array:
        """Probability that a game takes n throws, as in ``lengths``, with the policy moving first."""
        return self._array("lengths_first", lambda: self._lengths()[0])

    @property
    def lengths_second(self) -> Array:
        """Probability that a game takes n throws, as in ``lengths``, with the policy moving second."""
        return self._array("lengths_second", lambda: self._lengths()[1])

    def _lengths(self) -> Array:
        """Returns ``lengths_first`` and ``lengths_second``; the shorter is padded with zeros."""
        policy, opponent, start = self._asked
        made = lambda: self._game._compiled.lengths(policy._compiled, opponent._compiled, start)  # noqa: E731
        both = [np.diff(over_after, prepend=0.0) for over_after in self._once("over_after", made)]
        padded = np.zeros((2, max(len(lengths) for lengths in both)))
        for row, lengths in zip(padded, both):
            row[: len(lengths)] = lengths
        return padded
