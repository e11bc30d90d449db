#!/usr/bin/env python3
"""A complete engine for the standard game: hits if it can, otherwise moves its foremost man.

It speaks the protocol of query/PROTOCOL.md:  tourne check --engine 'python3 tests/example_engine.py'
"""
import sys

MEN = "0123456789abh"                       # a man's place: 0 off, 1 to 11, h home (12)


def legal_moves(own, other, die):
    """Legal moves as (from, to, hits), rearmost man first."""
    moves = []
    for man in sorted(set(own) - {12}):
        to = man + die
        way = range(man + 1, min(to, 11) + 1)   # passed over or arrived on: no man of ours may stand there
        if to <= 12 and not any(point in own for point in way):
            moves.append((man, to, to < 12 and to in other))
    return moves


def best_move(own, other, die):
    moves = legal_moves(own, other, die)
    if not moves:
        return "pass"
    start, to, hits = max(moves, key=lambda move: (move[2], move[0]))
    return f"{start}/{to}" + "*" * hits


own, other, die = [0, 0, 0], [0, 0, 0], 0
sys.stdin.reconfigure(errors="replace")     # an unknown command may have any letters
for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "ubgi":
        print("id name hit, else foremost\nid author the authors of Tourne-case, solved\nubgiok")
    elif command == "isready":
        print("readyok")
    elif command == "setoption" and words[:2] == ["name", "rules"] and words[-1] != "standard":
        print("error only the standard rules are known here")
    elif command == "position":
        own, other = [[MEN.index(man) for man in side] for side in words[1].split("/")]
    elif command == "dice":
        die = min(int(word) for word in words)
    elif command == "go":
        print("bestmove", best_move(own, other, die))
    elif command == "quit":
        break
    sys.stdout.flush()
