"""Grades, counter-strategies and duels, compared with those of the command."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tourne
from conftest import FEW, Ask, find
from tourne._types import Answer

GAME = tourne.solution()


def fields(grade: tourne.Grade) -> Any:
    """Converts a grade to the values that the JSON of the command has, without empty optional fields."""
    found = dataclasses.asdict(grade)
    return {name: field for name, field in found.items() if field is not None or name not in OPTIONAL}


OPTIONAL = ("bounds", "charged", "engine", "estimate", "lines")


@dataclasses.dataclass
class Near:
    """JSON whose numbers may differ by rounding, since probabilities are summed in another order."""

    json: Any

    def __eq__(self, other: object) -> bool:
        if isinstance(self.json, dict):
            return isinstance(other, dict) and self.json.keys() == other.keys() and all(
                Near(number) == other[name] for name, number in self.json.items()
            )
        if isinstance(self.json, list):
            return isinstance(other, list) and [Near(one) for one in self.json] == other
        if isinstance(self.json, float):
            return bool(other == pytest.approx(self.json, abs=1e-9))
        return bool(self.json == other)


def foremost(position: str, die: int, moves: list[str]) -> str:
    return moves[-1]


@pytest.mark.parametrize("rules", FEW)
@pytest.mark.parametrize("policy", ["builtin:front", "builtin:level-3"])
def test_grades_are_those_of_the_command(rules: str, policy: str, ask: Ask) -> None:
    expected = json.loads(
        ask("check", "--policy", policy, "--rules", rules, "--mistakes", "20", "--format", "json")
    )
    game = tourne.solution(rules)
    assert fields(game.grade(policy, mistakes=20)) == expected
    # The same policy as an array of probabilities, and of men.
    made = game.policy(policy)
    assert fields(game.grade(made.probabilities, mistakes=20)) == Near(expected)
    if policy == "builtin:front":
        men = 2 - game.is_legal[:, :, ::-1].argmax(axis=2)
        assert fields(game.grade(men, mistakes=20)) == expected


def test_lines_of_cards_are_those_of_the_command(tmp_path: Path, ask: Ask) -> None:
    path = tmp_path / "MY.CARD"
    path.write_text("# Mine\nhit\nif the die is 7: aim\n")
    graded = GAME.grade(str(path), mistakes=3)
    assert json.loads(ask("check", "--policy", str(path), "--mistakes", "3", "--format", "json")) == fields(graded)
    assert graded.lines is not None and graded.loss_per_game is not None
    assert [(line["line"], line["never"]) for line in graded.lines] == [(2, None), (3, "condition never true"), (None, None)]
    assert sum(line["cost"] for line in graded.lines) == pytest.approx(graded.loss_per_game, abs=1e-12)
    assert GAME.grade("builtin:front").lines is None


def test_functions_mappings_and_files_are_graded_as_the_same_policy(tmp_path: Path, ask: Ask) -> None:
    front = GAME.policy("builtin:front")
    expected = GAME.grade(front, mistakes=3)
    # Where a function is not asked, it plays as it may: that changes the last digits.
    assert fields(GAME.grade(foremost, mistakes=3)) == Near(fields(expected))
    answers: dict[tuple[str | int, int | str], Answer] = {}

    def mixed(position: str, die: int, moves: list[str]) -> Answer:
        given: list[Answer] = [moves[-1], moves[-1].rstrip("*"), {moves[-1]: 1.0, moves[0]: 0.0}]
        given.append(np.eye(len(moves))[-1])
        answers[position, die] = given[len(answers) % 4]
        return answers[position, die]

    assert GAME.grade(mixed, mistakes=3) == GAME.grade(foremost, mistakes=3)
    assert len(answers) == expected.decisions
    assert GAME.grade(answers, mistakes=3) == GAME.grade(foremost, mistakes=3)
    path = tmp_path / "front.csv"
    front.save(path)
    graded = GAME.grade(path, mistakes=3)
    assert graded == GAME.grade(str(path), mistakes=3) == GAME.grade(foremost, mistakes=3)
    assert json.loads(ask("check", "--policy", str(path), "--mistakes", "3", "--format", "json")) == fields(graded)


def test_decisions_are_asked_in_canonical_order() -> None:
    asked = []

    def note(position: str, die: int, moves: list[str]) -> None:
        assert moves == GAME.legal(position, die) and len(moves) > 1
        asked.append((GAME.index(position), die))

    grade = GAME.grade(note)
    assert asked == sorted(set(asked)) and len(asked) == grade.missing == 104_375
    assert GAME.is_reachable[[index for index, _ in asked]].all()


def test_missing_and_illegal_answers_are_counted() -> None:
    grade = GAME.grade({("04h/007", 3): "0/3", ("04h/007", "4-2"): "4/9", ("000/000", 1): "h/1"})
    assert (grade.answered, grade.illegal, grade.missing) == (1, 1, 104_373)
    assert grade.loss_per_game is None and grade.exploiter is None
    assert [mistake["best"] for mistake in grade.mistakes] == ["4/7*"]
    assert [(answer["played"], answer["legal"]) for answer in grade.illegal_answers] == [
        ("h/1", ["0/1"]),
        ("4/9", ["0/2", "4/6"]),
    ]


def test_all_mistakes_cost_what_is_lost(ask: Ask) -> None:
    grade = GAME.grade("builtin:hit", mistakes=None)
    assert len(grade.mistakes) == grade.mistakes_in_all == sum(kind["mistakes"] for kind in grade.kinds) > 1000
    assert grade.loss_per_game is not None
    assert sum(mistake["cost"] for mistake in grade.mistakes) == pytest.approx(grade.loss_per_game, abs=1e-9)


@pytest.mark.parametrize("rules", tourne.RULES)
def test_the_counter_strategy_wins_what_the_grade_says(rules: str) -> None:
    game = tourne.solution(rules)
    best = game.exploit("builtin:hit")
    graded = game.grade("builtin:hit").exploiter
    assert graded is not None
    assert game.duel(best, "builtin:hit")["value"] == pytest.approx(graded, abs=1e-9)
    assert (best.probabilities.max(axis=2) == 1).any()


def test_duels_are_those_of_the_command(ask: Ask) -> None:
    for rules in ("standard", "double-win"):
        arguments = ["duel", "builtin:front", "builtin:level-5", "--rules", rules, "--format", "json"]
        duel = tourne.solution(rules).duel("builtin:front", "builtin:level-5")
        assert duel == json.loads(ask(*arguments))
    duel = GAME.duel(foremost, GAME.policy("builtin:rear", name="mine"))
    assert (duel["a"], duel["b"]) == ("foremost", "mine")


def test_estimates_are_those_of_the_command(ask: Ask) -> None:
    estimate = GAME.grade(foremost, sample=500, seed=3).estimate
    assert estimate is not None and (estimate["games"], estimate["unfinished"]) == (51, 0)
    assert estimate["draws"] == estimate["answered"]
    engine = f"{find('tourne')} engine --strength front"
    checked = json.loads(ask("check", "--engine", engine, "--sample", "500", "--seed", "3", "--format", "json"))
    assert estimate == checked["estimate"]
    # The sample of a whole policy is the same.
    again = GAME.grade("builtin:front", sample=500, seed=3)
    assert again.estimate == estimate
    assert again.answered == GAME.grade(foremost, sample=500, seed=3).answered < estimate["draws"]
    assert GAME.grade(foremost, sample=500, seed=4).estimate != estimate
