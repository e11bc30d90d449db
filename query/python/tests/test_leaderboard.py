"""The leaderboard: its learners, its data and its page agree, and submissions get the grades that the page gives."""

from __future__ import annotations

import dataclasses
import importlib
import itertools
import math
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
sys.path.insert(0, str(FOLDER))
RUN, BOARD, GRADE, GIVEN, TUNE = (importlib.import_module(name) for name in ("run", "board", "grade", "given", "tune"))
CURVES, DIGESTS = BOARD.read()
NETWORKS = ["value network", "policy gradient"]
# First and last numbers of grids: bounds of what can be set, or chosen for the time that larger ones take.
BOUNDS = {("explore", 0), ("blocks", 1024), ("turns", 100), ("slow", math.inf), ("epochs", 8), ("hidden", 128)}


def module(name: str) -> Any:
    return importlib.import_module(RUN.LEARNERS[name].module)


def test_the_data_have_all_rules_sizes_learners_and_seeds() -> None:
    assert list(CURVES) == list(itertools.product([*tourne.RULES, *RUN.SIZES], RUN.LEARNERS))
    for (rules, name), runs in CURVES.items():
        assert len(runs) == (1 if name == "value iteration" else 3 if rules in RUN.SIZES else 10)
        row = RUN.LEARNERS[name]
        for curve in runs:
            counted = [getattr(point, row.measure) for point in curve]
            assert counted == sorted(set(counted)) and row.last <= counted[-1] < row.last + max(0.3 * row.last, len(tourne.solution(rules)))
            assert rules in RUN.SIZES or row.first <= counted[0] < row.first * 2.5
            assert [point.games for point in curve] == sorted(point.games for point in curve)
            assert all(0 <= point.exploitability < 4 for point in curve)
        assert len({tuple(point.exploitability for point in curve) for curve in runs}) == len(runs)  # seeds differ


def test_the_data_are_made_by_the_committed_programs() -> None:
    assert DIGESTS == {name: RUN.digest(row.module) for name, row in RUN.LEARNERS.items()}


def test_the_tables_of_the_page_are_made_of_the_data() -> None:
    for name, lines in BOARD.tables(CURVES, DIGESTS).items():
        first, last = BOARD.marks(name)
        assert PAGE.split(first)[1].split(last)[0] == lines, name


