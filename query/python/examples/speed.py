"""Measures the steps a second that this package makes, with the choice of moves included.

    python speed.py

A step is a move of one player; in Gymnasium, a move of the agent and the reply. Times are processor times, summed over
all threads. Packages that are not installed are left out.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

import tourne

GAMES, NAME, RANDOM = 10_000, "tourne/TourneCase-v0", "builtin:random"


def measure(name: str, play: Callable[[], int], seconds: float = 2.0) -> None:
    """Prints the number of steps a second. ``play`` plays some steps and returns their number."""
    play()
    steps, start = 0, time.process_time()
    while (took := time.process_time() - start) < seconds:
        steps += play()
    print(f"{name:45} {steps / took:14,.0f} steps a second", flush=True)


def batch(move: Callable[[tourne.Batch], Any]) -> Callable[[], int]:
    games = tourne.batch(GAMES, seed=1)
    return lambda: len(move(games))


def arrays() -> Callable[[], int]:
    game, numbers = tourne.solution(), np.random.default_rng(1)
    position, limits = np.zeros(GAMES, np.int64), game.chances.cumsum()[:5]
    def play() -> int:
        nonlocal position
        die = np.searchsorted(limits, numbers.random(GAMES), side="right")
        then = game.next[position, die]
        man = np.where(then >= 0, numbers.random((GAMES, 3)), -1).argmax(axis=1)
        position = then[np.arange(GAMES), man].astype(np.int64)
        position[position >= len(game)] = 0
        return GAMES

    return play


def gymnasium(games: int | None, **options: Any) -> Callable[[], int]:
    import gymnasium

    options["opponent"] = RANDOM
    env: Any = gymnasium.make_vec(NAME, games, **options) if games else gymnasium.make(NAME, **options).unwrapped
    told = env.reset(seed=1)[1]
    def play() -> int:
        nonlocal told
        _, _, over, _, told = env.step(told["action_mask"].argmax(axis=-1))
        if games is None and over:
            told = env.reset()[1]
        return games or 1

    return play


def pettingzoo(make: Callable[[], Any]) -> Callable[[], int]:
    env = make()
    def play() -> int:
        env.reset()
        for steps in range(10**6):
            observation, _, over, _, _ = env.last()
            if over:
                break
            env.step(observation["action_mask"].argmax())
        return steps

    return play


NUMBERS, MEN = np.random.default_rng(1), tourne.solution().is_legal.argmax(axis=2).astype(np.int8)
PLAYERS: dict[str, Callable[[], Callable[[], int]]] = {
    "tourne.batch, moves by draw()": lambda: batch(lambda games: games.step(games.draw())),
    "tourne.batch, moves by draw(policy)": lambda: batch(lambda games: games.step(games.draw(RANDOM))),
    "tourne.batch, moves by NumPy's integers()": lambda: batch(lambda games: games.step(NUMBERS.integers(games.count))),
    "tourne.batch, men from a table": lambda: batch(lambda games: games.step(men=MEN[games.position, games.die - 1])),
    "arrays of tourne in NumPy": arrays,
    "Gymnasium, a vector of 10,000 games": lambda: gymnasium(GAMES),
    "the same, the men and the die as numbers": lambda: gymnasium(GAMES, one_hot=False),
    "Gymnasium, a vector of one game": lambda: gymnasium(1),
    "Gymnasium, one game": lambda: gymnasium(None),
    "PettingZoo, tourne.raw_env()": lambda: pettingzoo(tourne.raw_env),
    "PettingZoo, tourne.env()": lambda: pettingzoo(tourne.env),
}

if __name__ == "__main__":
    for name, make in PLAYERS.items():
        try:
            measure(name, make())
        except ImportError as error:
            print(f"{name:45} left out: {error}")
