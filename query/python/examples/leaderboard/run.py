"""Trains the learners of the leaderboard on all rule sets, grades them at growing intervals, and writes the curves.

    python run.py --output curves.csv

Each line of the output is a grade: the exploitability after a number of games, in the unit of the rule set.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import expert_iteration
import linear
import q_learning
import reinforce
import td_lambda
from numpy.typing import NDArray

import tourne

SEEDS = 5
FIRST, RATIO = 2000, 2**0.5  # games before the first grade; factor from each grade to the next


class Learner(Protocol):
    """Attributes and methods that every learner must have."""

    begun: int
    """Number of games begun so far."""

    def play(self) -> None: ...
    def policy(self) -> NDArray[Any]: ...


LEARNERS: dict[str, tuple[Any, int]] = {
    "expert iteration": (expert_iteration.Learner, 363_000),
    "tabular TD(λ)": (td_lambda.Learner, 363_000),
    "tabular Q-learning": (q_learning.Learner, 363_000),
    "REINFORCE, small network": (reinforce.Learner, 128_000),
    "linear, named features": (linear.Learner, 128_000),
}
"""Class of each learner, and the number of games after which it is graded for the last time."""


def curve(rules: str, name: str, seed: int, games: int | None = None) -> Iterator[tuple[int, float]]:
    """Trains a learner. At growing intervals, yields the number of games begun and the exploitability."""
    game = tourne.solution(rules)
    make, most = LEARNERS[name]
    learner: Learner = make(game, seed)
    due, last = float(FIRST), 1.01 * (most if games is None else games)  # 1 % more, because powers of RATIO are rounded
    while due < last:
        while learner.begun < due:
            learner.play()
        found = game.grade(learner.policy(), mistakes=0).exploitability
        assert found is not None
        yield learner.begun, found
        due *= RATIO


def lines(run: tuple[str, str, int, int | None]) -> list[str]:
    """Returns the lines of the output for one run, given by rules, learner, seed and number of games."""
    rules, name, seed, _ = run
    return [f'{rules},"{name}",{seed},{begun},{found:.9f}\n' for begun, found in curve(*run)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--rules", nargs="+", choices=tourne.RULES, default=tourne.RULES)
    parser.add_argument("--learners", nargs="+", choices=LEARNERS, default=list(LEARNERS))
    parser.add_argument("--seeds", type=int, default=SEEDS, help="number of seeds")
    parser.add_argument("--games", type=int, help="number of games of each run (default: that of the learner)")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    seeds = range(1, given.seeds + 1)
    runs = [(rules, name, seed, given.games) for rules in given.rules for name in given.learners for seed in seeds]
    # Each process has only one thread, so that sums are made in the same order on every run.
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", RAYON_NUM_THREADS="1")
    unfinished = given.output.with_suffix(".unfinished")
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool, open(unfinished, "w", encoding="utf-8") as file:
        file.write("rules,learner,seed,games,exploitability\n")
        for number, found in enumerate(pool.imap(lines, runs), 1):
            file.writelines(found)
            file.flush()
            print(f"{number} of {len(runs)}: {found[-1].strip()}", flush=True)
    unfinished.replace(given.output)
