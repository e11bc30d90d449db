"""Invalid input of every kind raises an exception with one clear sentence, and never a panic."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tourne

GAME: Any = tourne.solution()
N = len(GAME)
UNHASHABLE: Any = ["course"]
UNIFORM = GAME.policy("builtin:random").probabilities


def changed(change: Callable[[Any], object]) -> Any:
    array = np.array(UNIFORM)
    change(array)
    return array


WRONG: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: tourne.solution("chess"), ValueError, '"chess" is not a rule set: use standard'),
    (lambda: tourne.solution("forced-entry+entry-first"), ValueError, "contradict each other"),
    (lambda: tourne.solution(UNHASHABLE), TypeError, 'rules are given by a name such as "course", not by a list'),
    (lambda: tourne.load("nothing.bin"), FileNotFoundError, "cannot read nothing.bin"),
    (lambda: tourne.load("."), IsADirectoryError, r"cannot read \."),
    (lambda: tourne.load("-"), FileNotFoundError, "cannot read ./-"),
    (lambda: tourne.load(__file__), ValueError, "cannot be used"),
    (lambda: GAME.value("04h"), ValueError, "04h"),
    (lambda: GAME.value("44h/007"), ValueError, "more than one man on point 4"),
    (lambda: GAME.value("hhh/007"), ValueError, "the game is over"),
    (lambda: GAME.value("x4h/007"), ValueError, "only under forced-entry"),
    (lambda: GAME.value(""), ValueError, "position"),
    (lambda: GAME.value("0" * 10**6), ValueError, "0000"),
    (lambda: GAME.value(N), ValueError, f"{N} is not the index of a position of standard: indices are 0 to {N - 1}"),
    (lambda: GAME.value(-1), ValueError, "-1 is not the index"),
    (lambda: GAME.value(np.array([2**63], np.uint64)), ValueError, r"are less than 2\*\*63, not 9223372036854775808"),
    (lambda: tourne.batch(2).step(np.array([True, False])), ValueError, "are integers, not bool"),
    (lambda: GAME.moves(0, 2**70), ValueError, "is not a die: a die shows 1 to 6"),
    (lambda: tourne.batch(1).set(player=2**70), ValueError, "integers, not object"),
    (lambda: GAME.value(1.5), TypeError, "1.5 is not a position: give its notation"),
    (lambda: GAME.value(None), TypeError, "None is not a position"),
    (lambda: GAME.value(np.array([0, -1])), ValueError, "-1 is not the index"),
    (lambda: GAME.value(np.array([0.5])), ValueError, "integers, not float64"),
    (lambda: GAME.best(np.array([0]), np.array([7])), ValueError, "7 is not a die: a die shows 1 to 6"),
    (lambda: GAME.best(np.array([0]), np.array([-(2**63)])), ValueError, "is not a die"),
    (lambda: GAME.best(np.array([0, 1, 2]), np.array([1, 2])), ValueError, "broadcast"),
    (lambda: GAME.best("04h/007", 0), ValueError, "0 is not a die: a die shows 1 to 6"),
    (lambda: GAME.best("04h/007", "7-3"), ValueError, "7-3"),
    (lambda: GAME.best("04h/007", 2.5), TypeError, "2.5 is not a die"),
    (lambda: tourne.solution("course").best("000/000", "4-3"), ValueError, "played with one"),
    (lambda: GAME.play("04h/007", 3, "4/8"), ValueError, "the legal moves are 0/3, 4/7"),
    (lambda: GAME.play("04h/007", 3, "forward"), ValueError, "forward"),
    (lambda: GAME.index(men=np.zeros((2, 5), int)), ValueError, "6 as its last dimension"),
    (lambda: GAME.index(men=np.full((1, 6), 13)), ValueError, "13 is not the place of a man"),
    (lambda: GAME.index(men=np.array([[0, 4, 4, 0, 0, 7]])), ValueError, "more than one man on point 4"),
    (lambda: GAME.index(men=[12, 12, 12, 0, 4, 12]), ValueError, "the game is over: the side on roll has all three men home"),
    (lambda: GAME.index(0, men=[0, 4, 12, 0, 0, 7]), TypeError, "either positions or places of men"),
    (lambda: GAME.index(), TypeError, "either positions or places of men"),
    (lambda: GAME.policy("builtin:forward"), ValueError, 'unknown built-in policy "forward"'),
    (lambda: GAME.policy("nothing.csv"), FileNotFoundError, "cannot read nothing.csv"),
    (lambda: GAME.policy("."), IsADirectoryError, "cannot read"),
    (lambda: GAME.policy(Path(__file__)), ValueError, "the first line is"),
    (lambda: GAME.policy(b"bytes"), ValueError, "is not a policy"),
    (lambda: GAME.policy(None), ValueError, "is not a policy"),
    (lambda: GAME.policy(np.zeros((3, 6, 3))), ValueError, r"of the shape \(3, 6, 3\) and type float64 is not a policy"),
    (lambda: GAME.policy(np.full((N, 6), 3)), ValueError, "not 0 to 2"),
    (lambda: GAME.policy(np.full((N, 6), 2)), ValueError, r"0 outside the columns of its legal moves \(0\)"),
    (lambda: GAME.policy(changed(lambda a: a.__setitem__((0, 0, 0), 0.9))), ValueError, "000/000 with a 1 are .* sum to 1"),
    (lambda: GAME.policy(changed(lambda a: a.__setitem__((0, 0, 0), np.nan))), ValueError, "000/000 with a 1"),
    (lambda: GAME.policy(changed(lambda a: a.__setitem__((0, 0), [1.5, -0.5, 0]))), ValueError, "000/000 with a 1"),
    (lambda: GAME.policy(lambda *_: 3), TypeError, "the answer for .* is 3: give a move such as"),
    (lambda: GAME.policy(lambda *_: b"\x00\x01"), TypeError, r"the answer for .* is b'.x00.x01': give a move such as"),
    (lambda: GAME.policy(lambda *_: [1.0]), ValueError, "has 1 probabilities, but there must be 2"),
    (lambda: GAME.policy(lambda *_: {"0/1": "x"}), TypeError, "the answer for"),
    (lambda: GAME.policy(lambda p, d, m: {m[0]: 0.5}), ValueError, "sum to 0.5: they must sum to 1"),
    (lambda: GAME.policy(lambda p, d, m: {m[0]: -1, m[1]: 2}), ValueError, "has the probability -1"),
    (lambda: GAME.policy(lambda p, d, m: {m[0]: 0.5, m[0] + " ": 0.5}), ValueError, "twice"),
    (lambda: GAME.policy({"04h/007": "4/7"}), TypeError, "is not a pair of a position and a die"),
    (lambda: GAME.policy({("04h/007", 3, 1): "4/7"}), TypeError, "is not a pair"),
    (lambda: GAME.policy({("04h/007", 9): "4/7"}), ValueError, "9 is not a die"),
    (lambda: GAME.policy({("04h/007", 3): "4/7", ("4h0/700", 3): "0/3"}), ValueError, "answered twice"),
    (lambda: GAME.grade(tourne.solution("course").policy("builtin:hit")), ValueError, "the policy plays the rules course"),
    (lambda: GAME.grade("builtin:hit", mistakes=-1), ValueError, "the number of mistakes is -1"),
    (lambda: GAME.grade("builtin:hit", mistakes=1.5), TypeError, "'float' object cannot be interpreted as an integer"),
    (lambda: GAME.grade("builtin:hit", sample=0), ValueError, "the sample has 0 decisions: give 1 to 10,000,000"),
    (lambda: GAME.grade("builtin:hit", sample=10_000_001), ValueError, "the sample has 10000001 decisions: give 1 to 10,000,000"),
    (lambda: GAME.grade("builtin:hit", sample=2**64), ValueError, "decisions: give 1 to 10,000,000"),
    (lambda: GAME.grade("builtin:hit", sample=1, seed=-1), ValueError, r"the seed is -1: give 0 to 2\*\*64 - 1"),
    (lambda: GAME.policy(tourne.solution("course").policy("builtin:hit")), ValueError, "the policy plays the rules course"),
    (lambda: tourne.serve(tourne.solution("course").policy("builtin:hit")), ValueError, "the policy plays the rules course"),
    (lambda: GAME.exploit({("04h/007", 3): "4/7"}), ValueError, "every decision that the policy can meet"),
    (lambda: GAME.duel("builtin:hit", {("04h/007", 3): "4/7"}), ValueError, "has no legal move for it"),
    (lambda: tourne.env("chess"), ValueError, '"chess" is not a rule set'),
]


TRUTH: list[tuple[Callable[[Any], Any], str]] = [
    (lambda given: GAME.value(given), "is not a position: give its notation"),
    (lambda given: GAME.best("04h/007", given), "is not a die: give a number from 1 to 6"),
    (lambda given: GAME.best("04h/007", [given, 3]), "dice are integers, but one is"),
    (lambda given: GAME.best([0], np.array([given])), "is not a die"),
    (lambda given: GAME.value([given, 3]), "indices of positions are integers, but one is"),
    (lambda given: GAME.value(np.array([given])), "is not a position"),
    (lambda given: GAME.index(men=[[0, 4, 12, 0, 0, given]]), "places of men are integers, but one is"),
    (lambda given: GAME.die(given), "is not a die"),
    (lambda given: GAME.evaluate("builtin:hit", start=given), "is not a position"),
    (lambda given: GAME.policy({("04h/007", given): "4/7"}), "is not a die"),
    (lambda given: GAME.grade("builtin:hit", mistakes=given), "the number of mistakes is"),
    (lambda given: GAME.grade("builtin:hit", sample=given), "the sample is"),
    (lambda given: GAME.grade("builtin:hit", sample=1, seed=given), "the seed is"),
    (lambda given: tourne.serve("builtin:hit", seed=given), "the seed is"),
    (lambda given: tourne.batch(given), "the number of games is"),
    (lambda given: tourne.batch(2, seed=given), "the seed is"),
    (lambda given: tourne.batch(2, start=given), "is not a position"),
    (lambda given: tourne.batch(2).step([given, 0]), "choices are integers, but one is"),
    (lambda given: tourne.batch(2).step(men=[given, 0]), "men are integers, but one is"),
]


@pytest.mark.parametrize("given", [True, False, np.True_, np.False_])
@pytest.mark.parametrize(("call", "sentence"), TRUTH)
def test_truth_is_no_number(call: Callable[[Any], Any], sentence: str, given: Any) -> None:
    with pytest.raises(TypeError, match=sentence) as caught:
        call(given)
    assert str(given) in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(("call", "error", "sentence"), WRONG)
def test_wrong_input_raises(call: Callable[[], Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence) as caught:
        call()
    assert type(caught.value) is error
    # The project may be in a folder with a long name, which a message about a file repeats.
    message = str(caught.value).replace(str(Path(__file__).parent), "")
    assert len(message) < 400 and "\n" not in message


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    whole = (Path(__file__).parents[3] / "data" / "standard.bin").read_bytes()
    for damaged in [whole[:-1], whole + b"\0", whole[:1000] + b"\xff" + whole[1001:], b"", whole[:20]]:
        path = tmp_path / "damaged.bin"
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match="damaged.bin cannot be used"):
            tourne.load(path)


def test_files_that_are_wrong_are_refused(tmp_path: Path) -> None:
    forged = bytearray((Path(__file__).parents[3] / "data" / "standard.bin").read_bytes())
    forged[112:120] = struct.pack("<d", 0.625)  # the value of the start
    forged[-4:] = struct.pack("<I", zlib.crc32(forged[:-4]))
    path = tmp_path / "forged.bin"
    path.write_bytes(forged)
    with pytest.raises(ValueError, match=r"forged.bin is wrong: the value of .* is off by"):
        tourne.load(path)


INTERRUPTED = """
import os, signal, sys, threading, time, tourne
# A shell's background job is begun with interrupts ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
game = tourne.solution()
game.grade("builtin:hit")
def interrupt():
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    while True:
        WORK
