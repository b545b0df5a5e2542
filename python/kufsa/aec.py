# SPDX-License-Identifier: MIT
"""One table, shaped as PettingZoo's AEC environments: agents act one after another."""

from __future__ import annotations

import secrets
from typing import Any, Iterator

import numpy as np
from numpy.typing import NDArray

from . import _library as k
from .position import Options, Position
from .spaces import Box, Dict, Discrete
from .vector import Batch

try:  # its tools want its class
    from pettingzoo import AECEnv
except ImportError:

    class AECEnv:  # type: ignore[no-redef]
        """PettingZoo is not installed; its interface is here all the same."""


class Env(AECEnv):
    """A table whose agents are called seat_0, seat_1 …; ``env`` makes one.

    An observation is a dict of ``observation`` and ``action_mask``. The mask is that of the agent
    that is asked; for others it is empty. Where several may act, they are asked in turn, and
    ``infos[agent]["window"]`` is true.
    """

    def __init__(self, game: str, seats: int = 0, options: Options = None, history: int = 0,
                 plies: int = 0) -> None:
        self._batch = Batch(game, 1, seats, options, "numbers", history, 1, plies, keep=True)
        self.game = game
        self.render_mode = "ansi"
        self.metadata = {
            "name": f"kufsa_{game}_v{k.rules_version(game)}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self._batch.seats)]
        self.agents: list[str] = []
        width, actions = self._batch.observation.shape[1], self._batch.actions
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 255, (width,), np.uint8),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent may observe; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do; the same object each time."""
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        """Agents that still play."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """Agents at the beginning."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Env:
        """Itself: nothing is wrapped around."""
        return self

    @property
    def layout(self) -> dict[str, tuple[slice, str]]:
        """The parts of an observation: where each lies, and what it says."""
        return self._batch.layout()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game; the same seed deals the same cards."""
        seed = secrets.randbits(63) if seed is None else k.unsigned(seed)
        self._batch.reset(np.array([seed], np.uint64))
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choose()

    def _choose(self) -> None:
        seat = int(self._batch.seat[0])
        self.agent_selection = self.possible_agents[max(seat, 0)]
        window = len(self._batch.position(0, k.SPECTATOR).actors) > 1
        for info in self.infos.values():
            info["window"] = window

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees now."""
        if not isinstance(agent, str) or agent not in self.possible_agents:
            raise KeyError(agent)
        seat = self.possible_agents.index(agent)
        asked = seat == self._batch.seat[0]
        mask = self._batch.mask[0] if asked else np.zeros_like(self._batch.mask[0])
        return {
            "observation": self._batch.observe(0, seat),
            "action_mask": mask.astype(np.int8),
        }

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, NDArray[Any]] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last step, termination, truncation and info of the agent
        that is asked."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order they are asked, until the game is over for all."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        """The asked agent acts. When the game is over, each agent leaves with None."""
        agent = self.agent_selection
        if self.terminations.get(agent) or self.truncations.get(agent):
            self._leave(agent, action)
            return
        if not self.agents:
            raise ValueError("reset first: nobody plays")
        if action is None:
            raise ValueError("only an agent whose game is over leaves with None")
        self._cumulative_rewards[agent] = 0.0
        self._batch.step(np.array([k.whole(action)], np.int32))
        batch = self._batch
        for seat, name in enumerate(self.agents):
            self.rewards[name] = float(batch.reward[0, seat])
            self.terminations[name] = bool(batch.terminated[0])
            self.truncations[name] = bool(batch.truncated[0])
            self._cumulative_rewards[name] += self.rewards[name]
        self._choose()
        if batch.seat[0] < 0:
            self.agent_selection = self.agents[0]

    def _leave(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise ValueError("the game is over: the only valid action is None")
        tables: tuple[dict[str, Any], ...] = (
            self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos
        )
        for table in tables:
            del table[agent]
        self.agents.remove(agent)
        for name in self.agents:
            self.rewards[name] = 0.0
        if self.agents:
            self.agent_selection = self.agents[0]

    def view(self, *, for_seat: int) -> Position:
        """The table as a seat sees it."""
        return self._batch.position(0, k.seat_of(for_seat, self._batch.seats))

    def clone(self, *, for_seat: int, seed: int = 0) -> Position:
        """The table as a seat could imagine it: what it cannot see, and all luck, is made up."""
        return self.view(for_seat=for_seat).imagine(seed)

    def render(self) -> str:
        """The position in notation, as a spectator sees it."""
        return self._batch.position(0, k.SPECTATOR).text

    def close(self) -> None:
        """Frees the table: from now on everything is refused."""
        self._batch._close()

    def __str__(self) -> str:
        return str(self.metadata["name"])


def env(game: str, seats: int = 0, options: Options = None, *, history: int = 0,
        plies: int = 0) -> Env:
    """One table of a game, with PettingZoo's AEC interface; its actions are numbers."""
    return Env(game, seats, options, history, plies)
