# SPDX-License-Identifier: MIT
"""One position, what can be done there, and whole games as records."""

from __future__ import annotations

import ctypes as c
import json
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator, Mapping

from . import _library as k
from ._library import lib

Options = Mapping[str, object] | str | None


@dataclass(frozen=True)
class Candidate:
    """A move that a player weighed; ``value`` is 0 for the last place, 1 for the first."""

    move: str
    value: float
    visits: int
    depth: int
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Advice:
    """What a player would do: ``move``, its code, and what else was weighed, the best first."""

    move: str
    code: int
    nodes: int
    candidates: tuple[Candidate, ...] = field(repr=False)


class Position(k.Owned):
    """A position of a game. It never changes: ``play`` returns the next one.

    >>> p = Position("gobblet", "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w")
    >>> p.play("4@a1").text
    '-,-,-,-/-,-,-,-/-,-,-,-/W4,-,-,- 443 444 b'
    """

    _frees = "kufsa_position_free"

    def __init__(self, game: str, text: str, seats: int = 0, options: Options = None) -> None:
        """The position with this notation; seats 0: as many as it shows."""
        out = c.c_void_p()
        chosen = k.pack_options(options)
        reason = lib.kufsa_read(
            k.encode(game), k.whole(seats), chosen, k.encode(text), c.byref(out)
        )
        k.check(reason)
        super().__init__(out)

    @classmethod
    def deal(
        cls,
        game: str,
        seats: int = 2,
        seed: int = 0,
        options: Options = None,
        key: bytes | None = None,
    ) -> Position:
        """A new game, dealt with a key of 32 bytes or with the key of a seed."""
        key = k.make_key(seed) if key is None else bytes(key)
        if len(key) != k.KEY_SIZE:
            raise ValueError(f"a key has {k.KEY_SIZE} bytes")
        out = c.c_void_p()
        chosen = k.pack_options(options)
        k.check(lib.kufsa_deal(k.encode(game), k.whole(seats), chosen, key, c.byref(out)))
        return cls._own(out)

    @classmethod
    def _own(cls, handle: c.c_void_p) -> Position:
        position = cls.__new__(cls)
        k.Owned.__init__(position, handle)
        return position

    # ---- what is known of it ----

    @property
    def text(self) -> str:
        """Its notation."""
        text = c.create_string_buffer(k.POSITION_SIZE)
        k.check(lib.kufsa_write(self._handle, text))
        return text.value.decode()

    @property
    def game(self) -> str:
        """The name of its game."""
        return lib.kufsa_position_game(self._handle).decode()

    @property
    def seats(self) -> int:
        """How many play."""
        return lib.kufsa_position_seats(self._handle)

    @property
    def options(self) -> dict[str, str]:
        """The options of the game that is played."""
        found = {}
        for index, name in enumerate(k.options(self.game)):
            found[name] = lib.kufsa_position_option(self._handle, index).decode()
        return found

    @property
    def viewer(self) -> int | None:
        """The seat whose view it is; None: nobody's, everything is visible; -2: a spectator's."""
        viewer = lib.kufsa_viewer(self._handle)
        return None if viewer == k.TRUTH else viewer

    @property
    def actors(self) -> list[int]:
        """The seats that may act."""
        bits = lib.kufsa_actors(self._handle)
        return [seat for seat in range(self.seats) if bits >> seat & 1]

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return lib.kufsa_actors(self._handle) == 0

    @property
    def ply(self) -> int:
        """Moves made since the deal, or since the text it was read from."""
        return lib.kufsa_ply(self._handle)

    def _result(self) -> tuple[bool, list[int], list[int]]:
        points, places = (c.c_int32 * k.SEATS_MAX)(), (c.c_uint8 * k.SEATS_MAX)()
        scored = lib.kufsa_result(self._handle, points, places)
        return bool(scored), list(points)[: self.seats], list(places)[: self.seats]

    @property
    def points(self) -> list[int] | None:
        """The points of each seat; None: this game keeps none."""
        scored, points, _ = self._result()
        return points if scored else None

    @property
    def places(self) -> list[int] | None:
        """The place of each seat, 1 has won, ties share; None: the game goes on."""
        return self._result()[2] if self.over else None

    def scene(self) -> list[dict[str, Any]]:
        """What lies where, from the bottom up; a piece '' lies face down."""
        items = (k.Item * k.ITEMS_MAX)()
        count = lib.kufsa_scene(self._handle, items)
        return [
            {"place": _place(item.place), "piece": item.piece.decode(), "count": item.count}
            for item in items[:count]
        ]

    def facts(self) -> list[dict[str, Any]]:
        """What else is true: rows with a name, which docs/library.md explains."""
        facts = (k.Fact * k.ITEMS_MAX)()
        count = lib.kufsa_facts(self._handle, facts)
        return [
            {
                "name": fact.name.decode(),
                "seat": fact.seat,
                "place": _place(fact.place),
                "piece": fact.piece.decode(),
                "number": fact.number,
            }
            for fact in facts[:count]
        ]

    def __repr__(self) -> str:
        defaults = k.options(self.game)
        chosen = {name: value for name, value in self.options.items() if value != defaults[name][0]}
        options = f", options={chosen!r}" if chosen else ""
        return f"Position({self.game!r}, {self.text!r}, {self.seats}{options})"

    def _identity(self) -> tuple[object, ...]:
        return self.game, self.seats, self.text, self.viewer, tuple(self.options.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.game, self.text))

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    # ---- moves ----

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return k.whole(seat)
        actors = self.actors
        if len(actors) > 1:
            raise ValueError(f"several seats may act, {actors}: say which")
        return actors[0] if actors else 0

    def codes(self, seat: int | None = None) -> list[int]:
        """The legal moves of a seat as numbers, ascending."""
        seat, count = self._seat(seat), c.c_size_t()
        k.check(lib.kufsa_legal(self._handle, seat, None, 0, c.byref(count)))
        moves = (c.c_uint64 * max(count.value, 1))()
        k.check(lib.kufsa_legal(self._handle, seat, moves, count.value, c.byref(count)))
        return list(moves)[: count.value]

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat in notation; without a seat, of the one that may act."""
        seat = self._seat(seat)
        return [self.move_text(code, seat) for code in self.codes(seat)]

    def move_text(self, code: int, seat: int | None = None) -> str:
        """The notation of a legal move."""
        text = c.create_string_buffer(k.MOVE_SIZE)
        reason = lib.kufsa_write_move(self._handle, self._seat(seat), k.unsigned(code), text)
        k.check(reason)
        return text.value.decode()

    def move_code(self, text: str, seat: int | None = None) -> int:
        """The number of a legal move."""
        code = c.c_uint64()
        k.check(lib.kufsa_read_move(self._handle, self._seat(seat), k.encode(text), c.byref(code)))
        return code.value

    def gain(self, move: str | int, seat: int | None = None) -> int:
        """The points that a legal move adds at once."""
        seat, points = self._seat(seat), c.c_int32()
        code = self.move_code(move, seat) if isinstance(move, str) else k.unsigned(move)
        k.check(lib.kufsa_gain(self._handle, seat, code, c.byref(points)))
        return points.value

    def play(self, move: str | int, seat: int | None = None) -> Position:
        """The position after a legal move, given as notation or number."""
        seat = self._seat(seat)
        after = self.copy()
        if isinstance(move, str):
            k.check(lib.kufsa_play_text(after._handle, seat, k.encode(move)))
        else:
            k.check(lib.kufsa_play(after._handle, seat, k.unsigned(move)))
        return after

    # ---- others ----

    def copy(self) -> Position:
        """Another object with the same position."""
        out = c.c_void_p()
        k.check(lib.kufsa_copy(self._handle, c.byref(out)))
        return self._own(out)

    def view(self, seat: int | None) -> Position:
        """What a seat may know, or for None a spectator, and nothing else."""
        out = c.c_void_p()
        viewer = k.SPECTATOR if seat is None else k.whole(seat)
        k.check(lib.kufsa_view(self._handle, viewer, c.byref(out)))
        return self._own(out)

    def imagine(self, seed: int = 0) -> Position:
        """A world that this view leaves possible: hidden cards and future luck are made up."""
        out = c.c_void_p()
        k.check(lib.kufsa_imagine(self._handle, k.unsigned(seed), c.byref(out)))
        return self._own(out)

    def best(
        self,
        level: str = "master",
        nodes: int = 0,
        millis: int = 0,
        seed: int = 0,
        seat: int | None = None,
        threads: int = 1,
        language: str = "en",
    ) -> Advice:
        """What a player would do, seeing this seat's view only; without bounds, as its level.

        Its reasons are sentences in "en" or "he"; they tell seats by number.
        """
        seat = self._seat(seat)
        budget = k.Budget(
            k.unsigned(nodes), k.whole(millis, 64), k.unsigned(seed), k.whole(threads)
        )
        row = k.AdviceRow()
        player = _player(self.game, level)
        k.check(lib.kufsa_think(player._handle, self._handle, seat, c.byref(budget), c.byref(row)))
        told = k.encode(language)
        candidates = tuple(self._candidate(player, row, i, seat, told) for i in range(row.count))
        return Advice(self.move_text(row.move, seat), row.move, row.nodes, candidates)

    def judge(
        self, move: str | int, nodes: int = 0, seat: int | None = None
    ) -> dict[str, Any]:
        """How good a move is, from what its seat can see; docs/engine.md explains the answer."""
        seat = self._seat(seat)
        code = self.move_code(move, seat) if isinstance(move, str) else k.unsigned(move)
        text = c.create_string_buffer(k.VERDICT_SIZE)
        k.check(lib.kufsa_judge(self._handle, seat, code, k.unsigned(nodes), text))
        return json.loads(text.value)

    def _candidate(self, player: _Player, row: Any, i: int, seat: int, language: bytes) -> Candidate:
        text = c.create_string_buffer(k.REASON_SIZE)
        reasons: list[str] = []
        while lib.kufsa_player_reason(player._handle, i, len(reasons), language, text):
            reasons.append(text.value.decode())
        one = row.list[i]
        move = self.move_text(one.move, seat)
        return Candidate(move, one.value, one.visits, one.depth, tuple(reasons))


class _Player(k.Owned):
    """A computer player and its memory."""

    _frees = "kufsa_player_free"

    def __init__(self, game: str, level: str) -> None:
        out = c.c_void_p()
        k.check(lib.kufsa_player_new(k.encode(game), k.encode(level), 0, c.byref(out)))
        super().__init__(out)


_mine = threading.local()  # players are not shared between threads


def _player(game: str, level: str) -> _Player:
    players = _mine.__dict__.setdefault("players", {})
    if (game, level) not in players:
        players[game, level] = _Player(game, level)
    return players[game, level]


def _place(place: Any) -> dict[str, Any]:
    return {"zone": k.ZONES[place.zone], "seat": place.seat, "x": place.x, "y": place.y}


class Record(k.Owned):
    """A whole game: a deal and its moves, as a text that anyone can check."""

    _frees = "kufsa_record_free"

    def __init__(
        self, game: str, seats: int = 2, seed: int = 0, options: Options = None,
        key: bytes | None = None,
    ) -> None:
        """A record that begins with the deal of a seed, or of a key."""
        out = c.c_void_p()
        key = k.make_key(seed) if key is None else bytes(key)
        if len(key) != k.KEY_SIZE:
            raise ValueError(f"a key has {k.KEY_SIZE} bytes")
        chosen = k.pack_options(options)
        k.check(lib.kufsa_record_new(k.encode(game), k.whole(seats), chosen, key, c.byref(out)))
        super().__init__(out)

    @classmethod
    def read(cls, text: str | bytes) -> Record:
        """Reads a record's text and replays it: a wrong line is refused, with its number."""
        data = text.encode() if isinstance(text, str) else bytes(text)
        out, line = c.c_void_p(), c.c_int()
        reason = lib.kufsa_record_read(data, len(data), c.byref(line), c.byref(out))
        k.check(reason, f"line {line.value}: ")
        record = cls.__new__(cls)
        k.Owned.__init__(record, out)
        return record

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Reads a record's file."""
        return cls.read(Path(path).read_bytes())

    def __reduce__(self) -> Any:
        return Record.read, (self.text,)

    def play(self, move: str | int, seat: int | None = None) -> None:
        """Adds a legal move."""
        last = self.position()
        seat = last._seat(seat)
        code = last.move_code(move, seat) if isinstance(move, str) else k.unsigned(move)
        k.check(lib.kufsa_record_play(self._handle, seat, code))

    def sit(self, seat: int, name: str = "", level: str | None = None) -> None:
        """Says who sits there: a person, or a computer player of a level ('': unknown)."""
        told = None if level is None else k.encode(level)
        k.check(lib.kufsa_record_sit(self._handle, k.whole(seat), told, k.encode(name)))

    def __len__(self) -> int:
        return lib.kufsa_record_count(self._handle)

    def position(self, moves: int | None = None) -> Position:
        """The position after so many moves; by default after all."""
        out = c.c_void_p()
        wanted = len(self) if moves is None else k.whole(moves, 32, False)
        k.check(lib.kufsa_record_position(self._handle, wanted, c.byref(out)))
        return Position._own(out)

    def __iter__(self) -> Iterator[tuple[Position, int, str]]:
        """Each position with the seat that moved there and its move."""
        seat, code = c.c_int(), c.c_uint64()
        position = self.position(0)
        for index in range(len(self)):
            k.check(lib.kufsa_record_move(self._handle, index, c.byref(seat), c.byref(code)))
            yield position, seat.value, position.move_text(code.value, seat.value)
            position = position.play(code.value, seat.value)

    @property
    def players(self) -> list[str]:
        """Who sat there: names or levels, '' if the record does not say."""
        seats = self.position(0).seats
        return [lib.kufsa_record_who(self._handle, seat).decode() for seat in range(seats)]

    @property
    def ending(self) -> str | None:
        """'rules', 'resigned', 'agreed', 'time', 'stopped'; None: it could go on."""
        ending = lib.kufsa_record_ending(self._handle)
        return ending.decode() if ending else None

    @property
    def places(self) -> list[int]:
        """The place of each seat at the end, or 0."""
        places = (c.c_uint8 * k.SEATS_MAX)()
        lib.kufsa_record_places(self._handle, places)
        return list(places)[: self.position(0).seats]

    @property
    def text(self) -> str:
        """The record as text, which ``kufsa verify`` checks."""
        size = c.c_size_t()
        k.check(lib.kufsa_record_write(self._handle, None, 0, c.byref(size)))
        text = c.create_string_buffer(size.value + 1)
        k.check(lib.kufsa_record_write(self._handle, text, size.value + 1, c.byref(size)))
        return text.value.decode()

    def review(self, nodes: int = 0) -> dict[str, Any]:
        """Every move judged, luck and skill of each seat; docs/engine.md explains the answer."""
        text = c.c_void_p()
        k.check(lib.kufsa_review(self._handle, k.unsigned(nodes), c.byref(text)))
        try:
            return json.loads(c.cast(text, c.c_char_p).value or b"")
        finally:
            lib.kufsa_text_free(text)
