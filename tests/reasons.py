#!/usr/bin/env python3
"""Draws mistakes by cost and counts what can be wrong with the reasons that `tourne best --explain` gives.

    python3 tests/reasons.py TOURNE [--rules standard] [--seed 1] [--count 800] [--list]

Games are played with the moves of a player who errs a little. In each choice of a game a beginner's move is drawn as well: if it is
a mistake, it is taken with a probability in proportion to its loss. With --list the mistakes and their reasons are printed, in the
form of tests/golden/mistakes.txt. TOURNE is the command.
"""

import argparse
import collections
import json
import math
import random
import re
import subprocess

GAMES = 400
# Tolerances in points: a move that loses x is e^(x / tolerance) times as rare as a best one.
PLAYER, BEGINNER = 0.024, 0.12
# Losses of this many points and more are always taken.
SURE = 0.24
AMOUNT = re.compile(r"\d %|\d points")
SAYS = {
    "missed hit": "hits",
    "missed home": "home",
    "missed aim": "you could hit|hitting next turn",
    "fewer ways home": "home",
    "left exposed": "opponent",
    "too cautious": "cautious",
    "needless hit": "hits",
    "wrong hit": "hit",
    "own man sent off": "off the board",
    "entered too late": "enters",
    "entered too early": "enters",
    "wrong order": "",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tourne")
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=800)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    drawn = draw(options)
    if options.list:
        for position, die, move, reasons, _ in drawn:
            print(f"{options.rules} {position} {die} {move}: {reasons['mistake']}: {reasons['reason']}")
        return
    found = collections.Counter(fault for it in drawn for fault in faults(it[3], it[4]))
    print(f"{len(drawn)} mistakes of {options.rules}, seed {options.seed}")
    for fault in ("no amount", "label and sentence differ", "amount under a twentieth", "exposed, but no more throws, men or pips", "whose hit", "no pips", "comes later"):
        print(f"{found[fault]:6} {fault}")


def ask(options: argparse.Namespace, questions: list, *more: str) -> list:
    """Asks all questions in one call."""
    command = [options.tourne, "best", "-", "--rules", options.rules, "--format", "json", *more]
    text = "".join(f"{position} {die}\n" for position, die in questions)
    said = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in said.splitlines()]


def draw(options: argparse.Namespace) -> list:
    chance = random.Random(options.seed)
    faces = range(1, 7) if "course" in options.rules else [die for die in range(1, 7) for _ in range(13 - 2 * die)]
    start = "000/000"
    positions = [start] * GAMES
    taken: dict = {}
    while len(taken) < options.count:
        questions = [(position, chance.choice(faces)) for position in positions]
        answers = ask(options, questions)
        for at, (question, answer) in enumerate(zip(questions, answers)):
            points = 2 if answer["unit"] == "win probability" else 1
            moves = answer["moves"]

            def one(tolerance: float) -> dict:
                weights = [math.exp(-points * move["loss"] / tolerance) for move in moves]
                return chance.choices(moves, weights)[0]

            wrong = one(BEGINNER)
            if wrong["loss"] > 0 and chance.random() < points * wrong["loss"] / SURE:
                taken.setdefault((*question, wrong["move"]), None)
            after = one(PLAYER)["position"]
            positions[at] = start if "hhh" in after else after
    mistakes = list(taken)[: options.count]
    explained = ask(options, [(position, die) for position, die, _ in mistakes], "--explain")
    return [
        (position, die, move, next(it for it in answer["explain"] if it["move"] == move), answer["explain"][0])
        for (position, die, move), answer in zip(mistakes, explained)
    ]


def faults(played: dict, best: dict) -> list:
    """What is wrong with the reason of a mistake."""
    reason, kind = played["reason"], played["mistake"]
    is_risky = played["hit_by"] > best["hit_by"] or "pips" in reason or "cost" in reason and "more after" in reason
    scale = 1 if "points" in reason else 100
    amounts = [float(number) / scale for number in re.findall(r"([\d.]+)(?: %| points)(?! \()", reason) if "chance" not in reason]
    return [
        name
        for name, is_so in (
            ("no amount", not AMOUNT.search(reason)),
            ("label and sentence differ", not re.search(SAYS[kind], reason, re.IGNORECASE)),
            ("amount under a twentieth", kind not in ("missed home", "wrong hit") and any(amount < played["loss"] / 20 for amount in amounts)),
            ("exposed, but no more throws, men or pips", kind == "left exposed" and not is_risky),
            ("whose hit", "hit next turn" in reason and not re.search(r"\byou|hitting next turn|opponent's", reason, re.IGNORECASE)),
            ("no pips", " 0.0 pips" in reason),
            ("comes later", "comes after the next two turns" in reason),
        )
        if is_so
    ]


if __name__ == "__main__":
    main()
