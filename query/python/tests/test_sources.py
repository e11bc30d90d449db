"""Where solutions come from: what the environment names, otherwise built in or solved."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import tourne

from conftest import TOP

DATA = TOP / "data"


def test_the_environment_names_a_file_or_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built_in = tourne.solution()
    shutil.copy(DATA / "standard.bin", tmp_path)
    monkeypatch.setenv("TOURNE_SOLUTION", str(tmp_path))
    named = tourne.solution()
    assert named is not built_in and named == built_in
    assert tourne.solution() is named
    monkeypatch.setenv("TOURNE_SOLUTION", str(tmp_path / "standard.bin"))
    assert tourne.solution() == built_in
    monkeypatch.setenv("TOURNE_SOLUTION", "")
    assert tourne.solution("course").rules == "course"


@pytest.mark.parametrize(
    ("variable", "says"),
    [
        (str(DATA / "standard.bin"), "holds the rules standard, but course was asked for"),
        ("nowhere.bin", "there is no file or folder nowhere.bin: write one with tourne-solve --rules course"),
        ("", None),
    ],
)
def test_what_is_named_is_never_passed_over(variable: str, says: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOURNE_SOLUTION", variable or str(tmp_path))
    with pytest.raises(ValueError, match="cannot use what TOURNE_SOLUTION names: .*" + (says or "has no course.bin")):
        tourne.solution("course")
    assert tourne.load(DATA / "course.bin").rules == "course"