except KeyboardInterrupt:
    sys.exit(42)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are those of Unix")
@pytest.mark.parametrize(
    "work",
    [
        "game.grade('builtin:rear')",
        "game.grade(lambda position, die, moves: moves[0])",
        "game.policy('{}'.format)",
        "tourne._rust.Solution.of('course+forced-entry', None)",
    ],
)
def test_ctrl_c_interrupts(work: str) -> None:
    start = time.monotonic()
    done = subprocess.run([sys.executable, "-c", INTERRUPTED.replace('WORK', work)], timeout=60, capture_output=True)
    assert done.returncode == 42, done.stderr
    assert time.monotonic() - start < 30


@pytest.mark.parametrize("work", [lambda policy: GAME.grade(policy), lambda policy: policy._compiled.probabilities()])
def test_other_threads_run_during_work(work: Callable[[tourne.Policy], Any]) -> None:
    ticks, done, policy = [0], threading.Event(), GAME.policy("builtin:rear")

    def count() -> None:
        while not done.wait(0.001):
            ticks[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = ticks[0]
    for _ in range(5):
        work(policy)
    during = ticks[0] - before
    done.set()
    thread.join()
    # Held, the lock is given away between two rounds only.
    assert during > 10


def test_a_hit_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"0/3\* is not legal in 04h/007 with a 3: 0/3 hits nothing"):
        GAME.play("04h/007", 3, "0/3*")
    assert GAME.play("04h/007", 3, "4/7") == GAME.play("04h/007", 3, "4/7*") == "000/07h"


def test_the_name_of_a_built_in_policy_is_suggested() -> None:
    with pytest.raises(FileNotFoundError, match='there is no file front: the built-in policy is "builtin:front"'):
        GAME.policy("front")
    with pytest.raises(FileNotFoundError, match="No such file"):
        GAME.policy("forward")
