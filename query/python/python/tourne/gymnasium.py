"""Tourne-case as environments of Gymnasium: an agent against a policy.

Importing `tourne` registers the environments:

>>> import gymnasium, tourne
>>> env = gymnasium.make("tourne/TourneCase-v0", opponent="builtin:level-3")
>>> observation, info = env.reset(seed=1)
>>> info["moves"]
['0/2']
>>> many = gymnasium.make_vec("tourne/TourneCase-v0", num_envs=1000)
>>> observations, infos = many.reset(seed=1)
>>> observations["observation"].shape
(1000, 7)
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._batch import Batch
from ._extras import extra
from ._policy import PolicyLike
from ._tables import MASKS, Observation, Tables, check_render_mode, game_of, number_of, observation_space, start_of
from ._types import integer, integers, seed_or_none

with extra("gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space


class TourneCaseEnv(gymnasium.Env[Any, Any]):
    """Tourne-case against an opponent, by default perfect play; who begins is drawn by lot.

    - Action: the man that moves, 0 to 2, as in `tourne.Solution.next`; 0 passes if no man can move. Any other integer, and
      a man that cannot move, is an illegal action and loses the game by a point.
    - Observation: ``observation``, seven integers: the agent's three men, the opponent's (as in `tourne.Solution.men`), and
      the die; and ``action_mask``, 1 for each legal action. The agent is always on roll; at the end the die is 0.
    - Reward at the end: the points, 1 or 2, positive if the agent wins and negative if it loses.
    - Info: ``position`` in the notation, ``die``, and ``moves``, the legal moves, rearmost man first. At the end it is empty,
      or ``{"illegal": True}`` if an illegal action has lost the game.
    - Options of ``reset``: ``position``, in which the agent is on roll, and ``die``, its first throw.

    ``np_random`` throws the dice and draws the moves of the opponent. Copies and pickles go on with the game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self, rules: str = "standard", opponent: PolicyLike = "builtin:perfect", render_mode: str | None = None
    ) -> None:
        self._game = game_of(rules)
        self._tables = Tables.of(self._game)
        self._opponent = self._game.policy(opponent)
        self._answers: Any = memoryview(self._opponent.probabilities)  # type: ignore[arg-type]
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.action_space: spaces.Space[Any] = spaces.Discrete(3)
        self.observation_space: spaces.Space[Any] = observation_space()
        self._index, self._die = 0, 0
        self._men = self._tables.men[0]

    def __copy__(self) -> TourneCaseEnv:
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        # Memoryviews cannot be copied, so a copy makes this one anew.
        return {name: value for name, value in self.__dict__.items() if name != "_answers"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._answers = memoryview(self._opponent.probabilities)  # type: ignore[arg-type]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed_or_none(seed))
        start, die = start_of(self._game, options)
        self._index = start
        self._throw()
        if die:
            self._die = die
        elif not options and self.np_random.random() < 0.5:
            # The reply wins no points: nobody can win with one move from the start.
            self._reply()
        self._men = self._tables.men[self._index]
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self._die:
            raise ValueError("no game is in progress: call reset")
        man = number_of(action)
        try:
            return self._stepped(man)
        except BaseException:
            # Interrupted, or the opponent has no move: the game would go on with the opponent on roll.
            self._die = 0
            raise

    def _stepped(self, man: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        men = self._tables.men[self._index]
        is_legal = 0 <= man < 3 and self._legal >> man & 1
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

    def action_masks(self) -> NDArray[np.bool_]:
        """``True`` for each legal action, as ``MaskablePPO`` of sb3-contrib asks for: shape (3,)."""
        mask: NDArray[np.bool_] = MASKS[self._legal if self._die else 0].astype(np.bool_)
        return mask

    @property
    def _legal(self) -> int:
        """Set of the men that the player on roll can move; bit *n* stands for man *n*."""
        legal: int = self._tables.legal[self._index, self._die - 1]
        return legal

    def _throw(self) -> None:
        dice = self._tables.dice
        self._die = dice[int(self.np_random.random() * len(dice))]

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
        left, man = self.np_random.random(), -1
        for candidate in range(3):
            chance = self._answers[self._index, self._die - 1, candidate]
            if chance > 0:
                man, left = candidate, left - chance
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
    """Games of `TourneCaseEnv` side by side, on `tourne.batch`.

    Observations, actions and rewards are those of `TourneCaseEnv`, stacked. ``autoreset_mode`` says when a finished game
    begins anew, as in Gymnasium's own vectors: in the same step (the default here), in the next step, whose action is
    ignored, or when ``reset`` is called with the option ``reset_mask``. ``infos["illegal"]`` is a mask of the games that
    an illegal action has lost; in the mode ``SAME_STEP`` it stands in ``final_info``, beside the last observations,
    ``final_obs``.

    The option ``position`` of ``reset`` is a position, or one for each game; games also begin anew there. ``np_random``
    draws the seed of the dice, which all games share: give one seed to ``reset``.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        rules: str = "standard",
        opponent: PolicyLike = "builtin:perfect",
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
    ) -> None:
        self.num_envs = integer("number of games", num_envs)
        names = AutoresetMode.__members__
        self.autoreset_mode = AutoresetMode(names.get(autoreset_mode, autoreset_mode) if isinstance(autoreset_mode, str) else autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._game = game_of(rules)
        self._opponent = self._game.policy(opponent)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(3)
        self.single_observation_space: spaces.Space[Any] = observation_space()
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self._games: Batch | None = None
        self._is_placed = False
        self._seat = np.zeros(self.num_envs, np.int8)
        """The agent's player number in each game."""
        self._over = np.zeros(self.num_envs, np.bool_)
        self._last = np.zeros((self.num_envs, 6), np.int8)
        """Men of both sides at the end of each finished game, the agent's first."""

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[np.int8]], dict[str, Any]]:
        if unknown := sorted(set(options or {}) - {"position", "reset_mask"}):
            raise ValueError(f'unknown option "{unknown[0]}" of reset: give position or reset_mask')
        if isinstance(seed, list):
            raise ValueError("the games share their dice: give one seed")
        position, mask = (options or {}).get("position"), (options or {}).get("reset_mask")
        if mask is None:
            super().reset(seed=seed_or_none(seed))
            dice = int(self.np_random.integers(2**63))
            self._games, games = None, Batch(self.num_envs, self._game, dice, position, restart=False)
            # If a position is given, the agent is on roll there. Otherwise the agent is player 0, and a draw decides who
            # begins.
            self._is_placed = position is not None
            self._seat = games.player.copy() if self._is_placed else np.zeros(self.num_envs, np.int8)
            self._over = np.zeros(self.num_envs, np.bool_)
            self._reply(games, ~self._over)
            self._games = games
            return self._observations(games), {}
        if self._games is None:
            raise ValueError("no games have begun: call reset without reset_mask first")
        if seed is not None:
            raise ValueError("the games share their dice: give a seed only without reset_mask")
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("reset_mask selects games by an array of booleans")
        if mask.shape != (self.num_envs,):
            raise ValueError(f"there are {self.num_envs} games: give a boolean for each, not a mask of the shape {mask.shape}")
        if position is not None and np.shape(position) not in ((), (self.num_envs,)):
            raise ValueError(f"there are {self.num_envs} games, but positions of the shape {np.shape(position)}: give one, or one for each")
        position = None if position is None else self._game.index(position)
        games, self._games = self._games, None  # until the opponent has moved, too
        self._begin(games, mask, position)
        self._games = games
        return self._observations(games), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, NDArray[np.int8]], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        games = self._games
        if games is None:
            raise ValueError("no games have begun, or a call was interrupted in the middle: call reset")
        men = integers("actions", np.array(actions))
        if men.shape != (len(games),):
            raise ValueError(f"there are {len(games)} games: give an action for each, not an array of the shape {men.shape}")
        is_over = self._over
        if is_over.any():
            if self.autoreset_mode == AutoresetMode.DISABLED:
                first = int(is_over.argmax())
                raise ValueError(f'game {first} is over: begin it anew by reset(options={{"reset_mask": mask}})')
        self._games = None  # until the opponent has moved, too
        if is_over.any():
            self._begin(games, is_over)
        is_legal = (men >= 0) & (men < 3)
        is_legal &= games.legal[np.arange(len(games)), np.where(is_legal, men, 0)]
        is_illegal = ~(is_legal | is_over)
        before = games.position
        won = games.step(men=men, where=is_legal & ~is_over)
        between = games.position
        lost = self._reply(games, ~(is_over | is_illegal))
        points = won - lost - is_illegal
        self._over = over = points != 0
        infos: dict[str, Any] = {"illegal": is_illegal, "_illegal": is_illegal} if is_illegal.any() else {}
        if over.any():
            self._last[is_illegal] = self._game.men[before[is_illegal]]
            # The men of the player who makes the last move come first in the position before it.
            self._last[won > 0] = _ended(self._game.men[before[won > 0]], True)
            self._last[lost > 0] = _ended(self._game.men[between[lost > 0]], False)
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                infos = {"final_obs": self._final(over), "_final_obs": over, "final_info": infos, "_final_info": over}
                self._begin(games, over)
        self._games = games
        return self._observations(games), points.astype(np.float64), over, np.zeros(len(games), bool), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """``True`` for each legal action in each game: shape (num_envs, 3); ``False`` in a game that is over."""
        if self._games is None:
            raise ValueError("no games have begun: call reset")
        legal = self._games.legal
        legal[self._over] = False
        return legal

    def __copy__(self) -> TourneCaseVectorEnv:
        return copy.deepcopy(self)

    def _begin(self, games: Batch, where: NDArray[np.bool_], position: Any = None) -> None:
        """Begins games anew, up to the first throw of the agent."""
        games.restart(where)
        if position is not None:
            games.set(position=position, where=where)
        if self._is_placed or position is not None:
            self._seat[where] = games.player[where]
        self._over = self._over & ~where
        self._reply(games, where)

    def _reply(self, games: Batch, where: NDArray[np.bool_]) -> NDArray[np.int8]:
        """Moves for the opponent in the games that ``where`` selects and in which the opponent is on roll. Returns the
        points that the opponent wins in each game."""
        return games.step(games.draw(self._opponent), where=where & (games.player != self._seat))

    def _final(self, over: NDArray[np.bool_]) -> NDArray[Any]:
        """Returns the last observations of finished games, and ``None`` for the others."""
        final = np.full(len(over), None)
        last = np.zeros((np.count_nonzero(over), 7), np.int8)
        last[:, :6] = self._last[over]
        masks = np.zeros((len(last), 3), np.int8)
        final[over] = [{"observation": seen, "action_mask": mask} for seen, mask in zip(last, masks)]
        return final

    def _observations(self, games: Batch) -> dict[str, NDArray[np.int8]]:
        seen, legal = games.observation, self.action_masks()
        if self._over.any():
            seen[self._over, :6], seen[self._over, 6] = self._last[self._over], 0
        return {"observation": seen, "action_mask": legal.view(np.int8)}
