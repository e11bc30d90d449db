"""Records that methods of this package return. Their fields have the same names as in the JSON of the commands."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._extras import extra

if TYPE_CHECKING:
    import pandas


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
    """Column of the move in arrays: the index of the man that moves, 0 to 2, or 0 for a pass."""
    wins: int
    """Points that the move wins: 1 or 2 if it ends the game, otherwise 0."""


@dataclasses.dataclass(frozen=True)
class Mistake:
    """A move that a policy plays with some probability, although another move is better."""

    position: str
    die: int
    played: str
    best: str
    kind: str
    """Kind of the mistake, such as ``missed hit``."""
    probability: float
    """Probability with which the policy plays the move in this position with this die."""
    loss: float
    """Value of the best move minus the value of the move played."""
    visits: float | None
    """Mean number of times that the mistake is made in a game against perfect play."""
    cost: float | None
    """Mean loss from the mistake in a game, ``visits * loss``. The costs of all mistakes sum to the loss per game."""


@dataclasses.dataclass(frozen=True)
class Kind:
    """Totals of all mistakes of one kind."""

    kind: str
    mistakes: int
    """Number of mistakes of this kind, each counted once."""
    visits: float | None
    """Mean number of mistakes of this kind in a game against perfect play."""
    cost: float | None
    """Mean loss from mistakes of this kind in a game."""


@dataclasses.dataclass(frozen=True)
class CardLine:
    """Figures of a line of a card, or of the decisions that no line of the card fits."""

    line: int | None
    """Number of the line in the text of the card; ``None`` for the decisions that no line fits."""
    rule: str | None
    """Text of the line."""
    decisions: int
    """Number of decisions in which the line decides."""
    share: float
    """Share of decisions in which the line decides, among the decisions met in games against perfect play, 0 to 1."""
    visits: float
    """Mean number of times in a game that the line decides."""
    cost: float
    """Mean loss in a game from the decisions of the line. The costs of all lines add up to the loss per game."""
    never: str | None
    """Reason why the line never decides, such as ``condition never true``; ``None`` if it decides at least once."""


@dataclasses.dataclass(frozen=True)
class IllegalAnswer:
    """An answer that is not a legal move."""

    position: str
    die: int
    played: str
    cause: str
    """Reason why the answer is not legal."""
    legal: list[str]
    """Legal moves, rearmost man first."""
    line: int | None = None
    """Line of the answer in the file from which the policy was read; ``None`` if it was not read from a file."""
    dice: str | None = None
    """Numbers of the throw as they were sent to an engine; ``None`` if no engine was asked."""


@dataclasses.dataclass(frozen=True)
class Cause:
    """Number of illegal answers with the same cause."""

    cause: str
    answers: int


@dataclasses.dataclass(frozen=True)
class Charged:
    """Figures of the policy after each illegal answer is replaced by the legal move with the largest loss.

    A figure is ``None`` if it depends on a decision without any answer. The fields are those of `Grade`.
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
class Bounds:
    """Figures of the policy with moves in place of its missing answers; illegal answers count as the worst legal move."""

    best: Charged
    """Figures with a best move in place of each missing answer."""
    worst: Charged
    """Figures with the worst legal move in place of each missing answer."""


@dataclasses.dataclass(frozen=True)
class Interval:
    """An estimate with its confidence interval of about 95 %, from ``low`` to ``high``."""

    estimate: float
    low: float
    high: float


@dataclasses.dataclass(frozen=True)
class Estimate:
    """Estimates from a random sample of games of the policy against perfect play. `Grade` explains the figures."""

    games: int
    """Number of games played to the end."""
    unfinished: int
    """Number of games left out because of a decision without an answer."""
    draws: int
    """Number of decisions met in all games; a decision that is met several times counts each time."""
    answered: int
    illegal: int
    seed: int
    """Seed of the random sample."""
    agreement: Interval
    loss_per_decision: Interval
    """Mean loss in a decision of these games."""
    loss_per_game: Interval
    rating: Interval


