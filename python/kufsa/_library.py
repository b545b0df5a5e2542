# SPDX-License-Identifier: MIT
"""The shared library, its types and its refusals as exceptions. ``kufsa.h`` describes them."""

from __future__ import annotations

import ctypes as c
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Mapping

ABI = 0
SEATS_MAX = 10
KEY_SIZE = 32
MOVE_SIZE = 64
POSITION_SIZE = 2048
VERDICT_SIZE = 8192
PIECE_SIZE = 16
RULE_SIZE = 8
REASON_SIZE = 512
ITEMS_MAX = 512
CANDIDATES_MAX = 64
REASONS_MAX = 3
TRUTH, SPECTATOR = -1, -2
ZONES = ("none", "board", "hand", "reserve", "pile", "discard")


class Refused(ValueError):
    """What the library refuses: ``reason`` is its key, ``rule`` the number of the rule or ''."""

    def __init__(self, reason: str, where: str = "") -> None:
        self.reason = reason
        self.where = where
        rule = c.create_string_buffer(RULE_SIZE)
        lib.kufsa_rule(reason.encode(), rule)
        self.rule = rule.value.decode()
        sentence = lib.kufsa_sentence(reason.encode(), b"en")
        self.sentence = sentence.decode() if sentence else reason
        named = f" [{self.rule}]" if self.rule and f"({self.rule})" not in self.sentence else ""
        super().__init__(f"{where}{self.sentence}{named}")

    def __reduce__(self) -> tuple[type[Refused], tuple[str, str]]:
        return type(self), (self.reason, self.where)


class IllegalMove(Refused):
    """A move or an action that the rules do not allow."""


class Place(c.Structure):
    _fields_ = [("zone", c.c_int32), ("seat", c.c_int32), ("x", c.c_int32), ("y", c.c_int32)]


class Item(c.Structure):
    _fields_ = [("place", Place), ("count", c.c_int32), ("piece", c.c_char * PIECE_SIZE)]


class Fact(c.Structure):
    _fields_ = [
        ("name", c.c_char_p),
        ("seat", c.c_int32),
        ("number", c.c_int32),
        ("place", Place),
        ("piece", c.c_char * PIECE_SIZE),
    ]


class Budget(c.Structure):
    _fields_ = [
        ("nodes", c.c_uint64),
        ("millis", c.c_int64),
        ("seed", c.c_uint64),
        ("threads", c.c_int32),
    ]


class CandidateRow(c.Structure):
    _fields_ = [
        ("move", c.c_uint64),
        ("value", c.c_double),
        ("visits", c.c_uint32),
        ("depth", c.c_uint32),
        ("reasons", c.c_char_p * REASONS_MAX),
    ]


class AdviceRow(c.Structure):
    _fields_ = [
        ("move", c.c_uint64),
        ("nodes", c.c_uint64),
        ("count", c.c_int32),
        ("list", CandidateRow * CANDIDATES_MAX),
    ]


class Setup(c.Structure):
    _fields_ = [
        ("game", c.c_char_p),
        ("options", c.c_char_p),
        ("seats", c.c_int32),
        ("tables", c.c_int32),
        ("form", c.c_int32),
        ("history", c.c_int32),
        ("threads", c.c_int32),
        ("keep", c.c_int32),
        ("plies", c.c_uint32),
    ]


class Spec(c.Structure):
    _fields_ = [
        (name, c.c_int32)
        for name in ("tables", "seats", "actions", "observation", "features", "slices")
    ]


class Slice(c.Structure):
    _fields_ = [
        ("name", c.c_char_p),
        ("about", c.c_char_p),
        ("at", c.c_int32),
        ("size", c.c_int32),
    ]


class Out(c.Structure):
    _fields_ = [
        (name, c.c_void_p)
        for name in (
            "seat",
            "observation",
            "mask",
            "reward",
            "terminated",
            "truncated",
            "last",
        )
    ]


class Lists(c.Structure):
    _fields_ = [
        ("first", c.POINTER(c.c_uint32)),
        ("moves", c.POINTER(c.c_uint64)),
        ("count", c.c_uint32),
    ]


