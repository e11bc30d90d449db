"""The examples of INSTRUMENT.md measure what the page says, and its figures are those that they print."""

from __future__ import annotations

import importlib
import itertools
import math
import re
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

import tourne
from conftest import EXAMPLES, PACKAGE

FOLDER = EXAMPLES / "instrument"
PAGE = (PACKAGE / "INSTRUMENT.md").read_text(encoding="utf-8")
sys.path.insert(0, str(FOLDER))
GRADIENTS, EXPLOITERS, OFF_POLICY = (importlib.import_module(name) for name in ("gradients", "exploiters", "off_policy"))


def cells(heading: str) -> dict[str, list[float]]:
    """Returns the numbers of the table below a heading, by the first cell of each row."""
    lines = [line for line in PAGE.split(f"## {heading}\n")[1].split("\n## ")[0].splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]
    return {row[0].strip("`"): [float(cell.replace(",", "")) for cell in row[1:]] for row in rows}


def test_only_full_returns_are_unbiased() -> None:
    measured = {decay: found for decay, *found in GRADIENTS.measure(6)}
    for decay, (squared, error, variance) in cells("Bias and variance of policy gradients").items():
        bias, deviation, found = measured[float(decay)]
        assert abs(bias - squared) < 5 * (deviation + error) + 0.002 and found == pytest.approx(variance, rel=0.1)
    biases, _, variances = zip(*measured.values())
    assert list(biases) == sorted(biases, reverse=True) and biases[0] > 0.15 and abs(biases[-1]) < 0.05
    assert list(variances) == sorted(variances)


def test_a_learned_exploiter_comes_as_far_as_the_page_says() -> None:
    game = tourne.solution()
    for name, (early, late, best) in cells("A learned exploiter against the best one").items():
        curves = [[value for _, value in EXPLOITERS.exploit(game, game.policy(name), 16_000, seed)] for seed in EXPLOITERS.SEEDS]
        assert curves == [sorted(curve) for curve in curves]
        assert statistics.median(curve[-1] for curve in curves) == pytest.approx(early, abs=6e-5)
        exact = game.grade(name, mistakes=0).exploiter
        assert early < late < best and exact == pytest.approx(best, abs=6e-5)


def test_off_policy_errors_are_those_of_the_page() -> None:
    exact, errors = OFF_POLICY.measure(40, [300, 3000])
    assert f"the exact value is {exact:.6f}" in PAGE
    said = list(cells("Off-policy evaluation").values())
    for found, row in zip(errors.values(), said):
        assert found == pytest.approx([row[2], row[4]], rel=0.4)
    # The mean of independent games has the error of a coin with this probability.
    for number, size in enumerate([300, 3000]):
        assert errors["the policy's own games"][number] == pytest.approx(math.sqrt(exact * (1 - exact) / size), rel=0.3)
    assert errors["importance sampling"][1] > errors["weighted importance sampling"][1] > errors["the policy's own games"][1]


@pytest.mark.parametrize(
    "asked", [["gradients.py", "--batches", "2"], ["exploiters.py", "--games", "4000"], ["off_policy.py", "--sets", "2"]]
)
def test_the_examples_print_and_draw(asked: list[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    call: list[str | Path] = [sys.executable, FOLDER / asked[0], *asked[1:], "--output", "plot.svg"]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"\d\.\d+", done.stdout)) >= 6
    assert (tmp_path / "plot.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_the_examples_are_short() -> None:
    lengths = [len(path.read_text(encoding="utf-8").splitlines()) for path in FOLDER.glob("*.py")]
    assert len(lengths) == 3 and max(lengths) <= 110
    assert all((PACKAGE / name).exists() for name in itertools.chain(re.findall(r"\]\((\w+\.svg)\)", PAGE)))
