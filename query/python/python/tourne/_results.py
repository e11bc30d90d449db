"""Results that have attributes. All others are dictionaries with the names of the JSON of the commands."""

from __future__ import annotations

import dataclasses
import json
from typing import Any


@dataclasses.dataclass(frozen=True)
class Move:
    """A legal move, with its value."""

    move: str
    """Notation of the move, such as ``4/7*``, or ``pass``."""
    position: str
    """Position after the move, with the opponent on roll."""
    value: float
    """Value to the player who makes the move."""
    loss: float
    """Value of the best move minus the value of this move; exactly 0 for a best move."""
    man: int
    """Index of the move in the last axis of arrays: the man that moves, 0 to 2, or 0 for a pass."""
    wins: int
    """Points that the move wins: 1 or 2 if it ends the game, otherwise 0."""


Fields = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Grade:
    """Exact grade of a policy, with the fields of ``tourne check --format json``.

    Values and losses are in the ``unit``, win probability or points. A figure is ``None`` if it is unknown because it
    depends on a decision without a legal answer. Lists hold dictionaries.
    """

    rules: str
    unit: str
    decisions: int
    """Number of decisions: pairs of position and die with at least two legal moves, in positions that can arise."""
    answered: int
    """Number of decisions with a legal answer."""
    missing: int
    """Number of decisions without an answer."""
    illegal: int
    """Number of decisions with an illegal answer."""
    agree: int
    """Number of decisions in which the policy plays only best moves."""
    agreement: float | None
    """Share of decisions in which the policy plays a best move, 0 to 1; an answer with probabilities counts in part."""
    mean_loss: float | None
    """Mean loss in a decision; all decisions have the same weight."""
    p95_loss: float | None
    """95th percentile of the losses of all decisions."""
    worst_loss: float | None
    """Largest loss in a decision."""
    first: float | None
    """Value of a game against perfect play when the policy moves first."""
    second: float | None
    """Value of a game against perfect play when the policy moves second."""
    value: float | None
    """Mean of ``first`` and ``second``."""
    loss_per_game: float | None
    """Value of perfect play against itself minus ``value``."""
    decisions_per_game: float | None
    """Mean number of decisions of the policy in a game against perfect play."""
    rating: float | None
    """1000 times the mean loss of win probability in a decision of a game, where a point counts as half a win; 0 is
    perfect play."""
    exploiter: float | None
    """Value that the best possible counter-strategy gets against the policy."""
    mistakes_in_all: int
    """Number of mistakes, listed or not."""
    kinds: list[Fields] = dataclasses.field(repr=False)
    """Sums of mistakes by kind, the costliest kind first."""
    mistakes: list[Fields] = dataclasses.field(repr=False)
    """Listed mistakes, the costliest first; their costs sum to the loss per game if all are listed."""
    illegal_answers: list[Fields] = dataclasses.field(repr=False)
    """The first illegal answers, at most 100."""
    illegal_causes: list[Fields] = dataclasses.field(repr=False)
    """Numbers of illegal answers by cause, the most frequent first."""
    charged: Fields | None = None
    """Figures with each illegal answer replaced by the worst legal move; ``None`` without illegal answers."""
    bounds: Fields | None = None
    """Figures with the best and the worst moves in place of missing answers; ``None`` if no answer is missing."""
    lines: list[Fields] | None = dataclasses.field(default=None, repr=False)
    """Figures of each line of a card; ``None`` if the policy is not a card."""
    estimate: Fields | None = None
    """Estimates from a sample of games; ``None`` if all decisions were graded."""
    engine: Fields | None = dataclasses.field(default=None, repr=False)
    """Results of asking an engine; ``None`` unless the grade comes from ``tourne check --engine``."""

    @property
    def exploitability(self) -> float | None:
        """Gain of the best possible counter-strategy: ``exploiter`` minus the value of perfect play against itself.

        Exactly 0 for perfect play; ``None`` if it is unknown.

        >>> import tourne
        >>> game = tourne.solution()
        >>> game.grade("builtin:perfect").exploitability, round(game.grade("builtin:front").exploitability, 6)
        (0.0, 0.059053)
        """
        even = 0.0 if self.unit == "points" else 0.5
        return None if self.exploiter is None else self.exploiter - even

    @classmethod
    def of_json(cls, text: str) -> Grade:
        """Reads the JSON of ``tourne check --format json``, of a policy or of an engine.

        >>> import tourne
        >>> tourne.Grade.of_json("{}")
        Traceback (most recent call last):
        ValueError: this is not the JSON of tourne check: it has no "rules"
        """
        fields = json.loads(text)
        if not isinstance(fields, dict):
            raise ValueError(f"this is not the JSON of tourne check: it is of type {type(fields).__name__}, not an object")
        return cls._of(fields)

    @classmethod
    def _of(cls, fields: Fields) -> Grade:
        known = {field.name: field for field in dataclasses.fields(cls)}
        for name, field in known.items():
            if name not in fields and field.default is dataclasses.MISSING:
                if not name.startswith(("mistakes", "illegal_")):
                    raise ValueError(f'this is not the JSON of tourne check: it has no "{name}"')
                fields = {**fields, name: []}
        if unknown := sorted(fields.keys() - known):
            raise ValueError(f'this is not the JSON of tourne check: it has "{unknown[0]}"')
        return cls(**fields)
