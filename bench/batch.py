#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Steps per second from Python, with observation and mask or list of moves, on one core. It
prints figures and judges nothing. Time is this thread's processor time inside `step`; choosing
the random actions is not counted.
usage: bench/batch.py [GAME …]      SECONDS of each figure: BENCH_SECONDS=2
"""

import os
import sys
import time

import numpy as np

import kufsa

TABLES = (1, 16, 256, 1024, 16384)
SECONDS = float(os.environ.get("BENCH_SECONDS", "2"))


def choose(info: dict, rng: np.random.Generator) -> np.ndarray:
    if "action_mask" in info:
        mask = info["action_mask"]
        noise = rng.integers(1, 256, mask.shape, dtype=np.uint8)
        return np.argmax(mask * noise, axis=1).astype(np.int32)
    first = info["legal"][0].astype(np.int64)
    return (rng.random(len(first) - 1) * np.diff(first)).astype(np.int32)


def measure(game: str, tables: int) -> float:
    env = kufsa.make_vec(game, tables, seats=2, seed=1, copy=False)
    rng = np.random.default_rng(1)
    _, info = env.reset()
    spent, steps, begun = 0.0, 0, time.monotonic()
    while time.monotonic() - begun < SECONDS or steps == 0:
        actions = choose(info, rng)
        start = time.thread_time()
        *_, info = env.step(actions)
        spent += time.thread_time() - start
        steps += tables
    return steps / spent


print(f"{'tables':>10}" + "".join(f"{tables:>10}" for tables in TABLES))
for name in sys.argv[1:] or kufsa.games():
    figures = [measure(name, tables) for tables in TABLES]
    print(f"{name:>10}" + "".join(f"{figure / 1e6:>8.2f} M" for figure in figures), flush=True)
