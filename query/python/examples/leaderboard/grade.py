"""Grades a submission exactly, and prints its row of LEADERBOARD.md.

    python grade.py policy.npz --rules standard --name "my learner" --games 100000
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

import tourne

LARGEST = 100_000
"""Maximum size of a submission, in bytes."""


def row(path: Path, rules: str, name: str, games: int) -> str:
    """Returns the row of the table for a submission."""
    if games < 0:
        raise ValueError(f"the number of games is {games}: give 0 or more")
    for text in (name, path.name):
        if "|" in text or not text.isprintable() or not text.strip():
            raise ValueError(f"{text!r} does not fit into a row of a table: give a name of one line without |")
    grade = tourne.solution(rules).grade(path, mistakes=0)
    if grade.exploitability is None or grade.loss_per_game is None:
        missing = f"{grade.missing} without an answer, {grade.illegal} with an illegal move"
        raise ValueError(f"{path} does not answer every decision that can arise: {missing}")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    exact = f"{100 * grade.exploitability:.6f} % | {100 * grade.loss_per_game:.6f} %"
    return f"| `{rules}` | {name} | {games:,} | {exact} | `{path.name}` | `{digest[:16]}` |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the policy: .npy or .npz, CSV, lines of JSON, or a card")
    parser.add_argument("--rules", required=True, help="rule set that it was trained on, which a file of an array does not say")
    parser.add_argument("--name", required=True, help="name of the learner")
    parser.add_argument("--games", type=int, required=True, help="games that it learned from")
    arguments = parser.parse_args()
    try:
        print(row(arguments.file, arguments.rules, arguments.name, arguments.games))
        if (size := arguments.file.stat().st_size) > LARGEST:
            print(f"{arguments.file} has {size:,} bytes: too large to send in, which takes {LARGEST:,} at most", file=sys.stderr)
    except (OSError, ValueError) as error:
        parser.error(str(error))
