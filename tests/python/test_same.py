# SPDX-License-Identifier: MIT
"""The same seeds give the same games as in C: what examples/c/batch.c sums up, from Python."""

import os
import subprocess
import unittest
from typing import Any

import numpy as np

import kufsa

PROGRAM = os.environ["KUFSA_BATCH"]  # that example, compiled
TABLES, STEPS = 64, 1000
ALL = 2**64 - 1
# The games of these seeds, everywhere and in every version with these rules. The number also covers
# the observations, so a slice that is added changes it.
RECORDED = {
    "cento": "1 games, seat 0 won 0; 7e22ddf29f0832e0",
    "gobblet": "2180 games, seat 0 won 1109; 0bc07d678372006f",
    "iota": "1564 games, seat 0 won 840; 632574b9515c9e7f",
    "taki": "42 games, seat 0 won 22; 10fe44e62d953332",
}


def choose(info: dict[str, Any], random: list[int]) -> np.ndarray:
    """What its function of this name does."""
    actions = np.zeros(TABLES, np.int32)
    for i in range(TABLES):
        random[i] = random[i] * 6364136223846793005 + 1442695040888963407 & ALL
        if "legal" in info:
            first = info["legal"][0]
            actions[i] = (random[i] >> 33) % int(first[i + 1] - first[i])
        else:
            mask = info["action_mask"][i]
            at = (random[i] >> 33) % len(mask)
            actions[i] = (at + np.argmax(np.roll(mask, -at))) % len(mask)
    return actions


def play(game: str) -> str:
    env = kufsa.make_vec(game, TABLES, seats=2, history=2)
    obs, info = env.reset(seed=0)
    weights = np.arange(1, obs.size + 1, dtype=np.uint64)
    random, seen, games, won = list(range(TABLES)), 0, 0, 0
    for _ in range(STEPS):
        obs, reward, terminated, _, info = env.step(choose(info, random))
        games += int(terminated.sum())
        won += int((reward[:, 0] > 0).sum())
        for seat in info["current_player"]:
            seen = seen * 31 + int(seat) & ALL
        seen = seen + int((obs.reshape(-1) * weights).sum()) & ALL
    return f"{games} games, seat 0 won {won}; {seen:016x}"


class Same(unittest.TestCase):
    def test_games(self) -> None:
        for game in kufsa.games():
            done = subprocess.run([PROGRAM, game], capture_output=True, text=True, check=True)
            self.assertEqual(play(game), done.stdout.strip(), game)
            if game in RECORDED:  # one that is new is not
                self.assertEqual(done.stdout.strip(), RECORDED[game], game)


if __name__ == "__main__":
    unittest.main()
