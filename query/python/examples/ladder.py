"""Measures how long it takes to solve games of growing sizes, and to grade a policy in them: processor times.

    RAYON_NUM_THREADS=1 python ladder.py 2x6 3x12 4x14 3x20
"""

import sys
import time

import tourne


def seconds(since: float) -> str:
    return f"{time.process_time() - since:8.3f} s"


if __name__ == "__main__":
    print("size    positions   solving      a grade")
    for size in sys.argv[1:] or ["2x6", "3x12"]:
        start = time.process_time()
        game = tourne.solution(size)
        solving, start = seconds(start), time.process_time()
        game.grade("builtin:random", mistakes=0)
        print(f"{size:6}{len(game):11,} {solving}  {seconds(start)}", flush=True)
