"""Trains a submission with three seeds, grades it exactly, and prints its row of LEADERBOARD.md.

    python grade.py submissions/td_zero.py --name "TD(0), a table"
    python grade.py submissions/td_zero.py --name "TD(0), a table" --seeds 101 102

A submission is a program of one file with `GIVEN`, `LAST`, `SETTINGS` and `Learner`: what it is given, the games or
updates after which it is graded, its settings, and the learner. What it may import and name is checked, so that it does
not use the solution by mistake; a person reads it before it is accepted.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", RAYON_NUM_THREADS="1")  # before NumPy is imported

import given
import numpy as np

import tourne

SEEDS = [1, 2, 3]
LIBRARY = {"__future__", "collections", "collections.abc", "dataclasses", "heapq", "itertools", "math", "typing"}
MODULES = LIBRARY | {"numpy", "numpy.typing", "network"}
NAMES = {"Rules", "Afterstates", "Model", "Games"}  # of the module `given`
KINDS = {given.Rules: "games only", given.Afterstates: "afterstates", given.Model: "model"}
REFUSED = {"compile", "eval", "exec", "fromfile", "genfromtxt", "getattr", "globals", "load", "loadtxt", "memmap", "modules"}
REFUSED |= {"open", "os", "setattr", "sys", "testing", "tourne", "vars"}


def refused(source: str) -> Iterator[str]:
    """Yields sentences about what a submission may not use."""
    for node in ast.walk(ast.parse(source)):
        line = f"line {getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Attribute):
            is_own = isinstance(node.value, ast.Name) and node.value.id == "self" or node.attr == "__init__"
            if node.attr == "random" and isinstance(node.value, ast.Name) and node.value.id in ("np", "numpy"):
                yield f"{line} uses NumPy's random numbers: take those of games.random, which have the seed"
            elif node.attr in REFUSED or (node.attr.startswith("_") and not is_own):
                yield f"{line} uses {node.attr}: a learner knows only what it is given, and reads no files"
        elif isinstance(node, ast.MatchClass) and node.kwd_attrs:
            yield f"{line} matches attributes: a learner knows only what it is given"
        elif isinstance(node, ast.Name) and (node.id in REFUSED or node.id.startswith("__")):
            yield f"{line} uses {node.id}: a learner knows only what it is given, and reads no files"
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [alias.name for alias in node.names]
            modules = names if isinstance(node, ast.Import) else ["." * node.level + (node.module or "")]
            if modules == ["given"] and isinstance(node, ast.ImportFrom):
                if others := set(names) - NAMES:
                    yield f"{line} imports {', '.join(sorted(others))} from given: import only {', '.join(sorted(NAMES))}"
            elif {"random", "numpy.random"} & set(modules) or "random" in names:
                yield f"{line} imports random numbers: take those of games.random, which have the seed"
            elif "numpy" in names and any(alias.asname not in (None, "np") for alias in node.names):
                yield f"{line} gives NumPy another name: import numpy as np"
            elif others := set(modules) - MODULES:
                allowed = f"numpy, network, {', '.join(sorted(LIBRARY))}, and from given {', '.join(sorted(NAMES))}"
                yield f"{line} imports {', '.join(sorted(others))}: import only {allowed}"
            elif isinstance(node, ast.ImportFrom) and (set(names) & REFUSED or "*" in names):
                yield f"{line} imports {', '.join(names)}: import the names that the learner needs, and nothing that reads files"


def fail(path: Path, error: BaseException) -> ValueError:
    """Returns an error that says in which line of a submission another error was raised."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return ValueError(f"{path.name}, line {lines[-1]}: {type(error).__name__}: {error}" if lines else f"{path.name}: {error}")


