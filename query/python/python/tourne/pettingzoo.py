"""Tourne-case as an environment in PettingZoo's AEC API."""

from __future__ import annotations

import random
import warnings
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ._extras import extra
from ._one_game import Copied, OneGame, known_render_mode, number_of, space, start_of
from ._types import integer

with extra("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

Observation = dict[str, NDArray[np.int8]]

if TYPE_CHECKING:

    class _AECEnv:
        """Base class of environments in PettingZoo, for the type checker only: PettingZoo has no types."""

        def __getattr__(self, name: str) -> Any: ...

else:
    _AECEnv = AECEnv[str, Observation, Any]


def env(rules: str = "standard", render_mode: str | None = None, one_hot: bool = True) -> AECEnv[str, Any, Any]:
    """Makes the environment with PettingZoo's wrapper that refuses a step before ``reset``.

    >>> from tourne.pettingzoo import env
    >>> game = env()
    >>> game.reset(seed=7)
    >>> observation, reward, termination, truncation, info = game.last()
    >>> info["position"], info["die"], info["moves"]
    ('000/000', 1, ['0/1'])
    """
    return wrappers.OrderEnforcingWrapper(raw_env(rules, render_mode, one_hot))


def raw_env(rules: str = "standard", render_mode: str | None = None, one_hot: bool = True) -> TourneCase:
    """Makes the environment without the wrapper, which is faster."""
    return TourneCase(rules, render_mode, one_hot)


class TourneCase(Copied, _AECEnv):
    """Tourne-case for two agents, ``player_0`` and ``player_1``; the first to move is drawn by lot.

    - Action: the man that moves, 0 to 2, as in `tourne.Solution.next`; 0 passes if no man can move. Any other integer, and
      a man that cannot move, is an illegal action and loses the game by a point.
    - Observation: ``observation``, 90 zeros and ones, the agent's men first, as in `tourne.Solution.observations`, or
      without ``one_hot`` the places of the six men, and the die; and ``action_mask``, 1 for each legal action. If the
      opponent is on roll, there is no die. At the end all is 0.
    - Reward at the end: the points won, 1 or 2, and their negative for the loser.
    - Info of the agent on roll: ``position`` in the notation, ``die``, and ``moves``, the legal moves, rearmost man first.
      At the end it is empty, or ``{"illegal": True}`` for the agent whose illegal action has lost the game.
    - Options of ``reset``: ``position``, in which the game begins, and ``die``, its first throw.

    Copies and pickles go on with the game.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tourne_case_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    rules: str
    render_mode: str | None
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    rewards: dict[str, int]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    observation_spaces: dict[str, spaces.Space[Any]]
    action_spaces: dict[str, spaces.Space[Any]]

    def __init__(self, rules: str = "standard", render_mode: str | None = None, one_hot: bool = True) -> None:
        self._game = OneGame(rules, one_hot)
        self.rules, self.render_mode = rules, known_render_mode(render_mode, self.metadata["render_modes"])
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        self._random = random.Random()
        self._winner = self.agents[0]
        self.infos = {}
        self.observation_spaces = {
            agent: spaces.Dict(observation=space(one_hot), action_mask=spaces.Box(0, 1, (3,), np.int8))
            for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(3) for agent in self.agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        # An unknown option is only a warning, because PettingZoo's own tests give options that no environment knows.
        known = {name: option for name, option in (options or {}).items() if name in ("position", "die")}
        if unknown := sorted(set(options or {}) - set(known)):
            warnings.warn(f'reset does not know the option "{unknown[0]}": it knows position and die', stacklevel=2)
        start, die = start_of(self._game.solution, known)
        if seed is not None:
            self._random = random.Random(integer("seed", seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[self._random.random() < 0.5]
        self._game.index = start
        self._throw()
        if die:
            self._game.die = die
            self._tell()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        man = number_of(action)
        other = self.agents[agent == self.agents[0]]
        # The agent that moves has already received its rewards so far.
        self._cumulative_rewards[agent] = 0
        points = self._game.move(man)
        self.agent_selection = other
        if not points:
            self._throw()
        else:
            self._winner = agent if points > 0 else other
            self.rewards = {agent: points, other: -points}
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {} if points > 0 else {"illegal": True}, other: {}}
            self._accumulate_rewards()
        if self.render_mode == "human":
            print(self._board())

    def observe(self, agent: str) -> Observation:
        is_on_roll = agent == self.agent_selection
        mask = self._game.mask() if is_on_roll else np.zeros(3, np.int8)
        return {"observation": self._game.observation(is_on_roll), "action_mask": mask}

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self._board())
            return None
        return self._board() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _throw(self) -> None:
        """Throws the dice for the agent on roll."""
        self._game.throw(self._random.random())
        self._tell()

    def _tell(self) -> None:
        self.infos = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = self._game.info()

    def _board(self) -> str:
        game = self._game
        if not game.die:
            return f"{self._winner} has won" if self.agents else ""
        return f"{game.solution.board(game.index)}{self.agent_selection} (X) plays a {game.die}"
