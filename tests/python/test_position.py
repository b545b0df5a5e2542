# SPDX-License-Identifier: MIT
"""Positions, records, arenas; and whatever may be passed to any of it."""

import copy
import gc
import inspect
import pickle
import random
import unittest
from functools import partial

import numpy as np

import kufsa

START = "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w"


class Positions(unittest.TestCase):
    def test_play(self) -> None:
        start = kufsa.Position("gobblet", START)
        after = start.play("4@a1")
        self.assertEqual((start.ply, after.ply), (0, 1))
        self.assertEqual(start.text, START)
        self.assertEqual(after.actors, [1])
        self.assertEqual(len(start.legal()), 16)
        self.assertEqual(start.move_text(start.move_code("4@b2")), "4@b2")
        self.assertLessEqual({"name": "turn", "seat": 0}.items(), start.facts()[0].items())
        item = after.scene()[0]
        self.assertEqual((item["piece"], item["place"]["zone"]), ("W4", "board"))

    def test_refusals_name_the_rule(self) -> None:
        start = kufsa.Position("gobblet", START)
        with self.assertRaises(kufsa.IllegalMove) as caught:
            start.play("a1-a2")
        self.assertEqual((caught.exception.reason, caught.exception.rule), ("gobblet.G7.empty", "G7"))
        self.assertIn("G7", str(caught.exception))
        with self.assertRaises(kufsa.Refused) as caught:
            kufsa.Position("gobblet", "nonsense")
        self.assertTrue(caught.exception.reason.startswith("gobblet.position."))
        with self.assertRaises(kufsa.Refused):
            kufsa.Position.deal("chess")

    def test_views(self) -> None:
        truth = kufsa.Position.deal("iota", 3, seed=2)
        view = truth.view(1)
        self.assertEqual((truth.viewer, view.viewer), (None, 1))
        self.assertEqual(view.imagine(3).view(1), view)
        with self.assertRaises(kufsa.Refused):
            view.legal(0)
        with self.assertRaises(kufsa.Refused):
            view.view(2)
        self.assertEqual(truth.view(0).legal(0), truth.legal(0))

    def test_what_a_position_is(self) -> None:
        """Options belong to it: the same cards are another position under other rules."""
        plain = kufsa.Position.deal("taki", 2, seed=3)
        other = kufsa.Position.deal("taki", 2, seed=3, options={"call": "auto"})
        self.assertEqual(other.options, {**plain.options, "call": "auto"})
        self.assertEqual(plain.text, other.text)
        self.assertNotEqual(plain, other)
        for position in (plain, other, kufsa.Position("gobblet", START)):
            again = eval(repr(position), {"Position": kufsa.Position})
            self.assertEqual((again, hash(again)), (position, hash(position)))

    def test_copies(self) -> None:
        """Copies own what they have; what cannot be sent says so."""
        position, record = kufsa.Position("gobblet", START), kufsa.Record("gobblet", key=bytes(32))
        record.sit(0, "Noa")
        record.sit(1, level="club")
        record.play("4@a1")
        copies = [copy.copy(position), copy.deepcopy(position)]
        records = [copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))]
        texts = position.text, record.text
        del position, record
        gc.collect()
        self.assertEqual({one.text for one in copies}, {texts[0]})
        self.assertEqual({one.text for one in records}, {texts[1]})
        self.assertEqual(records[2].players, ["Noa", "club"])
        batch = kufsa.make_vec("cento", 1)._batch
        for thing, way in ((copies[0], pickle.dumps), (batch, pickle.dumps), (batch, copy.copy)):
            with self.assertRaises(TypeError):
                way(thing)
        with self.assertRaises(kufsa.IllegalMove) as caught:
            copies[0].play("a1-a2")
        sent = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(sent), sent.rule), (str(caught.exception), "G7"))

    def test_best(self) -> None:
        position = kufsa.Position("gobblet", "W4,W4,W4,-/B4,-,-,-/B4,-,-,-/-,-,-,- 333 433 w")
        advice = position.best(nodes=2000)
        self.assertIn(advice.move, position.legal())
        self.assertEqual(position.play(advice.move).places, [1, 2])
        self.assertEqual(advice, position.best(nodes=2000))

    def test_reasons(self) -> None:
        """They are whole sentences, in both languages."""
        position = kufsa.Position.deal("iota", 2, seed=2)
        for language in ("en", "he"):
            advice = position.best("club", nodes=500, language=language)
            told = [reason for one in advice.candidates for reason in one.reasons]
            self.assertTrue(any(char.isdigit() for reason in told for char in reason), told)
            self.assertFalse([reason for reason in told if "{" in reason])
        self.assertTrue(any("א" <= char <= "ת" for char in told[0]))

    def test_judge(self) -> None:
        position = kufsa.Position("gobblet", "W4,W4,W4,-/B4,-,-,-/B4,-,-,-/-,-,-,- 333 433 w")
        verdict = position.judge("3@d1", nodes=2000)
        self.assertEqual(verdict["best_proof"], 1)
        self.assertIn(verdict["mark"], ("slip", "miss", "gift"))
        self.assertGreaterEqual(verdict["loss_error"], 0)
        self.assertNotIn("error", verdict)  # the engine says so of what it refuses
        code = position.move_code("3@d1")
        for number in (code, np.uint64(code), np.int64(code)):
            self.assertEqual(verdict, position.judge(number, nodes=2000))
        with self.assertRaises(kufsa.Refused):
            position.judge("nothing")

    def test_review(self) -> None:
        record = kufsa.Record("gobblet", key=bytes(32))
        for move in ("4@a1", "4@b2", "4@a2"):
            record.play(move)
        review = record.review(nodes=300)
        self.assertEqual([row["ply"] for row in review["moves"]], [0, 1, 2])
        for player in review["players"]:
            self.assertAlmostEqual(
                player["last"] - player["start"], player["luck"] + player["skill"], 4
            )

    def test_arena(self) -> None:
        def highest(view: kufsa.Position, seat: int) -> str:
            return view.legal(seat)[-1]

        arena = kufsa.Arena("cento", [highest, "casual"], nodes=100)
        one, two = arena.play(3, seed=1)
        self.assertAlmostEqual(one.share + two.share, 1)
        self.assertEqual((one.name, one.games), ("highest", 6))
        self.assertEqual(kufsa.Arena("cento", ["gentle", "gentle"]).play(1, seed=1)[0].error, 1)
        always = kufsa.Arena("gobblet", ["casual", lambda view, seat: view.legal(seat)[0]])
        winner, loser = always.play(5)
        self.assertEqual((winner.share, loser.share), (1, 0))
        self.assertEqual((winner.error, loser.error), (0.6, 0.6))  # three in five, at most
        self.assertEqual(arena.records[0].players, ["highest", "casual"])
        self.assertEqual(arena.records[1].players, ["casual", "highest"])
        again = kufsa.Record.read(arena.records[0].text)
        self.assertEqual(again.players, arena.records[0].players)
        self.assertEqual(again.places, arena.records[0].places)
        self.assertEqual(len(list(again)), len(again))
        with self.assertRaises(kufsa.Refused) as caught:
            kufsa.Record.read(again.text.replace("result", "resalt"))
        self.assertIn("line", str(caught.exception))