P = c.c_void_p  # any object of the library, or any array
S = c.c_char_p
I = c.c_int
U = c.c_uint64
_REASON = (
    "seats deal read copy view imagine write legal read_move write_move gain play play_text "
    "player_new think judge review "
    "record_new record_read record_play record_sit record_move record_position record_write "
    "batch_new batch_spec batch_slice batch_reset batch_step batch_lists batch_features batch_move "
    "batch_observe batch_position"
).split()
# These may take long, so other threads of Python go on meanwhile. During all others they wait:
# so threads may share what never changes.
_LONG = "think judge review record_read batch_new batch_reset batch_step batch_features".split()
_ARGUMENTS: dict[str, list[Any]] = {
    "abi": [],
    "version": [],
    "game": [I],
    "rules": [S],
    "seats": [S, P, P],
    "option": [S, I],
    "option_value": [S, I, I],
    "level": [I],
    "sentence": [S, S],
    "rule": [S, S],
    "key": [U, U, S],
    "deal": [S, I, S, S, P],
    "read": [S, I, S, S, P],
    "copy": [P, P],
    "view": [P, I, P],
    "imagine": [P, U, P],
    "position_free": [P],
    "write": [P, S],
    "position_game": [P],
    "position_seats": [P],
    "position_option": [P, I],
    "viewer": [P],
    "actors": [P],
    "ply": [P],
    "result": [P, P, P],
    "legal": [P, I, P, c.c_size_t, P],
    "read_move": [P, I, S, P],
    "write_move": [P, I, U, S],
    "gain": [P, I, U, P],
    "play": [P, I, U],
    "play_text": [P, I, S],
    "scene": [P, P],
    "facts": [P, P],
    "player_new": [S, S, c.c_size_t, P],
    "player_free": [P],
    "think": [P, P, I, P, P],
    "player_reason": [P, I, I, S, S],
    "stop": [P],
    "judge": [P, I, U, U, S],
    "review": [P, U, P],
    "text_free": [P],
    "record_new": [S, I, S, S, P],
    "record_read": [S, c.c_size_t, P, P],
    "record_free": [P],
    "record_play": [P, I, U],
    "record_sit": [P, I, S, S],
    "record_count": [P],
    "record_move": [P, c.c_uint32, P, P],
    "record_position": [P, c.c_uint32, P],
    "record_who": [P, I],
    "record_ending": [P],
    "record_places": [P, P],
    "record_write": [P, P, c.c_size_t, P],
    "batch_new": [P, P],
    "batch_free": [P],
    "batch_spec": [P, P],
    "batch_slice": [P, I, P],
    "batch_reset": [P, P, P, P],
    "batch_step": [P, P, P, P],
    "batch_lists": [P, P],
    "batch_features": [P, P],
    "batch_move": [P, I, I, P],
    "batch_observe": [P, I, I, P],
    "batch_position": [P, I, I, P],
}
_RESULTS: dict[str, Any] = {
    "version": S,
    "game": S,
    "option": S,
    "option_value": S,
    "level": S,
    "sentence": S,
    "position_game": S,
    "position_option": S,
    "record_who": S,
    "record_ending": S,
    "actors": c.c_uint,
    "ply": c.c_uint32,
    "record_count": c.c_uint32,
    "key": None,
    "position_free": None,
    "player_free": None,
    "record_free": None,
    "batch_free": None,
    "stop": None,
    "text_free": None,
    "record_places": None,
}


def _load() -> Any:
    """``KUFSA_LIBRARY``, else the library in this package, else the system's."""
    here = Path(__file__).with_name("libkufsa.so.0")
    path = os.environ.get("KUFSA_LIBRARY") or (str(here) if here.exists() else "libkufsa.so.0")
    quick, long = c.PyDLL(path), c.CDLL(path)
    library = SimpleNamespace()
    for name, arguments in _ARGUMENTS.items():
        function = getattr(long if name in _LONG else quick, f"kufsa_{name}")
        function.argtypes = arguments
        function.restype = S if name in _REASON else _RESULTS.get(name, I)
        setattr(library, f"kufsa_{name}", function)
    if library.kufsa_abi() != ABI:
        raise ImportError(f"{path} has another ABI than this package")
    return library


