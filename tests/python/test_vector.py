# SPDX-License-Identifier: MIT
"""The vector interface, as Gymnasium documents it, for all games and options."""

import itertools
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

import kufsa

PAGE = Path(__file__).parents[2] / "docs/library.md"
PROGRAM = os.environ["KUFSA_PROGRAM"]


def choose(info: dict, rng: np.random.Generator) -> np.ndarray:
    """A legal action at each table."""
    if "action_mask" in info:
        mask = info["action_mask"]
        return np.argmax(mask * rng.random(mask.shape), axis=1).astype(np.int32)
    first = info["legal"][0].astype(np.int64)
    return (rng.random(len(first) - 1) * np.diff(first)).astype(np.int32)


def has_numbers(game: str) -> bool:
    """Has the game actions that are numbers? One that is new need not."""
    try:
        kufsa.make_vec(game, 1, form="numbers")
    except kufsa.Refused as refused:
        assert refused.reason == "library.batch.numbers"
        return False
    return True


def settings(game: str) -> list[dict[str, str]]:
    """The defaults, then each option changed by itself."""
    changed = [{name: value} for name, values in kufsa.options(game).items() for value in values[1:]]
    return [{}, *changed]


class Vector(unittest.TestCase):
    def check(self, game: str, options: dict[str, str], form: str) -> None:
        env = kufsa.make_vec(game, 6, seed=5, options=options, form=form, history=3, plies=12)
        rng = np.random.default_rng(1)
        obs, info = env.reset()
        space = env.single_observation_space
        ended = 0
        for _ in range(120):
            self.assertEqual(obs.shape, env.observation_space.shape)
            self.assertEqual(obs.dtype, np.uint8)
            self.assertTrue(space.contains(obs[0]))
            self.assertEqual(info["current_player"].shape, (6,))
            action = choose(info, rng)
            if env.single_action_space is not None:
                self.assertTrue(env.single_action_space.contains(int(action[0])))
                self.assertTrue(info["action_mask"].any(axis=1).all())
            asked = info["current_player"]
            obs, reward, terminated, truncated, info = env.step(action)
            self.assertEqual(reward.shape, (6, env.seats))
            self.assertTrue(np.allclose(reward.sum(axis=1), 0, atol=1e-5))
            self.assertFalse((terminated & truncated).any())
            self.assertTrue((reward[~terminated] == 0).all())
            over = terminated | truncated
            ended += over.sum()
            self.assertEqual("final_obs" in info, bool(over.any()))
            self.assertEqual("final_info" in info, bool(over.any()))
            if over.any():
                self.assertTrue((info["_final_obs"] == over).all())
                self.assertTrue((info["_final_info"] == over).all())
                self.assertTrue((info["final_info"]["current_player"] == asked).all())
        self.assertGreater(ended, 0)

    def test_every_game_and_option(self) -> None:
        for game in kufsa.games():
            forms = ("usual", "numbers", "list") if has_numbers(game) else ("usual", "list")
            for options, form in itertools.product(settings(game), forms):
                with self.subTest(game=game, options=options, form=form):
                    self.check(game, options, form)

    def test_seeds_repeat(self) -> None:
        for game in kufsa.games():
            runs = []
            for threads in (1, 2):
                env = kufsa.make_vec(game, 130, threads=threads)
                rng = np.random.default_rng(2)
                obs, info = env.reset(seed=9)
                for _ in range(15):
                    obs, *_, info = env.step(choose(info, rng))
                runs.append(obs)
            self.assertTrue((runs[0] == runs[1]).all(), game)

    def test_lists_stay(self) -> None:
        """Lists of moves outlive the next step and the environment."""
        env = kufsa.make_vec("iota", 40, seed=1, copy=False)
        _, info = env.reset()
        first, moves = info["legal"]
        kept = first.copy(), moves.copy()
        rng = np.random.default_rng(0)
        for _ in range(10):
            *_, info = env.step(choose(info, rng))
        env.close()
        self.assertTrue((first == kept[0]).all() and (moves == kept[1]).all())

    def test_render(self) -> None:
        env = kufsa.make_vec("gobblet", 2, seed=1)
        env.reset()
        self.assertEqual(env.render(), (kufsa.Position.deal("gobblet").text,) * 2)

    def test_copies(self) -> None:
        env = kufsa.make_vec("cento", 4, seed=1)
        obs, info = env.reset()
        before = obs.copy()
        env.step(choose(info, np.random.default_rng(0)))
        self.assertTrue((obs == before).all())

    def test_layout_fills_an_observation(self) -> None:
        for game in kufsa.games():
            env = kufsa.make_vec(game, 1, history=2)
            slices = [where for where, about in env.layout.values()]
            self.assertEqual(slices[0].start, 0)
            self.assertEqual(slices[-1].stop, env.single_observation_space.shape[0])
            for one, two in itertools.pairwise(slices):
                self.assertEqual(one.stop, two.start)

    def test_layout_is_documented(self) -> None:
        """docs/library.md has a table for each game that has numbers."""
        row = re.compile(r"^\| `(\w+)` \| (\d+)( a seat)? \| (.*) \|$", re.M)
        tables = [row.findall(text) for text in PAGE.read_text().split("| --- | --- | --- |\n")[1:]]
        for game in filter(has_numbers, kufsa.games()):
            with self.subTest(game=game):
                for seats in kufsa.seats(game):
                    env = kufsa.make_vec(game, 1, seats=seats, form="numbers")
                    parts = [
                        (name, where.stop - where.start, about)
                        for name, (where, about) in env.layout.items()
                    ]
                    told = [
                        [(name, int(size) * (seats if each else 1), about)
                         for name, size, each, about in table]
                        for table in tables
                    ]
                    self.assertIn(parts, told)

    def test_reset_of_some(self) -> None:
        env = kufsa.make_vec("taki", 3, seed=1)
        _, info = env.reset()
        env.step(choose(info, np.random.default_rng(0)))
        before = [env.truth(i).text for i in range(3)]
        env.reset(seed=50, options={"reset_mask": np.array([False, True, False])})
        after = [env.truth(i).text for i in range(3)]
        self.assertEqual([one == two for one, two in zip(before, after)], [True, False, True])
        self.assertEqual(env.truth(1).ply, 0)

    def test_clones_do_not_know(self) -> None:
        env = kufsa.make_vec("taki", 1, seed=4)
        env.reset()
        truth = env.truth(0)
        worlds = {env.clone(0, for_seat=1, seed=seed).text for seed in range(5)}
        self.assertEqual(len(worlds), 5)
        self.assertNotIn(truth.text, worlds)
        for seed in range(5):
            self.assertEqual(env.clone(0, for_seat=1, seed=seed).view(1), truth.view(1))

    def test_seats_that_are_none(self) -> None:
        """Only truth() shows everything: a clone or view is a seat's."""
        env = kufsa.make_vec("taki", 1, seed=4)
        env.reset()
        for seat in (-1, -2, -3, 2, 10, 2**31 - 1):
            for look in (env.clone, env.view):
                with self.assertRaises(kufsa.Refused) as caught:
                    look(0, for_seat=seat)
                self.assertEqual(caught.exception.reason, "game.seat.range")

    def test_new_tables_differ(self) -> None:
        """Also without a seed."""
        batch = kufsa.make_vec("taki", 4)._batch
        batch.reset()
        self.assertEqual(len({batch.position(i, -1).text for i in range(4)}), 4)

    def test_features(self) -> None:
        env = kufsa.make_vec("iota", 3, seed=4)
        _, info = env.reset()
        first, moves = info["legal"]
        rows = env.features()
        self.assertEqual(len(rows), len(moves))
        for table in range(3):
            truth = env.truth(table)
            for at in range(first[table], first[table + 1], 7):
                points = int(rows[at, -2]) + 256 * int(rows[at, -1])
                seat = int(info["current_player"][table])
                self.assertEqual(points, truth.gain(int(moves[at]), seat))


