"""Reviews of records, compared with those of the command; games as stacks of turns; and pictures."""

from __future__ import annotations

import copy
import dataclasses
import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import tourne
from conftest import TOP, Ask, answer

GAME = tourne.solution()
LALANNE = (TOP / "tests" / "transcripts" / "tourne" / "several-one.txt").read_text(encoding="utf-8")
RESIGNED = "title: given up\nA 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\nresult: B resigns with 5-2\n"


@pytest.mark.parametrize("record", [LALANNE, RESIGNED, LALANNE + "\n" + RESIGNED])
def test_reviews_are_those_of_the_command(record: str, ask: Ask, tmp_path: Path) -> None:
    expected = answer(ask("review", "-", "--format", "json", lines=record))["games"]
    path = tmp_path / "game.txt"
    path.write_text(record, encoding="utf-8")
    reviews = GAME.review(record)
    assert GAME.review(path) == reviews and len(reviews) == len(expected)
    for review, fields in zip(reviews, expected):
        found: dict[str, Any] = dataclasses.asdict(review)
        for turn in [*found["turns"], *fields["turns"], found["resigned"] or {}]:
            # The reasons are compared below.
            turn.pop("explain", None)
        found["headers"] = [list(header) for header in found["headers"]]
        assert found == {name: fields.get(name) for name in found}
        for turn in review.turns:
            reasons = turn.explain and GAME.explain(turn.position, turn.die)["explain"]
            assert (turn.loss > 0) == bool(turn.explain) and turn.explain == (reasons or None)


def test_wrong_records_are_refused() -> None:
    with pytest.raises(ValueError, match="line 1"):
        GAME.review("A 4-3 off/4\n")
    with pytest.raises(ValueError, match="course"):
        GAME.review("rules: course\nA 4-3 off/3\n")
    with pytest.raises(FileNotFoundError):
        GAME.review(Path("nothing.txt"))


@pytest.mark.parametrize("rules", ["standard", "course+double-win", "forced-entry"])
def test_moves_are_pushed_and_popped(rules: str) -> None:
    game, draw = tourne.solution(rules), random.Random(1)
    board = tourne.Board(rules=rules)
    seen = []
    while board.winner is None:
        die = draw.randint(1, 6)
        move = draw.choice(board.legal(die))
        seen.append((board.position, board.player))
        expected = game.play(board.position, die, move)
        board.push(move.rstrip("*"), die)
        assert board.position == expected and board.turns[-1] == tourne.Turn(seen[-1][0], str(die), move)
    assert board.position.endswith("/hhh") and board.winner == 1 - board.player
    review, = game.review(board.record)
    assert review.finished and [turn.played for turn in review.turns] == [turn.move for turn in board.turns]
    with pytest.raises(ValueError):
        board.push("0/3", 3)
    for state in reversed(seen):
        board.pop()
        assert (board.position, board.player) == state
    with pytest.raises(IndexError, match="none to take back"):
        board.pop()


def test_copies_of_a_board_share_no_turns_and_the_end_has_a_picture() -> None:
    board = tourne.Board("bhh/ahh")
    board.push("pass", 2)
    other = copy.copy(board)
    other.push("10/12", 2)
    assert (board.position, len(board.turns), other.position, other.winner) == ("ahh/bhh", 1, "bhh/hhh", 1)
    assert len(shapes(other.drawing, "circle")) == 6 and other._repr_svg_() == other.drawing.svg
    assert board.pop().move == "pass" and other.pop().position == "ahh/bhh"


def test_boards_and_reviews_of_a_wrong_kind_are_refused_by_name() -> None:
    for given in ("2x6", tourne.solution("2x6")):
        with pytest.raises(ValueError, match="a board is for the game of 3 men on 12 points only"):
            tourne.Board(rules=given)
    with pytest.raises(ValueError, match="a board is for"):
        tourne.solution("2x6").diagram(0)
    with pytest.raises(TypeError, match="one position"):
        tourne.Board([0, 1])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a record is its text or the path of its file, not a bytes"):
        GAME.review(b"A 4-3 off/3")  # type: ignore[arg-type]


def shapes(drawing: tourne.Drawing, kind: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(drawing.svg).findall(f".//{{http://www.w3.org/2000/svg}}{kind}")


def test_pictures_show_the_men_and_the_marked_moves(tmp_path: Path) -> None:
    drawing = GAME.diagram("04h/007", "4-3")
    assert len(shapes(drawing, "circle")) == 6 and "blue plays a 3" in drawing.svg
    places = [float(circle.get("cx", 0)) for circle in shapes(drawing, "circle")]
    assert places[0] < places[1] < places[2] and places[3] < places[4] < places[5]
    hollow = shapes(tourne.solution("forced-entry").diagram("xx3/04h"), "circle")
    assert [circle.get("fill") == "white" for circle in hollow] == [True, True] + [False] * 4
    review, = GAME.review(LALANNE)
    line, = shapes(review.drawing, "polyline")
    assert len(line.get("points", "").split()) == len(review.turns) + 1
    assert len(shapes(review.drawing, "circle")) == sum(turn.mark is not None for turn in review.turns) == 1
    assert review._repr_svg_() == review.drawing.svg and tourne.Board("04h/007")._repr_svg_() == GAME.diagram("04h/007").svg
    drawing.save(tmp_path / "position.svg")
    assert (tmp_path / "position.svg").read_text(encoding="utf-8") == drawing._repr_svg_()
