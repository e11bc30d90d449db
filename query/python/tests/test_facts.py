"""Facts about games and matches, compared field by field with the JSON of the commands."""

from __future__ import annotations

import dataclasses
import json
import re
import time
from typing import Any

import numpy as np
import pytest

import tourne
from conftest import EXAMPLES, RULES, TOP, Ask, answer

GAME = tourne.solution()


def plain(record: Any) -> Any:
    """Converts a record to the values that the JSON of the command has."""
    return json.loads(json.dumps(dataclasses.asdict(record), default=np.ndarray.tolist))


@pytest.mark.parametrize("rules", RULES)
def test_facts_are_those_of_the_commands(rules: str, ask: Ask) -> None:
    game = tourne.solution(rules)
    options = ["--rules", rules, "--format", "json"]
    assert plain(game.info()) == answer(ask("info", *options))
    assert plain(game.outcomes("04h/007")) == answer(ask("outcomes", "04h/007", *options))
    assert game.outcomes().position == "000/000"
    assert game.explain("04h/007", "4-3" if game.chances[0] > 0.2 else 3) == answer(ask("best", "04h/007:3", "--explain", *options))
    assert game.explain("04h/007") == answer(ask("best", "04h/007", "--explain", *options))


@pytest.mark.parametrize("first", ["dice", "loser", "winner", "alternate"])
def test_match_scores_are_those_of_the_command(first: str, ask: Ask) -> None:
    game = tourne.solution("double-win")
    expected = answer(ask("match", "3", "--rules", "double-win", "--first", first, "--format", "json"))
    assert plain(game.match(3, first=first)) == expected
    with pytest.raises(ValueError, match="use dice, loser, winner or alternate"):
        game.match(3, first="nobody")
    with pytest.raises(ValueError, match="give 1 to 25"):
        game.match(26)


def test_ladders_are_those_of_the_command(ask: Ask) -> None:
    names = ["builtin:front", "builtin:random", "builtin:card-2"]
    expected = answer(ask("ladder", *names, "--format", "json"))
    ladder = GAME.ladder(*names)
    assert ladder.policies == [rung["policy"] for rung in expected["policies"]]
    assert ladder.duels.tolist() == expected["duels"] and (ladder.rules, ladder.unit) == (expected["rules"], expected["unit"])
    for grade, rung in zip(ladder.grades, expected["policies"], strict=True):
        assert grade.exploiter == rung["exploiter"] and grade.loss_per_game == rung["loss_per_game"]


def test_cards_are_given_as_texts(ask: Ask, tmp_path: Any) -> None:
    text = "hit\nbring home\nthe front man\n"
    (tmp_path / "mine.card").write_text(text, encoding="utf-8")
    expected = tourne.Grade.of_json(ask("check", "--policy", str(tmp_path / "mine.card"), "--format", "json"))
    assert GAME.grade(GAME.card(text)) == expected and expected.lines
    with pytest.raises(ValueError, match="line 1"):
        GAME.card("dance")


def test_grades_of_engines_are_read(ask: Ask) -> None:
    import shlex
    import sys

    engine = shlex.join([sys.executable, str(EXAMPLES / "engine.py")])
    grade = tourne.Grade.of_json(ask("check", "--engine", engine, "--sample", "200", "--format", "json"))
    assert grade.engine is not None and grade.engine["name"] == "hit, else foremost"
    assert grade.estimate is not None and grade.estimate.agreement.low < 0.77
    for wrong in ("{}", '{"kinds": [], "colour": 1}', '{"kinds": [], "mistakes": [{"position": "04h/007"}]}'):
        with pytest.raises(ValueError, match="this is not the JSON of tourne check"):
            tourne.Grade.of_json(wrong)


def test_all_mistakes_take_little_time() -> None:
    pytest.importorskip("pandas")
    worst = GAME.policy(np.where(GAME.is_legal, GAME.is_legal / GAME.is_legal.sum(axis=2, keepdims=True), 0))
    GAME.grade(worst, mistakes=0)
    start = time.process_time()
    none = GAME.grade(worst, mistakes=0)
    middle = time.process_time()
    grade = GAME.grade(worst, mistakes=None)
    took = time.process_time() - middle - (middle - start)
    assert len(grade.mistakes) == grade.mistakes_in_all == none.mistakes_in_all > 100_000
    assert took < 1.0, took
    start = time.process_time()
    table = grade.to_pandas()
    assert time.process_time() - start < 0.5
    assert len(table) == len(grade.mistakes) and table.cost.sum() == pytest.approx(grade.loss_per_game)
    assert table.iloc[7].to_dict() == dataclasses.asdict(grade.mistakes[7])


def test_mistakes_are_a_sequence() -> None:
    mistakes = GAME.grade("builtin:front", mistakes=4).mistakes
    assert list(mistakes) == [mistakes[0], *mistakes[1:]] == [mistakes[-4], *mistakes[-3:]] and len(mistakes[1:3]) == 2
    assert mistakes == list(mistakes) and list(mistakes) == mistakes != mistakes[1:]
    assert mistakes[2] in mistakes and "Mistake(position=" in repr(mistakes)
    with pytest.raises(IndexError):
        mistakes[4]
    unknown = GAME.grade({("04h/007", 3): "0/3"}).mistakes[0]
    assert unknown.visits is None and unknown.cost is None


def test_games_are_as_long_as_storm_found() -> None:
    """Mean numbers of throws agree with solver/MODELS.md, whose table `tests/rivals/storm_lengths.py` printed."""
    text = (TOP / "solver" / "MODELS.md").read_text(encoding="utf-8").split("## Lengths of games")[1].split("\n## ")[0]
    found = dict(re.findall(r"^\| `([a-z-]+)` \| ([0-9.]+) \|", text, re.M))
    assert {"standard", "double-win", "forced-entry"} <= set(found)
    for rules, mean in found.items():
        assert f"{tourne.solution(rules).outcomes().lengths.mean:.10f}" == mean
