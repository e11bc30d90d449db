"""The leaderboard: its learners, its data and its page agree, and submissions get the grades that the page gives."""

from __future__ import annotations

import importlib
import itertools
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tourne
from conftest import EXAMPLES, PACKAGE

FOLDER = EXAMPLES / "leaderboard"
PAGE = (PACKAGE / "LEADERBOARD.md").read_text(encoding="utf-8")


def load(name: str) -> Any:
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FOLDER))


RUN, BOARD, GRADE = load("run"), load("board"), load("grade")
CURVES = BOARD.read()


def test_the_data_have_all_rule_sets_learners_and_seeds() -> None:
    assert list(CURVES) == list(itertools.product(tourne.RULES, RUN.LEARNERS))
    for (_, name), runs in CURVES.items():
        assert len(runs) == RUN.SEEDS == 5
        budget = RUN.LEARNERS[name][1]
        for curve in runs:
            games = [played for played, _ in curve]
            assert games == sorted(games) and budget * 0.9 < games[-1] < budget * 1.02
            assert all(0 < found < 2 for _, found in curve)
        assert len({tuple(curve) for curve in runs}) == 5  # seeds differ


def test_the_table_of_the_page_is_made_of_the_data() -> None:
    assert PAGE.split(BOARD.MARKS[0])[1].split(BOARD.MARKS[1])[0] == BOARD.table(CURVES)


