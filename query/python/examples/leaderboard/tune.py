"""Tunes the settings of learners on the standard game, with seeds that the leaderboard does not use.

    python tune.py --learners "value network"

For each setting in turn, the next smaller and larger numbers of its grid are tried; the best is kept, until no change
makes the learner better. The result is the geometric mean of the last three grades of the seeds. All trials are written
to tuning.csv, which keeps those of other learners.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import json
import math
import multiprocessing
import os
from pathlib import Path
from typing import Any

import run

SEEDS = [101, 102, 103]
TRIALS = Path(__file__).parent / "tuning.csv"


def trial(asked: tuple[str, dict[str, float], int]) -> float:
    """Returns the mean logarithm of the last three grades of one run."""
    name, settings, seed = asked
    grades = [point.exploitability for point in run.curve("standard", name, seed, settings=settings)]
    return sum(math.log(max(grade, 1e-9)) for grade in grades[-3:]) / 3


def tune(name: str, pool: Any) -> dict[str, float]:
    """Returns all trials of a learner: results by settings, as JSON."""
    module = importlib.import_module(run.LEARNERS[name].module)
    results: dict[str, float] = {}

    def compare(candidates: list[dict[str, float]]) -> dict[str, float]:
        new = [settings for settings in candidates if json.dumps(settings) not in results]
        found = pool.map(trial, [(name, settings, seed) for settings in new for seed in SEEDS], chunksize=1)
        for number, settings in enumerate(new):
            logs = found[number * len(SEEDS) : (number + 1) * len(SEEDS)]
            results[json.dumps(settings)] = math.exp(sum(logs) / len(SEEDS))
            print(f"{name}: {results[json.dumps(settings)]:.6f} {settings}", flush=True)
        return min(candidates, key=lambda settings: results[json.dumps(settings)])

    best = compare([dict(module.SETTINGS)])
    unchanged = 0
    while unchanged < len(module.GRID):
        for setting, grid in module.GRID.items():
            before, at = best, grid.index(best[setting])
            best = compare([best] + [{**best, setting: value} for value in grid[max(at - 1, 0) : at + 2]])
            unchanged = unchanged + 1 if best == before else 0
            if unchanged == len(module.GRID):
                break
    return results


def read() -> dict[str, dict[str, float]]:
    """Reads the trials of all learners: results by settings, as JSON."""
    trials: dict[str, dict[str, float]] = {}
    if TRIALS.exists():
        with open(TRIALS, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                trials.setdefault(row["learner"], {})[row["settings"]] = float(row["exploitability"])
    return trials


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learners", nargs="+", choices=run.LEARNERS, default=list(run.LEARNERS), metavar="NAME")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", RAYON_NUM_THREADS="1")
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        for name in given.learners:
            trials = read()
            trials[name] = tune(name, pool)
            with open(TRIALS, "w", encoding="utf-8", newline="") as file:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerow(["learner", "settings", "exploitability"])
                for learner in run.LEARNERS:
                    for settings, result in trials.get(learner, {}).items():
                        writer.writerow([learner, settings, f"{result:.9f}"])
            print(f"{name}: best {min(trials[name], key=lambda settings: trials[name][settings])}", flush=True)
