"""The solution of a rule set: look-ups, the game as arrays, and grades."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _policy, _rust
from ._evaluation import Evaluation
from ._game import Game
from ._policy import ARRAYS, Policy, PolicyLike, array_in, name_of
from ._results import Grade, Move
from ._types import Dice, Place, Places, Roll, integer, is_single

_ALL = 2**62
"""Limit that lists all mistakes: larger than the number of mistakes of any policy."""


def solution(rules: str = "standard") -> Solution:
    """Opens the solution of a rule set.

    If the environment variable ``TOURNE_SOLUTION`` names a solution file, or a folder with a file such as ``course.bin``
    for each rule set, the solution is that file, which is proven, and no other. Otherwise the rule sets of `tourne.RULES`
    are built in, and others are solved in a second or two. Later calls with the same rules and variable return the same
    object.

    >>> import tourne
    >>> tourne.solution("course").rules
    'course'
    >>> tourne.solution("chess")
    Traceback (most recent call last):
    ValueError: "chess" is not a rule set: use standard, forced-entry, entry-first, double-win, course, or several joined with +
    """
    if not isinstance(rules, str):
        raise TypeError(f"rules are given by a name such as \"course\", not by a {type(rules).__name__}")
    name = _rust.canonical(rules)
    variable = os.environ.get("TOURNE_SOLUTION")
    key = name, variable
    if key not in _OPENED:
        # Without a lock, as `Keeps` explains.
        _OPENED.setdefault(key, Solution(_rust.Solution.of(name, variable), (solution, name)))
    return _OPENED[key]


_OPENED: dict[tuple[str, str | None], Solution] = {}


def load(path: str | os.PathLike[str]) -> Solution:
    """Opens a solution file that ``tourne-solve`` wrote.

    >>> import tourne
    >>> tourne.load("nothing.bin")
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] cannot read nothing.bin: No such file or directory
    """
    return Solution(_rust.Solution.load(path), (load, os.path.abspath(path)))


class Solution(Game):
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
            return float(self.values[self._index(position)])
        return self.values[self._indices(position)]

    @overload
    def best(self, position: Place, die: Roll) -> str: ...
    @overload
    def best(self, position: Places, die: Roll | Dice) -> list[str]: ...
    @overload
    def best(self, position: Place, die: Dice) -> list[str]: ...
    def best(self, position: Place | Places, die: Roll | Dice) -> str | list[str]:
        """Best move with a die; of several best moves, the move of the rearmost man.

        For several positions or dice, which are broadcast, a list of moves. `is_best` has the best moves as an array.

        >>> import tourne
        >>> game = tourne.solution()
        >>> game.best("04h/007", "4-3"), game.best(["04h/007", "000/000"], 3)
        ('4/7*', ['4/7*', '0/3'])
        """
        if is_single(position) and is_single(die):
            return self._compiled.best([self._question(position, die)])[0]
        indices, dice = np.broadcast_arrays(self._indices(position), self._dice(die))
        wrong = dice[(dice < 1) | (dice > 6)]
        if wrong.size:
            raise ValueError(f"{wrong[0]} is not a die: a die shows 1 to 6")
        return self._compiled.best(list(zip(indices.ravel().tolist(), dice.ravel().tolist())))

    def moves(self, position: Place, die: Roll) -> list[Move]:
        """All legal moves with a die, best first.

        >>> import tourne
        >>> for move in tourne.solution().moves("04h/007", 3):
        ...     print(move.move, move.position, round(move.value, 6), round(move.loss, 6))
        4/7* 000/07h 0.819917 0.0
        0/3 007/34h 0.715311 0.104607
        """
        return [Move(*move) for move in self._compiled.moves(*self._question(position, die))]

    def legal(self, position: Place, die: Roll) -> list[str]:
        """Legal moves with a die, rearmost man first; ``pass`` if no man can move.

        >>> import tourne
        >>> tourne.solution().legal("04h/007", 3)
        ['0/3', '4/7*']
        """
        return self._compiled.legal(*self._question(position, die))

    def play(self, position: Place, die: Roll, move: str) -> str:
        """Position after a move, with the opponent on roll. Its notation ends in ``/hhh`` if the move wins.

        >>> import tourne
        >>> tourne.solution().play("04h/007", 3, "4/7")
        '000/07h'
        >>> tourne.solution().play("04h/007", 3, "4/8")
        Traceback (most recent call last):
        ValueError: 4/8 is not legal in 04h/007 with a 3: the legal moves are 0/3, 4/7*
        """
        return self._compiled.play(*self._question(position, die), move)

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
            return given if name is None else Policy(self, given._compiled, name)
        if isinstance(given, str) and given.startswith("builtin:") and name is None:
            # Kept, so that `Batch.draw` can take a name in every step.
            return self._once(given, lambda: Policy(self, _rust.Policy.named(self._compiled, given), given))
        return Policy(self, self._made(given, self._sample(sample, seed)), name_of(given) if name is None else name)

    def _made(self, given: PolicyLike, sample: tuple[int, int] | None) -> _rust.Policy:
        compiled, make = self._compiled, _rust.Policy
        if isinstance(given, (str, os.PathLike)) and Path(given).suffix.lower() in ARRAYS:
            return make.of_array(compiled, self._rows(array_in(given)))
        if isinstance(given, str):
            return make.named(compiled, str(given))
        if isinstance(given, os.PathLike):
            return make.in_file(compiled, os.fspath(given))
        if isinstance(given, Mapping):
            return _policy.of_mapping(self, given)
        if callable(given):
            return _policy.of_function(self, given, sample)
        return make.of_array(compiled, self._rows(given))

    def _sample(self, decisions: int | None, seed: int) -> tuple[int, int] | None:
        """Returns the number of games and the seed of a sample; ``None`` if no sample is wanted."""
        if decisions is None:
            return None
        decisions, seed = integer("sample", decisions), integer("seed", seed)
        if not 1 <= decisions <= 10_000_000:
            raise ValueError(f"the sample has {decisions} decisions: give 1 to 10,000,000")
        if not 0 <= seed < 2**64:
            raise ValueError(f"the seed is {seed}: give 0 to 2**64 - 1")
        return self._compiled.sample(decisions, seed)

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
        most = _ALL if mistakes is None else integer("number of mistakes", mistakes)
        if most < 0:
            raise ValueError(f"the number of mistakes is {most}: give 0 or more, or None for all")
        return Grade._of(self._compiled.grade(graded._compiled, min(most, _ALL), self._sample(sample, seed)))

    def exploit(self, policy: PolicyLike) -> Policy:
        """Finds the best possible counter-strategy to a policy.

        >>> import tourne
        >>> game = tourne.solution()
        >>> best = game.exploit("builtin:front")
        >>> round(game.duel(best, "builtin:front")["value"], 6)
        0.559053
        """
        exploited = self.policy(policy)
        found = _rust.Policy.against(self._compiled, exploited._compiled)
        return Policy(self, found, f"exploiter of {exploited.name}")

    def duel(self, a: PolicyLike, b: PolicyLike) -> dict[str, Any]:
        """Computes the exact values of the game between two policies, with the fields of ``tourne duel --format json``.

        >>> import tourne
        >>> found = tourne.solution().duel("builtin:front", "builtin:rear")
        >>> [round(found[mover], 6) for mover in ("first", "second", "value")]
        [0.909243, 0.900276, 0.904759]
        """
        one, other = self.policy(a), self.policy(b)
        return self._compiled.duel((one.name, other.name), one._compiled, other._compiled)

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
        return Evaluation(self, one, other, self._index(start))

    # ------------------------------------------------------------ facts, as dictionaries

    def info(self) -> dict[str, Any]:
        """Facts about the solution: counts, the value of the start, the length of games, as ``tourne info`` has them.

        >>> import tourne
        >>> tourne.solution().info()["decisions"]
        105002
        """
        return self._compiled.info()

    def explain(self, position: Place, die: Roll | None = None) -> dict[str, Any]:
        """Moves with a die, or with each of the six dice, and the reasons for and against each move.

        The result has the fields of ``tourne best --explain --format json``.

        >>> import tourne
        >>> answer = tourne.solution().explain("04h/007", 3)
        >>> [(reasons["move"], reasons["mistake"]) for reasons in answer["explain"]]
        [('4/7*', None), ('0/3', 'missed hit')]
        """
        return self._compiled.explain(self._index(position), None if die is None else self.die(die))

    def review(self, record: str | os.PathLike[str]) -> list[dict[str, Any]]:
        """Compares the games of a record with perfect play, as ``tourne review`` does: the luck of each throw, and the
        loss of each move.

        ``record`` is the text of a record, which query/REVIEW.md explains, or the path of a file (a ``pathlib.Path``).
        Games of another rule set than this raise ``ValueError``.

        >>> import tourne
        >>> game, = tourne.solution().review("A 4-3 off/3\\nB 1-1 off/1\\nA 5-1 3/4\\n")
        >>> [(turn["side"], turn["played"], turn["best"], round(turn["loss"], 4)) for turn in game["turns"] if turn["loss"]]
        [('A', '3/4', '0/1*', 0.0119)]
        """
        if not isinstance(record, (str, os.PathLike)):
            raise TypeError(f"a record is its text or the path of its file, not a {type(record).__name__}")
        read = Path(record).read_bytes() if isinstance(record, os.PathLike) else record.encode()
        return self._compiled.review(read)

    def _rows(self, given: ArrayLike) -> NDArray[np.float64]:
        """Checks an array from which a policy is made. Returns probabilities, with a row for each position and die."""
        shape = (len(self), 6, 3)
        array = np.asarray(given)
        if array.shape == shape[:2] and array.dtype.kind in "iu":
            if not ((array >= 0) & (array < 3)).all():
                raise ValueError("an array of men has a number that is not 0 to 2")
            array = np.eye(3)[array]
        if array.shape != shape or array.dtype.kind not in "iufb":
            raise ValueError(
                f"an array of the shape {array.shape} and type {array.dtype} is not a policy: give probabilities of the shape "
                f"{shape}, by position, die and man, or men as integers of the shape {shape[:2]}"
            )
        return np.require(array, np.float64, ["C", "A"]).reshape(-1, 3)
