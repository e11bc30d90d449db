"""The README's code and the examples run, and the package has types."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tourne
from conftest import EXAMPLES, PACKAGE

PAGES = [PACKAGE / "README.md", PACKAGE / "BATCH.md"]
TEXTS = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXTS, re.M | re.S)


def run(*arguments: str | Path, folder: Path) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_code_of_the_pages_runs_and_prints_what_they_say(number: int, tmp_path: Path) -> None:
    block = BLOCKS[number]
    printed = run("-c", block, folder=tmp_path)
    # A comment after a print is what it prints.
    said = [line.split("  # ", 1)[1] for line in block.splitlines() if line.startswith("print(") and "  # " in line]
    assert printed.splitlines() == said


def test_the_pages_have_code() -> None:
    assert len(BLOCKS) >= 6 and sum(block.count("print(") for block in BLOCKS) >= 8


def test_examples_are_short() -> None:
    for example in EXAMPLES.glob("*.py"):
        assert len(example.read_text(encoding="utf-8").splitlines()) < 100, example.name


def test_value_iteration_finds_the_proven_values(tmp_path: Path) -> None:
    printed = run(EXAMPLES / "value_iteration.py", folder=tmp_path)
    assert float(printed.rsplit(" ", 1)[1]) < 1e-12


def test_learning_gets_better_and_draws_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    printed = run(EXAMPLES / "learning.py", "--turns", "300", "--output", "learning.svg", folder=tmp_path)
    for name in ("Q-learning", "TD(λ)"):
        losses = [float(line.split("loses")[1].split("%")[0]) for line in printed.splitlines() if line.startswith(name)]
        assert losses[-1] < losses[0] - 1
    assert (tmp_path / "learning.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_learning_comes_as_far_as_the_readme_says(tmp_path: Path) -> None:
    """The whole run, half a minute of computing, prints the figures of the README. They are the same every time."""
    printed = run(EXAMPLES / "learning.py", folder=tmp_path).splitlines()
    last = {line.split()[0]: [float(n) for n in re.findall(r"([\d.]+) %", line)] for line in printed}
    games = [int(line.split(" games:")[0].split()[-1].replace(",", "")) for line in printed]
    assert 450_000 < max(games) < 550_000
    (q_loss, _), (td_loss, td_exploited) = last["Q-learning"], last["TD(λ)"]
    readme = " ".join((PACKAGE / "README.md").read_text(encoding="utf-8").split())
    said = f"After half a million games TD(λ) loses {td_loss:.2f} % of a game to perfect play and can be exploited by"
    assert f"{said} {td_exploited:.2f} %; Q-learning" in readme
    assert f"still loses {q_loss:.1f} % (" in readme


def test_the_example_in_jax_plays(tmp_path: Path) -> None:
    pytest.importorskip("jax")
    printed = run(EXAMPLES / "jax_batch.py", "--games", "100", "--turns", "10", folder=tmp_path)
    assert re.match(r"\d+\.\d million steps a second", printed)


def test_a_bot_of_open_spiel_is_graded(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    printed = run(EXAMPLES / "grade_open_spiel_bot.py", "--simulations", "3", "--sample", "20", folder=tmp_path)
    assert re.match(r"agreement +\d+\.\d\d %  \(\d+\.\d\d to \d+\.\d\d\)\n", printed)


def test_the_package_is_typed() -> None:
    assert tourne.__file__ is not None
    assert (Path(tourne.__file__).parent / "py.typed").exists()
    assert (Path(tourne.__file__).parent / "_rust.pyi").exists()
