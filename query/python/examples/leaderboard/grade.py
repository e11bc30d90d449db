"""Grades a submission exactly, and prints its row of LEADERBOARD.md.

    python grade.py policy.npz --rules standard --name "my learner" --games 100000
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import numpy as np

import tourne


def open_policy(game: tourne.Solution, path: Path) -> tourne.Policy:
    """Opens a policy: an array that NumPy saved, or any file that `tourne check --policy` reads."""
    if path.suffix not in (".npy", ".npz"):
        return game.policy(path)
    loaded = np.load(path, allow_pickle=False)
    if isinstance(loaded, np.lib.npyio.NpzFile):
        if len(loaded.files) != 1:
            raise ValueError(f"{path} has {len(loaded.files)} arrays: save one, the policy")
        loaded = loaded[loaded.files[0]]
    return game.policy(loaded)


def row(path: Path, rules: str, name: str, games: int) -> str:
    """The row of a submission."""
    game = tourne.solution(rules)
    grade = game.grade(open_policy(game, path), mistakes=0)
    if grade.exploitability is None or grade.loss_per_game is None:
        missing = f"{grade.missing} without an answer, {grade.illegal} with an illegal move"
        raise ValueError(f"{path} does not answer every decision that can arise: {missing}")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    exact = f"{100 * grade.exploitability:.6f} % | {100 * grade.loss_per_game:.6f} %"
    return f"| `{rules}` | {name} | {games:,} | {exact} | `{path.name}` | `{digest[:16]}` |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the policy: .npy or .npz, CSV, lines of JSON, or a card")
    parser.add_argument("--rules", default="standard", help="rule set that it plays")
    parser.add_argument("--name", required=True, help="name of the learner")
    parser.add_argument("--games", type=int, required=True, help="games that it learned from")
    arguments = parser.parse_args()
    try:
        print(row(arguments.file, arguments.rules, arguments.name, arguments.games))
    except (OSError, ValueError) as error:
        parser.error(str(error))
