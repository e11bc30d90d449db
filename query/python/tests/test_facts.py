"""Facts and reviews, compared field by field with the JSON of the commands."""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import tourne
from conftest import EXAMPLES, RULES, TOP, Ask, answer

GAME = tourne.solution()
LALANNE = (TOP / "tests" / "transcripts" / "tourne" / "several-one.txt").read_text(encoding="utf-8")
RESIGNED = "title: given up\nA 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\nresult: B resigns with 5-2\n"


@pytest.mark.parametrize("rules", RULES)
def test_facts_are_those_of_the_commands(rules: str, ask: Ask) -> None:
    game = tourne.solution(rules)
    options = ["--rules", rules, "--format", "json"]
    told = answer(ask("info", *options))
    assert game.info() == {name: told[name] for name in game.info()} and game.info()["positions"] == len(game)
    assert game.explain("04h/007", "4-3" if game.chances[0] > 0.2 else 3) == answer(ask("best", "04h/007:3", "--explain", *options))
    assert game.explain("04h/007") == answer(ask("best", "04h/007", "--explain", *options))
    found = game.evaluate("builtin:perfect", start="04h/007")
    told = answer(ask("outcomes", "04h/007", *options))
    assert found.ends_first == pytest.approx([told[f"{end}_{kind}"] for end in ("win", "lose") for kind in ("single", "double")], abs=1e-12)
    assert found.lengths_first.cumsum()[: len(told["lengths"]["over_after"])] == pytest.approx(told["lengths"]["over_after"], abs=1e-12)


@pytest.mark.parametrize("record", [LALANNE, RESIGNED, LALANNE + "\n" + RESIGNED])
def test_reviews_are_those_of_the_command(record: str, ask: Ask, tmp_path: Path) -> None:
    expected = answer(ask("review", "-", "--format", "json", lines=record))["games"]
    path = tmp_path / "game.txt"
    path.write_text(record, encoding="utf-8")
    reviews = GAME.review(record)
    assert GAME.review(path) == reviews and len(reviews) == len(expected)
    for review, fields in zip(reviews, expected):
        for turn in review["turns"]:
            reasons = turn.pop("explain", None)
            assert (turn["loss"] > 0) == bool(reasons)
            assert not reasons or reasons == GAME.explain(turn["position"], turn["die"])["explain"]
        for turn in [*fields["turns"], fields.get("resigned") or {}, review.get("resigned") or {}]:
            turn.pop("explain", None)
        # Tuples are lists in JSON.
        assert {name: fields.get(name) for name in review} == json.loads(json.dumps(review))


def test_wrong_records_are_refused() -> None:
    with pytest.raises(ValueError, match="line 1"):
        GAME.review("A 4-3 off/4\n")
    with pytest.raises(ValueError, match="course"):
        GAME.review("rules: course\nA 4-3 off/3\n")
    with pytest.raises(FileNotFoundError):
        GAME.review(Path("nothing.txt"))
    with pytest.raises(TypeError, match="a record is its text or the path of its file, not a bytes"):
        GAME.review(b"A 4-3 off/3")  # type: ignore[arg-type]


def test_grades_of_cards_and_engines_are_read_from_json(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "mine.card").write_text("hit\nbring home\nthe front man\n", encoding="utf-8")
    expected = tourne.Grade.of_json(ask("check", "--policy", str(tmp_path / "mine.card"), "--format", "json"))
    assert GAME.grade(tmp_path / "mine.card") == expected and expected.lines
    engine = shlex.join([sys.executable, str(EXAMPLES / "engine.py")])
    grade = tourne.Grade.of_json(ask("check", "--engine", engine, "--sample", "200", "--format", "json"))
    assert grade.engine is not None and grade.engine["name"] == "hit, else foremost"
    assert grade.estimate is not None and grade.estimate["agreement"]["low"] < 0.77
    whole = json.dumps({**vars(grade), "colour": 1})
    for wrong in ("{}", "7", "[]", "null", "{", '{"rules": "standard"}', whole):
        with pytest.raises(ValueError, match="this is not the JSON of tourne check|Expecting"):
            tourne.Grade.of_json(wrong)


def test_all_mistakes_take_little_time() -> None:
    worst = GAME.policy("builtin:random")
    GAME.grade(worst, mistakes=0)
    start = time.process_time()
    grade = GAME.grade(worst, mistakes=None)
    # 0.9 s on an idle core.
    assert time.process_time() - start < 3 and len(grade.mistakes) == grade.mistakes_in_all > 100_000
    unknown: Any = GAME.grade({("04h/007", 3): "0/3"}).mistakes[0]
    assert unknown["visits"] is None and unknown["cost"] is None


def test_games_are_as_long_as_storm_found() -> None:
    """Mean numbers of throws are those that `tests/rivals/storm_lengths.py` printed."""
    found = {"standard": "46.2022681305", "double-win": "46.1579187187", "forced-entry": "45.9584213011"}
    for rules, mean in found.items():
        length = tourne.solution(rules).evaluate("builtin:perfect").mean_length
        assert f"{length:.10f}" == mean
