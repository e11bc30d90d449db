"""Tourne-case as a game of OpenSpiel. Importing this module registers the game as ``python_tourne_case``.

>>> import pyspiel, tourne.open_spiel
>>> game = pyspiel.load_game("python_tourne_case(rules=double-win)")
>>> game.max_utility()
2.0

Exact algorithms of OpenSpiel that walk the tree of a game, such as ``exploitability``, never end for a game with cycles:
use `tourne.Solution.grade` instead. Bots written in C++ cannot play games written in Python; bots written in Python can.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._extras import extra
from ._solution import solution
from ._types import Place

with extra("open-spiel"):
    import pyspiel

if TYPE_CHECKING:

    class _Game:
        """Base class of the game in pyspiel, for the type checker only: pyspiel has no types."""

        def __init__(self, *arguments: Any) -> None: ...
        def __getattr__(self, name: str) -> Any: ...

    class _State(_Game):
        """Base class of states in pyspiel, for the type checker only: pyspiel has no types."""

else:
    _Game, _State = pyspiel.Game, pyspiel.State

_FIRST = "player {} begins"
_GAME_TYPE = pyspiel.GameType(
    short_name="python_tourne_case",
    long_name="Tourne-case",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "standard"},
)
# OpenSpiel needs a maximum length, but games have none, and no game is cut. The longest of 200,000 random games of each
# rule set had 316 turns.
_MOST_TURNS = 10_000


class TourneCaseGame(_Game):
    """The game of a rule set. Chance draws the player who begins, and a die before each move.

    An action is the man that moves, 0 to 2, as in `tourne.Solution.next`; 0 passes if no man can move. As in the games of
    OpenSpiel, an illegal action is an error.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.rules: str = str((params or {}).get("rules", "standard"))
        game = solution(self.rules)
        most = float(-game.ends[-1]) if game.unit == "points" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=3,
            max_chance_outcomes=6,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=_MOST_TURNS,
        )
        super().__init__(_GAME_TYPE, info, params or {})

    def new_initial_state(self, position: Place | None = None) -> TourneCaseState:
        """Returns a state before the draw of the player who begins, in ``position`` or at the start of the game.

        >>> import pyspiel, tourne.open_spiel
        >>> state = pyspiel.load_game("python_tourne_case").new_initial_state("04h/007")
        >>> state.chance_outcomes()
        [(0, 0.5), (1, 0.5)]
        >>> str(state)
        '04h/007'
        """
        return TourneCaseState(self, 0 if position is None else solution(self.rules).index(position))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TourneCaseObserver:
        return TourneCaseObserver(self.rules, params)

    def max_chance_nodes_in_history(self) -> int:
        return _MOST_TURNS + 1


class TourneCaseState(_State):
    """A state: a position, the player on roll, and the die once it is thrown."""

    def __init__(self, game: TourneCaseGame, start: int = 0) -> None:
        super().__init__(game)
        self.rules: str = game.rules
        self.start: int = start
        """Index of the position in which the game begins. Replaying the history starts from there."""
        self.index: int = start
        """Index of the position in `tourne.Solution.positions`; for a finished game, the entry of
        `tourne.Solution.next`."""
        self.die: int = 0
        """Die that is played, 1 to 6; 0 before the throw."""
        self.on_roll: int | None = None
        """Player on roll, 0 or 1; ``None`` before the draw of the player who begins."""

    @property
    def position(self) -> str:
        """Notation of the position, the side on roll first."""
        return solution(self.rules).positions[self.index]

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.on_roll is None or not self.die:
            return int(pyspiel.PlayerId.CHANCE)
        return self.on_roll

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.on_roll is None:
            return [(0, 0.5), (1, 0.5)]
        return list(enumerate(solution(self.rules).chances.tolist()))

    def _legal_actions(self, player: int) -> list[int]:
        legal = solution(self.rules).is_legal[self.index, self.die - 1]
        return [man for man in range(3) if legal[man]]

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise ValueError(f"action {action} comes too late: {self}")
        if not self.die and action not in (outcomes := dict(self.chance_outcomes())):
            raise ValueError(f"action {action} is not an outcome of chance in {self}: the outcomes are {sorted(outcomes)}")
        if self.on_roll is None:
            self.on_roll = action
        elif not self.die:
            self.die = action + 1
        else:
            game = solution(self.rules)
            index = int(game.next[self.index, self.die - 1, action]) if 0 <= action < 3 else -1
            if index < 0:
                raise ValueError(
                    f"action {action} is not legal in {self}: the legal actions are "
                    f"{self._legal_actions(self.on_roll)}, for {', '.join(game.legal(self.position, self.die))}"
                )
            self.index = index
            self.on_roll, self.die = 1 - self.on_roll, 0

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return _FIRST.format(action) if self.on_roll is None else f"throw {action + 1}"
        moves = solution(self.rules).legal(self.position, self.die)
        return moves[self._legal_actions(player).index(action)]

    def is_terminal(self) -> bool:
        return self.index >= len(solution(self.rules))

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0, 0.0]
        points = float(self.index - len(solution(self.rules)) + 1)
        # The winner has just moved.
        return [-points, points] if self.on_roll == 0 else [points, -points]

    def __str__(self) -> str:
        if self.is_terminal():
            return f"player {int(np.argmax(self.returns()))} has won"
        if self.on_roll is None:
            return self.position
        throw = f", throw {self.die}" if self.die else ""
        return f"{self.position}, player {self.on_roll} on roll{throw}"


class TourneCaseObserver:
    """Observation of a state as a ``tensor`` of 36 numbers. ``dict`` has its parts by name:

    - ``men``, shape (2, 14): the number of men of a side in each place, own side first; the places are off with a duty
      to enter, off without a duty, points 1 to 11, and home;
    - ``die``, shape (6,): 1 for the die that is played;
    - ``player``, shape (2,): 1 for the player on roll.
    """

    def __init__(self, rules: str, params: Any = None) -> None:
        if params:
            raise ValueError(f"this game has no observation parameters: leave out {params}")
        self.rules: str = rules
        self.tensor: NDArray[np.float32] = np.zeros(2 * 14 + 6 + 2, np.float32)
        men, die, player = np.split(self.tensor, [28, 34])
        self.dict: dict[str, NDArray[np.float32]] = {"men": men.reshape(2, 14), "die": die, "player": player}

    def set_from(self, state: TourneCaseState, player: int) -> None:
        """Fills the tensor with a state as a player observes it, own side first."""
        self.tensor.fill(0)
        if state.on_roll is None or state.is_terminal():
            return
        men = solution(self.rules).men[state.index].reshape(2, 3)
        for side, men_of_side in enumerate(men if state.on_roll == player else men[::-1]):
            np.add.at(self.dict["men"][side], men_of_side + 1, 1)
        if state.die:
            self.dict["die"][state.die - 1] = 1
        self.dict["player"][state.on_roll] = 1

    def string_from(self, state: TourneCaseState, player: int) -> str:
        """Returns a state as text. The text is the same for both players, since no information is hidden."""
        return str(state)


pyspiel.register_game(_GAME_TYPE, TourneCaseGame)
