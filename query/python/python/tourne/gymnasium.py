"""Tourne-case as environments of Gymnasium: an agent against a policy.

Importing `tourne` registers the environments:

>>> import gymnasium, tourne
>>> env = gymnasium.make("tourne/TourneCase-v0", opponent="builtin:level-3")
>>> observation, info = env.reset(seed=1)
>>> info["moves"]
['0/1']
>>> many = gymnasium.make_vec("tourne/TourneCase-v0", num_envs=1000)
>>> observations, infos = many.reset(seed=1)
>>> observations["observation"].shape
(1000, 7)
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._batch import Batch
from ._extras import extra
from ._policy import PolicyLike
from ._solution import solution
from ._tables import MASKS, Observation, Tables, check_render_mode, observation_space, start_of
from ._types import integer, integers, seed_or_none

with extra("gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space


class TourneCaseEnv(gymnasium.Env[Any, Any]):
    """Tourne-case against an opponent, by default perfect play; who begins is drawn by lot.

    - Action: the column of a move in `tourne.Solution.next`, 0 to 2; 0 passes if no man can move. An illegal action loses
      the game by a point.
    - Observation: ``observation``, seven integers: the agent's three men, the opponent's (as in `tourne.Solution.men`), and
      the die; and ``action_mask``, 1 for each legal action. The agent is always on roll; at the end the die is 0.
    - Reward at the end: the points, 1 or 2, positive if the agent wins and negative if it loses.
    - Info: ``position`` in the notation, ``die``, and ``moves``, the legal moves, rearmost man first. At the end it is empty,
      or ``{"illegal": True}`` if an illegal action has lost the game.
    - Options of ``reset``: ``position``, in which the agent is on roll, and ``die``, its first throw.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self, rules: str = "standard", opponent: PolicyLike = "builtin:perfect", render_mode: str | None = None
    ) -> None:
        self._game = solution(rules)
        self._tables = Tables.of(self._game)
        self._opponent = self._game.policy(opponent)
        self._answers: Any = memoryview(self._opponent.probabilities)  # type: ignore[arg-type]
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.action_space: spaces.Space[Any] = spaces.Discrete(3)
        self.observation_space: spaces.Space[Any] = observation_space()
        self._random = random.Random()
        self._index, self._die = 0, 0
        self._men = self._tables.men[0]

    def __getstate__(self) -> dict[str, Any]:
        # Memoryviews cannot be copied, so a copy makes this one anew.
        return {name: value for name, value in self.__dict__.items() if name != "_answers"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._answers = memoryview(self._opponent.probabilities)  # type: ignore[arg-type]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        seed = seed_or_none(seed)
        super().reset(seed=seed)
        start, die = start_of(self._game, options)
        if seed is not None:
            self._random = random.Random(seed)
        self._index = start
        self._throw()
        if die:
            self._die = die
        elif not options and self._random.random() < 0.5:
            # The reply wins no points: nobody can win with one move from the start.
            self._reply()
        self._men = self._tables.men[self._index]
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self._die:
            raise ValueError("the game is over: call reset")
        men, man = self._tables.men[self._index], integer("action", action)
        is_legal = self._legal >> man & 1
        if not is_legal:
            points = -1
        elif points := self._move(man):
            men = _ended(men, True)
        else:
            self._throw()
            # In this position the opponent is on roll, so the opponent's men come first.
            before = self._tables.men[self._index]
            points = -self._reply()
            men = _ended(before, False) if points else self._tables.men[self._index]
        self._men = men
        if points:
            self._die = 0
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(points), points != 0, False, self._info() if is_legal else {"illegal": True}

    def render(self) -> str | None:
        """Draws the board, or returns it as text in the mode ``ansi``."""
        board = f"{self._game.board(self._index)}X plays a {self._die}" if self._die else "the game is over"
        if self.render_mode == "human":
            print(board)
            return None
        return board if self.render_mode == "ansi" else None

    @property
    def _legal(self) -> int:
        """Set of the men that the player on roll can move; bit *n* stands for man *n*."""
        legal: int = self._tables.legal[self._index, self._die - 1]
        return legal

    def _throw(self) -> None:
        dice = self._tables.dice
        self._die = dice[int(self._random.random() * len(dice))]

    def _move(self, man: int) -> int:
        """Moves a man of the player on roll; returns the points that the move wins. After a winning move the
        position stays as it was."""
        index: int = self._tables.next[self._index, self._die - 1, man]
        if index >= self._tables.count:
            return index - self._tables.count + 1
        self._index = index
        return 0

    def _reply(self) -> int:
        """Moves a man of the opponent, and throws for the agent; returns the points that the opponent wins."""
        left, man = self._random.random(), -1
        for column in range(3):
            chance = self._answers[self._index, self._die - 1, column]
            if chance > 0:
                man, left = column, left - chance
            if man >= 0 and left < 0:
                break
        if man < 0:
            raise ValueError(f"the opponent has no move for {self._tables.positions[self._index]} with a {self._die}")
        points = self._move(man)
        self._throw()
        return points

    def _observation(self) -> Observation:
        observation = np.zeros(7, np.int8)
        observation[:6], observation[6] = self._men, self._die
        return {"observation": observation, "action_mask": MASKS[self._legal if self._die else 0].copy()}

    def _info(self) -> dict[str, Any]:
        if not self._die:
            return {}
        position = self._tables.positions[self._index]
        return {"position": position, "die": self._die, "moves": self._game.legal(position, self._die)}


def _ended(men: NDArray[np.int8], agent_won: bool) -> NDArray[np.int8]:
    """Returns the men at the end of a game, the agent's men first: shape (..., 6).

    ``men`` are the men before the last move; the men of the player who made the move come first.
    """
    home = np.full_like(men[..., :3], 12)
    sides = [home, men[..., 3:]] if agent_won else [men[..., 3:], home]
    return np.concatenate(sides, axis=-1)


class TourneCaseVectorEnv(gymnasium.vector.VectorEnv[dict[str, NDArray[np.int8]], NDArray[np.int64], NDArray[Any]]):
    """Games of `TourneCaseEnv` side by side, on `tourne.batch`. A finished game begins anew in the same step.

    Observations, actions and rewards are those of `TourneCaseEnv`, stacked. ``infos`` has the last observations of
    finished games as Gymnasium's autoreset mode ``SAME_STEP`` prescribes: ``final_obs``, and the mask ``_final_obs``. If
    illegal actions have lost games, ``infos["final_info"]["illegal"]`` is a mask of these games. The option ``position`` of
    ``reset`` is a position, or one for each game; games also begin anew there.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int = 1, rules: str = "standard", opponent: PolicyLike = "builtin:perfect") -> None:
        self.num_envs = integer("number of games", num_envs)
        self._game = solution(rules)
        self._opponent = self._game.policy(opponent)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(3)
        self.single_observation_space: spaces.Space[Any] = observation_space()
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self._games: Batch | None = None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[np.int8]], dict[str, Any]]:
        if unknown := sorted(set(options or {}) - {"position"}):
            raise ValueError(f'unknown option "{unknown[0]}" of reset: give position')
        if isinstance(seed, list):
            raise ValueError("the games share their dice: give one seed")
        seed = seed_or_none(seed)
        super().reset(seed=seed)
        # If a position is given, the agent is on roll there. Otherwise the agent is player 0, and a draw decides who
        # begins.
        self._is_placed = bool(options)
        self._games = Batch(self.num_envs, self._game, seed, (options or {}).get("position"))
        self._seat = self._games.player.copy() if self._is_placed else np.zeros(self.num_envs, np.int8)
        self._reply(self._games, np.ones(self.num_envs, bool))
        return self._observations(self._games), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, NDArray[np.int8]], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        games = self._games
        if games is None:
            raise ValueError("no games have begun: call reset")
        men = integers("actions", actions)
        legal = games.legal
        is_legal = (men >= 0) & (men < 3) & legal[np.arange(len(games)), men % 3]
        last = self._game.men[games.position]
        choice = games.choice(np.where(is_legal, men, legal.argmax(axis=1)))
        won = games.step(choice, where=is_legal)
        games.restart(~is_legal)
        rewards = np.where(is_legal, won, -1).astype(np.float64)
        last[won > 0] = _ended(last[won > 0], True)
        self._take_seats(games, rewards != 0)
        before = self._game.men[games.position]
        lost = self._reply(games, rewards == 0)
        last[lost > 0] = _ended(before[lost > 0], False)
        rewards -= lost
        over = rewards != 0
        self._take_seats(games, lost > 0)
        self._reply(games, over)
        infos: dict[str, Any] = {}
        if over.any():
            final = np.full(len(games), None)
            for at in np.flatnonzero(over):
                final[at] = {"observation": np.append(last[at], np.int8(0)), "action_mask": MASKS[0].copy()}
            illegal = {} if is_legal.all() else {"illegal": ~is_legal, "_illegal": ~is_legal}
            infos = {"final_obs": final, "_final_obs": over, "final_info": illegal, "_final_info": over}
        return self._observations(games), rewards, over, np.zeros(len(games), bool), infos

    def _take_seats(self, games: Batch, new: NDArray[np.bool_]) -> None:
        """In new games whose start position was given, puts the agent on roll."""
        if self._is_placed:
            self._seat[new] = games.player[new]

    def _reply(self, games: Batch, where: NDArray[np.bool_]) -> NDArray[np.int8]:
        """Moves for the opponent in the games that ``where`` selects and in which the opponent is on roll. Returns the
        points that the opponent wins in each game."""
        where = where & (games.player != self._seat)
        return games.step(games.draw(self._opponent), where=where)

    def _observations(self, games: Batch) -> dict[str, NDArray[np.int8]]:
        return {"observation": games.observation, "action_mask": games.legal.astype(np.int8)}
