"""Tourne-case as environments of Gymnasium: an agent against a policy.

Importing `tourne` registers the environments:

>>> import gymnasium, tourne
>>> env = gymnasium.make("tourne/TourneCase-v0", opponent="builtin:level-3")
>>> observation, info = env.reset(seed=1)
>>> info["moves"]
['0/2']
>>> many = gymnasium.make_vec("tourne/TourneCase-v0", num_envs=1000)
>>> observations, infos = many.reset(seed=1)
>>> observations.shape
(1000, 90)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._batch import Batch
from ._extras import extra
from ._one_game import Copied, OneGame, known_render_mode, number_of, space, start_of
from ._policy import Policy, PolicyLike
from ._solution import solution
from ._types import integer, integers, seed_or_none

with extra("gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

Infos = dict[str, Any]


class TourneCaseEnv(Copied, gymnasium.Env[Any, Any]):
    """Tourne-case against an opponent, by default perfect play; who begins is drawn by lot.

    - Action: the man that moves, 0 to 2, as in `tourne.Solution.next`; 0 passes if no man can move. Any other integer, and
      a man that cannot move, is an illegal action and loses the game by a point.
    - Observation: 90 zeros and ones, the agent's men first, as in `tourne.Solution.observations`; without ``one_hot``, the
      places of the six men, and the die. The agent is always on roll. At the end all is 0.
    - Reward at the end: the points, 1 or 2, positive if the agent wins and negative if it loses.
    - Info: ``action_mask``, 1 for each legal action; ``position`` in the notation, ``die``, and ``moves``, the legal moves,
      rearmost man first. At the end only the mask, and ``illegal`` if an illegal action has lost the game.
    - Options of ``reset``: ``position``, in which the agent is on roll, and ``die``, its first throw.

    ``np_random`` throws the dice and draws the moves of the opponent. Copies and pickles go on with the game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self,
        rules: str = "standard",
        opponent: PolicyLike = "builtin:perfect",
        render_mode: str | None = None,
        one_hot: bool = True,
    ) -> None:
        self._game = OneGame(rules, one_hot)
        self.set_opponent(opponent)
        self.render_mode: str | None = known_render_mode(render_mode, self.metadata["render_modes"])
        self.action_space: spaces.Space[Any] = spaces.Discrete(3)
        self.observation_space: spaces.Space[Any] = space(one_hot)

    def set_opponent(self, opponent: PolicyLike) -> None:
        """Changes the opponent, from its next move on."""
        self._opponent: Policy = self._game.solution.policy(opponent)
        self._answers = self._opponent.probabilities

    def reset(self, *, seed: int | None = None, options: Infos | None = None) -> tuple[NDArray[np.int8], Infos]:
        super().reset(seed=seed_or_none(seed))
        game = self._game
        game.index, die = start_of(game.solution, options)
        game.throw(self.np_random.random())
        if die:
            game.die = die
        elif not options and self.np_random.random() < 0.5:
            # The reply wins no points: nobody can win with one move from the start.
            self._reply()
        if self.render_mode == "human":
            self.render()
        return game.observation(), self._info()

    def step(self, action: int) -> tuple[NDArray[np.int8], float, bool, bool, Infos]:
        game, man = self._game, number_of(action)
        if not game.die:
            raise ValueError("no game is in progress: call reset")
        try:
            points = game.move(man)
            is_illegal = points < 0
            if not points:
                game.throw(self.np_random.random())
                points = -self._reply()
        except BaseException:
            # Interrupted, or the opponent has no move: the game would go on with the opponent on roll.
            game.die = 0
            raise
        if self.render_mode == "human":
            self.render()
        info = {**self._info(), "illegal": True} if is_illegal else self._info()
        return game.observation(), float(points), points != 0, False, info

    def render(self) -> str | None:
        """Draws the board, or returns it as text in the mode ``ansi``."""
        game = self._game
        board = f"{game.solution.board(game.index)}X plays a {game.die}" if game.die else "the game is over"
        if self.render_mode == "human":
            print(board)
            return None
        return board if self.render_mode == "ansi" else None

    def action_masks(self) -> NDArray[np.bool_]:
        """``True`` for each legal action, as ``MaskablePPO`` of sb3-contrib asks for: shape (3,)."""
        return self._game.mask().astype(np.bool_)

    def _reply(self) -> int:
        """Moves a man of the opponent, and throws for the agent; returns the points that the opponent wins."""
        game = self._game
        left, man = self.np_random.random(), -1
        for candidate, chance in enumerate(self._answers[game.index, game.die - 1].tolist()):
            if chance > 0:
                man, left = candidate, left - chance
            if man >= 0 and left < 0:
                break
        if man < 0:
            raise ValueError(f"the opponent has no move for {game.position} with a {game.die}")
        if points := game.move(man):
            return points
        game.throw(self.np_random.random())
        return 0

    def _info(self) -> Infos:
        return {"action_mask": self._game.mask(), **self._game.info()}


