"""The README's code and the examples run, and the package keeps its size."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tourne
from conftest import EXAMPLES, PACKAGE

README = (PACKAGE / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)


def run(*arguments: str | Path, folder: Path) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_code_of_the_readme_runs_and_prints_what_it_says(number: int, tmp_path: Path) -> None:
    block = BLOCKS[number]
    for package in re.findall(r"^import (gymnasium)$", block, re.M):
        pytest.importorskip(package)
    printed = run("-c", block, folder=tmp_path)
    # A comment after a print is what it prints.
    said = [line.split("  # ", 1)[1] for line in block.splitlines() if line.startswith("print(") and "  # " in line]
    assert printed.splitlines() == said


def test_the_readme_has_code() -> None:
    assert len(BLOCKS) >= 5 and sum(block.count("print(") for block in BLOCKS) >= 8


def lines(*patterns: str) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for pattern in patterns for path in PACKAGE.glob(pattern))


def test_the_package_keeps_its_size() -> None:
    words = sum(len(path.read_text(encoding="utf-8").split()) for path in PACKAGE.glob("*.md"))
    assert words <= 2500 and lines("tests/*.py") <= 2550
    assert lines("python/tourne/*.py", "python/tourne/*.pyi", "src/*.rs", "examples/*.py") <= 5000
    for example in ("td_numpy.py", "value_network.py", "maskable_ppo.py"):
        assert lines(f"examples/{example}") < 60, example


def curve(printed: str) -> list[float]:
    """Returns the exploitabilities of a curve, in percent."""
    found = re.findall(r"^ *[\d,]+ games +[\d,]+ throws +exploitable by +([\d.]+) %$", printed, re.M)
    assert len(found) == len(printed.splitlines()), printed
    return [float(number) for number in found]


def test_tabular_td_gets_better(tmp_path: Path) -> None:
    exploitable = curve(run(EXAMPLES / "td_numpy.py", "--turns", "400", folder=tmp_path))
    assert exploitable[-1] < exploitable[0] / 3, exploitable


def test_tabular_td_comes_as_far_as_the_readme_says(tmp_path: Path) -> None:
    """The whole run prints the figures of the README. They are the same every time."""
    last = run(EXAMPLES / "td_numpy.py", folder=tmp_path).splitlines()[-1]
    played, exploitable = int(last.split(" games")[0].replace(",", "")), curve(last)[0]
    assert f"{exploitable:.2f} % after {played:,} games" in " ".join(README.split())


def test_the_value_network_gets_better(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    exploitable = curve(run(EXAMPLES / "value_network.py", "--rounds", "24", folder=tmp_path))
    assert exploitable[-1] < exploitable[0] / 2, exploitable


@pytest.mark.parametrize("arguments", [["--games", "32"], ["--games", "4", "--slow"]])
def test_maskable_ppo_trains(arguments: list[str], tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    exploitable = curve(run(EXAMPLES / "maskable_ppo.py", "--rounds", "2", *arguments, folder=tmp_path))
    assert len(exploitable) == 2 and 0 < exploitable[-1] < 40


def test_value_iteration_finds_the_proven_values(tmp_path: Path) -> None:
    printed = run(EXAMPLES / "value_iteration.py", folder=tmp_path)
    assert float(printed.rsplit(" ", 1)[1]) < 1e-12


def test_a_bot_of_open_spiel_is_graded(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    printed = run(EXAMPLES / "grade_open_spiel_bot.py", "--simulations", "3", "--sample", "20", folder=tmp_path)
    assert re.match(r"agreement +\d+\.\d\d %  \(\d+\.\d\d to \d+\.\d\d\)\n", printed)


def test_the_package_is_typed() -> None:
    assert tourne.__file__ is not None
    assert (Path(tourne.__file__).parent / "py.typed").exists()