@dataclasses.dataclass(frozen=True)
class Grade:
    """Exact grade of a policy, with the fields of ``tourne check --format json``.

    Values and losses are in the ``unit``, win probability or points. A figure is ``None`` if it is unknown because it
    depends on a decision without a legal answer.
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
    kinds: list[Kind] = dataclasses.field(repr=False)
    """Mistakes by kind, the costliest kind first."""
    mistakes: list[Mistake] = dataclasses.field(repr=False)
    """Listed mistakes, the costliest first."""
    illegal_answers: list[IllegalAnswer] = dataclasses.field(repr=False)
    """The first illegal answers, at most 100."""
    illegal_causes: list[Cause] = dataclasses.field(repr=False)
    """Numbers of illegal answers by cause, the most frequent first."""
    charged: Charged | None = None
    """Figures with each illegal answer replaced by the worst legal move; ``None`` if no answer is illegal, if none is
    legal, or if all these figures depend on missing answers."""
    bounds: Bounds | None = None
    """Figures with moves in place of missing answers; ``None`` if no answer is missing, if none is legal, or with a
    sample."""
    lines: list[CardLine] | None = dataclasses.field(default=None, repr=False)
    """Figures of each line of the card; ``None`` if the policy is not a card."""
    estimate: Estimate | None = None
    """Estimates from a sample of games; ``None`` if all decisions were graded."""
    engine: dict[str, Any] | None = dataclasses.field(default=None, repr=False)
    """Results of asking the engine; ``None`` unless the grade comes from ``tourne check --engine``."""

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

    def to_pandas(self) -> pandas.DataFrame:
        """Converts the listed mistakes to a pandas table with a row for each mistake.

        >>> import tourne
        >>> table = tourne.solution().grade("builtin:front", mistakes=2).to_pandas()
        >>> table[["position", "die", "played", "best"]]
          position  die played  best
        0  005/003    3    5/8  0/3*
        1  004/003    3    4/7  0/3*
        """
        with extra("pandas"):
            import pandas

        names = [field.name for field in dataclasses.fields(Mistake)]
        table = pandas.DataFrame([vars(mistake) for mistake in self.mistakes], columns=names)
        return table.astype({"die": int, "probability": float, "loss": float, "visits": float, "cost": float})

    @classmethod
    def of_json(cls, text: str) -> Grade:
        """Reads the JSON of ``tourne check --format json``, of a policy or of an engine.

        >>> import tourne
        >>> tourne.Grade.of_json("{}")
        Traceback (most recent call last):
        ValueError: this is not the JSON of tourne check: it has no "kinds"
        """
        fields: dict[str, Any] = json.loads(text)
        try:
            mistakes = [Mistake(**mistake) for mistake in fields.pop("mistakes", ())]
            return cls._of(fields, mistakes)
        except KeyError as error:
            raise ValueError(f'this is not the JSON of tourne check: it has no "{error.args[0]}"') from None
        except TypeError as error:
            raise ValueError(f"this is not the JSON of tourne check: {error}") from None

    @classmethod
    def _of(cls, fields: dict[str, Any], mistakes: list[Mistake]) -> Grade:
        """Makes a grade from the fields of the JSON and from the mistakes."""
        fields["mistakes"] = mistakes
        fields["kinds"] = [Kind(**kind) for kind in fields["kinds"]]
        fields["illegal_answers"] = [IllegalAnswer(**answer) for answer in fields.get("illegal_answers", ())]
        fields["illegal_causes"] = [Cause(**cause) for cause in fields.get("illegal_causes", ())]
        if charged := fields.get("charged"):
            fields["charged"] = Charged(**charged)
        if bounds := fields.get("bounds"):
            fields["bounds"] = Bounds(**{name: Charged(**figures) for name, figures in bounds.items()})
        if lines := fields.get("lines"):
            fields["lines"] = [CardLine(**line) for line in lines]
        if estimate := fields.get("estimate"):
            for name, number in estimate.items():
                estimate[name] = Interval(**number) if isinstance(number, dict) else number
            fields["estimate"] = Estimate(**estimate)
        return cls(**fields)


@dataclasses.dataclass(frozen=True)
class Duel:
    """Exact values of the game between the policies ``a`` and ``b``, in the ``unit``."""

    rules: str
    unit: str
    a: str
    """Name of policy ``a``."""
    b: str
    """Name of policy ``b``."""
    first: float
    """Value to ``a`` when it moves first."""
    second: float
    """Value to ``a`` when it moves second."""
    value: float
    """Mean of ``first`` and ``second``."""


@dataclasses.dataclass(frozen=True)
class Quantiles:
    """Numbers of throws after which 5, 25, 50, 75 and 95 % of games are over."""

    p5: int
    p25: int
    p50: int
    p75: int
    p95: int


@dataclasses.dataclass(frozen=True, eq=False)
class Lengths:
    """Distribution of the number of throws from a position to the end of the game."""

    mean: float
    """Mean number of throws."""
    quantiles: Quantiles
    over_after: NDArray[np.float64] = dataclasses.field(repr=False)
    """Probability that the game is over after n more throws, at index n."""


@dataclasses.dataclass(frozen=True, eq=False)
class Outcomes:
    """Ends of games from a position under best play, with the fields of ``tourne outcomes --format json``."""

    rules: str
    position: str
    win: float
    """Probability that the player on roll wins."""
    win_single: float
    """Probability that the player on roll wins and the opponent has a man home."""
    win_double: float
    """Probability that the player on roll wins and the opponent has no man home."""
    lose_single: float
    """Probability that the player on roll loses with a man home."""
    lose_double: float
    """Probability that the player on roll loses with no man home."""
    lengths: Lengths


@dataclasses.dataclass(frozen=True)
class Info:
    """Facts about a solution, with the fields of ``tourne info --format json``."""

    rules: str
    unit: str
    positions: int
    """Number of legal positions in which the game is not over."""
    reachable: int
    """Number of legal positions that can arise from the start and in which the game is not over."""
    over: int
    """Number of legal positions in which the game is over."""
    pairs: int
    """Number of pairs of a position and a die: six for each position."""
    decisions: int
    """Number of decisions: pairs with at least two legal moves."""
    reachable_decisions: int
    """Number of decisions in positions that can arise from the start."""
    moves: int
    """Number of legal moves of men, over all pairs of position and die; passes are not counted."""
    ties: int
    """Number of decisions with several best moves of exactly equal value."""
    value: float
    """Value of the start to the player who throws first."""
    error_bound: float
    throws_per_game: float
    """Mean number of throws in a game of two perfect players."""
    choices_per_game: float
    """Mean number of throws that leave a choice in a game of two perfect players."""


@dataclasses.dataclass(frozen=True, eq=False)
class Ladder:
    """Grades of several policies, sorted by value against perfect play (the best first), and the values of the
    policies against each other."""

    rules: str
    unit: str
    policies: list[str]
    """Names of the policies, sorted by value against perfect play, the best first."""
    grades: list[Grade] = dataclasses.field(repr=False)
    """Grades of the policies, in the order of ``policies``, without lists of mistakes."""
    duels: NDArray[np.float64] = dataclasses.field(repr=False)
    """Mean value of each policy (row) against each policy (column), both in the order of ``policies``."""


@dataclasses.dataclass(frozen=True)
class ScoreChances:
    """Probabilities of winning a match at one score, for the player whose points come first."""

    score: str
    """Points of both players so far, such as ``2-0``."""
    throwing_first: float
    """Probability of winning the match if the player throws first in the next game."""
    throwing_second: float
    """Probability of winning the match if the opponent throws first in the next game."""
    before_draw: float
    """Probability of winning the match if dice decide who throws first in the next game."""


@dataclasses.dataclass(frozen=True)
class MatchScores:
    """Probabilities of winning a match at every score, with the fields of ``tourne match --format json``."""

    rules: str
    unit: str
    length: int
    """Number of points that win the match."""
    first: str
    """Rule that decides who throws first in the next game: ``dice``, ``loser``, ``winner`` or ``alternate``."""
    error_bound: float
    scores: list[ScoreChances] = dataclasses.field(repr=False)
    """Probabilities at each score, from 0-0 on."""
