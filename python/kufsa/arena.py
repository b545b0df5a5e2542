# SPDX-License-Identifier: MIT
"""Players that meet: each deal is played once from every chair, so that luck cancels out."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Callable, Sequence

from . import _library as k
from .position import Options, Position, Record

Player = Callable[[Position, int], str | int]
NAME_SIZE = 63  # bytes of a name in a record


def half_interval(shares: Sequence[float]) -> float:
    """Half the width of the 95 % interval of their mean, as ``kufsa arena`` has it: one share says
    nothing, and of equal ones the rule of three."""
    count = len(shares)
    if count < 2:
        return 1.0
    mean = sum(shares) / count
    variance = sum((share - mean) ** 2 for share in shares) / (count - 1)
    if variance == 0:
        return min(1.0, 3 / count) * max(mean, 1 - mean)
    return min(1.0, 1.96 * math.sqrt(variance / count))


@dataclass(frozen=True)
class Standing:
    """How a player did: the share of wins, and half the width of its 95 % interval. Games of one
    deal resemble each other, so deals are counted."""

    name: str
    share: float
    error: float
    games: int

    def __str__(self) -> str:
        return f"{self.name}: {100 * self.share:.1f} % ± {100 * self.error:.1f} of {self.games}"


class Arena:
    """Lets players meet. One is the name of a level, or a function of a view and its seat that
    returns a move: it sees what its seat may know, and nothing else."""

    def __init__(self, game: str, players: Sequence[str | Player], options: Options = None,
                 nodes: int = 0) -> None:
        """``nodes`` bounds the thinking of levels; 0: as they usually do."""
        fewest, most = k.seats(game)
        if not fewest <= len(players) <= most:
            raise k.Refused("game.seats.range")
        self.game, self.options, self.nodes = game, options, nodes
        self.players = list(players)
        self.records: list[Record] = []

    def play(self, deals: int, seed: int = 0) -> list[Standing]:
        """Plays each deal from every chair; ``records`` then holds the games."""
        seats = len(self.players)
        shares: list[list[float]] = [[] for _ in self.players]
        for deal in range(deals):
            sums = [0.0] * seats
            for rotation in range(seats):
                seating = [(seat + rotation) % seats for seat in range(seats)]
                record = self._game(seating, seed + deal)
                self.records.append(record)
                places = record.places
                for seat, player in enumerate(seating):
                    if places[seat] == 1:
                        sums[player] += 1 / places.count(1)
            for player in range(seats):
                shares[player].append(sums[player] / seats)
        return [self._standing(player, shares[player], seats) for player in range(seats)]

    def _standing(self, player: int, shares: list[float], seats: int) -> Standing:
        mean = sum(shares) / max(len(shares), 1)
        return Standing(self._name(player), mean, half_interval(shares), len(shares) * seats)

    def _name(self, player: int) -> str:
        who = self.players[player]
        return who if isinstance(who, str) else getattr(who, "__name__", f"player {player}")

    def _sit(self, record: Record, seat: int, player: int) -> None:
        who, name = self.players[player], self._name(player)
        if isinstance(who, str):
            record.sit(seat, level=who)
        else:
            record.sit(seat, name.encode()[:NAME_SIZE].decode(errors="ignore"), level="")

    def _game(self, seating: Sequence[int], seed: int) -> Record:
        record = Record(self.game, len(seating), seed, self.options)
        for seat, player in enumerate(seating):
            self._sit(record, seat, player)
        position, last, luck = record.position(), 0, random.Random(seed)
        while not position.over:
            seat = self._asked(position, last, luck)
            move = self._move(self.players[seating[seat]], position.view(seat), seat, luck)
            position = position.play(move, seat)
            record.play(move, seat)
            last = seat
        return record

    def _asked(self, position: Position, last: int, luck: random.Random) -> int:
        """Where several may act: the one that moved last, if it has one thing to do; or any."""
        actors = position.actors
        if len(actors) > 1 and last in actors and len(position.codes(last)) == 1:
            return last
        return luck.choice(actors)

    def _move(
        self, player: str | Player, view: Position, seat: int, luck: random.Random
    ) -> str | int:
        if callable(player):
            return player(view, seat)
        seed = luck.getrandbits(63)
        return view.best(player, nodes=self.nodes, seed=seed, seat=seat).code
