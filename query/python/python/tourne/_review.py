"""Reviews of recorded games. The fields have the same names as in the JSON of ``tourne review``."""

from __future__ import annotations

import dataclasses
from typing import Any

from ._drawing import Drawing, course_drawing


@dataclasses.dataclass(frozen=True)
class ReviewTurn:
    """A turn, or the resignation after the last turn, compared with perfect play.

    All values except ``chance`` are values to the side whose turn it is.
    """

    line: int
    """Line of the turn in the record, counted from 1."""
    side: str
    """Name of the side whose turn it is."""
    position: str
    """Position before the throw, the men of this side first."""
    roll: str | None
    """Dice of the throw; ``None`` for a resignation before the throw."""
    die: int | None
    """Die that is played."""
    played: str
    """Move that was played, or ``resigns``."""
    best: str | None
    """Best move with this die."""
    choices: int
    """Number of legal moves with this die."""
    before: float
    """Value before the throw."""
    luck: float
    """Luck of the throw: the value after the throw minus the value before it."""
    loss: float
    """Loss of the move: the value after the throw minus the value after the move."""
    chance: float
    """Value after the move, to the side that moves first."""
    mark: str | None
    """``?!`` for a doubtful move, ``?`` for a bad one; ``None`` for all others."""
    explain: list[dict[str, Any]] | None = dataclasses.field(default=None, repr=False)
    """Legal moves with the reasons for and against them, as in `Solution.explain`, if the move is a mistake."""


@dataclasses.dataclass(frozen=True)
class ReviewSide:
    """Sums of one side of a game."""

    side: str
    """Name of the side."""
    turns: int
    decisions: int
    """Number of turns with a choice of two moves or more, and of resignations."""
    mistakes: int
    """Number of choices with a loss."""
    doubtful: int
    bad: int
    luck: float
    """Sum of the luck of the throws."""
    errors: float
    """Sum of the losses."""
    rating: float | None
    """Rating of the play, as in `Grade`; ``None`` if the side had no choice."""
    rating_low: float | None
    """Lower end of the 95 % confidence interval of the rating; ``None``, like the other ends, if the side had no choice of
    moves."""
    rating_high: float | None
    """Upper end of the interval of the rating."""
    level_low: float | None
    """Lower end of the 95 % confidence interval of the level, from 0 for random moves to 10."""
    level_high: float | None
    """Upper end of the interval of the level."""


@dataclasses.dataclass(frozen=True)
class Review:
    """Review of a game, made by `Solution.review`. Notebooks show its course."""

    rules: str
    unit: str
    headers: list[tuple[str, str]]
    """Name and text of each header, except those for rules and position."""
    finished: bool
    """``True`` if the game was played to the end or given up."""
    start: float
    """Value before the first throw, to the side that moves first."""
    result: float
    """Value after the last turn, to the side that moves first. ``result - start`` is ``luck - errors``."""
    luck: float
    """Luck of the side that moves first minus the luck of the other side."""
    errors: float
    """Errors of the side that moves first minus the errors of the other side."""
    sides: list[ReviewSide]
    """Sums of both sides, the side that moves first before the other."""
    turns: list[ReviewTurn] = dataclasses.field(repr=False)
    resigned: ReviewTurn | None = None
    """The resignation; ``None`` if no side gave the game up."""

    @property
    def drawing(self) -> Drawing:
        """Value of the game turn by turn, to the side that moves first, with the marked moves."""
        turns = [*self.turns, *([self.resigned] if self.resigned else [])]
        values = [self.start, *(turn.chance for turn in turns)]
        marks = [
            (number, turn.mark, f"{turn.side} with {turn.roll} at {turn.position}: {turn.played}, best is {turn.best}")
            for number, turn in enumerate(turns, 1)
            if turn.mark
        ]
        first, second = (side.side for side in self.sides)
        least = 0.0 if self.unit == "win probability" else -2.0
        return course_drawing(f"{first} against {second}: value to {first}", values, least, marks)

    def _repr_svg_(self) -> str:
        return self.drawing.svg

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> Review:
        """Makes a review from the fields of the JSON."""
        fields["headers"] = [(name, text) for name, text in fields["headers"]]
        fields["sides"] = [ReviewSide(**side) for side in fields["sides"]]
        fields["turns"] = [ReviewTurn(**turn) for turn in fields["turns"]]
        if resigned := fields.get("resigned"):
            fields["resigned"] = ReviewTurn(**resigned)
        return cls(**fields)