lib = _load()


class Owned:
    """What the library made, and frees with the last reference to it or when it is closed."""

    _frees: str  # the name of the function that frees it

    def __init__(self, handle: c.c_void_p) -> None:
        self._handle: c.c_void_p | None = handle

    def _close(self) -> None:
        handle, self._handle = getattr(self, "_handle", None), None
        if handle is not None and lib is not None:  # None: Python is ending
            getattr(lib, self._frees)(handle)

    def __del__(self) -> None:
        self._close()

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} can be neither pickled nor copied; its text can")


def check(reason: bytes | None, where: str = "") -> None:
    """Raises what a reason means; nothing, if there is none."""
    if reason is None:
        return
    text = reason.decode()
    if text == "library.memory.none":
        raise MemoryError(text)
    if text == "library.argument.null":  # the only object we do not have
        raise ValueError("this environment has been closed")
    area = text.split(".")[1]
    illegal = text.startswith("library.move.") or area == "notation" or area[:1].isupper()
    raise (IllegalMove if illegal else Refused)(text, where)


def pack_options(chosen: Mapping[str, object] | str | None) -> bytes:
    """Options as the library reads them: 'name=value name=value'."""
    if chosen is None:
        return b""
    if isinstance(chosen, str):
        return _encode(chosen)
    return _encode(" ".join(f"{name}={value}" for name, value in chosen.items()))


def _encode(text: object) -> bytes:
    """A string for the library, which ends strings at a NUL."""
    if not isinstance(text, str):
        raise TypeError(f"a string is wanted, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError("a string with a NUL in it")
    return text.encode()


encode = _encode


def whole(number: object, bits: int = 32, signed: bool = True) -> int:
    """An integer that fits the library's type."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"an integer is wanted, not {type(number).__name__}")
    value = number.__index__()
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    if not low <= value <= high:
        raise ValueError(f"{value} is not from {low} to {high}")
    return int(value)


def seat_of(number: object, seats: int) -> int:
    """A seat of the table: nobody's view is none."""
    seat = whole(number)
    if not 0 <= seat < seats:
        raise Refused("game.seat.range")
    return seat


def unsigned(number: object) -> int:
    """A seed or the like, of 64 bits."""
    return whole(number, 64, False)


def make_key(seed: int, round: int = 0) -> bytes:
    """The key of a seed and round, as batches use it."""
    key = c.create_string_buffer(KEY_SIZE)
    lib.kufsa_key(unsigned(seed), unsigned(round), key)
    return key.raw


def _all(function: Any, *arguments: Any) -> list[str]:
    found: list[str] = []
    while (name := function(*arguments, len(found))) is not None:
        found.append(name.decode())
    return found


def version() -> str:
    """The version of the library."""
    return lib.kufsa_version().decode()


def games() -> list[str]:
    """The names of the games."""
    return _all(lib.kufsa_game)


def levels() -> list[str]:
    """The levels of computer players, the weakest first."""
    return _all(lib.kufsa_level)


def rules_version(game: str) -> int:
    """The version of a game's rules: results are comparable only if it is the same."""
    if (found := lib.kufsa_rules(encode(game))) == 0:
        raise Refused("library.game.unknown")
    return found


def seats(game: str) -> tuple[int, int]:
    """How few and how many can play."""
    fewest, most = c.c_int(), c.c_int()
    check(lib.kufsa_seats(encode(game), c.byref(fewest), c.byref(most)))
    return fewest.value, most.value


def options(game: str) -> dict[str, list[str]]:
    """A game's options and their values, the default first."""
    rules_version(game)
    name = encode(game)
    return {
        option: _all(lib.kufsa_option_value, name, index)
        for index, option in enumerate(_all(lib.kufsa_option, name))
    }