STRANGE = [
    None, -1, 0, 1, 3, 2**31, 2**63, 2**64, -(2**63), 1.5, float("nan"), "", "taki", "\0", "x" * 5000,
    "é", "gentle", b"taki", [], [1, 2], {}, {"mode": 7}, {"mode": "\0"}, np.zeros(3), np.arange(4),
    object(), True, np.int64(2), np.uint8(200), np.array([[1]]), (), lambda *words: "pass",
]


# Called in another way: what takes long, and what ends the thing that others call.
REPLACED = {"Position": ["best"], "Arena": ["play"], "Env": ["close"], "VectorEnv": ["close"]}


class Tired:
    """A player of an arena that has enough after some moves: there may be many games."""

    def __init__(self) -> None:
        self.left = 40

    def __call__(self, view: kufsa.Position, seat: int) -> str:
        self.left -= 1
        if self.left < 0:
            raise OverflowError("enough")
        return view.legal(seat)[0]


def targets() -> list:
    """Everything that is public, as functions of strange arguments."""
    vec = kufsa.make_vec("taki", 2, seed=1)
    vec.reset()
    lists = kufsa.make_vec("iota", 2, seed=1)
    lists.reset()
    undealt = kufsa.make_vec("cento", 2)
    env = kufsa.env("cento")
    env.reset(seed=1)
    things = [
        kufsa.Position.deal("taki", 3, 1),
        kufsa.Position.deal("taki", 3, 1).view(2),
        kufsa.Record("gobblet"),
        vec, lists, undealt, env, vec._batch, kufsa.Arena("cento", ["gentle", "gentle"]),
    ]
    found = [getattr(kufsa, name) for name in kufsa.__all__ if callable(getattr(kufsa, name))]
    found += [kufsa.Position.deal, kufsa.Record.read]
    for thing in things:
        for name, method in inspect.getmembers(thing, callable):
            if not name.startswith("_") and name not in REPLACED.get(type(thing).__name__, ()):
                found.append(method)
    found += [
        partial(things[0].best, millis=20),  # a level by itself may think for long
        lambda *words: kufsa.Arena("gobblet", [Tired(), Tired()]).play(*words),
        lambda *words: kufsa.env("cento").close(*words),
        lambda *words: kufsa.make_vec("cento", 2).close(*words),
    ]
    return [one for one in found if not (inspect.isclass(one) and issubclass(one, Exception))]


