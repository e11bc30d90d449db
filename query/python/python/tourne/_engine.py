"""Policies as engines, in the protocol of ``tourne check --engine`` (query/PROTOCOL.md)."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import TextIO, TypeVar

from ._policy import Policy, PolicyLike, chances, name_of
from ._solution import Solution, solution
from ._types import Answer, integer

Parsed = TypeVar("Parsed")


def serve(
    policy: PolicyLike,
    rules: str = "standard",
    *,
    name: str | None = None,
    seed: int = 0,
    input: TextIO | None = None,
    output: TextIO | None = None,
) -> None:
    """Runs a policy as an engine, until ``quit`` or the end of the input.

    ``input`` and ``output`` are by default standard input and output. If the policy gives moves with probabilities, a
    move is drawn; ``seed`` is the seed of these draws.

    >>> import io, tourne
    >>> asked = io.StringIO("position tc 04h/007\\ndice 4 3\\ngo\\nquit\\n")
    >>> tourne.serve(lambda position, die, moves: moves[-1], input=asked)
    bestmove 4/7*
    """
    engine = _Engine(solution(rules), policy, name or name_of(policy), seed)
    to = output or sys.stdout
    for line in input or sys.stdin:
        if line.split() == ["quit"]:
            break
        try:
            answer = engine.obey(line)
        except _Refused as error:
            answer = f"error {error}"
        if answer:
            print(answer, file=to, flush=True)


class _Refused(Exception):
    """Error in a line of input. Its message is sent as the answer."""


class _Engine:
    """An engine: its policy, and the position and die that were set last."""

    def __init__(self, game: Solution, policy: PolicyLike, name: str, seed: int) -> None:
        self.game = game
        # A function is called for each question; anything else is first converted to a policy.
        self.play = policy if callable(policy) and not isinstance(policy, Policy) else game.policy(policy)
        self.name = " ".join(name.split())
        self.random = random.Random(integer("seed", seed))
        self.position = game.positions[0]
        self.die: int | None = None
        self.ahead = False

    def obey(self, line: str) -> str:
        """Executes a line of the protocol; returns the answer, or an empty text if there is no answer."""
        command, *words = line.split() or [""]
        match command, words:
            case "ubgi", []:
                return f"id name {self.name}\noption name askahead type check default false\nubgiok"
            case "isready", []:
                return "readyok"
            case "setoption", ["name", "rules", "value", rules]:
                if rules != self.game.rules:
                    raise _Refused(f"this engine plays the rules {self.game.rules} only")
            case "setoption", ["name", "askahead", "value", "true" | "false" as value]:
                self.ahead = value == "true"
            case "position", ["tc", position]:
                self.die = None
                self.position = _parsed(self.game.notation, position)
            case "dice", [*dice]:
                self.die = None
                self.die = _parsed(self.game.die, "".join(dice))
            case "go", []:
                return self.go()
        return ""

    def go(self) -> str:
        """Returns the answer to ``go``."""
        if self.die is None:
            raise _Refused("no dice are set: say dice and both numbers, such as dice 4 3")
        moves = self.game.legal(self.position, self.die)
        move = " ".join(self.drawn(self.play(self.position, self.die, moves)).split())
        question = f" for {self.position} {self.die}" if self.ahead else ""
        return f"bestmove {move}{question}"

    def drawn(self, answer: Answer) -> str:
        """Draws a move with the probabilities in ``answer``, which is checked like the answers of any policy."""
        die = self.die or 0
        try:
            given = chances(answer, self.position, die, self.game.legal(self.position, die))
            if given is not None:
                self.game._compiled.checked(*self.game._question(self.position, die), given)
        except (TypeError, ValueError) as error:
            raise _Refused(error) from error
        if given is None:
            raise _Refused(f"the policy has no answer for {self.position} with a {die}")
        moves, weights = zip(*given)
        drawn: str = self.random.choices(moves, weights)[0]
        return drawn


def _parsed(parse: Callable[[str], Parsed], text: str) -> Parsed:
    """Parses a text by ``parse``; if that fails, the engine answers with an error."""
    try:
        return parse(text)
    except ValueError as error:
        raise _Refused(error) from error
