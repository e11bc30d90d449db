"""Read a solution file of Tourne-case; written from data/README.md alone, with no help from Rust.

    python3 tests/read_solution.py FILE               check the file and sum it up
    python3 tests/read_solution.py FILE POSITION DIE  the value of a position and its best moves
    python3 tests/read_solution.py FILE --all         every position, as CSV

POSITION is the side on roll, "/", its opponent: 04h/007 or 0,4,12/0,0,7, the men in any order.
The file is checked in full each time. Anything wrong is one line on standard error and exit 1.
Needs Python 3.8 or later and nothing else.
"""

import itertools
import math
import os
import struct
import sys
import zlib

HEADER = struct.Struct("<8sIQ5B7s8QdQ")  # offsets 0 to 112
SWITCHES = (  # name, and the meanings of 0, 1, ...
    ("dice", ("two, the lower is played", "one")),
    ("crowding", ("one man a point, no passing of own men", "no limit")),
    ("overshoot", ("home by exact count only", "beyond home goes off")),
    ("re-entry", ("free", "with the first throw that lets it", "before anything else")),
    ("stakes", ("a win counts 1", "a win counts 2 if the loser has no man home")),
)
MEN = "0x123456789abh"  # in canonical order; a side is a string of three
POINT = {man: max(0, place - 1) for place, man in enumerate(MEN)}
MEN_OF_BITS = [[k for k in range(3) if bits >> k & 1] for bits in range(8)]
LONG = {"10": "a", "11": "b", "12": "h"}  # the long form of a man


class Problem(Exception):
    """A fault of the file or of the question; its message is one line."""


