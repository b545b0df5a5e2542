# SPDX-License-Identifier: MIT
"""The AEC interface, as PettingZoo documents it, for all games and options."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
from test_vector import has_numbers, settings

import kufsa


# As much of the others as their classes need.
OTHERS = {
    "pettingzoo/__init__.py": "class AECEnv: pass\n",
    "gymnasium/__init__.py": "",
    "gymnasium/spaces.py": "class Box:\n    def __init__(self, *words): pass\n"
    "Dict = Discrete = MultiDiscrete = Box\n",
    "gymnasium/vector.py": "import enum\nclass VectorEnv: pass\n"
    "class AutoresetMode(enum.Enum): SAME_STEP = 'SameStep'\n",
}
CLASSES = """
import gymnasium.vector, kufsa, pettingzoo
env, many = kufsa.env("cento"), kufsa.make_vec("cento", 2, seed=1)
assert isinstance(env, pettingzoo.AECEnv) and isinstance(many, gymnasium.vector.VectorEnv)
assert many.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
assert type(many.single_action_space) is gymnasium.spaces.Discrete
many.reset()
"""


class Aec(unittest.TestCase):
    def play(self, env: kufsa.Env, seed: int) -> list[tuple[str, int]]:
        """Plays a game with random legal actions and checks what holds at every step."""
        env.reset(seed=seed)
        self.assertEqual(env.agents, env.possible_agents)
        self.assertEqual(env.num_agents, env.max_num_agents)
        taken: list[tuple[str, int]] = []
        returns = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            self.assertEqual(agent, env.agent_selection)
            self.assertIn(agent, env.agents)
            for table in (env.rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(set(table), set(env.agents))
            obs, reward, terminated, truncated, info = env.last()
            self.assertTrue(env.observation_space(agent).contains(obs))
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
            self.assertIsInstance(info["window"], bool)
            returns[agent] += reward
            if terminated or truncated:
                self.assertFalse(obs["action_mask"].any())
                with self.assertRaises(ValueError):
                    env.step(0)
                env.step(None)
                continue
            mask = obs["action_mask"]
            self.assertTrue(mask.any())
            for other in env.agents:
                if other != agent:
                    self.assertFalse(env.observe(other)["action_mask"].any())
            illegal = int(np.flatnonzero(mask == 0)[0])
            with self.assertRaises(kufsa.IllegalMove):
                env.step(illegal)
            action = env.action_space(agent).sample(mask)
            taken.append((agent, int(action)))
            env.step(action)
        self.assertEqual(env.agents, [])
        self.assertAlmostEqual(sum(returns.values()), 0, places=4)
        return taken

    def test_every_game_and_option(self) -> None:
        for game in filter(has_numbers, kufsa.games()):
            for options in settings(game):
                with self.subTest(game=game, options=options):
                    self.play(kufsa.env(game, options=options, plies=60), 3)

    def test_whole_games(self) -> None:
        for game in filter(has_numbers, kufsa.games()):
            env = kufsa.env(game, seats=kufsa.seats(game)[1])
            self.assertGreater(len(self.play(env, 1)), 5)

    def test_seeds_repeat(self) -> None:
        for game in filter(has_numbers, kufsa.games()):
            runs = []
            for _ in range(2):
                env = kufsa.env(game, plies=50)
                for agent in env.possible_agents:
                    env.action_space(agent).seed(4)
                runs.append(self.play(env, 8))
            self.assertEqual(runs[0], runs[1])

    def test_forgotten_calls(self) -> None:
        """A last card may go uncalled: then action 0 waits."""
        waits = 0
        env = kufsa.env("taki", options={"call": "catch"}, plies=3000)
        for seed in range(3):
            waits += sum(action == 0 for _, action in self.play(env, seed))
        self.assertGreater(waits, 0)

    def test_clones_do_not_know(self) -> None:
        env = kufsa.env("cento")
        env.reset(seed=5)
        view = env.view(for_seat=1)
        self.assertEqual(view.viewer, 1)
        worlds = {env.clone(for_seat=1, seed=seed).text for seed in range(4)}
        self.assertEqual(len(worlds), 4)
        for seed in range(4):
            self.assertEqual(env.clone(for_seat=1, seed=seed).view(1), view)
        over = kufsa.env("cento", plies=1)
        over.reset(seed=5)
        over.step(int(np.flatnonzero(over.last()[0]["action_mask"])[0]))
        self.assertTrue(all(over.truncations.values()))
        for table in (env, over):
            for seat in (-1, -2, -3, 2, 10, 2**31 - 1):
                for look in (table.clone, table.view):
                    with self.assertRaises(kufsa.Refused) as caught:
                        look(for_seat=seat)
                    self.assertEqual(caught.exception.reason, "game.seat.range")

    def test_cut_off(self) -> None:
        """A game that was cut off has no places: it is not over."""
        for game in filter(has_numbers, kufsa.games()):
            env = kufsa.env(game, plies=2)
            env.reset(seed=5)
            while not any(env.truncations.values()):
                env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
            view = env.view(for_seat=0)
            self.assertFalse(view.over, game)
            self.assertIsNone(view.places, game)
            self.assertEqual(set(env.rewards.values()), {0.0})
            self.assertFalse(env.observe(env.agent_selection)["action_mask"].any())

    def test_others_classes(self) -> None:
        """Where PettingZoo and Gymnasium are installed, their tools ask for their classes."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in OTHERS.items():
                path = Path(folder) / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
            path = os.pathsep.join([folder, str(Path(kufsa.__file__).parents[1])])
            subprocess.run(
                [sys.executable, "-c", CLASSES], check=True, env={**os.environ, "PYTHONPATH": path}
            )

    def test_names(self) -> None:
        env = kufsa.env("gobblet")
        self.assertEqual(str(env), f"kufsa_gobblet_v{kufsa.rules_version('gobblet')}")
        self.assertIs(env.unwrapped, env)
        env.reset(seed=1)
        self.assertIn("444 444 w", env.render())
        env.close()


if __name__ == "__main__":
    unittest.main()
