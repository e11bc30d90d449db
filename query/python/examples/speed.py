"""Measures the steps a second that this package, OpenSpiel and pgx make, with the random choice of moves included.

    python speed.py

Packages that are not installed are left out. Times are processor times, summed over all threads.
"""

import random
import time
from collections.abc import Callable

import numpy as np

import tourne

GAMES = 10_000


def measure(name: str, play: Callable[[], int], seconds: float = 2.0) -> None:
    """Prints the number of steps a second. ``play`` plays some steps and returns their number."""
    play()
    steps, start = 0, time.process_time()
    while (took := time.process_time() - start) < seconds:
        steps += play()
    print(f"{name:45} {steps / took:14,.0f} steps a second", flush=True)


def batch(draws: str) -> Callable[[], int]:
    games, numbers = tourne.batch(GAMES, seed=1), np.random.default_rng(1)
    draw = games.draw if draws == "draw" else lambda: numbers.integers(games.count)
    return lambda: len(games.step(draw()))


def arrays() -> Callable[[], int]:
    """Returns a function that makes a random move in each of many games, in NumPy, from the arrays of the game."""
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


def open_spiel() -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game("backgammon")
    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if is_chance := state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes())
            state.apply_action(random.choices(actions, chances)[0] if is_chance else random.choice(state.legal_actions()))
            steps += not is_chance
        return steps

    return play


def pgx(games: int) -> Callable[[], int]:
    import jax
    import pgx

    env = pgx.make("backgammon")
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), games))
    step = jax.jit(jax.vmap(env.step))
    draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype(float)), axis=1))
    key = jax.random.key(2)

    def play() -> int:
        nonlocal key, state
        key, draws, chance = jax.random.split(key, 3)
        state = jax.block_until_ready(step(state, draw(draws, state.legal_action_mask), jax.random.split(chance, games)))
        return games

    return play


PLAYERS: dict[str, Callable[[], Callable[[], int]]] = {
    "tourne.batch, moves by its draw()": lambda: batch("draw"),
    "tourne.batch, moves by NumPy's integers()": lambda: batch("integers"),
    "arrays of tourne in NumPy": arrays,
    "OpenSpiel, backgammon": open_spiel,
    "pgx, 1000 games of backgammon": lambda: pgx(1000),
}

if __name__ == "__main__":
    for name, make in PLAYERS.items():
        try:
            measure(name, make())
        except ImportError as error:
            print(f"{name:45} left out: {error}")