class Strange(unittest.TestCase):
    def test_closed(self) -> None:
        """What is closed refuses everything."""
        env, vec = kufsa.env("cento"), kufsa.make_vec("cento", 2)
        lists = kufsa.make_vec("iota", 2)
        for thing in (env, vec, lists):
            thing.reset()
            thing.close()
            thing.close()
        calls = [env.reset, env.render, lambda: env.step(0), lambda: env.observe("seat_0"),
                 lambda: env.layout, lambda: env.clone(for_seat=0)]
        for one in (vec, lists):
            calls += [one.reset, one.render, lambda one=one: one.step([0, 0]), one.features,
                      lambda one=one: one.layout, lambda one=one: one.clone(0, for_seat=0),
                      lambda one=one: one.move(0, 0), lambda one=one: one.observe(0, 0),
                      lambda one=one: one.truth(0)]
        for call in calls:
            with self.assertRaisesRegex(ValueError, "closed"):
                call()

    def test_arguments(self) -> None:
        """Exceptions, never a crash."""
        rng = random.Random(5)
        refused = 0
        for target in targets():
            for _ in range(60):
                words = [rng.choice(STRANGE) for _ in range(rng.randrange(4))]
                try:
                    target(*words)
                except (ValueError, TypeError, OverflowError, KeyError, AttributeError, OSError,
                        IndexError, MemoryError):
                    refused += 1
        gc.collect()
        self.assertGreater(refused, 500)

    def test_actions(self) -> None:
        env = kufsa.make_vec("cento", 3, seed=1)
        for actions in ([0, 0], np.zeros(4, int), np.zeros(3), [[0]] * 3, "abc", None):
            with self.assertRaises((ValueError, TypeError)):
                env.step(actions)
        with self.assertRaises(kufsa.Refused):
            env.step([0, 0, 0])  # not dealt yet
        _, info = env.reset()
        before = [env.truth(i).text for i in range(3)]
        bad = np.argmax(info["action_mask"], axis=1)
        bad[2] = 110
        with self.assertRaisesRegex(kufsa.IllegalMove, "table 2"):
            env.step(bad)
        self.assertEqual(before, [env.truth(i).text for i in range(3)])


if __name__ == "__main__":
    unittest.main()
