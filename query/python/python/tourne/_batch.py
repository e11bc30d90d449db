"""Many games at once, as arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _rust
from ._policy import PolicyLike
from ._solution import Solution, solution
from ._types import Dice, Place, Places, Roll, integer, integers, seed_or_none


def batch(
    n: int,
    rules: str | Solution = "standard",
    seed: int | None = None,
    start: Place | Places | None = None,
    *,
    restart: bool = True,
) -> Batch:
    """Begins ``n`` games side by side.

    ``start`` is one position for all games, or one for each game; by default it is the start of the game. Finished
    games begin anew in the same position; without ``restart`` they stay finished. The same ``seed`` gives the same
    dice.

    >>> import numpy as np, tourne
    >>> games = tourne.batch(10_000, seed=1)
    >>> won = sum(games.step(games.draw()).sum() for turn in range(100))  # random moves
    >>> print(f"{won / 10_000:.1f} games finished in each place")
    1.5 games finished in each place
    >>> tourne.batch(2, start=["04h/007", "000/000"]).position
    array([10354,     0], dtype=int32)
    """
    return Batch(n, rules, seed, start, restart=restart)


class Batch:
    """Games that are played side by side, begun by `batch`. Each step makes a move in all games. The arrays are
    read-only, and each step makes new ones.

    ``copy.copy``, ``copy.deepcopy`` and ``pickle`` give an independent batch that plays on with the same dice. Give each
    thread a batch of its own: if two threads call methods of one large batch at the same time, one of them gets a
    ``RuntimeError`` and has changed nothing. Ctrl-C leaves the games as they were before the call.

    >>> import tourne
    >>> games = tourne.batch(4, seed=2)
    >>> games
    <tourne.Batch of 4 games, standard>
    >>> games.position, games.die, games.count
    (array([0, 0, 0, 0], dtype=int32), array([2, 2, 3, 5], dtype=int8), array([1, 1, 1, 1], dtype=int8))
    """

    def __init__(
        self,
        n: int,
        rules: str | Solution = "standard",
        seed: int | None = None,
        start: Place | Places | None = None,
        *,
        restart: bool = True,
    ) -> None:
        self._game = rules if isinstance(rules, Solution) else solution(rules)
        n, seed = integer("number of games", n), seed_or_none(seed)
        if not 0 <= n < 2**31:
            raise ValueError(f"the number of games is {n}: give 0 to {2**31 - 1}")
        starts = np.asarray(self.game.index(0 if start is None else start))
        if starts.shape not in ((), (n,)):
            raise ValueError(f"there are {n} games, but starts of the shape {starts.shape}: give one position, or {n}")
        seeds = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        self._compiled: _rust.Batch = _rust.Batch.begun(
            self.game._compiled, n, starts.reshape(-1), int(seeds[0]), restart
        )

    @classmethod
    def _of(cls, game: Solution, compiled: _rust.Batch) -> Batch:
        made = cls.__new__(cls)
        made._game, made._compiled = game, compiled
        return made

    def __copy__(self) -> Batch:
        return self._of(self._game, self._compiled.copied())

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[Any, ...]]:
        return _restored, (self._game, *self._compiled.parts())

    def __repr__(self) -> str:
        return f"<tourne.Batch of {len(self)} games, {self.game.rules}>"

    def __len__(self) -> int:
        """Number of games."""
        return len(self._compiled)

    @property
    def game(self) -> Solution:
        """The solution of the rule set."""
        return self._game

    @property
    def position(self) -> NDArray[np.int32]:
        """Index of each game's position in `Solution.positions`, seen by the player on roll: shape (n,).

        If finished games do not restart, a game won with k points has ``len(game) + k - 1``, as in `Solution.next`.
        """
        return self._compiled.position()

    @property
    def die(self) -> NDArray[np.int8]:
        """Die that is played in each game, 1 to 6: shape (n,); 0 if the game is over."""
        return self._compiled.die()

    @property
    def count(self) -> NDArray[np.int8]:
        """Number of legal moves in each game, 1 for a pass: shape (n,); 0 if the game is over."""
        return self._compiled.count()

    @property
    def player(self) -> NDArray[np.int8]:
        """Player on roll in each game, 0 or 1: shape (n,). Random numbers decide who begins a game."""
        return self._compiled.player()

    @property
    def legal(self) -> NDArray[np.bool_]:
        """``True`` for each man that can move; ``True`` for man 0 if the turn passes: shape (n, 3)."""
        return self._compiled.legal()

    def observation(self, one_hot: bool = True) -> NDArray[np.int8]:
        """Observations of the games, as in `Solution.observations`: shape (n, 90), or without ``one_hot`` (n, 7). All is 0
        for a game that is over."""
        return self._compiled.observation(one_hot)

    def step(
        self, choice: ArrayLike | None = None, where: ArrayLike | None = None, *, men: ArrayLike | None = None
    ) -> NDArray[np.int64]:
        """Makes a move in each game. Returns the points that each move wins for its player: 1 or 2, or 0 if the game
        goes on.

        A choice is the index of a legal move, counted from 0 and from the rearmost man, as in `Solution.legal`. Instead,
        ``men`` names the man that moves in each game, 0 to 2, as in the arrays of the game. With ``where``, an array of
        booleans or of indices of games, only the games that it selects change. Games that are over stay over.

        >>> import numpy as np, tourne
        >>> games = tourne.batch(3, start="04h/007", seed=3)
        >>> q = np.where(games.game.is_legal, 0.5, -np.inf)  # a table by position, die and man
        >>> games.step(men=q[games.position, games.die - 1].argmax(axis=1), where=[0, 2])
        array([0, 0, 0])
        >>> games.game.notation(games.position)[1]
        '04h/007'
        """
        if (choice is None) == (men is None):
            raise TypeError("step takes either choices or men: step(choice), or step(men=men)")
        what = "choices" if men is None else "men"
        given: Any = choice if men is None else men
        # Choices of the type int8, such as those of `draw`, are taken as they are.
        is_taken = isinstance(given, np.ndarray) and given.dtype == np.int8 and given.flags.c_contiguous
        array = given if is_taken else integers(what, given)
        if array.shape != (len(self),):
            raise ValueError(f"there are {len(self)} games: give one of the {what} for each, not an array of the shape {array.shape}")
        return self._compiled.step(array, men is not None, None if where is None else self._mask(where))

    def restart(self, where: ArrayLike) -> None:
        """Begins anew the games that ``where`` selects, each in the position where it began. ``where`` is an array of
        booleans, one for each game, or of indices of games."""
        self._compiled.restart(self._mask(where))

    def set(
        self,
        position: Place | Places | None = None,
        die: Roll | Dice | None = None,
        player: ArrayLike | None = None,
        where: ArrayLike | None = None,
    ) -> None:
        """Changes the position, the die or the player on roll of games: of all, or of those that ``where`` selects.

        Each is one for all games, or one for each. A position without a die gets a throw. So a search can begin in any
        state of a copy:

        >>> import copy, tourne
        >>> games = tourne.batch(2, seed=3)
        >>> tried = copy.copy(games)
        >>> tried.set(position=["04h/007", "000/000"], die=3)
        >>> tried.step([1, 0])
        array([0, 0])
        >>> tried.game.notation(tried.position), games.game.notation(games.position)
        (['000/07h', '000/003'], ['000/000', '000/000'])
        """
        if position is None and die is None and player is None:
            raise TypeError("set changes nothing: give a position, a die or a player")

        def of_each(what: str, given: NDArray[np.int64] | None) -> NDArray[np.int64] | None:
            if given is None:
                return None
            if given.shape not in ((), (len(self),)):
                raise ValueError(f"there are {len(self)} games, but {what} of the shape {given.shape}: give one, or {len(self)}")
            return np.ascontiguousarray(np.broadcast_to(given, len(self)))

        mask = self._mask(np.ones(len(self), np.bool_) if where is None else where)
        if isinstance(position, np.ndarray) and position.shape == mask.shape and position.dtype.kind in "iu":
            position = np.where(mask, position, 0)  # games that are not selected may be over
        self._compiled.set(
            of_each("positions", None if position is None else np.asarray(self.game.index(position))),
            of_each("dice", None if die is None else self.game._dice(die)),
            of_each("players", None if player is None else integers("players", player)),
            mask,
        )

    def draw(self, policy: PolicyLike | None = None) -> NDArray[np.int8]:
        """Draws a choice for each game by a policy's probabilities; without a policy, all moves are equally likely.

        >>> import numpy as np, tourne
        >>> games = tourne.batch(1000, seed=3)
        >>> points = np.zeros(2)
        >>> for turn in range(500):
        ...     player = games.player
        ...     strong, weak = games.draw("builtin:perfect"), games.draw("builtin:random")
        ...     won = games.step(np.where(player == 0, strong, weak))
        ...     np.add.at(points, player, won)
        >>> print(f"{points[0] / points.sum():.2f}")
        0.76
        """
        return self._compiled.draw(None if policy is None else self.game.policy(policy)._compiled)

    def men(self, choice: ArrayLike) -> NDArray[np.int8]:
        """Converts choices, such as those of `draw`, to the men that move, 0 to 2."""
        array = integers("choices", choice)
        if array.shape != (len(self),):
            raise ValueError(f"there are {len(self)} games: give a choice for each, not an array of the shape {array.shape}")
        return self._compiled.men(array)

    def _mask(self, where: ArrayLike) -> NDArray[np.bool_]:
        """Returns a mask of the games that are selected by a mask or by indices."""
        array, n = np.asarray(where), len(self)
        if array.dtype == np.bool_:
            if array.shape != (n,):
                raise ValueError(f"there are {n} games: give a boolean for each, not a mask of the shape {array.shape}")
            return np.require(array, np.bool_, ["C", "A"])
        if array.size and array.dtype.kind not in "iu":
            raise TypeError(f"games are selected by an array of booleans or of their indices, not by one of type {array.dtype}")
        # Another thread may write into the array of the caller.
        indices = integers("indices of games", where.copy() if isinstance(where, np.ndarray) else where)
        if indices.ndim != 1:
            raise ValueError(f"indices of games are an array with one dimension, not of the shape {indices.shape}")
        wrong = indices[(indices < 0) | (indices >= n)]
        if wrong.size:
            raise ValueError(f"{wrong[0]} is not the index of a game: indices are 0 to {n - 1}")
        mask = np.zeros(n, np.bool_)
        mask[indices] = True
        if np.count_nonzero(mask) != len(indices):
            raise ValueError("indices select a game twice: give each index once, or a mask as an array of booleans")
        return mask


def _restored(game: Solution, *parts: Any) -> Batch:
    """Rebuilds a batch that was pickled."""
    return Batch._of(game, _rust.Batch.restored(game._compiled, *parts))