def test_the_picture_is_made_of_the_data(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    BOARD.plot(CURVES, tmp_path / "plot.svg")
    lines = [
        re.findall(r'<path d="(M [^"]*)" clip-path', path.read_text(encoding="utf-8"))
        for path in (PACKAGE / "leaderboard.svg", tmp_path / "plot.svg")
    ]
    assert len(lines[0]) >= len(CURVES)
    # Versions of Matplotlib write the same lines with other spaces and digits.
    committed, drawn = ([float(number) for line in found for number in re.findall(r"-?\d+\.?\d*", line)] for found in lines)
    assert committed == pytest.approx(drawn, abs=0.5)


@pytest.mark.parametrize("name", RUN.LEARNERS)
def test_a_learner_starts_as_its_curve_says_twice(name: str) -> None:
    """The first two grades with seed 1 are those of the curve, in two runs; so is the first grade under rules where
    wins count points."""
    first, again = (list(itertools.islice(RUN.curve("standard", name, 1), 2)) for _ in range(2))
    assert first == again
    for rules, found in [("standard", first), ("double-win", list(itertools.islice(RUN.curve("double-win", name, 1), 1)))]:
        for (games, exploitability), (games_said, said) in zip(found, CURVES[rules, name][0]):
            # Changes of learning rates in the last digit leave these grades as they are.
            assert games == games_said and exploitability == pytest.approx(said, rel=1e-6)
    assert next(RUN.curve("standard", name, 2)) != first[0]


def test_thresholds_are_reached_at_the_first_grade_at_most_as_large() -> None:
    curve = [(100, 0.2), (200, 0.05), (300, 0.06), (400, 0.01)]
    assert [BOARD.games_to(curve, threshold) for threshold in BOARD.THRESHOLDS] == [200, 400, None]
    late = [(100, 0.2), (210, 0.06), (310, 0.04), (410, 0.02)]
    assert BOARD.cell([curve, late, late], 0.05) == "300"
    assert BOARD.cell([curve, late, late], 0.01) == "1 of 3 seeds: 400"
    assert BOARD.cell([curve, curve], 0.05) == "200"
    assert BOARD.cell([curve, late, late], 0.001) == "> 400"


def test_learners_are_short() -> None:
    for learner, _ in RUN.LEARNERS.values():
        file = FOLDER / f"{learner.__module__}.py"
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 100, file.name


def test_a_table_of_other_curves_leaves_the_page_as_it_is(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    lines = BOARD.CURVES.read_text(encoding="utf-8").splitlines(keepends=True)
    part = tmp_path / "part.csv"
    part.write_text("".join(line for line in lines if line.startswith(("rules", 'course,"linear'))), encoding="utf-8")
    (tmp_path / "other.csv").write_text("games,loss\n7,1\n", encoding="utf-8")
    kept = [BOARD.PAGE, PACKAGE / "leaderboard.svg", BOARD.CURVES]
    before = [(path.read_bytes(), path.stat().st_mtime_ns) for path in kept]
    asked: list[tuple[list[str | Path], int, str]] = [
        (["--help"], 0, ""),
        ([part], 2, "give a folder for this one, --output FOLDER"),
        ([tmp_path / "none.csv", "--output", tmp_path / "none"], 2, "none.csv"),
        ([tmp_path / "other.csv", "--output", tmp_path / "none"], 2, "has no column 'rules': give a file that run.py wrote"),
        ([part, "--output", tmp_path / "made"], 0, ""),
    ]
    for options, code, sentence in asked:
        done = subprocess.run([sys.executable, FOLDER / "board.py", *options], capture_output=True, text=True, timeout=300)
        assert done.returncode == code and sentence in done.stderr and "Traceback" not in done.stderr, done.stderr
    assert [(path.read_bytes(), path.stat().st_mtime_ns) for path in kept] == before
    assert not (tmp_path / "none").exists()
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == ["leaderboard.svg", "table.md"]
    run = ("course", "linear, named features")
    assert (tmp_path / "made" / "table.md").read_text(encoding="utf-8") == BOARD.table({run: CURVES[run]})


def rows(heading: str) -> list[list[str]]:
    """Returns the cells of the table below a heading, row by row."""
    lines = [line for line in PAGE.split(f"## {heading}\n")[1].split("\n## ")[0].splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_submissions_are_graded_as_the_page_says() -> None:
    files = set()
    for line in rows("Submissions"):
        rules, name, games, *_, file, _ = line
        path = FOLDER / "submissions" / file.strip("`")
        files.add(path.name)
        assert path.stat().st_size <= GRADE.LARGEST == 100_000
        again = GRADE.row(path, rules.strip("`"), name, int(games.replace(",", "")))
        assert [cell.strip() for cell in again.strip("|").split("|")] == line
    assert files == {path.name for path in (FOLDER / "submissions").iterdir()} and len(files) >= 2


def test_a_submission_is_graded_alike_in_every_form(tmp_path: Path) -> None:
    game = tourne.solution("course")
    policy = game.policy("builtin:hit")
    policy.save(tmp_path / "policy.csv")
    np.save(tmp_path / "policy.npy", policy.probabilities)
    np.savez_compressed(tmp_path / "policy.npz", policy.probabilities)
    np.savez_compressed(tmp_path / "men.npz", policy.probabilities.argmax(axis=2).astype(np.int8))
    graded = [GRADE.row(tmp_path / name, "course", "hit", 7) for name in ("policy.csv", "policy.npy", "policy.npz", "men.npz")]
    assert len({tuple(row.split("|")[1:6]) for row in graded}) == 1
    grade = game.grade(policy)
    assert grade.exploitability is not None and grade.loss_per_game is not None
    assert f"| hit | 7 | {100 * grade.exploitability:.6f} % | {100 * grade.loss_per_game:.6f} % |" in graded[0]


def test_large_submissions_are_graded_with_a_warning(tmp_path: Path) -> None:
    policy = tourne.solution("course").policy("builtin:hit")
    policy.save(tmp_path / "large.csv")
    np.savez_compressed(tmp_path / "small.npz", policy.probabilities.argmax(axis=2).astype(np.int8))
    for file, warning in [("large.csv", "bytes: too large to send in, which takes 100,000 at most\n"), ("small.npz", "")]:
        asked: list[str | Path] = [sys.executable, FOLDER / "grade.py", tmp_path / file, "--rules", "course"]
        done = subprocess.run([*asked, "--name", "me", "--games", "1"], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0 and done.stdout.startswith("| `course` | me | 1 | ")
        assert done.stderr.endswith(warning) and bool(done.stderr) == bool(warning)


@pytest.mark.parametrize(
    ("file", "name", "games", "sentence"),
    [
        ("five-lines.card", "me", -5, "the number of games is -5: give 0 or more"),
        ("five-lines.card", "a|b", 1, r"'a\|b' does not fit into a row of a table"),
        ("five-lines.card", "a\nb", 1, "does not fit into a row of a table"),
        ("five-lines.card", " ", 1, "does not fit into a row of a table"),
        ("five|lines.card", "me", 1, r"'five\|lines.card' does not fit into a row of a table"),
    ],
)
def test_rows_that_would_break_the_table_are_refused(file: str, name: str, games: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        GRADE.row(FOLDER / "submissions" / file, "standard", name, games)


def test_wrong_submissions_are_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("position,die,move\n04h/007,3,4/7\n", encoding="utf-8")
    np.savez(tmp_path / "two.npz", np.zeros(2), np.zeros(3))
    np.save(tmp_path / "small.npy", np.zeros((3, 6, 3)))
    for file, sentence in [
        ("one.csv", "does not answer every decision that can arise: 104374 without an answer, 0 with an illegal move"),
        ("two.npz", "has 2 arrays: save one, the policy"),
        ("small.npy", "is not a policy"),
        ("none.csv", "none.csv"),
    ]:
        asked: list[str | Path] = [sys.executable, FOLDER / "grade.py", tmp_path / file, "--name", "me", "--games", "1"]
        done = subprocess.run([*asked, "--rules", "standard"], capture_output=True, text=True, timeout=300)
        assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr


def test_the_run_writes_the_curves_that_are_committed(tmp_path: Path) -> None:
    names = ["linear, named features", "REINFORCE, small network"]
    few = ["--rules", "double-win", "--learners", *names, "--seeds", "1", "--games", "2000"]
    asked: list[str | Path] = [sys.executable, FOLDER / "run.py", "--output", tmp_path / "curves.csv", *few]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["curves.csv"]
    found = BOARD.read(tmp_path / "curves.csv")
    assert list(found) == [("double-win", name) for name in names]
    for run, [[(games, exploitability)]] in found.items():
        assert (games, exploitability) == pytest.approx(CURVES[run][0][0], rel=1e-6)
