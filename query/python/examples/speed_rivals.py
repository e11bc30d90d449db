"""Random games of backgammon in OpenSpiel and pgx, which speed.py measures."""

import random
from collections.abc import Callable


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


RIVALS: dict[str, Callable[[], Callable[[], int]]] = {
    "OpenSpiel, backgammon": open_spiel,
    "pgx, 1000 games of backgammon": lambda: pgx(1000),
}
