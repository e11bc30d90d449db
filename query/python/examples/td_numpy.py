"""Tabular TD(λ) by self-play, in NumPy alone: a value for each position, and the exact curve of what it is worth.

    python td_numpy.py [--turns N] [--games N]
"""

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tourne

GAME = tourne.solution()
EXPLORE = 0.1  # probability of a random move
DECAY, REACH = 0.7, 8  # λ, and the number of positions that a trace reaches back


def best(values: NDArray[np.float64], rows: Any = ...) -> NDArray[np.intp]:
    """Returns the men that move to the positions of least value to the opponent."""
    men: NDArray[np.intp] = np.where(GAME.is_legal[rows], -values[GAME.next[rows]], -2.0).argmax(axis=-1)
    return men


def main(turns: int, games: int) -> None:
    random, played, due = np.random.default_rng(1), 0, 16
    batch = tourne.batch(games, seed=1)
    values = np.append(np.full(len(GAME), 0.5), GAME.ends)  # of positions, and at the end, a lost game
    visits = np.zeros(len(GAME))
    trace = np.full((REACH, games), -1)  # the last positions of each game, the latest first
    for turn in range(1, turns + 1):
        here = batch.position
        greedy = best(values, (here, batch.die - 1))
        won = batch.step(men=np.where(random.random(games) < EXPLORE, batch.men(batch.draw()), greedy)) > 0
        then = np.where(won, len(GAME), batch.position)  # the opponent has lost, or is on roll
        surprise = 1.0 - values[then] - values[here]
        visits += np.bincount(here, minlength=len(GAME))
        trace = np.vstack([here, trace[:-1]])
        for back, states in enumerate(trace):
            known = states >= 0
            rate = (-DECAY) ** back / visits[states[known]] ** 0.7  # the sign alternates with the players
            np.add.at(values, states[known], rate * surprise[known])
        trace[:, won] = -1
        played += int(won.sum())
        if turn >= due or turn == turns:
            due = 2 * turn
            exact = GAME.grade(best(values), mistakes=0).exploitability
            print(f"{played:9,} games {turn * games:12,} throws   exploitable by {100 * (exact or 0):8.4f} %", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=2048, help="turns of each game")
    parser.add_argument("--games", type=int, default=2048, help="games side by side")
    main(**vars(parser.parse_args()))
