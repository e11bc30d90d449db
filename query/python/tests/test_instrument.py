"""The examples of INSTRUMENT.md measure what the page says, and its figures are those that they print."""

from __future__ import annotations

import importlib
import itertools
import math
import re
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
    return {row[0].strip("`"): [float(cell) for cell in row[1:]] for row in rows}


def test_only_full_returns_are_unbiased() -> None:
    measured = {decay: (bias, deviation) for decay, bias, deviation in GRADIENTS.measure(6)}
    deviations = [deviation for _, deviation in measured.values()]
    assert deviations == sorted(deviations)
    for decay, (bias, deviation) in cells("Bias and variance of policy gradients").items():
        # The error of the mean of 120,000 games; its length is known better than the mean itself.
        error = deviation / math.sqrt(6 * GRADIENTS.GAMES)
        assert measured[float(decay)][1] == pytest.approx(deviation, rel=0.02)
        assert abs(measured[float(decay)][0] - bias) < max(0.02, 0.2 * error)
    assert measured[0.0][0] > 0.3


def test_a_learned_exploiter_comes_as_far_as_the_page_says() -> None:
    game = tourne.solution()
    for name, (early, late, best) in cells("A learned exploiter against the best one").items():
        curve = list(EXPLOITERS.exploit(game, game.policy(name), 16_000))
        values = [value for _, value in curve]
        assert values == sorted(values) and values[-1] == pytest.approx(early, abs=6e-5)
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
