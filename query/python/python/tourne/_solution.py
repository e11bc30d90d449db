"""The solution of a rule set: look-ups, the game as arrays, and grades."""

from __future__ import annotations

import copyreg
import functools
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _rust
from ._drawing import Drawing, position_drawing
from ._evaluation import Evaluation
from ._fixed import FixedList, Keeps, fixed
from ._policy import ARRAYS, Policy, PolicyLike, array_in, name_of
from ._race import answered
from ._records import (
    Duel,
    Grade,
    Info,
    Ladder,
    Lengths,
    MatchScores,
    Mistake,
    Move,
    Outcomes,
    Quantiles,
    ScoreChances,
)
from ._review import Review
from ._types import Dice, Place, Places, Roll, integer, integers, is_single

_ALL = 2**62
"""Limit that lists all mistakes: larger than the number of mistakes of any policy."""


def solution(rules: str = "standard", *, men: int = 3, points: int = 12) -> Solution:
    """Opens the solution of a rule set, or of the standard game with other numbers of men and points.

    If the environment variable ``TOURNE_SOLUTION`` names a solution file, or a folder with a file such as ``course.bin``
    for each rule set, the solution is that file, which is proven, and no other. Otherwise the rule sets of `tourne.RULES`
    are built in, and others are solved in a second or two. Later calls with the same rules and variable return the same
    object.

    ``men`` is the number of men of each player, 1 to 6, and ``points`` the number of points, 2 to 40, of which the last
    is home. ``tourne.solution("4x14")`` is ``tourne.solution(men=4, points=14)``. Sizes that need more than 4 gigabytes of
    memory are refused. Other sizes have no solution files and are always solved.

    >>> import tourne
    >>> tourne.solution("course").rules
    'course'
    >>> tourne.solution("chess")
    Traceback (most recent call last):
    ValueError: "chess" is not a rule set: use standard, forced-entry, entry-first, double-win, course, or several joined with +
    >>> tourne.solution(men=2, points=6)
    <tourne.Solution 2x6: 314 positions>
    """
    if not isinstance(rules, str):
        raise TypeError(f"rules are given by a name such as \"course\", not by a {type(rules).__name__}")
    size = integer("number of men", men), integer("number of points", points)
    if named := _SIZE.fullmatch(rules):
        if size not in ((3, 12), (int(named[1]), int(named[2]))):
            raise ValueError(f"{rules} is another size than {size[0]} men on {size[1]} points: give one of them")
        rules, size = "standard", (int(named[1]), int(named[2]))
    name = _rust.canonical(rules)
    if size != (3, 12):
        if name != "standard":
            raise ValueError(f"{size[0]} men on {size[1]} points play by the standard rules only, not by {name}: leave the rules out")
        name = f"{size[0]}x{size[1]}"
    variable = os.environ.get("TOURNE_SOLUTION")
    key = name, variable
    if key not in _OPENED:
        # Without a lock, as `Keeps` explains.
        compiled = _rust.Solution.of(name, variable) if size == (3, 12) else _rust.Race.of(*size)
        _OPENED.setdefault(key, Solution(compiled, (solution, name)))
    return _OPENED[key]


_SIZE = re.compile(r"([1-9][0-9]{0,8})x([1-9][0-9]{0,8})")
"""Name of a size: men and points."""


_OPENED: dict[tuple[str, str | None], Solution] = {}


def load(path: str | os.PathLike[str]) -> Solution:
    """Opens a solution file that ``tourne-solve`` wrote.

    >>> import tourne
    >>> tourne.load("nothing.bin")
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] cannot read nothing.bin: No such file or directory
    """
    return Solution(_rust.Solution.load(path), (load, os.path.abspath(path)))


