"""Tabular Q-learning and TD(lambda) by self-play, with the exact loss and exploitability during learning."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tourne

GAME = tourne.solution()
GAMES, EXPLORE = 2048, 0.1  # games side by side, one turn of each at a time; probability of a random move
LAMBDA, TRACE = 0.7, 8  # decay of the trace, and the number of positions that it reaches back
Array = NDArray[Any]


class QLearning:
    """Learns a value for each position, die and man."""
    def __init__(self) -> None:
        self.table = np.where(GAME.is_legal, 0.5, -1.0)  # -1: never chosen
        self.visits = np.zeros(self.table.shape)

    def choose(self, rows: Any) -> Array:
        best: Array = self.table[rows].argmax(axis=-1)
        return best

    def learn(self, state: Array, die: Array, man: Array, won: Array, then: Array, die_then: Array) -> None:
        target = np.where(won, 1.0, 1.0 - self.table[then, die_then].max(axis=1))
        self.visits[at := (state, die, man)] += 1
        self.table[at] += (target - self.table[at]) / self.visits[at] ** 0.7


class TDLambda:
    """Learns a value for each position before the throw."""
    def __init__(self) -> None:
        self.table = np.append(np.full(len(GAME), 0.5), GAME.ends)
        self.visits = np.zeros(len(self.table))
        self.trace = np.full((TRACE, GAMES), -1)  # the last positions of each game, the latest first

    def choose(self, rows: Any) -> Array:
        best: Array = np.where(GAME.is_legal[rows], -self.table[GAME.next[rows]], -2.0).argmax(axis=-1)
        return best

    def learn(self, state: Array, die: Array, man: Array, won: Array, then: Array, die_then: Array) -> None:
        self.trace = np.vstack([state, self.trace[:-1]])
        surprise = 1.0 - np.where(won, 0.0, self.table[then]) - self.table[state]
        self.visits[state] += 1
        for back, states in enumerate(self.trace):
            known = states >= 0
            rate = (-LAMBDA) ** back / self.visits[states[known]] ** 0.7  # the sign alternates with the players
            self.table[states[known]] += rate * surprise[known]
        self.trace[:, won] = -1


def train(learner: QLearning | TDLambda, turns: int, seed: int) -> Iterator[tuple[float, float, float]]:
    """Plays; yields the number of games played, and the loss per game and the exploitability in percent."""
    random = np.random.default_rng(seed)
    state, die, played, due = np.zeros(GAMES, int), random.choice(6, GAMES, p=GAME.chances), 0, 16
    for turn in range(1, turns + 1):
        legal = np.where(GAME.is_legal[state, die], random.random((GAMES, 3)), -1.0)
        man = np.where(random.random(GAMES) < EXPLORE, legal.argmax(axis=1), learner.choose((state, die)))
        won = (then := GAME.next[state, die, man].astype(int)) >= len(GAME)
        then[won] = 0  # the start of a new game
        die_then = random.choice(6, GAMES, p=GAME.chances)
        learner.learn(state, die, man, won, then, die_then)
        state, die, played = then, die_then, played + int(won.sum())
        if turn >= due or turn == turns:
            due = int(due * 1.5)
            grade = GAME.grade(learner.choose(...), mistakes=0)
            assert grade.loss_per_game is not None and grade.exploiter is not None
            yield played, 100 * grade.loss_per_game, 100 * (grade.exploiter - 0.5)


def main(turns: int, output: str | None) -> None:
    learners: dict[str, QLearning | TDLambda] = {"Q-learning": QLearning(), "TD(λ)": TDLambda()}
    curves = {name: np.array(list(train(learner, turns, seed=1))) for name, learner in learners.items()}
    for name in curves:
        for played, loss, exploitable in curves[name]:
            print(f"{name:10} {played:11,.0f} games: loses {loss:7.4f} % a game, exploitable by {exploitable:7.4f} %")
    if output:
        from matplotlib import pyplot

        figure, axes = pyplot.subplots(figsize=(7, 4.2), layout="constrained")
        for (name, points), colour in zip(curves.items(), ["tab:blue", "tab:orange"]):
            axes.loglog(points[:, 0] + 1, points[:, 2], "--", color=colour, label=f"{name}: gain of the best counter-strategy")
            axes.loglog(points[:, 0] + 1, points[:, 1], color=colour, label=f"{name}: loss per game to perfect play")
        axes.set(xlabel="games of self-play", ylabel="% of a game", title="Tourne-case: learning, measured exactly")
        axes.legend()
        figure.savefig(output)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=12_000, help="turns of each game")
    parser.add_argument("--output", help="file of the picture")
    main(**vars(parser.parse_args()))
