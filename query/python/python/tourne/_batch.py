"""Many games at once, as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _rust
from ._policy import PolicyLike
from ._solution import Solution, solution
from ._types import Place, Places, integer, integers, seed_or_none


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
        if n < 0:
            raise ValueError(f"the number of games is {n}: give 0 or more")
        starts = self.game.indices(0 if start is None else start)
        if starts.shape not in ((), (n,)):
            raise ValueError(f"there are {n} games, but starts of the shape {starts.shape}: give one position, or {n}")
        seeds = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        starts = np.ascontiguousarray(np.broadcast_to(starts, n))
        self._compiled: _rust.Batch = self.game._compiled.batch(starts, int(seeds[0]), restart)
        self._state = self._compiled.state()

    def __repr__(self) -> str:
        return f"<tourne.Batch of {len(self)} games, {self.game.rules}>"

    def __len__(self) -> int:
        """Number of games."""
        return len(self.position)

    @property
    def game(self) -> Solution:
        """The solution of the rule set."""
        return self._game

    @property
    def position(self) -> NDArray[np.int32]:
        """Index of each game's position in `Solution.positions`, seen by the player on roll: shape (n,).

        If finished games do not restart, a game won with k points has ``len(game) + k - 1``, as in `Solution.next`.
        """
        return self._state[0]

    @property
    def die(self) -> NDArray[np.int8]:
        """Die that is played in each game, 1 to 6: shape (n,); 0 if the game is over."""
        return self._state[1]

    @property
    def count(self) -> NDArray[np.int8]:
        """Number of legal moves in each game, 1 for a pass: shape (n,); 0 if the game is over."""
        return self._state[2]

    @property
    def player(self) -> NDArray[np.int8]:
        """Player on roll in each game, 0 or 1: shape (n,). Random numbers decide who begins a game."""
        return self._state[3]

    def step(self, choice: ArrayLike, where: NDArray[np.bool_] | None = None) -> NDArray[np.int8]:
        """Makes a move in each game. Returns the points that each move wins for its player: 1 or 2, or 0 if the game
        goes on.

        The points have the type int8, whose maximum is 127: convert them before arithmetic, as in
        ``won.astype(float)``.

        A choice is the index of a legal move, counted from 0 and from the rearmost man, as in `Solution.legal`. With a
        mask ``where``, only the games that the mask selects change. Games that are over stay over.
        """
        array = np.asarray(choice)
        if not isinstance(choice, np.ndarray) or array.dtype != np.int8 or not array.flags.c_contiguous:
            array = integers("choices", choice)
        if array.shape != self.position.shape:
            raise ValueError(f"there are {len(self)} games: give a choice for each, not an array of the shape {array.shape}")
        mask = None if where is None else np.require(where, np.bool_, ["C"])
        rewards = self._compiled.step(array, mask)
        self._state = self._compiled.state()
        return rewards

    def restart(self, where: NDArray[np.bool_]) -> None:
        """Begins anew the games that a mask selects, each in the position where it began."""
        self._compiled.restart(np.require(where, np.bool_, ["C"]))
        self._state = self._compiled.state()

    def draw(self, policy: PolicyLike | None = None) -> NDArray[np.int8]:
        """Draws a choice for each game by a policy's probabilities; without a policy, all moves are equally likely.

        >>> import numpy as np, tourne
        >>> games = tourne.batch(1000, seed=3)
        >>> strong, weak = games.game.policy("builtin:perfect"), games.game.policy("builtin:random")
        >>> points = np.zeros(2)
        >>> for turn in range(500):
        ...     player = games.player
        ...     won = games.step(np.where(player == 0, games.draw(strong), games.draw(weak)))
        ...     np.add.at(points, player, won)
        >>> print(f"{points[0] / points.sum():.2f}")
        0.76
        """
        return self._compiled.draw(None if policy is None else self.game.policy(policy)._compiled)

    def men(self, choice: ArrayLike) -> NDArray[np.int8]:
        """Converts choices to the men that move: the columns of `Solution.next`, 0 to 2."""
        return self._compiled.columns(integers("choices", choice))

    def choice(self, men: ArrayLike) -> NDArray[np.int8]:
        """Converts men that move, given as columns of `Solution.next`, to choices, as ``step`` takes them.

        >>> import numpy as np, tourne
        >>> games = tourne.batch(2, start="04h/007", seed=3)
        >>> q = np.where(games.game.is_legal, 0.5, -np.inf)  # a table by position, die and man
        >>> games.choice(q[games.position, games.die - 1].argmax(axis=1))
        array([0, 0], dtype=int8)
        """
        given = integers("men", men)
        if given.shape != self.position.shape:
            raise ValueError(f"there are {len(self)} games: give a man for each, not an array of the shape {given.shape}")
        legal = self.legal
        at = np.arange(len(given))
        if not ((given >= 0) & (given < 3)).all() or not (legal[at, given % 3] | (self.count == 0)).all():
            raise ValueError("one of these men cannot move in its game: give men for which `legal` is true")
        choices: NDArray[np.int8] = _RANKS[legal @ np.array([1, 2, 4]), given]
        return choices

    @property
    def legal(self) -> NDArray[np.bool_]:
        """``True`` for each man that can move; ``True`` for column 0 if the turn passes: shape (n, 3)."""
        legal: NDArray[np.bool_] = self._rows_of(self.game.is_legal)
        return legal

    @property
    def observation(self) -> NDArray[np.int8]:
        """Places of the six men, as in `Solution.men`, and the die: shape (n, 7). All zeros for a game that is over."""
        seen = np.zeros((len(self), 7), np.int8)
        going = self.count > 0
        seen[going, :6] = self.game.men[self.position[going]]
        seen[:, 6] = self.die
        return seen

    def _rows_of(self, table: NDArray[Any]) -> NDArray[Any]:
        """Returns for each game the row of ``table`` for its position and die; zeros for a game that is over."""
        if self.count.all():
            rows: NDArray[Any] = table[self.position, self.die - 1]
            return rows
        rows = np.zeros((len(self), *table.shape[2:]), table.dtype)
        going = self.count > 0
        rows[going] = table[self.position[going], self.die[going] - 1]
        return rows


_RANKS = np.array([[bin(legal & ((1 << man) - 1)).count("1") for man in range(3)] for legal in range(8)], np.int8)
"""Choice of each man, which is the number of legal men before this man. The first index is the set of legal men as
bits; the second index is the man."""
