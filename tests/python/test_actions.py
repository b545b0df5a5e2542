# SPDX-License-Identifier: MIT
"""What docs/library.md says of actions that are numbers, against the notation of the moves that
they make. The tables are stated here once more: a number that changes its meaning fails."""

import itertools
import unittest
from typing import Callable

import numpy as np
from test_vector import choose

import kufsa

FIGURES = ["1", "+2", *"3456789", "stop", "turn", "plus", "taki"]
PRODUCTS = sorted(
    itertools.combinations_with_replacement(range(1, 11), 2), key=lambda p: (p[0] * p[1], p[0])
)
SQUARES = [column + row for row in "1234" for column in "abcd"]
KINDS = ("pass", "trade", "~", "W@", "@")  # each told by what its notation has
CARDS = [c + s + n for c in "RGBY" for s in "cstx" for n in "1234"]


def name_taki(action: int, seat: int, seats: int) -> str:
    if 1 <= action <= 52:
        return "RGBY"[(action - 1) // 13] + FIGURES[(action - 1) % 13]
    if 58 <= action <= 65:
        return ("color=" if action < 62 else "super=") + "RGBY"[(action - 58) % 4]
    if action >= 72:
        return f"catch{(seat + 1 + action - 72) % seats}"
    return {54: "super", 55: "king", 56: "+3", 57: "break", 66: "draw", 67: "take", 68: "close",
            69: "end", 70: "pass", 71: "last"}[action]


def name_cento(action: int, seat: int, seats: int) -> str:
    if action == 0:
        return "draw"
    low, high = PRODUCTS[(action - 1) % 55]
    return f"{low * high if action <= 55 else '?'}={low}x{high}"


def name_gobblet(action: int, seat: int, seats: int) -> str:
    if action < 64:
        return f"{1 + action // 16}@{SQUARES[action % 16]}"
    if action < 320:
        return f"{SQUARES[(action - 64) // 16]}-{SQUARES[(action - 64) % 16]}"
    return f"{SQUARES[action - 320]}!"


Namer = Callable[[int, int, int], str]
# The tables, how many actions there are, how many at least must be seen, and the games to play.
NUMBERED: list[tuple[str, Namer, int, int, int, dict[str, str]]] = [
    ("taki", name_taki, 81, 66, 4, {"call": "catch"}),
    ("cento", name_cento, 111, 105, 4, {}),
    ("gobblet", name_gobblet, 336, 280, 2, {"touch": "on"}),
]


def name_iota(actions: list[int], text: str) -> str:
    """The move that these actions make in this position, by what they mean."""
    lying = {}
    for row in text.split()[0].split("+"):
        card, place = row.split("@")
        lying[tuple(map(int, place.split(",")))] = card
    wilds = sorted((y, x) for (x, y), card in lying.items() if card == "W")
    if actions == [0]:
        return "pass"
    if actions[0] == 1:
        return "trade " + "+".join([*CARDS, "W"][action - 3] for action in actions[1:-1])
    laid = {}
    for card, side in zip(actions[::2], actions[1::2]):
        if side >= 332:
            y, x = wilds[side - 332]
            return f"{CARDS[card - 3]}~{x},{y}"
        slot = (side - 68) // 4
        there = {**lying, **laid}
        if slot < 64:
            x, y = next(square for square, name in there.items() if name == CARDS[slot])
        else:
            y, x = sorted((y, x) for (x, y), name in there.items() if name == "W")[slot - 64]
        right, up = [(1, 0), (0, 1), (-1, 0), (0, -1)][(side - 68) % 4]
        laid[x + right, y + up] = [*CARDS, "W"][card - 3]
    return "+".join(f"{card}@{x},{y}" for (x, y), card in sorted(laid.items()))


class Actions(unittest.TestCase):
    def test_numbers(self) -> None:
        for game, name, count, least, seats, options in NUMBERED:
            env = kufsa.make_vec(game, 16, seats=seats, seed=3, options=options, plies=400)
            rng, seen = np.random.default_rng(1), set()
            _, info = env.reset()
            self.assertEqual(env.single_action_space.n, count)
            for _ in range(500):
                for i, mask in enumerate(info["action_mask"]):
                    for action in {*np.flatnonzero(mask).tolist()} - seen:
                        seat = int(info["current_player"][i])
                        if code := env.move(i, action):
                            told = env.truth(i).move_text(code, seat)
                            self.assertEqual(told, name(action, seat, seats), (game, action))
                            seen.add(action)
                        else:
                            self.assertEqual((game, action), ("taki", 0))
                *_, info = env.step(choose(info, rng))
            self.assertGreaterEqual(len(seen), least, game)

    def test_steps_of_iota(self) -> None:
        env = kufsa.make_vec("iota", 8, seats=2, seed=3, form="numbers", plies=60)
        rng, kinds = np.random.default_rng(2), set()
        _, info = env.reset()
        self.assertEqual(env.single_action_space.n, 334)
        done: list[list[int]] = [[] for _ in range(8)]
        for _ in range(1500):
            actions = choose(info, rng)
            for i, action in enumerate(actions.tolist()):
                done[i].append(action)
                if code := env.move(i, action):
                    truth = env.truth(i)
                    told = truth.move_text(code, int(info["current_player"][i]))
                    self.assertEqual(told, name_iota(done[i], truth.text))
                    kinds.add(next(kind for kind in KINDS if kind in told))
                    done[i] = []
            *_, info = env.step(actions)
        self.assertEqual(kinds, set(KINDS))


if __name__ == "__main__":
    unittest.main()