class Solution(Keeps):
    """The proven solution of a rule set. Arrays are read-only and computed once.

    A position is given by its notation (side on roll, slash, opponent: ``04h/007``) or by its index in `positions`; a
    die by a number from 1 to 6, or as a throw such as ``"4-3"``. In arrays, a *man* is the index, 0 to 2, that the
    moving man has in the notation. If several men share a point or are off, the first of them counts. If no man can
    move, man 0 is the pass.

    >>> import tourne
    >>> game = tourne.solution()
    >>> game
    <tourne.Solution standard: 52347 positions>
    """

    def __init__(self, compiled: _rust.Solution | _rust.Race, source: tuple[Callable[[str], Solution], str]) -> None:
        self._compiled = compiled
        self._source = source

    def __repr__(self) -> str:
        return f"<tourne.Solution {self.rules}: {len(self)} positions>"

    def __len__(self) -> int:
        """Number of positions."""
        return len(self._compiled)

    def __eq__(self, other: object) -> bool:
        """Returns whether both are solutions of the same rules with the same values."""
        if not isinstance(other, Solution):
            return NotImplemented
        return self is other or (self.rules == other.rules and np.array_equal(self.values, other.values))

    def __hash__(self) -> int:
        return hash((Solution, self.rules))

    def __copy__(self) -> Solution:
        return self

    def __reduce__(self) -> tuple[Callable[[str], Solution], tuple[str]]:
        function, argument = self._source
        return function, (argument,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Solution:
        return self

    # ------------------------------------------------------------ the game

    @property
    def rules(self) -> str:
        """Name of the rule set."""
        return self._compiled.rules

    @property
    def unit(self) -> str:
        """Unit of values and losses: ``win probability``, or ``points`` if a win can count two."""
        return self._compiled.unit

    @property
    def error_bound(self) -> float:
        """Proven maximum error of any value, in the unit of values."""
        return self._compiled.error_bound

    @property
    def positions(self) -> list[str]:
        """Notations of all positions, in canonical order. The list cannot be changed, but a copy can."""
        return self._once("positions", lambda: FixedList(self._compiled.positions()))

    @property
    def values(self) -> NDArray[np.float64]:
        """Values of all positions to the player on roll, before the throw: shape (positions,)."""
        return self._array("values", self._compiled.values)

    @property
    def men(self) -> NDArray[np.int8]:
        """Places of the six men of all positions, those of the player on roll first: shape (positions, 6).

        0 is off, 1 to 11 a point, and 12 home. -1 is off and obliged to enter after a hit, which only some rules
        require.

        >>> import tourne
        >>> game = tourne.solution()
        >>> game.men[game.index("04h/007")]
        array([ 0,  4, 12,  0,  0,  7], dtype=int8)
        """
        return self._array("men", self._compiled.men)

    @property
    def next(self) -> NDArray[np.int32]:
        """Index of the position after each move, by position, die and man: shape (positions, 6, 3).

        In that position the opponent is on roll. The entry of a move that wins n points is ``len(self) + n - 1``. The
        entry of a move that is not legal is -1.

        >>> import tourne
        >>> game = tourne.solution()
        >>> [game.positions[index] for index in game.next[game.index("04h/007"), 3 - 1] if index >= 0]
        ['007/34h', '000/07h']
        """
        return self._array("next", self._compiled.next)

    @property
    def is_legal(self) -> NDArray[np.bool_]:
        """``True`` for each legal move, by position, die and man: shape (positions, 6, 3)."""
        return self._array("is_legal", lambda: self.next >= 0)

    @property
    def is_best(self) -> NDArray[np.bool_]:
        """``True`` for each best move, by position, die and man: shape (positions, 6, 3)."""
        return self._array("is_best", self._compiled.best_moves)

    @property
    def is_reachable(self) -> NDArray[np.bool_]:
        """``True`` for each position that can arise from the start: shape (positions,)."""
        return self._array("is_reachable", self._compiled.reachable)

    @property
    def observations(self) -> NDArray[np.int8]:
        """Observations of all decisions and passes, by position and die: shape (positions, 6, 7), with three men.

        An observation has the six men, as in `men`, and the die, as in `Batch` and the environments. So an agent that was
        trained there is graded by one call, with `is_legal` as the masks: `grade` takes its men in the shape
        (positions, 6).

        >>> import tourne
        >>> game = tourne.solution()
        >>> game.observations[game.index("04h/007"), 3 - 1]
        array([ 0,  4, 12,  0,  0,  7,  3], dtype=int8)
        """

        def make() -> NDArray[np.int8]:
            men = self.men.shape[1]
            observations = np.empty((len(self), 6, men + 1), np.int8)
            observations[:, :, :men] = self.men[:, np.newaxis]
            observations[:, :, men] = np.arange(1, 7)
            return observations

        return self._array("observations", make)

    @property
    def chances(self) -> NDArray[np.float64]:
        """Probability that each die is played: shape (6,)."""
        return self._array("chances", self._compiled.chances)

    @property
    def ends(self) -> NDArray[np.float64]:
        """Values to the loser of a game lost by 1 point and, if a win can count two, by 2 points: shape (1,) or (2,).

        If these values are appended to the values of positions, the entries of `next` are indices into the result:
        ``np.append(values, game.ends)[game.next]``.
        """
        return self._array("ends", self._compiled.ends)

    # ------------------------------------------------------------ look-ups

    @overload
    def value(self, position: Place) -> float: ...
    @overload
    def value(self, position: Places) -> NDArray[np.float64]: ...
    def value(self, position: Place | Places) -> float | NDArray[np.float64]:
        """Value of a position to the player on roll, before the throw; for several positions, an array of values.

        >>> import tourne
        >>> game = tourne.solution()
        >>> round(game.value("04h/007"), 6)
        0.7408
        >>> game.value(np.array([0, 1])).round(6)
        array([0.515095, 0.504347])
        """
        if is_single(position):
            return self._compiled.value(position)
        return self.values[self._indices(position)]

    @overload
    def best(self, position: Place, die: Roll) -> str: ...
    @overload
    def best(self, position: Places, die: Roll | Dice) -> NDArray[np.int8]: ...
    @overload
    def best(self, position: Place, die: Dice) -> NDArray[np.int8]: ...
    def best(self, position: Place | Places, die: Roll | Dice) -> str | NDArray[np.int8]:
        """Best move with a die; of several best moves, the move of the rearmost man.

        For arrays of positions or dice, returns an array of the men of the best moves. The arrays are broadcast.

        >>> import tourne
        >>> game = tourne.solution()
        >>> game.best("04h/007", "4-3")
        '4/7*'
        >>> index = game.index("04h/007")
        >>> game.best(np.array([index]), np.arange(1, 7))
        array([1, 1, 1, 1, 1, 1], dtype=int8)
        """
        if is_single(position) and is_single(die):
            return self._compiled.best(position, die)
        indices, dice = np.broadcast_arrays(self._indices(position), self._dice(die))
        wrong = dice[(dice < 1) | (dice > 6)]
        if wrong.size:
            raise ValueError(f"{wrong[0]} is not a die: a die shows 1 to 6")
        men = self._array("best_men", lambda: self.is_best.argmax(axis=2).astype(np.int8))
        best: NDArray[np.int8] = men[indices, dice - 1]
        return best

    def moves(self, position: Place, die: Roll) -> list[Move]:
        """All legal moves with a die, best first.

        >>> import tourne
        >>> for move in tourne.solution().moves("04h/007", 3):
        ...     print(move.move, move.position, round(move.value, 6), round(move.loss, 6))
        4/7* 000/07h 0.819917 0.0
        0/3 007/34h 0.715311 0.104607
        """
        return [Move(*move) for move in self._compiled.moves(position, die)]

    def legal(self, position: Place, die: Roll) -> list[str]:
        """Legal moves with a die, rearmost man first; ``pass`` if no man can move.

        >>> import tourne
        >>> tourne.solution().legal("04h/007", 3)
        ['0/3', '4/7*']
        """
        return self._compiled.legal(position, die)

    def die(self, roll: Roll) -> int:
        """Die that is played with a throw, which is the lower of two dice.

        >>> import tourne
        >>> tourne.solution().die("4-3")
        3
        """
        return self._compiled.die(roll)

    def play(self, position: Place, die: Roll, move: str) -> str:
        """Position after a move, with the opponent on roll. Its notation ends in ``/hhh`` if the move wins.

        >>> import tourne
        >>> tourne.solution().play("04h/007", 3, "4/7")
        '000/07h'
        >>> tourne.solution().play("04h/007", 3, "4/8")
        Traceback (most recent call last):
        ValueError: 4/8 is not legal in 04h/007 with a 3: the legal moves are 0/3, 4/7*
        """
        return self._compiled.play(position, die, move)

    @overload
    def index(self, position: Place) -> int: ...
    @overload
    def index(self, position: Places) -> NDArray[np.int64]: ...
    @overload
    def index(self, *, men: ArrayLike) -> NDArray[np.int64]: ...
    def index(self, position: Place | Places | None = None, *, men: ArrayLike | None = None) -> int | NDArray[np.int64]:
        """Index of a position in `positions`; for several positions, an array of indices.

        Integers are indices, here as everywhere. Positions can also be given by the places of their ``men``, as in `men`
        and in the observations of the environments: an array of shape (..., 6).

        >>> import tourne
        >>> game = tourne.solution()
        >>> game.index("04h/007"), game.index(["04h/007", "000/000"])
        (10354, array([10354,     0]))
        >>> game.index(men=[[0, 4, 12, 0, 0, 7], [0, 0, 0, 0, 0, 0]])
        array([10354,     0])
        """
        if (position is None) == (men is None):
            raise TypeError("index takes either positions or places of men: index(position), or index(men=men)")
        if men is not None:
            places = integers("places of men", men)
            width = self.men.shape[1]
            if places.shape[-1:] != (width,):
                raise ValueError(f"an array of men has {width} as its last dimension, not the shape {places.shape}")
            return self._compiled.indices_of_men(places.reshape(-1, width)).reshape(places.shape[:-1])
        if is_single(position):
            return self._compiled.index(position)
        return self._indices(position)  # type: ignore[arg-type]

    def _indices(self, position: Place | Places) -> NDArray[np.int64]:
        """Returns the indices of positions that are given by their notations or indices: an array of the same shape."""
        given, width = np.asarray(position), self.men.shape[1]
        is_row = given.dtype.kind in "iuf" and given.ndim > 0 and given.shape[-1] == width
        if is_row and (given.ndim > 1 or given.dtype == np.int8):
            raise ValueError(
                f"an array of the shape {given.shape} has {width} numbers for each position, but integers are indices of positions: "
                "give the places of men by name, index(men=men), or indices in another shape"
            )
        if given.dtype.kind in "iuf" and given.ndim:
            indices = integers("indices of positions", position)
            wrong = indices[(indices < 0) | (indices >= len(self))]
            if wrong.size:
                # Raises the exception for an index that is out of range.
                self._compiled.notation(int(wrong[0]))
            return indices
        # Without `dtype=object`, an array with texts would turn numbers into texts.
        places = np.asarray(position, dtype=object)
        found = np.array([self._compiled.index(place) for place in places.ravel()], dtype=np.int64)
        return found.reshape(places.shape)

    def _dice(self, roll: Roll | Dice) -> NDArray[np.int64]:
        """Returns the dice that are played, for an array or a list of numbers or throws."""
        given = np.asarray(roll)
        if given.dtype.kind in "iuf":
            return integers("dice", roll)
        rolls = np.asarray(roll, dtype=object)
        return np.array([self._compiled.die(one) for one in rolls.ravel()], dtype=np.int64).reshape(rolls.shape)

    @overload
    def notation(self, position: Place) -> str: ...
    @overload
    def notation(self, position: Places) -> list[str]: ...
    def notation(self, position: Place | Places) -> str | list[str]:
        """Notation of a position, with its men sorted; for a list or array of positions, a list of notations.

        >>> import tourne
        >>> tourne.solution().notation(10354)
        '04h/007'
        """
        if is_single(position):
            return self._compiled.notation(position)
        return [self._compiled.notation(index) for index in self._indices(position).ravel()]

    def board(self, position: Place) -> str:
        """Draws the board as text, with ``X`` on roll.

        >>> import tourne
        >>> print(tourne.solution().board("04h/007"), end="")
              off    1   2   3   4   5   6   7   8   9  10  11    home  pips
          O   OO  |  .   .   .   .   .   .   O   .   .   .   .  |         29
          X   X   |  .   .   .   X   .   .   .   .   .   .   .  |  X      20
        """
        return self._compiled.board(position)

    def _standard_board(self) -> None:
        """Refuses to draw or to play on a board of another size."""
        if isinstance(self._compiled, _rust.Race):
            self._compiled.refuse("a board")

    def diagram(self, position: Place, die: Roll | None = None) -> Drawing:
        """Draws a position as a picture, which notebooks show, with the side on roll below.

        >>> import tourne
        >>> tourne.solution().diagram("04h/007", "4-3")
        <tourne.Drawing: 04h/007 with a 3>
        """
        self._standard_board()
        index = self.index(position)
        return position_drawing(self.positions[index], self.men[index], None if die is None else self.die(die))

    # ------------------------------------------------------------ policies

    def policy(
        self, given: PolicyLike, *, name: str | None = None, sample: int | None = None, seed: int = 0
    ) -> Policy:
        """Makes a policy from one of these:

        - A function of the position, the die and the legal moves. It returns a move; a dictionary of moves and probabilities;
          a probability for each legal move; or ``None``. It is called for every decision that can arise, in the order of
          `positions`; with ``sample``, for about that number of decisions, met in random games against perfect play.
        - A mapping of ``(position, die)`` to answers like those of a function.
        - An array of probabilities by position, die and man, of shape (positions, 6, 3).
        - An array of integers by position and die, of shape (positions, 6): the index of the man that moves.
        - A name, such as ``builtin:front`` or ``builtin:level-3``, as ``tourne check --policy`` takes it; or the name of a
          file: CSV, JSON lines, a card, or one such array, as NumPy saved it (``.npy`` or ``.npz``).

        Probabilities may be rounded: one may miss the range of 0 to 1 by 1e-6, and the sum of a decision may miss 1 by
        1e-5. They are then divided by their sum, and the result is what is played and graded. An illegal move in an
        answer raises no error: it counts as ``illegal`` in the grade.

        >>> import tourne
        >>> game = tourne.solution()
        >>> game.policy("builtin:level-3")
        <tourne.Policy 'builtin:level-3', standard>
        >>> hits = game.policy({("04h/007", 3): "4/7"})
        >>> game.grade(hits).answered
        1
        """
        if isinstance(given, Policy):
            if given.rules != self.rules:
                raise ValueError(
                    f"the policy plays the rules {given.rules}, but the solution is of {self.rules}: "
                    "give a policy of the same rules"
                )
            return given if name is None else Policy(given._compiled, name)
        if isinstance(given, str) and given.startswith("builtin:") and name is None:
            # Kept, so that `Batch.draw` can take a name in every step.
            return self._once(given, lambda: Policy(self._named(given), given))
        if isinstance(self._compiled, _rust.Race):
            if sample is not None:
                self._compiled.refuse("a sample")
            return Policy(self._of_race(self._compiled, given), name_of(given) if name is None else name)
        compiled, make = self._compiled, _rust.Policy
        if isinstance(given, (str, os.PathLike)) and Path(given).suffix.lower() in ARRAYS:
            made = make.of_array(compiled, self._rows(array_in(given)))
        elif isinstance(given, str):
            made = make.named(compiled, given)
        elif isinstance(given, os.PathLike):
            made = make.in_file(compiled, given)
        elif isinstance(given, Mapping):
            made = make.of_items(compiled, list(given.items()))
        elif callable(given):
            made = make.of_function(compiled, given, _drawn(sample, seed))
        else:
            made = make.of_array(compiled, self._rows(given))
        return Policy(made, name_of(given) if name is None else name)

    def _named(self, name: str) -> _rust.Policy | _rust.RacePolicy:
        """Makes a policy from its name."""
        if isinstance(self._compiled, _rust.Race):
            return _rust.RacePolicy.named(self._compiled, name)
        return _rust.Policy.named(self._compiled, name)

    def _of_race(self, race: _rust.Race, given: PolicyLike) -> _rust.RacePolicy:
        """Makes a policy of a game with another number of men or points."""
        if isinstance(given, (str, os.PathLike)):
            if Path(given).suffix.lower() not in ARRAYS:
                return _rust.RacePolicy.named(race, os.fspath(given))
            rows = array_in(given)
        elif isinstance(given, Mapping) or callable(given):
            rows = answered(self, race, given)
        else:
            rows = given
        return _rust.RacePolicy.of_array(race, self._rows(rows))

    def grade(
        self, policy: PolicyLike, *, mistakes: int | None = 5, sample: int | None = None, seed: int = 0
    ) -> Grade:
        """Grades a policy exactly, as ``tourne check`` does.

        ``mistakes`` is the number of mistakes to list, the costliest first; ``None`` lists all. ``sample`` is for slow
        policies: the policy plays random games against perfect play, with about that number of decisions, and the grade
        has an ``estimate``. ``seed`` is the seed of these games.

        >>> import tourne
        >>> grade = tourne.solution().grade("builtin:hit", mistakes=1)
        >>> round(grade.agreement, 4), round(grade.value, 6)
        (0.7623, 0.449948)
        """
        graded = self.policy(policy, sample=sample, seed=seed)
        most = _ALL if mistakes is None else _count("mistakes", mistakes)
        fields, listed = self._compiled.grade(graded._compiled, most, _drawn(sample, seed))
        return Grade._of(fields, [Mistake(*mistake) for mistake in listed])

    def exploit(self, policy: PolicyLike) -> Policy:
        """Finds the best possible counter-strategy to a policy.

        >>> import tourne
        >>> game = tourne.solution()
        >>> best = game.exploit("builtin:front")
        >>> round(game.duel(best, "builtin:front").value, 6)
        0.559053
        """
        exploited = self.policy(policy)
        if isinstance(self._compiled, _rust.Race):
            found: _rust.Policy | _rust.RacePolicy = _rust.RacePolicy.against(self._compiled, exploited._compiled)
        else:
            found = _rust.Policy.against(self._compiled, exploited._compiled)
        return Policy(found, f"exploiter of {exploited.name}")

    def duel(self, a: PolicyLike, b: PolicyLike) -> Duel:
        """Computes the exact values of the game between two policies.

        >>> import tourne
        >>> round(tourne.solution().duel("builtin:front", "builtin:rear").value, 6)
        0.904759
        """
        one, other = self.policy(a), self.policy(b)
        return Duel(**self._compiled.duel((one.name, other.name), one._compiled, other._compiled))

    def ladder(self, *policies: PolicyLike) -> Ladder:
        """Grades policies, and computes the exact value of each policy against every other.

        >>> import tourne
        >>> ladder = tourne.solution().ladder("builtin:front", "builtin:level-5", "builtin:random")
        >>> ladder.policies
        ['builtin:front', 'builtin:level-5', 'builtin:random']
        >>> ladder.duels[0].round(3)
        array([0.5  , 0.541, 0.725])
        """
        made = [self.policy(policy) for policy in policies]
        found = self._compiled.ladder([(policy.name, policy._compiled) for policy in made])
        names = [rung.pop("policy") for rung in found["policies"]]
        grades = [Grade._of(rung, []) for rung in found["policies"]]
        duels = fixed(np.array(found["duels"], np.float64).reshape(len(names), -1))
        return Ladder(found["rules"], found["unit"], names, grades, duels)

    def card(self, text: str, *, name: str = "card") -> Policy:
        """Makes the policy of a card: rules of play in words, which query/CARDS.md explains.

        >>> import tourne
        >>> game = tourne.solution()
        >>> card = game.card("hit\\nbring home\\nthe front man")
        >>> round(game.grade(card).loss_per_game, 4)
        0.0501
        >>> [line.rule for line in game.grade(card).lines]
        ['hit', 'bring home', 'the front man', None]
        """
        if isinstance(self._compiled, _rust.Race):
            self._compiled.refuse("a card")
        return Policy(_rust.Policy.of_card(self._compiled, text), name)

    # ------------------------------------------------------------ facts

    def outcomes(self, position: Place = 0) -> Outcomes:
        """Probabilities of the ends of games from a position, and lengths of games, under best play by both players.

        >>> import tourne
        >>> found = tourne.solution().outcomes("04h/007")
        >>> round(found.win_double, 4), round(found.lengths.mean, 2), found.lengths.quantiles.p50
        (0.1202, 31.1, 30)
        """
        outcomes, lengths = self._compiled.outcomes(position)
        over_after = fixed(np.array(lengths["over_after"], np.float64))
        return Outcomes(**outcomes, lengths=Lengths(lengths["mean"], Quantiles(**lengths["quantiles"]), over_after))

    def info(self) -> Info:
        """Facts about the solution: counts, the value of the start, the length of games.

        >>> import tourne
        >>> tourne.solution().info().decisions
        105002
        """
        return Info(**self._compiled.info())

    def match(self, length: int, *, first: str = "dice") -> MatchScores:
        """Probability of winning a match to ``length`` points, 1 to 25, at every score.

        ``first`` decides who throws first in the next game: ``dice``, ``loser``, ``winner`` or ``alternate``.

        >>> import tourne
        >>> scores = tourne.solution().match(3).scores
        >>> scores[3].score, round(scores[3].before_draw, 6)
        ('1-0', 0.6875)
        """
        found = self._compiled.match_scores(integer("length of the match", length), first)
        return MatchScores(**{**found, "scores": [ScoreChances(**row) for row in found["scores"]]})

    def explain(self, position: Place, die: Roll | None = None) -> dict[str, Any]:
        """Moves with a die, or with each of the six dice, and the reasons for and against each move.

        The result has the fields of ``tourne best --explain --format json``.

        >>> import tourne
        >>> answer = tourne.solution().explain("04h/007", 3)
        >>> [(reasons["move"], reasons["mistake"]) for reasons in answer["explain"]]
        [('4/7*', None), ('0/3', 'missed hit')]
        """
        return self._compiled.explain(position, die)

    def review(self, record: str | os.PathLike[str]) -> list[Review]:
        """Compares the games of a record with perfect play, as ``tourne review`` does: the luck of each throw, and the
        loss of each move.

        ``record`` is the text of a record, which query/REVIEW.md explains, or the path of a file (a ``pathlib.Path``).
        Games of another rule set than this raise ``ValueError``.

        >>> import tourne
        >>> game, = tourne.solution().review("A 4-3 off/3\\nB 1-1 off/1\\nA 5-1 3/4\\n")
        >>> [(turn.side, turn.played, turn.best, round(turn.loss, 4)) for turn in game.turns if turn.loss]
        [('A', '3/4', '0/1*', 0.0119)]
        """
        if not isinstance(record, (str, os.PathLike)):
            raise TypeError(f"a record is its text or the path of its file, not a {type(record).__name__}")
        read = Path(record).read_bytes() if isinstance(record, os.PathLike) else record.encode()
        return [Review._of(fields) for fields in self._compiled.review(read)]

    def evaluate(
        self, policy: PolicyLike, opponent: PolicyLike | None = None, *, start: Place = 0
    ) -> Evaluation:
        """Evaluates a policy against an opponent exactly: values, visits, lengths and ends of games, and the gradient.

        Without an opponent, the policy plays against itself. Games begin at ``start``; the first mover is drawn by lot.

        >>> import tourne
        >>> found = tourne.solution().evaluate("builtin:random")
        >>> round(float(found.values[0]), 6), round(found.mean_length, 6)
        (0.512084, 51.602663)
        >>> against = tourne.solution().evaluate("builtin:random", "builtin:perfect")
        >>> round(against.value, 6)
        0.23935
        """
        one = self.policy(policy)
        other = one if opponent is None else self.policy(opponent)
        players = one._compiled, other._compiled
        if isinstance(self._compiled, _rust.Race):
            evaluate, lengths = self._compiled.evaluate, self._compiled.lengths
        else:
            evaluate = functools.partial(_rust.evaluate, self._compiled)
            lengths = functools.partial(_rust.lengths, self._compiled)
        return Evaluation(
            self,
            (one.name, other.name),
            (self.notation(start), self.index(start)),
            evaluate(*players, start),
            lambda: lengths(*players, start),
            (one, other, start),
        )

    def improve(self, policy: PolicyLike, opponent: PolicyLike | None = None) -> Policy:
        """Improves a policy by one step of policy iteration.

        The result plays the moves that are best if both players then play as before. Without an opponent, the policy is
        improved against itself. If no other move is better, a move of the policy is kept.

        >>> import tourne
        >>> game = tourne.solution()
        >>> policy = game.policy("builtin:random")
        >>> for step in range(3):
        ...     policy = game.improve(policy)
        ...     print(f"{game.grade(policy).loss_per_game:.6f}")
        0.013179
        0.000547
        0.000012
        """
        before = self.policy(policy)
        values = self.evaluate(before, opponent).move_values
        # The tolerance is larger than rounding errors. Of several best moves, keep one that the policy played.
        is_best = values >= values.max(axis=2, keepdims=True) - 1e-11
        men = (2 * is_best + (is_best & (before.probabilities > 0))).argmax(axis=2)
        return self.policy(men, name=f"improved {before.name}")

    def _rows(self, given: ArrayLike) -> NDArray[np.float64]:
        """Checks an array from which a policy is made. Returns probabilities, with a row for each position and die."""
        men = self.men.shape[1] // 2
        shape = (len(self), 6, men)
        array = np.asarray(given)
        if array.shape == shape[:2] and array.dtype.kind in "iu":
            if not ((array >= 0) & (array < men)).all():
                raise ValueError(f"an array of men has a number that is not 0 to {men - 1}")
            array = np.eye(men)[array]
        if array.shape != shape or array.dtype.kind not in "iufb":
            raise ValueError(
                f"an array of the shape {array.shape} and type {array.dtype} is not a policy: give probabilities of the shape "
                f"{shape}, by position, die and man, or men as integers of the shape {shape[:2]}"
            )
        return np.require(array, np.float64, ["C", "A"]).reshape(-1, men)


def _count(what: str, number: int) -> int:
    number = integer(f"number of {what}", number)
    if number < 0:
        raise ValueError(f"the number of {what} is {number}: give 0 or more, or None for all")
    return min(number, _ALL)


def _drawn(sample: int | None, seed: int) -> tuple[int, int] | None:
    """Checks the number of decisions and the seed of a sample. Returns ``None`` if no sample is wanted."""
    if sample is None:
        return None
    sample, seed = integer("sample", sample), integer("seed", seed)
    if not 1 <= sample <= 10_000_000:
        raise ValueError(f"the sample has {sample} decisions: give 1 to 10,000,000")
    if not 0 <= seed < 2**64:
        raise ValueError(f"the seed is {seed}: give 0 to 2**64 - 1")
    return sample, seed


def restored(rules: str, name: str, probabilities: NDArray[np.float64], *parts: Any) -> Policy:
    """Rebuilds a policy that was pickled."""
    compiled = solution(rules)._compiled
    rows = probabilities.reshape(-1, probabilities.shape[2])
    if isinstance(compiled, _rust.Race):
        return Policy(_rust.RacePolicy.of_array(compiled, rows), name)
    return Policy(_rust.Policy.of_array(compiled, rows, *parts), name)


def _reduced(policy: Policy) -> tuple[Callable[..., Policy], tuple[Any, ...]]:
    return restored, (policy.rules, policy.name, policy.probabilities, *policy._compiled.parts())


copyreg.pickle(Policy, _reduced)
