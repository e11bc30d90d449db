"""Trains the learners of the leaderboard, grades them at growing intervals, and writes their curves.

    python run.py --output curves.csv

Each line of the output is a grade: the exploitability, in the unit of the rules, after so many games, throws, updates
and seconds of processor time. The first lines have the checksum of the code of each learner.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import multiprocessing
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import given
import tourne

FOLDER = Path(__file__).parent
RATIO = 2**0.5  # factor from each grade to the next
SEEDS = 10


class Row(NamedTuple):
    """A row of the leaderboard."""

    module: str
    """File of the learner."""
    kind: type[given.Rules]
    """What the learner is given."""
    measure: str
    """What is counted until a grade: ``games`` of self-play or ``updates``."""
    first: int
    """Number of games or updates before the first grade; with sizes as soon as possible."""
    last: int
    """Number of games or updates before the last grade."""


LEARNERS = {
    "value iteration": Row("sweeps", given.Model, "updates", 50_000, 1_000_000),
    "real-time dynamic programming": Row("dynamic", given.Model, "updates", 50_000, 8_000_000),
    "counted dice": Row("counted", given.Afterstates, "games", 2_000, 16_000),
    "value network": Row("value_network", given.Afterstates, "games", 2_000, 64_000),
    "tabular TD(λ)": Row("td_lambda", given.Afterstates, "games", 2_000, 256_000),
    "linear TD(λ)": Row("linear", given.Afterstates, "games", 2_000, 32_000),
    "learned model": Row("learned_model", given.Rules, "games", 2_000, 64_000),
    "policy gradient": Row("policy_gradient", given.Rules, "games", 2_000, 32_000),
    "tabular Q(λ)": Row("q_learning", given.Rules, "games", 2_000, 256_000),
}
"""The learners by name."""

SIZES = ["2x6", "3x8", "4x10", "4x14"]
"""Sizes of the ladder besides the standard game, which is 3x12."""


class Point(NamedTuple):
    """A grade in a learning curve."""

    games: int
    throws: int
    updates: int
    seconds: float
    exploitability: float


def curve(
    rules: str, name: str, seed: int, last: int | None = None, settings: dict[str, float] | None = None, ratio: float = RATIO
) -> Iterator[Point]:
    """Trains a learner, and yields grades at growing intervals."""
    row, game = LEARNERS[name], tourne.solution(rules)
    module = importlib.import_module(row.module)
    games = given.Games(game, seed)
    learner: given.Learner = module.Learner(given.give(game, row.kind), games, settings or module.SETTINGS)
    dues, seconds = [float(last or row.last)], 0.0
    while dues[-1] / ratio >= 0.999 * (1 if rules in SIZES else row.first):  # powers of RATIO are rounded
        dues.append(dues[-1] / ratio)
    while dues:
        due = dues.pop()
        began = time.process_time()
        while (found := games.begun if row.measure == "games" else learner.updates) < due:
            learner.play()
        seconds += time.process_time() - began
        exploitability = game.grade(learner.policy(), mistakes=0).exploitability
        assert exploitability is not None
        yield Point(games.begun, games.throws, learner.updates, seconds, exploitability)
        while dues and dues[-1] <= found:
            dues.pop()


def digest(module: str) -> str:
    """Returns the checksum of the code of a learner, with the files of this folder that it imports."""
    sources = [(FOLDER / f"{module}.py").read_bytes(), (FOLDER / "given.py").read_bytes()]
    if b"from network import" in sources[0]:
        sources.append((FOLDER / "network.py").read_bytes())
    return hashlib.sha256(b"".join(sources).replace(b"\r\n", b"\n")).hexdigest()


def lines(run: tuple[str, str, int, int | None]) -> list[str]:
    """Returns the lines of the output for one run, given by rules, learner, seed and number of games or updates."""
    rules, name, seed, last = run
    ratio = 4.0 if rules == "4x14" else 2.0 if rules in SIZES else RATIO  # a grade of 4x14 takes longer than its games
    return [
        f"{rules},{name},{seed},{point.games},{point.throws},{point.updates},{point.seconds:.2f},{point.exploitability:.9f}\n"
        for point in curve(rules, name, seed, last, ratio=ratio)
    ]


def seeds_of(rules: str, name: str, seeds: int) -> range:
    """Returns the seeds of the runs of a learner. Value iteration has no random numbers."""
    if name == "value iteration":
        return range(1, 2)
    return range(1, (min(seeds, 3) if rules in SIZES else seeds) + 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--rules", nargs="+", default=[*tourne.RULES, *SIZES], help="rule sets and sizes (default: all)")
    parser.add_argument("--learners", nargs="+", choices=LEARNERS, default=list(LEARNERS), metavar="NAME")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="number of seeds; 3 at most for sizes")
    parser.add_argument("--last", type=int, help="number of games or updates of each run (default: that of the learner)")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    runs = [
        (rules, name, seed, asked.last)
        for rules in asked.rules
        for name in asked.learners
        for seed in seeds_of(rules, name, asked.seeds)
    ]
    # Each process has only one thread, so that sums are made in the same order on every run.
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", RAYON_NUM_THREADS="1")
    unfinished = asked.output.with_suffix(".unfinished")
    with multiprocessing.get_context("spawn").Pool(asked.processes) as pool, open(unfinished, "w", encoding="utf-8") as file:
        file.writelines(f"# {name}: {digest(LEARNERS[name].module)}\n" for name in asked.learners)
        file.write("rules,learner,seed,games,throws,updates,seconds,exploitability\n")
        for number, found in enumerate(pool.imap(lines, runs), 1):
            file.writelines(found)
            file.flush()
            print(f"{number} of {len(runs)}: {found[-1].strip()}", flush=True)
    unfinished.replace(asked.output)
