"""Tourne-case as an environment in PettingZoo's AEC API."""

from __future__ import annotations

import copy
import random
import warnings
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ._extras import extra
from ._tables import MASKS, Observation, Tables, check_render_mode, game_of, number_of, observation_space, start_of
from ._types import integer

with extra("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

if TYPE_CHECKING:

    class _AECEnv:
        """Base class of environments in PettingZoo, for the type checker only: PettingZoo has no types."""

        def __getattr__(self, name: str) -> Any: ...

else:
    _AECEnv = AECEnv[str, Observation, Any]


def env(rules: str = "standard", render_mode: str | None = None) -> AECEnv[str, Any, Any]:
    """Makes the environment with PettingZoo's wrapper that refuses a step before ``reset``.

    >>> from tourne.pettingzoo import env
    >>> game = env()
    >>> game.reset(seed=7)
    >>> observation, reward, termination, truncation, info = game.last()
    >>> info["position"], info["die"], info["moves"]
    ('000/000', 1, ['0/1'])
    """
    return wrappers.OrderEnforcingWrapper(raw_env(rules, render_mode))


def raw_env(rules: str = "standard", render_mode: str | None = None) -> TourneCase:
    """Makes the environment without the wrapper, which is faster."""
    return TourneCase(rules, render_mode)


class TourneCase(_AECEnv):
    """Tourne-case for two agents, ``player_0`` and ``player_1``; the first to move is drawn by lot.

    - Action: the man that moves, 0 to 2, as in `tourne.Solution.next`; 0 passes if no man can move. Any other integer, and
      a man that cannot move, is an illegal action and loses the game by a point.
    - Observation: ``observation``, seven integers: the agent's three men, the opponent's (as in `tourne.Solution.men`), and
      the die that the agent has to play, 0 if the opponent is on roll; and ``action_mask``, 1 for each legal action.
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

    def __init__(self, rules: str = "standard", render_mode: str | None = None) -> None:
        self._game = game_of(rules)
        self._tables = Tables.of(self._game)
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.rules, self.render_mode = rules, render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        self._random = random.Random()
        self._index, self._die, self._position, self._legal = 0, 0, "", 0
        # Agent whose men come first in the position. After the end of a game, PettingZoo selects the other agent too.
        self._viewer = self._winner = self.agents[0]
        self.infos = {}
        self.observation_spaces = {agent: observation_space() for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(3) for agent in self.agents}

    def __copy__(self) -> TourneCase:
        return copy.deepcopy(self)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        # An unknown option is only a warning, because PettingZoo's own tests give options that no environment knows.
        known = {name: option for name, option in (options or {}).items() if name in ("position", "die")}
        if unknown := sorted(set(options or {}) - set(known)):
            warnings.warn(f'reset does not know the option "{unknown[0]}": it knows position and die', stacklevel=2)
        start, die = start_of(self._game, known)
        if seed is not None:
            self._random = random.Random(integer("seed", seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[self._random.random() < 0.5]
        self._index = start
        self._men = self._tables.men[start]
        self._throw(die)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        tables, man = self._tables, number_of(action)
        other = self.agents[agent == self.agents[0]]
        # The agent that moves has already received its rewards so far.
        self._cumulative_rewards[agent] = 0
        is_legal = 0 <= man < 3 and self._legal >> man & 1
        index: int = tables.next[self._index, self._die - 1, man] if is_legal else -1
        if 0 <= index < tables.count:
            self._index, self._men = index, tables.men[index]
            self.agent_selection = other
            self._throw(None)
        else:
            points = index - tables.count + 1 if is_legal else -1
            self._die, self._legal = 0, 0
            if is_legal:
                # All men of the winner are home; the men of the loser stay where they are.
                self._men = np.concatenate([self._men[3:], np.full(3, 12, np.int8)])
            else:
                self._men = np.concatenate([self._men[3:], self._men[:3]])
            self._winner = agent if is_legal else other
            self.rewards = {agent: points, other: -points}
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {} if is_legal else {"illegal": True}, other: {}}
            self.agent_selection = self._viewer = other
            self._accumulate_rewards()
        if self.render_mode == "human":
            print(self._board())

    def observe(self, agent: str) -> Observation:
        observation = np.zeros(7, np.int8)
        if agent == self._viewer:
            observation[:6] = self._men
            observation[6] = self._die
            return {"observation": observation, "action_mask": MASKS[self._legal].copy()}
        observation[:3], observation[3:6] = self._men[3:], self._men[:3]
        return {"observation": observation, "action_mask": MASKS[0].copy()}

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self._board())
            return None
        return self._board() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _throw(self, die: int | None) -> None:
        """Throws the dice for the agent on roll, or uses ``die`` if it is given."""
        tables = self._tables
        self._viewer = viewer = self.agent_selection
        self._die = die or tables.dice[int(self._random.random() * len(tables.dice))]
        self._position = tables.positions[self._index]
        self._legal = tables.legal[self._index, self._die - 1]
        moves = self._game.legal(self._position, self._die)
        self.infos = {agent: {} for agent in self.agents}
        self.infos[viewer] = {"position": self._position, "die": self._die, "moves": moves}

    def _board(self) -> str:
        if not self._die:
            return f"{self._winner} has won" if self.agents else ""
        return f"{self._game.board(self._position)}{self._viewer} (X) plays a {self._die}"
