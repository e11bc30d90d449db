"""Threads, forks, copies and interrupts at once: nothing hangs, panics or changes what it must not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

STRESS = """
import copy, os, pickle, signal, threading, time
import numpy as np, tourne

signal.signal(signal.SIGINT, signal.default_int_handler)
game = tourne.solution()
shared = tourne.batch(2_000, seed=1)
expected = tourne.batch(500, seed=9)
for _ in range(50):
    expected.step(expected.draw())
ends, failures, done = time.monotonic() + 6, [], threading.Event()

def guarded(work):
    def run():
        while not done.is_set():
            try:
                work()
            except Exception as error:
                failures.append(repr(error))
                done.set()
    return threading.Thread(target=run, daemon=True)  # what goes wrong below is not kept waiting

def own_games():  # a batch of its own plays the same games as ever
    games = tourne.batch(500, seed=9)
    for turn in range(50):
        games.step(games.draw())
        if turn % 10 == 0:
            games = [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))][turn % 3](games)
    assert (games.position == expected.position).all() and (games.die == expected.die).all()

def shared_games():
    try:
        shared.step(shared.draw())
    except RuntimeError as error:
        assert "lready" in str(error) and "borrowed" in str(error)
    except ValueError as error:  # another thread has moved between the draw and the step
        assert "is not one of its" in str(error)

def look_ups():
    policy = game.policy("builtin:front")
    assert policy.probabilities.shape == (len(game), 6, 3) and (game.next[:, :, 0] >= -1).all()

def grades():
    assert abs(game.grade("builtin:front", mistakes=0).loss_per_game - 0.054232) < 1e-6

threads = [guarded(work) for work in (own_games, shared_games, shared_games, look_ups, grades)]
for thread in threads:
    thread.start()

forks = interrupts = 0
large = tourne.batch(400_000, seed=2)
while (time.monotonic() < ends or min(forks, interrupts) < 4) and not done.is_set():
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(30)  # a child that hangs is killed
        games = copy.copy(shared)
        games.step(games.draw())
        game.value("04h/007"), tourne.solution().next.sum()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, "the child failed"
    forks += 1
    before, tried = large.position, copy.copy(large)
    try:
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        while True:
            tried.step(tried.draw())
    except KeyboardInterrupt:
        interrupts += 1
    assert (large.position == before).all()
    position, player = tried.position, tried.player
    assert (tried.position == position).all() and (tried.count > 0).all()
done.set()
for thread in threads:
    thread.join()
assert not failures, failures

"""

FIRST = """
import os, signal, threading, tourne
game = tourne.solution()
thread = threading.Thread(target=lambda: (game.grade("builtin:front"), tourne.solution("course")))
thread.start()
children = []
while thread.is_alive() and len(children) < 4:
    threading.Event().wait(0.02)  # let the other thread work
    child = os.fork()
    if child == 0:
        signal.alarm(90)  # a child that hangs is killed
        assert game.evaluate("builtin:front", "builtin:perfect").value < 0.5
        os._exit(0)
    children.append(child)
thread.join()
assert children and not any(os.waitpid(child, 0)[1] for child in children)
"""


def run(program: str, timeout: float) -> None:
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_threads_forks_copies_and_interrupts() -> None:
    run(STRESS, 120)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_during_the_first_grade_of_another_thread_does_not_hang() -> None:
    run(FIRST, 120)


DAEMONS = """
import threading, time, tourne
game = tourne.solution()
game.grade("builtin:hit")

class Slow:
    def __float__(self):
        return sum([0.5])

def work():
    while True:
        for given in (lambda position, die, moves: moves[-1], {("04h/007", 3): [Slow(), Slow()]}):
            game.policy(given)

for _ in range(6):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.7)
"""


def test_daemon_threads_that_ask_a_function_do_not_abort_the_process() -> None:
    for _ in range(5):
        run(DAEMONS, 60)


def test_the_compiled_part_calls_no_function_of_python() -> None:
    """What it is given is of built-in types: their conversion runs no code of Python that the interpreter could end."""
    called = re.compile(r"\.call[01]?\(|call_method|getattr\(|\.repr\(|\.str\(|PyMapping|PyAny>>>")
    for path in (Path(__file__).parents[1] / "src").glob("*.rs"):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.strip().startswith("//")]
        assert not [line for line in lines if called.search(line)], path.name