def printable(name):
    """The name of a file with unprintable characters escaped: it cannot break a line or control the terminal."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in name)


def run(program, main, *arguments):
    """Runs the `main` of a program. A Problem, or an error of a file or stream, is one line on standard error and exit 1."""
    try:
        sys.stdout = sys.stdout or open(os.devnull, "w")  # there is none if it was closed
        sys.stdout.reconfigure(errors="backslashreplace")  # for letters of names that its encoding lacks
        main(*arguments)
        sys.stdout.flush()
    except OSError as error:
        if error.filename is None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left cannot be written at the end either
        sys.exit(f"{program}: {printable(error.filename or 'a standard stream')}: {error.strerror}")
    except Problem as problem:
        sys.exit(f"{program}: {problem}")


def demand(condition, message):
    if not condition:
        raise Problem(message)


def canonical_order(crowded, owing):
    """Every legal position of a game that is not over, as (side on roll, opponent), in canonical order."""
    sides = []
    for side in itertools.combinations_with_replacement(MEN, 3):  # ascending, and in order
        points = [man for man in side if man not in "0xh"]
        if side != ("h", "h", "h") and (owing or "x" not in side) and (crowded or len(set(points)) == len(points)):
            sides.append(("".join(side), frozenset(points)))
    return [(own, other) for own, mine in sides for other, theirs in sides if mine.isdisjoint(theirs)]


class Solution:
    """The contents of a solution file, which is checked in full when it is read."""

    def __init__(self, data):
        demand(data[:8] == b"TOURNECS", "not a solution file: it does not begin with TOURNECS")
        demand(len(data) >= 124, f"cut short: {len(data)} bytes are no whole header")
        (_, version, length, *self.switches, zeros, n, reachable, over, over_reachable, pairs,
         decisions, decisions_reachable, moves, self.error, n_values) = HEADER.unpack_from(data)
        demand(version == 1, f"format version {version}, and only 1 is known")
        demand(length == len(data), f"{len(data)} bytes, and the header says {length}")
        demand(length == 124 + 12 * n, f"{length} bytes do not fit {n} positions")
        (crc,) = struct.unpack_from("<I", data, length - 4)
        demand(crc == zlib.crc32(data[:-4]), "damaged: the CRC-32 is wrong")
        for (name, meanings), switch in zip(SWITCHES, self.switches):
            demand(switch < len(meanings), f"{name} {switch} is unknown")
        demand(not any(zeros), "bytes 25 to 31 are not zero")
        (n_best,) = struct.unpack_from("<Q", data, 112 + 8 * n)
        demand(n_values == n_best == n, f"{n} positions, {n_values} values, {n_best} best moves")
        _, crowding, overshoot, reentry, stakes = self.switches
        self.positions = canonical_order(crowding == 1, reentry > 0)
        demand(n == len(self.positions), f"{n} positions, not {len(self.positions)}")
        demand(pairs == 6 * n, f"{pairs} pairs of position and die, not 6 * {n}")
        # The game is over when the opponent of the player on roll has all three men home.
        sides = len({own for own, _ in self.positions})
        demand(over_reachable <= over == sides, f"{over} positions with the game over, not {sides}")
        demand(0 <= self.error <= 1 and math.copysign(1, self.error) == 1, f"error bound {self.error!r}")
        self.counts = (n, reachable, over, over_reachable, pairs, decisions, decisions_reachable, moves)

        self.values = struct.unpack_from(f"<{n}d", data, 112)
        low, high, unit = (-2, 2, 2.0 ** -52) if stakes else (0, 1, 2.0 ** -53)
        for position, value in zip(self.positions, self.values):
            # NaN fails the comparison; dividing by a power of two is exact.
            if not (low <= value <= high and (value / unit).is_integer()
                    and (value != 0 or math.copysign(1, value) == 1)):
                raise Problem(f"{'/'.join(position)} has the impossible value {value!r}")

        self.best = struct.unpack_from(f"<{n}I", data, 120 + 8 * n)
        self.reachable = playable = ties = ties_reachable = 0
        for number, (own, other) in enumerate(self.positions):
            if self.best[number] & 0x7F888888:
                raise Problem(f"{own}/{other}: unused bits are set")
            reachable_here = self.best[number] >> 31
            self.reachable += reachable_here
            for die in range(1, 7):
                chosen = MEN_OF_BITS[self.best[number] >> (4 * die - 4) & 7]
                playable += len(chosen) > 0
                ties += len(chosen) > 1
                ties_reachable += len(chosen) > 1 and reachable_here
                for k in chosen:
                    if own[k] == "h" or own[k] in own[:k] or not (overshoot or POINT[own[k]] + die <= 12):
                        raise Problem(f"{own}/{other}, die {die}: man {k + 1} has no such move")
        demand(self.best[0] >> 31, "the start is not marked as one that can arise")
        demand(reachable == self.reachable,
               f"{self.reachable} positions are marked as reachable, not {reachable}")
        # At least two moves in a decision, at most three; one in any other pair that is no pass.
        demand(ties <= decisions <= playable and ties_reachable <= decisions_reachable <= decisions
               and playable + decisions <= moves <= playable + 2 * decisions,
               "the counts of decisions and moves do not fit the best moves")

    def best_men(self, number, die):
        """Indices (0 to 2) of the men whose moves are best; empty for a pass."""
        return MEN_OF_BITS[self.best[number] >> (4 * die - 4) & 7]

    def best_moves(self, number, die):
        moves = []
        for k in self.best_men(number, die):
            start = POINT[self.positions[number][0][k]]
            moves.append(f"{start}/{start + die if start + die <= 12 else 0}")
        return " ".join(moves) or "pass"

    def find(self, text):
        """Canonical number of the position that a text describes."""
        sides = []
        for side in text.split("/"):
            men = [LONG.get(man, man) for man in (side.split(",") if "," in side else side)]
            demand(len(men) == 3 and all(man in POINT for man in men),
                   f"{text!r} is no position: it takes three men, '/', three men")
            sides.append("".join(sorted(men, key=MEN.index)))
        demand(tuple(sides) in self.positions, f"{text!r} is no position of these rules")
        return self.positions.index(tuple(sides))

    def summary(self):
        for (name, meanings), switch in zip(SWITCHES, self.switches):
            yield f"{name}: {switch} ({meanings[switch]})"
        yield f"positions: {len(self.positions)}, reachable: {self.reachable}"
        yield f"value of the start: {self.values[0]!r}"
        yield f"error bound: {self.error!r}"

    def table(self):
        yield "position,value,reachable,1,2,3,4,5,6"
        for number, (own, other) in enumerate(self.positions):
            moves = ",".join(self.best_moves(number, die) for die in range(1, 7))
            yield f"{own}/{other},{self.values[number]!r},{self.best[number] >> 31},{moves}"


def main(*arguments):
    demand(len(arguments) in (1, 3) or arguments[1:] == ("--all",),
           "usage: read_solution.py FILE [POSITION DIE | --all]")
    with open(arguments[0], "rb") as file:
        solution = Solution(file.read())
    lines = solution.summary() if len(arguments) == 1 else solution.table()
    if len(arguments) == 3:
        demand(arguments[2] in tuple("123456"), f"{arguments[2]!r} is no die: it takes 1 to 6")
        number = solution.find(arguments[1])
        lines = [f"{solution.values[number]!r} {solution.best_moves(number, int(arguments[2]))}"]
    sys.stdout.write("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    run("read_solution.py", main, *sys.argv[1:])
