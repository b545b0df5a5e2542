# SPDX-License-Identifier: MIT
"""Kufsa: exact rules, computer players and fast batches of four tabletop games.

>>> import kufsa
>>> kufsa.games()
['iota', 'cento', 'gobblet', 'taki']

``make_vec`` steps thousands of tables at once, shaped as Gymnasium's vector environments;
``env`` is one table, shaped as PettingZoo's AEC; ``Position`` is one position, with legal moves,
views and advice; ``Record`` is a whole game as text, ``records`` reads many; ``Arena`` lets
players meet.
"""

from ._library import IllegalMove, Refused, games, levels, options, rules_version, seats, version
from .aec import Env, env
from .arena import Arena, Standing
from .dataset import records
from .position import Advice, Candidate, Position, Record
from .vector import VectorEnv, make_vec

__version__ = version()

__all__ = [
    "Advice",
    "Arena",
    "Candidate",
    "Env",
    "IllegalMove",
    "Position",
    "Record",
    "Refused",
    "Standing",
    "VectorEnv",
    "env",
    "games",
    "levels",
    "make_vec",
    "options",
    "records",
    "rules_version",
    "seats",
    "version",
]
