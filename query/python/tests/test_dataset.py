"""The data set: its tables agree with the solution, and its description with its files."""

from __future__ import annotations

import csv
import importlib
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import tourne
from conftest import PACKAGE, TOP

FOLDER = PACKAGE / "dataset"
sys.path.insert(0, str(FOLDER))
ARCHIVE = importlib.import_module("archive")


def table(name: str, rules: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(ARCHIVE.text(tourne.solution(rules), name).decode())))


@pytest.mark.parametrize("rules", ["standard", "double-win"])
def test_the_tables_have_every_position_and_legal_move(rules: str) -> None:
    game = tourne.solution(rules)
    positions, moves = table("positions", rules), table("moves", rules)
    assert [row["position"] for row in positions] == game.positions
    assert [float(row["value"]) for row in positions] == game.values.tolist()  # all digits
    assert sum(row["reachable"] == "true" for row in positions) == game.is_reachable.sum()
    assert len(moves) == game.is_legal.sum() and sum(row["best"] == "true" for row in moves) == game.is_best.sum()
    for row in moves[:: len(moves) // 200]:
        index, die = int(row["index"]), int(row["die"])
        move = next(move for move in game.moves(index, die) if move.move == row["move"])
        assert float(row["value"]) == pytest.approx(move.value, abs=1e-12)
        after = int(row["next"])
        won = after - len(game) + 1
        assert won in (1, 2) if after >= len(game) else game.positions[after] == move.position
        # By the opponent's way of counting: what it gets after this move is the rest.
        assert (row["best"] == "true") == (move.loss == 0)


def test_the_archive_is_described_by_its_checksums_and_croissant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mlcroissant = pytest.importorskip("mlcroissant")
    monkeypatch.setattr(tourne, "RULES", ("standard",))
    monkeypatch.chdir(tmp_path)
    ARCHIVE.write(tmp_path / "one.zip")
    ARCHIVE.write(tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    described = json.loads(json.dumps(ARCHIVE.description(tmp_path / "one.zip").to_json(), default=str))
    (tmp_path / "croissant.json").write_text(json.dumps(described), encoding="utf-8")
    data = mlcroissant.Dataset(jsonld=tmp_path / "croissant.json")  # checks the description
    assert not data.metadata.ctx.issues.errors
    assert described["version"] == tourne.__version__ and len(described["license"]) == 2
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        names = set(archive.namelist())
        for record in described["recordSet"]:
            columns = next(csv.reader(io.TextIOWrapper(archive.open(f"{record['@id']}.csv"), encoding="utf-8")))
            assert [field["name"] for field in record["field"]] == columns
        assert archive.read("solutions/standard.bin") == (TOP / "data" / "standard.bin").read_bytes()
    assert {"DATASHEET.md", "LICENSE-MIT", "LICENSE-APACHE", "CITATION.cff", "solutions/README.md"} <= names


def test_the_datasheet_is_short_and_true() -> None:
    text = (FOLDER / "DATASHEET.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 800
    for name in ("standard", "double-win", "course"):
        assert f"`{name}`" in text and tourne.solution(name).error_bound <= 1e-13
    assert "1e-13" in text


def test_a_wrong_call_is_refused(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, FOLDER / "archive.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "--output" in done.stderr and not list(tmp_path.iterdir())
