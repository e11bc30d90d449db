"""Policies as engines, checked by the command."""

from __future__ import annotations

import io
import json
import shlex
import sys
from typing import Any

import pytest

import tourne
from conftest import EXAMPLES, Ask


def said(lines: str, policy: tourne.PolicyLike = "builtin:perfect", rules: str = "standard") -> list[str]:
    output = io.StringIO()
    tourne.serve(policy, rules, input=io.StringIO(lines), output=output)
    return output.getvalue().splitlines()


def test_the_example_engine_is_graded_as_what_it_plays(ask: Ask) -> None:
    engine = shlex.join([sys.executable, str(EXAMPLES / "engine.py")])
    checked = json.loads(ask("check", "--engine", engine, "--format", "json", "--fail-illegal"))
    expected = json.loads(ask("check", "--policy", "builtin:hit", "--format", "json"))
    assert checked["engine"]["name"] == "hit, else foremost" and checked["engine"]["faults"] == []
    assert checked["agree"] == expected["agree"]
    assert checked["loss_per_game"] == pytest.approx(expected["loss_per_game"], abs=1e-9)


def test_an_engine_answers_as_the_protocol_says() -> None:
    lines = "ubgi\nsetoption name rules value standard\nisready\nposition tc 4h0/700\ndice 4 3\ngo\nisready\n"
    assert said(lines + "quit\nisready\n") == [
        "id name builtin:perfect",
        "option name askahead type check default false",
        "ubgiok",
        "readyok",
        "bestmove 4/7*",
        "readyok",
    ]
    ahead = "setoption name askahead value true\nposition tc 4h0/700\ndice 3 4\ngo\nnewgame\nunknown\n\n"
    assert said(ahead) == ["bestmove 4/7* for 04h/007 3"]


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("go\n", "error no dice are set"),
        ("position tc 44h/007\n", "error 44h/007 is not a position of standard"),
        ("dice 7 1\n", "error"),
        ("dice\n", "error"),
        ("setoption name rules value course\n", "error this engine plays the rules standard only"),
    ],
)
def test_wrong_lines_are_answered_with_errors(lines: str, error: str) -> None:
    answers = said(lines + "isready\n")
    assert answers[0].startswith(error) and answers[-1] == "readyok" and len(answers) == 2


def test_mixed_policies_draw_their_moves() -> None:
    lines = "position tc 04h/007\ndice 3 3\n" + "go\n" * 1000
    moves = said(lines, lambda position, die, legal: [0.25, 0.75])
    assert 200 < moves.count("bestmove 0/3") < 300 and len(set(moves)) == 2
    assert said(lines, {}) == ["error the policy has no answer for 04h/007 with a 3"] * 1000


def test_exceptions_of_the_policy_pass() -> None:
    def failing(position: str, die: int, legal: list[str]) -> str:
        raise ValueError("of mine")

    with pytest.raises(ValueError, match="of mine"):
        said("position tc 04h/007\ndice 3 3\ngo\n", failing)


@pytest.mark.parametrize("move", ["zzz\nbestmove 0/3", {"zzz\nbestmove 0/3": 1.0}])
def test_a_move_is_one_line(move: Any) -> None:
    assert said("position tc 04h/007\ndice 3 3\ngo\n", lambda *_: move) == ["bestmove zzz bestmove 0/3"]


@pytest.mark.parametrize(
    "answer", [[2, -1], [0.1], [0.1, 0.1], [float("nan"), 1], {}, {"0/3": 0.5}, {"0/3": "1"}, {3: 1.0}, [[1], [0]], 5, b"\0\1"]
)
def test_bad_answers_are_refused_as_elsewhere(answer: Any) -> None:
    asked = "position tc 04h/007\ndice 3 3\ngo\n"
    (line,) = said(asked, lambda *_: answer)
    with pytest.raises((TypeError, ValueError), match="04h/007 with a 3 ") as refused:
        tourne.solution().policy({("04h/007", 3): answer})
    assert line == f"error {refused.value}"


def test_other_rules_are_played() -> None:
    asked = "setoption name rules value course\nposition tc 99h/044\ndice 4\ngo\n"
    assert said(asked, rules="course") == ["bestmove " + tourne.solution("course").best("99h/044", 4)]