def load(path: Path) -> Any:
    """Returns the module of a submission.

    Raises ``ValueError`` if it imports or names what it may not, or lacks a part.
    """
    source = path.read_text(encoding="utf-8")
    try:
        if sentences := list(refused(source)):
            raise ValueError(f"{path.name}: {sentences[0]}")
    except SyntaxError as error:
        raise ValueError(f"{path.name} is not a program in Python: {error}") from error
    specification = importlib.util.spec_from_file_location(f"submission_{path.stem}", path)
    assert specification and specification.loader
    module = importlib.util.module_from_spec(specification)
    try:
        specification.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise fail(path, error) from error
    if missing := [name for name in ("GIVEN", "LAST", "SETTINGS", "Learner") if not hasattr(module, name)]:
        raise ValueError(f"{path.name} has no {missing[0]}: see submissions/td_zero.py")
    if not isinstance(module.GIVEN, type) or module.GIVEN not in KINDS:
        raise ValueError(f"{path.name}: GIVEN is {module.GIVEN!r}, but must be Rules (games only), Afterstates or Model")
    last = module.LAST if isinstance(module.LAST, tuple) and len(module.LAST) == 2 else (None, None)
    if last[0] not in ("games", "updates") or type(last[1]) is not int or last[1] < 1:
        raise ValueError(f'{path.name}: LAST is {module.LAST!r}, but must be ("games", 32000) or ("updates", 32000), say')
    return module


def train(path: Path, module: Any, game: tourne.Solution, seed: int) -> tuple[int, int, float]:
    """Trains a submission. Returns the numbers of games and updates, and the exploitability in percent."""
    measure, last = module.LAST
    games = given.Games(game, seed)
    try:
        learner: given.Learner = module.Learner(given.give(game, module.GIVEN), games, module.SETTINGS)
        while (count := games.begun if measure == "games" else learner.updates) < last:
            before, updates = games.throws if measure == "games" else count, learner.updates
            learner.play()
            if type(learner.updates) is not int or learner.updates < max(updates, 0):
                raise ValueError(f"updates is {learner.updates!r}, but must be an integer that grows")
            if (games.throws if measure == "games" else learner.updates) <= before:
                raise ValueError(f"play() makes no {'move' if measure == 'games' else 'update'}, so learning would never end")
        policy = learner.policy()
    except (Exception, SystemExit) as error:
        raise fail(path, error) from error
    shape = game.is_legal.shape[:2]
    if not isinstance(policy, np.ndarray) or policy.shape != shape or policy.dtype.kind not in "iu":
        found = f"{policy.dtype} of shape {policy.shape}" if isinstance(policy, np.ndarray) else type(policy).__name__
        raise ValueError(f"{path.name}: policy() gives {found}, but must give an array of integers, men to move, of shape {shape}")
    exploitability = game.grade(policy, mistakes=0).exploitability
    assert exploitability is not None
    return games.begun, learner.updates, 100 * exploitability


def row(path: Path, rules: str, name: str) -> str:
    """Returns the row of the table for a submission."""
    for text in (name, path.name):
        if "|" in text or not text.isprintable() or not text.strip():
            raise ValueError(f"{text!r} does not fit into a row of a table: give a name of one line without |")
    module, game = load(path), tourne.solution(rules)
    # Each seed has a module of its own, so that nothing is carried from one to the next.
    games, updates, found = zip(*(train(path, load(path), game, seed) for seed in SEEDS))
    low, median, high = sorted(found)
    digest = hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()
    learned = f"{max(games):,} games, {max(updates):,} updates"
    grades = f"{median:.4g} ({low:.4g} – {high:.4g})"
    return f"| `{rules}` | {KINDS[module.GIVEN]} | {name} | {learned} | {grades} | `{path.name}` | `{digest[:16]}` |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the program")
    parser.add_argument("--rules", default="standard", help="rule set or size (default: standard)")
    parser.add_argument("--name", required=True, help="name of the learner")
    parser.add_argument("--seeds", type=int, nargs="+", help="seeds to tune with: prints the grade of each instead of the row")
    asked = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).parent))
    try:
        if asked.seeds:
            for seed in asked.seeds:
                games, updates, found = train(asked.file, load(asked.file), tourne.solution(asked.rules), seed)
                print(f"seed {seed}: exploitable by {found:.4f} % after {games:,} games and {updates:,} updates", flush=True)
        else:
            print(row(asked.file, asked.rules, asked.name))
    except (OSError, ValueError) as error:
        parser.error(str(error))
