"""A policy as an engine, in the protocol of ``tourne check --engine`` (query/PROTOCOL.md)."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from typing import TextIO

from ._policy import Answer, PolicyLike, name_of
from ._solution import Solution, solution


def serve(
    policy: PolicyLike,
    rules: str = "standard",
    *,
    name: str | None = None,
    seed: int = 0,
    input: TextIO | None = None,
    output: TextIO | None = None,
) -> None:
    """Plays a policy as an engine, until it is told to quit or its input ends. The seed decides mixed moves.

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
        except ValueError as error:
            answer = f"error {error}"
        if answer:
            print(answer, file=to, flush=True)


class _Engine:
    """The state of an engine."""

    def __init__(self, game: Solution, policy: PolicyLike, name: str, seed: int) -> None:
        self.game = game
        # A function is asked only about the positions that come; everything else is made a policy first.
        self.play = policy if callable(policy) else game.policy(policy)
        self.name = " ".join(name.split())
        self.random = random.Random(seed)
        self.position = game.positions[0]
        self.die: int | None = None
        self.ahead = False

    def obey(self, line: str) -> str:
        """Carries out a line; returns the answer."""
        command, *words = line.split() or [""]
        match command, words:
            case "ubgi", []:
                return f"id name {self.name}\noption name askahead type check default false\nubgiok"
            case "isready", []:
                return "readyok"
            case "setoption", ["name", "rules", "value", rules]:
                if rules != self.game.rules:
                    raise ValueError(f"this engine plays the rules {self.game.rules} only")
            case "setoption", ["name", "askahead", "value", "true" | "false" as value]:
                self.ahead = value == "true"
            case "position", ["tc", position]:
                self.position, self.die = self.game.notation(position), None
            case "dice", [*dice]:
                self.die = self.game.die("".join(dice))
            case "go", []:
                return self.go()
        return ""

    def go(self) -> str:
        """The answer to ``go``."""
        if self.die is None:
            raise ValueError("no dice are set: say dice and both numbers, such as dice 4 3")
        moves = self.game.legal(self.position, self.die)
        move = self.drawn(self.play(self.position, self.die, moves), moves)
        question = f" for {self.position} {self.die}" if self.ahead else ""
        return f"bestmove {move}{question}"

    def drawn(self, answer: Answer, moves: list[str]) -> str:
        """One of the moves of an answer, by its probabilities."""
        if answer is None:
            raise ValueError(f"the policy has no answer for {self.position} with a {self.die}")
        if isinstance(answer, str):
            return answer
        chances = answer if isinstance(answer, Mapping) else dict(zip(moves, answer, strict=True))
        drawn = self.random.choices(list(chances), [float(chance) for chance in chances.values()])
        return str(drawn[0])
