"""A game in progress, as a stack of turns."""

from __future__ import annotations

import dataclasses

import numpy as np

from ._drawing import Drawing, position_drawing
from ._solution import Solution, solution
from ._types import Place, Roll, is_single


@dataclasses.dataclass(frozen=True)
class Turn:
    """A turn that was played."""

    position: str
    """Position before the throw, the side on roll first."""
    roll: str
    """Throw, or the die that is played."""
    move: str


class Board:
    """A game in progress: `push` plays a move, and `pop` takes the last move back.

    >>> import tourne
    >>> board = tourne.Board("04h/007")
    >>> board.legal("4-3")
    ['0/3', '4/7*']
    >>> board.push("4/7", "4-3")
    >>> board.position, board.player, board.winner
    ('000/07h', 1, None)
    >>> board.pop()
    Turn(position='04h/007', roll='4-3', move='4/7*')
    >>> board
    Board('04h/007', 'standard')
    """

    def __init__(self, position: Place = 0, rules: str | Solution = "standard") -> None:
        self.game: Solution = rules if isinstance(rules, Solution) else solution(rules)
        """The solution of the rule set."""
        self.game._standard_board()
        if not is_single(position):
            raise TypeError(f"a board has one position, not {position!r}: give its notation or its index")
        self._start: str = self.game.notation(position)
        self._position: str = self._start
        # A tuple, so that copies of a board share no turns that are still to come.
        self._turns: tuple[Turn, ...] = ()

    def __repr__(self) -> str:
        return f"Board({self.position!r}, {self.game.rules!r})"

    @property
    def position(self) -> str:
        """Notation of the position, the side on roll first. It ends in ``/hhh`` when the game is over."""
        return self._position

    @property
    def player(self) -> int:
        """Player on roll: 0 for the side that moves first, otherwise 1."""
        return len(self._turns) % 2

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Turns so far."""
        return self._turns

    @property
    def winner(self) -> int | None:
        """Player that has won; ``None`` while the game goes on."""
        return 1 - self.player if self._position.endswith("/hhh") else None

    def legal(self, roll: Roll) -> list[str]:
        """Legal moves with a throw or die, rearmost man first."""
        return self.game.legal(self._position, roll)

    def push(self, move: str, roll: Roll) -> None:
        """Plays a move with a throw or die. An illegal move raises ``ValueError`` and changes nothing."""
        after = self.game.play(self._position, roll, move)
        played = next(ranked.move for ranked in self.game.moves(self._position, roll) if ranked.position == after)
        self._turns += (Turn(self._position, str(roll), played),)
        self._position = after

    def pop(self) -> Turn:
        """Takes the last move back, and returns its turn."""
        if not self._turns:
            raise IndexError("no move has been played: there is none to take back")
        *before, turn = self._turns
        self._turns, self._position = tuple(before), turn.position
        return turn

    @property
    def record(self) -> str:
        """The game as a record, which `Solution.review` and ``tourne review`` read. Its sides are ``A`` and ``B``.

        >>> import tourne
        >>> board = tourne.Board()
        >>> for roll, move in [("4-3", "0/3"), ("1-1", "0/1"), ("5-1", "3/4")]:
        ...     board.push(move, roll)
        >>> [(turn.played, turn.best, turn.mark) for turn in board.game.review(board.record)[0].turns]
        [('0/3', '0/3', None), ('0/1', '0/1', None), ('3/4', '0/1*', '?!')]
        """
        lines = [f"rules: {self.game.rules}", f"position: {self._start}"]
        lines += [f"{'AB'[number % 2]} {turn.roll} {turn.move}" for number, turn in enumerate(self._turns)]
        return "\n".join(lines) + "\n"

    @property
    def drawing(self) -> Drawing:
        """The position as a picture, also when the game is over."""
        # A position in which the game is over has no index, so its men are read from the notation.
        men = [{"x": -1, "h": 12}.get(man) or int(man, 12) for man in self._position.replace("/", "")]
        return position_drawing(self._position, np.array(men, np.int8), None)

    def _repr_svg_(self) -> str:
        return self.drawing.svg
