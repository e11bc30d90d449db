"""Random games compiled by JAX. All moves come from the arrays of the game, so the rules need not be programmed again.

    python jax_batch.py [--games N] [--turns N]
"""

import argparse
import time

import jax
import jax.numpy as jnp

import tourne

GAME = tourne.solution()
COUNT = len(GAME)
NEXT = jnp.asarray(GAME.next.reshape(-1, 3))  # indexed by 6 * position + die - 1
LEGAL = NEXT >= 0
DICE = jnp.asarray(GAME.chances)

State = tuple[jax.Array, jax.Array]  # 6 * position + die - 1 of each game; number of games finished so far


def turn(state: State, key: jax.Array) -> tuple[State, None]:
    """Makes a random move in each game; finished games begin anew."""
    row, finished = state
    choice, throw = jax.random.split(key)
    legal = LEGAL[row]
    drawn = jnp.floor(jax.random.uniform(choice, row.shape) * legal.sum(axis=1))
    man = (legal & (legal.cumsum(axis=1) == drawn[:, None] + 1)).argmax(axis=1)
    then = NEXT[row, man]
    won = then >= COUNT
    # Cumulative probabilities select the die: this is faster than jax.random.choice.
    number = jax.random.uniform(throw, row.shape)
    die = (number[:, None] >= DICE.cumsum()[:5]).sum(axis=1)
    return (6 * jnp.where(won, 0, then) + die, finished + won.sum()), None


@jax.jit
def play(state: State, keys: jax.Array) -> State:
    """Plays one turn of all games for each random key."""
    return jax.lax.scan(turn, state, keys)[0]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=500)
    arguments = parser.parse_args()
    keys = jax.random.split(jax.random.key(1), arguments.turns)
    begun = jnp.zeros(arguments.games, jnp.int32), jnp.zeros((), jnp.int32)
    jax.block_until_ready(play(begun, keys))  # compiles
    start = time.process_time()
    jax.block_until_ready(play(begun, keys))
    steps = arguments.games * arguments.turns
    print(f"{steps / (time.process_time() - start) / 1e6:.1f} million steps a second of processor time")
