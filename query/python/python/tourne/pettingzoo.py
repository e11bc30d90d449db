"""Tourne-case as an environment in PettingZoo's AEC API."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._solution import solution

Observation = dict[str, NDArray[np.int8]]


def env(rules: str = "standard", render_mode: str | None = None) -> AECEnv[str, Any, Any]:
    """Makes the environment with PettingZoo's usual wrappers: an illegal action ends the game with a reward of -1.

    >>> from tourne.pettingzoo import env
    >>> game = env()
    >>> game.reset(seed=7)
    >>> observation, reward, termination, truncation, info = game.last()
    >>> info["position"], info["die"], info["moves"]
    ('000/000', 5, ['0/5'])
    """
    raw = TourneCase(rules, render_mode)
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class TourneCase(AECEnv[str, Observation, Any], EzPickle):  # type: ignore[misc]
    """Tourne-case for two agents, ``player_0`` and ``player_1``; the first to move is drawn by lot.

    - Action: the column of a move in `tourne.Solution.next`, 0 to 2; 0 passes if no man can move.
    - Observation: ``observation``, seven integers: the agent's three men, the opponent's (as in `tourne.Solution.men`), and
      the die that the agent has to play, 0 if the opponent is on roll; and ``action_mask``, 1 for each legal action.
    - Reward at the end: the points won, 1 or 2, and their negative for the loser.
    - Info of the agent on roll: ``position`` in the notation, ``die``, and ``moves``, the legal moves, rearmost man first.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tourne_case_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, rules: str = "standard", render_mode: str | None = None) -> None:
        EzPickle.__init__(self, rules, render_mode)
        solution(rules)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f'unknown render mode "{render_mode}": use ansi, human or None')
        self.rules, self.render_mode = rules, render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        self._random = np.random.default_rng()
        self._index, self._die, self._position = 0, 0, ""
        # Agent whose men come first in the position; at the end of a game PettingZoo selects the other one too.
        self._viewer = self.agents[0]
        self.infos: dict[str, dict[str, Any]] = {}
        space = spaces.Dict(
            observation=spaces.Box(-1, 12, (7,), np.int8), action_mask=spaces.Box(0, 1, (3,), np.int8)
        )
        self.observation_spaces = {agent: space for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(3) for agent in self.agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[self._random.integers(2)]
        self._index = 0
        self._men = solution(self.rules).men[0]
        self._throw()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = solution(self.rules)
        is_man = isinstance(action, (int, np.integer)) and 0 <= action < 3
        index = int(game.next[self._index, self._die - 1, action]) if is_man else -1
        if index < 0:
            raise ValueError(
                f"action {action} is not legal in {self._position} with a {self._die}: the legal actions are "
                f"{np.flatnonzero(self._mask).tolist()}, for {', '.join(self.infos[agent]['moves'])}"
            )
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        other = self.agents[1 - self.agents.index(agent)]
        if index < len(game):
            self._index, self._men = index, game.men[index]
            self.agent_selection = other
            self._throw()
        else:
            points = index - len(game) + 1
            self._index, self._die = index, 0
            # All men of the winner are home; those of the loser stay.
            self._men = np.concatenate([self._men[3:], np.full(3, 12, np.int8)])
            self.rewards = {agent: points, other: -points}
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {} for agent in self.agents}
            self.agent_selection = self._viewer = other
        self._accumulate_rewards()
        if self.render_mode == "human":
            print(self._board())

    def observe(self, agent: str) -> Observation:
        is_on_roll = agent == self._viewer
        men = self._men if is_on_roll else np.roll(self._men, 3)
        return {
            "observation": np.append(men, np.int8(self._die if is_on_roll else 0)),
            "action_mask": self._mask if is_on_roll else np.zeros(3, np.int8),
        }

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self._board())
            return None
        return self._board() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _throw(self) -> None:
        """Throws the dice for the agent on roll."""
        self._viewer = self.agent_selection
        game = solution(self.rules)
        self._die = int(self._random.choice(6, p=game.chances)) + 1
        self._position = game.positions[self._index]
        moves = game.legal(self._position, self._die)
        self.infos = {agent: {} for agent in self.agents}
        self.infos[self._viewer] = {"position": self._position, "die": self._die, "moves": moves}

    @property
    def _mask(self) -> NDArray[np.int8]:
        if not self._die:
            return np.zeros(3, np.int8)
        legal: NDArray[np.bool_] = solution(self.rules).is_legal[self._index, self._die - 1]
        return legal.astype(np.int8)

    def _board(self) -> str:
        if not self._die:
            return f"{self.possible_agents[1 - self.possible_agents.index(self._viewer)]} has won" if self.agents else ""
        board = solution(self.rules).board(self._position)
        return f"{board}{self._viewer} (X) plays a {self._die}"