class TourneCaseVectorEnv(Copied, gymnasium.vector.VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Games of `TourneCaseEnv` side by side, on `tourne.batch`.

    Observations, actions and rewards are those of `TourneCaseEnv`, stacked; ``infos`` has ``action_mask``, and ``illegal``
    as a mask of the games that an illegal action has lost. ``autoreset_mode`` says when a finished game begins anew, as in
    Gymnasium's own vectors: in the next step, whose action is ignored (the default), in the same step, or when ``reset`` is
    called with the option ``reset_mask``. After ``max_episode_steps`` a game is truncated.

    The option ``position`` of ``reset`` is a position, or one for each game; games also begin anew there. ``np_random``
    draws the seed of the dice, which all games share: give one seed to ``reset``.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        rules: str = "standard",
        opponent: PolicyLike = "builtin:perfect",
        render_mode: str | None = None,
        one_hot: bool = True,
        max_episode_steps: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.num_envs: int = integer("number of games", num_envs)
        names = AutoresetMode.__members__
        mode = names.get(autoreset_mode, autoreset_mode) if isinstance(autoreset_mode, str) else autoreset_mode
        self.autoreset_mode: AutoresetMode = AutoresetMode(mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode: str | None = known_render_mode(render_mode, self.metadata["render_modes"])
        self.one_hot: bool = one_hot
        self.max_episode_steps: int | None = None if max_episode_steps is None else integer("number of steps", max_episode_steps)
        self._game = solution(rules)
        self.set_opponent(opponent)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(3)
        self.single_observation_space: spaces.Space[Any] = space(one_hot)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self._games: Batch | None = None
        self._is_placed = False
        self._seat = np.zeros(self.num_envs, np.int8)
        """The agent's player number in each game."""
        self._masks = np.zeros((self.num_envs, 3), np.int8)
        """Action masks of the last observations."""
        self._steps = np.zeros(self.num_envs, np.int64)
        """Number of steps of each game."""
        self._done = self._lost = np.zeros(self.num_envs, np.bool_)
        """Games that are over or truncated, and those among them that an illegal action has lost."""

    def set_opponent(self, opponent: PolicyLike) -> None:
        """Changes the opponent, from its next move on."""
        self._opponent: Policy = self._game.policy(opponent)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Infos | None = None
    ) -> tuple[NDArray[np.int8], Infos]:
        if unknown := sorted(set(options or {}) - {"position", "reset_mask"}):
            raise ValueError(f'unknown option "{unknown[0]}" of reset: give position or reset_mask')
        if isinstance(seed, list):
            raise ValueError("the games share their dice: give one seed")
        position, mask = (options or {}).get("position"), (options or {}).get("reset_mask")
        if mask is None:
            super().reset(seed=seed_or_none(seed))
            dice = int(self.np_random.integers(2**63))
            games, mask = Batch(self.num_envs, self._game, dice, position, restart=False), np.ones(self.num_envs, np.bool_)
            # If a position is given, the agent is on roll there. Otherwise the agent is player 0, and a draw decides who
            # begins.
            self._is_placed, position = position is not None, None
            self._seat, self._games = np.zeros(self.num_envs, np.int8), None
        else:
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
            games.restart(mask)
        self._begin(games, mask, position)
        self._games = games
        observations, masks = self._seen(games)
        return observations, _with(masks, {})

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        games = self._games
        if games is None:
            raise ValueError("no games have begun, or a call was interrupted in the middle: call reset")
        men = integers("actions", np.array(actions))
        if men.shape != (len(games),):
            raise ValueError(f"there are {len(games)} games: give an action for each, not an array of the shape {men.shape}")
        begun = self._done
        plays = ~begun
        any_begun = not plays.all()
        if any_begun and self.autoreset_mode == AutoresetMode.DISABLED:
            raise ValueError(f'game {int(begun.argmax())} is over: begin it anew by reset(options={{"reset_mask": mask}})')
        self._games = None  # until the opponent has moved, too
        if any_begun:
            games.restart(begun)
            self._begin(games, begun)
        is_legal = (men >= 0) & (men < 3)
        is_legal &= self._masks.reshape(-1)[np.arange(0, 3 * len(men), 3) + np.where(is_legal, men, 0)].view(np.bool_)
        lost = plays & ~is_legal
        is_legal &= plays
        points = games.step(men=men, where=is_legal)
        points -= self._reply(games, is_legal)
        points -= lost
        over = points != 0
        self._steps += plays
        truncated = np.zeros(len(games), np.bool_)
        if self.max_episode_steps is not None:
            truncated = plays & (self._steps >= self.max_episode_steps)
        self._done, self._lost = over | truncated, lost
        infos: Infos = {"illegal": lost, "_illegal": lost} if lost.any() else {}
        observations, masks = self._seen(games)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and (done := self._done).any():
            final = np.full(len(done), None)
            for at in np.flatnonzero(done):
                final[at] = observations[at]
            infos = {"final_obs": final, "_final_obs": done, "final_info": _with(masks, infos), "_final_info": done}
            games.restart(done)
            self._begin(games, done)
            observations, masks = self._seen(games)
        self._games = games
        return observations, points.astype(np.float64), over, truncated, _with(masks, infos)

    def render(self) -> tuple[str, ...] | None:
        """Returns the boards as texts, in the mode ``ansi``."""
        if self.render_mode is None or self._games is None:
            return None
        games, over = self._games, self._games.count == 0
        return tuple("" if end else self._game.board(int(index)) for index, end in zip(games.position, over))

    def action_masks(self) -> NDArray[np.bool_]:
        """``True`` for each legal action in each game: shape (num_envs, 3); ``False`` in a game that is over."""
        if self._games is None:
            raise ValueError("no games have begun: call reset")
        return self._masks.astype(np.bool_)

    def _begin(self, games: Batch, where: NDArray[np.bool_], position: Any = None) -> None:
        """Plays new games up to the first throw of the agent."""
        if position is not None:
            games.set(position=position, where=where)
        if self._is_placed or position is not None:
            self._seat[where] = games.player[where]
        self._steps[where] = 0
        self._done, self._lost = self._done & ~where, self._lost & ~where
        self._reply(games, where)

    def _reply(self, games: Batch, where: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Moves for the opponent in the games that ``where`` selects and in which the opponent is on roll. Returns the
        points that the opponent wins in each game."""
        return games.step(games.draw(self._opponent), where=where & (games.player != self._seat))

    def _seen(self, games: Batch) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Returns observations and action masks."""
        seen, legal = games.observation(self.one_hot), games.legal.view(np.int8)
        if self._lost.any():
            seen[self._lost] = legal[self._lost] = 0
        self._masks = legal.copy()
        return seen, legal


def _with(masks: NDArray[np.int8], infos: Infos) -> Infos:
    """Adds the action masks to infos, as Gymnasium's own vectors do."""
    return {**infos, "action_mask": masks, "_action_mask": np.ones(len(masks), np.bool_)}
