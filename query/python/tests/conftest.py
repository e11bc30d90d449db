"""The commands that the tests compare with."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

# Whatever the user has set: the tests are about the solutions that are built in, unless they set it themselves.
os.environ.pop("TOURNE_SOLUTION", None)

import tourne  # noqa: E402

PACKAGE = Path(__file__).parents[1]
TOP = PACKAGE.parents[1]
EXAMPLES = PACKAGE / "examples"
RULES = [*tourne.RULES, "forced-entry+double-win"]
# For what takes seconds with each rule set.
FEW = ["standard", "course"]


def find(command: str) -> str:
    """Returns the path of a command: the value of its environment variable, such as ``TOURNE``, otherwise the newest
    build, otherwise the installed command."""
    if named := os.environ.get(command.upper().replace("-", "_")):
        return named
    built = [path for profile in ("debug", "release") if (path := TOP / "target" / profile / command).exists()]
    if built:
        return str(max(built, key=lambda path: path.stat().st_mtime))
    if found := shutil.which(command):
        return found
    pytest.fail(f"there is no {command}: build it, or name it in the environment variable {command.upper()}")


Ask = Callable[..., str]


@pytest.fixture(scope="session")
def ask() -> Ask:
    """Returns a function that runs the command `tourne` with arguments and lines of input, and returns its output."""
    command = find("tourne")

    def run(*arguments: str, lines: str = "") -> str:
        done = subprocess.run([command, *arguments], input=lines, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def answer(text: str) -> Any:
    return json.loads(text)