def test_the_picture_is_made_of_the_data(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    BOARD.plot(CURVES, tmp_path / "plot.svg")
    lines = [
        re.findall(r'<path d="(M [^"]*)" clip-path', path.read_text(encoding="utf-8"))
        for path in (PACKAGE / "leaderboard.svg", tmp_path / "plot.svg")
    ]
    assert len(lines[0]) >= 4 * len(RUN.LEARNERS)
    # Versions of Matplotlib write the same lines with other spaces and digits.
    committed, drawn = ([float(number) for line in found for number in re.findall(r"-?\d+\.?\d*", line)] for found in lines)
    assert committed == pytest.approx(drawn, abs=0.5)


def test_settings_are_the_best_that_were_tried() -> None:
    trials = TUNE.read()
    assert list(trials) == list(RUN.LEARNERS)
    for name, results in trials.items():
        best = min(results, key=lambda settings: results[settings])
        assert TUNE.json.loads(best) == module(name).SETTINGS, name
        tried = [TUNE.json.loads(settings) for settings in results]
        for setting, grid in module(name).GRID.items():
            at = grid.index(module(name).SETTINGS[setting])
            assert 0 < at < len(grid) - 1 or (setting, grid[at]) in BOUNDS, (name, setting)
            for value in grid[max(at - 1, 0) : at + 2]:
                assert {**module(name).SETTINGS, setting: value} in tried, (name, setting, value)
    assert RUN.SEEDS == 10 and not set(TUNE.SEEDS) & set(range(1, 11))


@pytest.mark.parametrize("name", RUN.LEARNERS)
def test_a_learner_starts_as_its_curve_says_twice(name: str) -> None:
    first, again = (list(itertools.islice(RUN.curve("standard", name, 1), 2)) for _ in range(2))
    assert [point._replace(seconds=0) for point in first] == [point._replace(seconds=0) for point in again]
    other = list(itertools.islice(RUN.curve("double-win", name, 1), 1))
    for found, said in [*zip(first, CURVES["standard", name][0]), *zip(other, CURVES["double-win", name][0])]:
        if name in NETWORKS:
            # Processors add 32-bit numbers in different orders: a move or two differ, and then everything.
            assert 0.5 < found.exploitability / said.exploitability < 2
        else:
            assert found[:3] == said[:3] and found.exploitability == pytest.approx(said.exploitability, rel=1e-6)
    if name != "value iteration":
        assert next(RUN.curve("standard", name, 2)).exploitability != first[0].exploitability


def test_a_learner_gets_what_its_row_says_and_no_solution() -> None:
    game = tourne.solution("course")
    names = {"men", "is_legal", "ends"}
    for kind, more in [(GIVEN.Rules, set()), (GIVEN.Afterstates, {"next"}), (GIVEN.Model, {"next", "chances"})]:
        given = GIVEN.give(game, kind)
        assert {field.name for field in dataclasses.fields(given)} == names | more
        with pytest.raises(dataclasses.FrozenInstanceError):
            given.men = None
    assert [GIVEN.give(tourne.solution(rules), GIVEN.Rules).whole for rules in ("standard", "double-win")] == [1, 0]
    assert [GIVEN.give(tourne.solution(rules), GIVEN.Rules).span for rules in ("standard", "double-win")] == [0.5, 2]


def test_games_count_what_was_played() -> None:
    assert GIVEN.Games(tourne.solution(), 1).number == 1024
    game, won = tourne.solution("2x6"), 0
    games = GIVEN.Games(game, 1)
    number = games.number
    assert number == 19 and games.begun == games.throws == 0
    for _ in range(100):
        here, die = games.look()
        legal = game.is_legal[here, die]
        men = games.explore(legal.argmax(axis=1), 0.5)
        assert (legal[np.arange(number), men] | ~legal.any(axis=1)).all()
        won += int((games.move(men) > 0).sum())
    assert games.begun == number + won > 40 and games.throws == 100 * number


def test_thresholds_are_interpolated_between_two_grades() -> None:
    def points(*grades: tuple[int, float]) -> Any:
        return [RUN.Point(games, 0, 0, 0.0, found) for games, found in grades]

    curve = points((100, 0.2), (400, 0.05), (800, 0.06), (1600, 0.01))
    assert BOARD.needed(curve, "games", 0.05) == 400 and BOARD.needed(curve, "games", 0.3) == 0
    assert BOARD.needed(curve, "games", 0.1) == pytest.approx(200)  # halfway on both scales
    assert math.isinf(BOARD.needed(curve, "games", 0.001))
    assert BOARD.to([curve] * 3, "games", 0.1) == "200" and BOARD.to([curve] * 3, "games", 0.001) == "> 1,600"
    assert BOARD.to([curve] * 3, "games", 0.3) == "< 100"
    late = points((100, 0.3), (1600, 0.15))
    assert BOARD.to([curve, curve, late], "games", 0.1) == "200 (200 – > 1,600)"
    assert BOARD.interval([float(number) for number in range(10)]) == (4.5, 1, 8)


def test_learners_are_short() -> None:
    for row in RUN.LEARNERS.values():
        assert len((FOLDER / f"{row.module}.py").read_text(encoding="utf-8").splitlines()) <= 120, row.module


def test_tables_of_other_curves_leave_the_page_as_it_is(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    lines = BOARD.CURVES.read_text(encoding="utf-8").splitlines(keepends=True)
    part = tmp_path / "part.csv"
    part.write_text("".join(line for line in lines if line.startswith(("rules", "course,linear"))), encoding="utf-8")
    (tmp_path / "other.csv").write_text("games,loss\n7,1\n", encoding="utf-8")
    kept = [BOARD.PAGE, PACKAGE / "leaderboard.svg", BOARD.CURVES]
    before = [(path.read_bytes(), path.stat().st_mtime_ns) for path in kept]
    asked: list[tuple[list[str | Path], int, str]] = [
        (["--help"], 0, ""),
        ([part], 2, "give a folder for these, --output FOLDER"),
        ([tmp_path / "none.csv", "--output", tmp_path / "none"], 2, "none.csv"),
        ([tmp_path / "other.csv", "--output", tmp_path / "none"], 2, "other.csv has no column or learner"),
        ([part, "--output", tmp_path / "made"], 0, ""),
    ]
    for options, code, sentence in asked:
        done = subprocess.run([sys.executable, FOLDER / "board.py", *options], capture_output=True, text=True, timeout=300)
        assert done.returncode == code and sentence in done.stderr and "Traceback" not in done.stderr, done.stderr
    assert [(path.read_bytes(), path.stat().st_mtime_ns) for path in kept] == before
    assert not (tmp_path / "none").exists()
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == ["leaderboard.svg", "tables.md"]
    run = ("course", "linear TD(λ)")
    assert BOARD.table({run: CURVES[run]}, "afterstates") in (tmp_path / "made" / "tables.md").read_text(encoding="utf-8")


def test_the_run_writes_the_curves_that_are_committed(tmp_path: Path) -> None:
    names = ["linear TD(λ)", "tabular Q(λ)"]
    few = ["--rules", "double-win", "2x6", "--learners", *names, "--seeds", "1", "--last", "2000"]
    asked: list[str | Path] = [sys.executable, FOLDER / "run.py", "--output", tmp_path / "curves.csv", *few]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["curves.csv"]
    found, digests = BOARD.read(tmp_path / "curves.csv")
    assert digests == {name: DIGESTS[name] for name in names}
    assert list(found) == list(itertools.product(["double-win", "2x6"], names))
    for key, [curve] in found.items():
        assert len(curve) == 1 if key[0] == "double-win" else len(curve) > 4
        for point, said in zip(curve, CURVES[key][0]):
            assert point[:3] == said[:3] and point.exploitability == pytest.approx(said.exploitability, rel=1e-6)


def test_submissions_are_graded_as_the_page_says() -> None:
    lines = [line for line in PAGE.split("## Submissions\n")[1].split("\n## ")[0].splitlines() if line.startswith("| `")]
    files = set()
    for line in lines:
        rules, _, name, *_, file, _ = (cell.strip() for cell in line.strip("|").split("|"))
        path = FOLDER / "submissions" / file.strip("`")
        files.add(path.name)
        again = GRADE.row(path, rules.strip("`"), name)
        if "network" in path.read_text(encoding="utf-8"):
            # Processors add 32-bit numbers in different orders.
            said, found = (float(row.split("|")[5].split("(")[0]) for row in (line, again))
            assert said / 1.5 < found < said * 1.5 and again.split("|")[-3:] == line.split("|")[-3:]
        else:
            assert again == line
    assert files == {path.name for path in (FOLDER / "submissions").glob("*.py")} and files


SUBMISSION = (FOLDER / "submissions" / "td_zero.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("import numpy as np", "import numpy as np\nimport tourne", "line 4 imports tourne: import only numpy, network, __future__"),
        ("import Afterstates, Games", "import Afterstates, Games, tourne", "imports tourne from given"),
        ("from given import", "import given\nfrom given import", "imports given: import only"),
        ("import numpy as np", "import numpy as np\nfrom numpy import load", "nothing that reads files"),
        ("self.games.move(men)", "self.games._batch.game.values", "uses _batch: a learner knows only what it is given"),
        ("self.games.move(men)", "getattr(self.games, 'x')", "uses getattr"),
        ("self.games.move(men)", "np.load('x.npy')", "uses load"),
        ("self.games.move(men)", "pass", "mine.py: play() makes no move, so learning would never end"),
        ("self.updates += len(here)", "self.updates += 0.5", "updates is 0.5, but must be an integer that grows"),
        ("self.updates += len(here)", "self.updates -= 1", "updates is -1, but must be an integer that grows"),
        ("import numpy as np", "import numpy as xp", "gives NumPy another name"),
        ("self.games.move(men)", "np.testing.measure('1')", "uses testing"),
        ("self.games.move(men)", "self.games.move(men[:-1])", "mine.py, line 23: ValueError: "),
        ("self.games.move(men)", "raise SystemExit(0)", "mine.py, line 23: SystemExit: 0"),
        ("self.games.move(men)", "np.random.random()", "take those of games.random, which have the seed"),
        ("import numpy as np", "import numpy as np\nimport random", "take those of games.random"),
        ("from given import", "from .given import", "imports .given: import only"),
        ("return self.given.best(self.values)", "return 'builtin:perfect'", "policy() gives str, but must give an array of integers"),
        ("return self.given.best(self.values)", "return np.zeros((3, 6), int)", "policy() gives int64 of shape (3, 6), but must"),
        ("return self.given.best(self.values)", "return self.given.is_legal * 1.0", "policy() gives float64 of shape"),
        ('LAST = "games", 32_000', 'LAST = "games", 2, 5', "LAST is ('games', 2, 5), but must be"),
        ('LAST = "games", 32_000', 'LAST = "games", True', "LAST is ('games', True), but must be"),
        ("GIVEN = Afterstates", "GIVEN = [Afterstates]", "GIVEN is ["),
        ("GIVEN = Afterstates", "GIVEN = Games", "GIVEN is"),
        ("GIVEN = Afterstates", "KIND = Afterstates", "has no GIVEN: see submissions/td_zero.py"),
        ('LAST = "games", 32_000', 'LAST = "games"', "LAST is 'games', but must be"),
        ('LAST = "games", 32_000', 'LAST = "games", 0', "LAST is"),
        ("class Learner:", "class Learner", "is not a program in Python"),
    ],
)
def test_wrong_submissions_are_refused_in_a_sentence(tmp_path: Path, before: str, after: str, sentence: str) -> None:
    assert before in SUBMISSION
    (tmp_path / "mine.py").write_text(SUBMISSION.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(sentence)):
        GRADE.row(tmp_path / "mine.py", "2x6", "me")


@pytest.mark.parametrize("name", ["a|b", "a\nb", " "])
def test_rows_that_would_break_the_table_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="does not fit into a row of a table"):
        GRADE.row(FOLDER / "submissions" / "td_zero.py", "standard", name)


def test_the_command_that_grades_prints_a_row_or_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SUBMISSION.replace("32_000", "2_000"), encoding="utf-8")
    for file, code in [("mine.py", 0), ("none.py", 2)]:
        asked: list[str | Path] = [sys.executable, FOLDER / "grade.py", tmp_path / file, "--name", "me", "--rules", "2x6"]
        done = subprocess.run(asked, capture_output=True, text=True, timeout=300)
        assert done.returncode == code and "Traceback" not in done.stderr, done.stderr
        assert done.stdout.startswith("| `2x6` | afterstates | me | 2,0") if code == 0 else "none.py" in done.stderr
    asked = [sys.executable, FOLDER / "grade.py", tmp_path / "mine.py", "--name", "me", "--rules", "2x6", "--seeds", "7", "8"]
    lines = subprocess.run(asked, capture_output=True, text=True, timeout=300).stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == ["seed 7", "seed 8"]
