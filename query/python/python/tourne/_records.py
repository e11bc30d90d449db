"""Answers as records, with the field names of the commands' JSON."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas



@dataclasses.dataclass(frozen=True)
class Move:
    """A legal move, with its value."""

    move: str
    """Notation of the move, such as ``4/7*``, or ``pass``."""
    position: str
    """The position that the opponent then faces, on roll."""
    value: float
    """Value to the player who makes the move."""
    loss: float
    """Value of the best move minus this one; exactly 0 for a best move."""
    man: int
    """Column of the move in arrays: the index of its man, 0 to 2; 0 for a pass."""
    wins: int
    """Points that the move wins: 0 unless it ends the game."""


@dataclasses.dataclass(frozen=True)
class Mistake:
    """A wrong move that a policy has a chance to play."""

    position: str
    die: int
    played: str
    best: str
    kind: str
    """Kind of the mistake, such as ``missed hit``."""
    probability: float
    """Probability with which the policy plays it there."""
    loss: float
    """Value of the best move minus that of this one."""
    visits: float | None
    """Mean number of times that it is made in a game against perfect play."""
    cost: float | None
    """``visits * loss``: the costs of all mistakes add up to the loss per game."""


@dataclasses.dataclass(frozen=True)
class Kind:
    """All mistakes of a kind."""

    kind: str
    mistakes: int
    """Number of mistakes."""
    visits: float | None
    cost: float | None


@dataclasses.dataclass(frozen=True)
class CardLine:
    """A line of a card, or the decisions that none of its lines fits."""

    line: int | None
    """Number of the line in the text of the card; ``None`` for the decisions that no line fits."""
    rule: str | None
    decisions: int
    """Decisions in which the line decides."""
    share: float
    """Share of these among the decisions met in games against perfect play."""
    visits: float
    """Mean number of these in a game."""
    cost: float
    """Mean loss by them in a game: the costs of all lines add up to the loss per game."""
    never: str | None
    """Reason why the line decides nothing, such as ``condition never true``; ``None`` if it decides something."""


@dataclasses.dataclass(frozen=True)
class IllegalAnswer:
    """An answer that is not a legal move."""

    position: str
    die: int
    played: str
    cause: str
    """The reason why it is not legal."""
    legal: list[str]
    line: int | None = None
    """Line of the file, if the policy was read from one."""


@dataclasses.dataclass(frozen=True)
class Cause:
    """Number of illegal answers of one cause."""

    cause: str
    answers: int


@dataclasses.dataclass(frozen=True)
class Charged:
    """Figures of a policy that plays the worst legal move, that with the largest loss, wherever its answer is not legal.

    They are ``None`` if the policy lacks other moves as well.
    """

    mean_loss: float | None
    p95_loss: float | None
    worst_loss: float | None
    first: float | None
    second: float | None
    value: float | None
    loss_per_game: float | None
    decisions_per_game: float | None
    rating: float | None
    exploiter: float | None


@dataclasses.dataclass(frozen=True)
class Interval:
    """An estimate, and an interval that holds the true number with a probability of about 95 %."""

    estimate: float
    low: float
    high: float


@dataclasses.dataclass(frozen=True)
class Estimate:
    """Estimates from a sample of the policy's games against perfect play."""

    games: int
    """Games that count."""
    unfinished: int
    """Games left out, since they met a decision without an answer."""
    draws: int
    """Decisions met in all games."""
    answered: int
    illegal: int
    seed: int
    agreement: Interval
    loss_per_decision: Interval
    loss_per_game: Interval
    rating: Interval


@dataclasses.dataclass(frozen=True)
class Grade:
    """Grade of a policy: exact, and field by field that of ``tourne check --format json``.

    Values and losses are in the ``unit``: win probability, or points. A figure is ``None`` if it is unknown because the
    policy lacks a legal move in a decision that the game can reach.
    """

    rules: str
    unit: str
    decisions: int
    """Throws with a choice, in positions that can arise from the start."""
    answered: int
    missing: int
    illegal: int
    agree: int
    """Decisions in which the policy always plays a best move."""
    agreement: float | None
    """Share of decisions in which it plays a best move."""
    mean_loss: float | None
    """Mean loss in a decision; all decisions count alike."""
    p95_loss: float | None
    worst_loss: float | None
    first: float | None
    """Value against perfect play, moving first."""
    second: float | None
    """Value against perfect play, moving second."""
    value: float | None
    """The average of both."""
    loss_per_game: float | None
    """Value of perfect play against itself minus ``value``."""
    decisions_per_game: float | None
    rating: float | None
    """1000 times the loss of winning probability in a decision that it meets."""
    exploiter: float | None
    """Value of the best possible counter-strategy against the policy."""
    mistakes_in_all: int
    kinds: list[Kind] = dataclasses.field(repr=False)
    """The mistakes by kind, the costliest kind first."""
    mistakes: list[Mistake] = dataclasses.field(repr=False)
    """The costliest mistakes, the costliest first."""
    illegal_answers: list[IllegalAnswer] = dataclasses.field(repr=False)
    """Answers that are not legal moves; at most 100."""
    illegal_causes: list[Cause] = dataclasses.field(repr=False)
    """Number of illegal answers by cause, the most frequent first."""
    charged: Charged | None = None
    """Figures with the worst legal move in place of each illegal answer, if there is one."""
    lines: list[CardLine] | None = dataclasses.field(default=None, repr=False)
    """The lines of the policy, if it is a card."""
    estimate: Estimate | None = None
    """Estimates, if only a sample was graded."""

    def to_pandas(self) -> pandas.DataFrame:
        """The mistakes as a pandas table, a row for each.

        >>> import tourne
        >>> table = tourne.solution().grade("builtin:front", mistakes=2).to_pandas()
        >>> table[["position", "die", "played", "best"]]
          position  die played  best
        0  005/003    3    5/8  0/3*
        1  004/003    3    4/7  0/3*
        """
        import pandas

        columns = [field.name for field in dataclasses.fields(Mistake)]
        return pandas.DataFrame([dataclasses.asdict(mistake) for mistake in self.mistakes], columns=columns)

    @classmethod
    def of_json(cls, text: str) -> Grade:
        """The grade that ``tourne check --format json`` prints for a policy."""
        fields: dict[str, Any] = json.loads(text)
        fields["kinds"] = [Kind(**kind) for kind in fields["kinds"]]
        fields["mistakes"] = [Mistake(**mistake) for mistake in fields["mistakes"]]
        fields["illegal_answers"] = [IllegalAnswer(**answer) for answer in fields["illegal_answers"]]
        fields["illegal_causes"] = [Cause(**cause) for cause in fields["illegal_causes"]]
        if charged := fields.get("charged"):
            fields["charged"] = Charged(**charged)
        if lines := fields.get("lines"):
            fields["lines"] = [CardLine(**line) for line in lines]
        if estimate := fields.get("estimate"):
            for name, number in estimate.items():
                estimate[name] = Interval(**number) if isinstance(number, dict) else number
            fields["estimate"] = Estimate(**estimate)
        return cls(**fields)


@dataclasses.dataclass(frozen=True)
class Duel:
    """Result of a policy ``a`` against another, ``b``: exact, and in the ``unit``."""

    rules: str
    unit: str
    a: str
    b: str
    first: float
    """Value to ``a``, moving first."""
    second: float
    """Value to ``a``, moving second."""
    value: float
    """The average of both."""