class SameGames(unittest.TestCase):
    """The program deals and judges the same games."""

    def test_deals(self) -> None:
        for game in kufsa.games():
            key = (77).to_bytes(8, "little") + bytes(24)
            request = json.dumps({"do": "new", "game": game, "seats": 2, "key": key.hex()})
            done = subprocess.run(
                [PROGRAM, "engine"], input=request + "\n", capture_output=True, text=True, check=True
            )
            env = kufsa.make_vec(game, 1, seats=2)
            env.reset(seed=77)
            self.assertEqual(json.loads(done.stdout)["position"], env.truth(0).text)

    def test_whole_games(self) -> None:
        rng = np.random.default_rng(3)
        with tempfile.TemporaryDirectory() as folder:
            for game in kufsa.games():
                env = kufsa.make_vec(game, 1, seats=2)
                record = kufsa.Record(game, 2, seed=12)
                _, info = env.reset(seed=12)
                for _ in range(100_000):
                    action = choose(info, rng)
                    code = env.move(0, int(action[0]))
                    if code:
                        record.play(code, int(info["current_player"][0]))
                    _, _, terminated, _, info = env.step(action)
                    if terminated[0]:
                        break
                self.assertEqual(record.ending, "rules")
                path = Path(folder) / f"{game}.kufsa"
                path.write_text(record.text)
                subprocess.run([PROGRAM, "verify", path], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    unittest.main()
