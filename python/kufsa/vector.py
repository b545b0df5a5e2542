# SPDX-License-Identifier: MIT
"""Many tables at once, shaped as Gymnasium's vector environments."""

from __future__ import annotations

import ctypes as c
import secrets
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import _library as k
from ._library import lib
from .position import Options, Position
from .spaces import Box, Discrete, MultiDiscrete

try:  # its wrappers want its class
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as Base

    SAME_STEP: Any = AutoresetMode.SAME_STEP
except ImportError:
    SAME_STEP = "SameStep"

    class Base:  # type: ignore[no-redef]
        """Gymnasium is not installed; its interface is here all the same."""

Element = TypeVar("Element", bound=np.generic)
FORMS = {"usual": 0, "numbers": 1, "list": 2}


class Batch(k.Owned):
    """The library's batch with arrays of its own. The environments below are made of it."""

    _frees = "kufsa_batch_free"

    def __init__(
        self,
        game: str,
        tables: int,
        seats: int = 0,
        options: Options = None,
        form: str = "usual",
        history: int = 0,
        threads: int = 1,
        plies: int = 0,
        keep: bool = False,
    ) -> None:
        if form not in FORMS:
            raise ValueError(f"form is one of {', '.join(FORMS)}")
        setup = k.Setup(
            k.encode(game),
            k.pack_options(options),
            k.whole(seats),
            k.whole(tables),
            FORMS[form],
            k.whole(history),
            k.whole(threads),
            int(keep),
            k.whole(plies, 32, False),
        )
        handle, spec = c.c_void_p(), k.Spec()
        k.check(lib.kufsa_batch_new(c.byref(setup), c.byref(handle)))
        super().__init__(handle)
        k.check(lib.kufsa_batch_spec(handle, c.byref(spec)))
        self.tables, self.seats = spec.tables, spec.seats
        self.actions, self.features_size = spec.actions, spec.features
        self.slices = spec.slices
        self.seat = np.zeros(tables, np.int32)
        self.observation = np.zeros((tables, spec.observation), np.uint8)
        self.mask = np.zeros((tables, spec.actions), np.uint8)
        self.reward = np.zeros((tables, spec.seats), np.float32)
        self.terminated = np.zeros(tables, np.bool_)
        self.truncated = np.zeros(tables, np.bool_)
        self.last = np.zeros((tables, spec.observation), np.uint8)
        arrays: tuple[NDArray[Any], ...] = (
            self.seat, self.observation, self.mask, self.reward, self.terminated, self.truncated,
            self.last,
        )
        self._out = k.Out(*(array.ctypes.data for array in arrays))
        self._out_at = c.byref(self._out)
        self._table = c.c_int()
        self._table_at = c.byref(self._table)
        self._step = lib.kufsa_batch_step

    def layout(self) -> dict[str, tuple[slice, str]]:
        """The parts of an observation: where each lies, and what it says."""
        parts = {}
        for index in range(self.slices):
            row = k.Slice()
            k.check(lib.kufsa_batch_slice(self._handle, index, c.byref(row)))
            parts[row.name.decode()] = (slice(row.at, row.at + row.size), row.about.decode())
        return parts

    def reset(self, seeds: Any = None, which: Any = None) -> None:
        """Deals anew, with these seeds, at all tables or at those marked."""
        seeds = None if seeds is None else _array(seeds, np.uint64, self.tables)
        which = None if which is None else _array(which, np.bool_, self.tables)
        pointers = [None if array is None else array.ctypes.data for array in (seeds, which)]
        k.check(lib.kufsa_batch_reset(self._handle, *pointers, self._out_at))

    def step(self, actions: Any) -> None:
        """Takes an action at each table."""
        if not (
            type(actions) is np.ndarray
            and actions.dtype == np.int32
            and actions.shape == (self.tables,)
            and actions.flags.c_contiguous
        ):
            actions = _array(actions, np.int32, self.tables)
        reason = self._step(self._handle, actions.ctypes.data, self._out_at, self._table_at)
        if reason is not None:
            k.check(reason, f"table {self._table.value}: ")

    def lists(self) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
        """Where each table's legal moves begin, and all moves."""
        lists = k.Lists()
        k.check(lib.kufsa_batch_lists(self._handle, c.byref(lists)))
        first, moves = np.empty(self.tables + 1, np.uint32), np.empty(lists.count, np.uint64)
        c.memmove(first.ctypes.data, lists.first, first.nbytes)  # they go with the next step
        c.memmove(moves.ctypes.data, lists.moves, moves.nbytes)
        return first, moves

    def features(self) -> NDArray[np.uint8]:
        """A row of bytes for each listed move."""
        first, _ = self.lists()
        rows = np.zeros((int(first[-1]), self.features_size), np.uint8)
        k.check(lib.kufsa_batch_features(self._handle, rows.ctypes.data))
        return rows

    def move(self, table: int, action: int) -> int:
        """The move that an action means now; 0: it waits, or only begins one."""
        code = c.c_uint64()
        table, action = k.whole(table), k.whole(action)
        k.check(lib.kufsa_batch_move(self._handle, table, action, c.byref(code)))
        return code.value

    def observe(self, table: int, seat: int) -> NDArray[np.uint8]:
        """What a seat of a table sees."""
        row = np.zeros(self.observation.shape[1], np.uint8)
        table, seat = k.whole(table), k.whole(seat)
        k.check(lib.kufsa_batch_observe(self._handle, table, seat, row.ctypes.data))
        return row

    def position(self, table: int, viewer: int) -> Position:
        """A table's position, as a viewer sees it."""
        out = c.c_void_p()
        table, viewer = k.whole(table), k.whole(viewer)
        k.check(lib.kufsa_batch_position(self._handle, table, viewer, c.byref(out)))
        return Position._own(out)


def _array(values: Any, dtype: Any, count: int) -> NDArray[Any]:
    array = np.asarray(values)
    if array.shape != (count,):
        raise ValueError(f"an array of {count} is wanted, not {array.shape}")
    if array.dtype.kind not in "iub" or (dtype is not np.bool_ and array.dtype.kind == "b"):
        raise TypeError(f"whole numbers are wanted, not {array.dtype}")
    if dtype is not np.bool_ and count > 0:
        bounds = np.iinfo(dtype)
        if int(array.min()) < bounds.min or int(array.max()) > bounds.max:
            raise ValueError("a number does not fit")
    return np.ascontiguousarray(array, dtype)


class VectorEnv(Base):
    """Tables of one game that step together; ``make_vec`` makes one.

    ``step`` returns observations, rewards, terminations, truncations and infos. They are about
    the seat that is asked at each table, ``info["current_player"]``; rewards have a column for
    each seat. A game that ends is followed by the next in the same step; the observation of its
    end is then in ``info["final_obs"]``, at the rows that ``info["_final_obs"]`` marks.

    Where actions are numbers, ``info["action_mask"]`` says which are legal. Where they are lists,
    ``info["legal"]`` is where each table's moves begin and the moves; an action is an index.
    """

    def __init__(
        self, game: str, num_envs: int, seed: int | None, copy: bool, **wishes: Any
    ) -> None:
        self._batch = Batch(game, num_envs, **wishes)
        batch = self._batch
        self.game = game
        self.num_envs = batch.tables
        self.seats = batch.seats
        self.copy = copy
        self.closed = False
        self.render_mode = "ansi"
        self.spec = None
        self.metadata = {
            "name": f"kufsa_{game}_v{k.rules_version(game)}",
            "autoreset_mode": SAME_STEP,
            "render_modes": ["ansi"],
        }
        self._seed = seed
        self._started = False
        width = batch.observation.shape[1]
        self.single_observation_space = Box(0, 255, (width,), np.uint8)
        self.observation_space = Box(0, 255, (num_envs, width), np.uint8)
        self.single_action_space = Discrete(batch.actions) if batch.actions else None
        self.action_space = MultiDiscrete([batch.actions] * num_envs) if batch.actions else None

    @property
    def unwrapped(self) -> VectorEnv:
        """Itself: nothing is wrapped around."""
        return self

    @property
    def layout(self) -> dict[str, tuple[slice, str]]:
        """The parts of an observation: where each lies, and what it says."""
        return self._batch.layout()

    def _seeds(self, seed: Any) -> NDArray[np.uint64] | None:
        if seed is None and self._started:
            return None
        if seed is None:
            seed = secrets.randbits(63) if self._seed is None else self._seed
        if np.ndim(seed) > 0:
            return _array(seed, np.uint64, self.num_envs)
        start = k.unsigned(seed)
        return np.arange(self.num_envs, dtype=np.uint64) + np.uint64(start)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deals new games. A seed counts up from table to table, or is one for each.

        ``options={"reset_mask": marks}`` deals at the marked tables only.
        """
        which = (options or {}).get("reset_mask")
        self._batch.reset(self._seeds(seed), which)
        self._started = True
        return self._given(self._batch.observation), self._info()

    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Takes one action at each table."""
        batch = self._batch
        moved = batch.seat.copy()
        batch.step(actions)
        info = self._info()
        ended = batch.terminated | batch.truncated
        if ended.any():
            info["final_obs"] = batch.last.copy()
            info["final_info"] = {"current_player": moved}
            info["_final_obs"] = info["_final_info"] = ended
        given = self._given
        return (
            given(batch.observation),
            given(batch.reward),
            given(batch.terminated),
            given(batch.truncated),
            info,
        )

    def _given(self, array: NDArray[Element]) -> NDArray[Element]:
        return array.copy() if self.copy else array

    def _info(self) -> dict[str, Any]:
        batch = self._batch
        info: dict[str, Any] = {"current_player": self._given(batch.seat)}
        if batch.actions:
            info["action_mask"] = self._given(batch.mask)
        else:
            info["legal"] = batch.lists()
        return info

    def features(self) -> NDArray[np.uint8]:
        """A row of bytes for each listed move, in the order of ``info["legal"]``."""
        return self._batch.features()

    def clone(self, i: int, *, for_seat: int, seed: int = 0) -> Position:
        """Table i as a seat could imagine it: what it cannot see, and all luck, is made up."""
        return self.view(i, for_seat=for_seat).imagine(seed)

    def view(self, i: int, *, for_seat: int) -> Position:
        """Table i as a seat sees it."""
        return self._batch.position(i, k.seat_of(for_seat, self.seats))

    def truth(self, i: int) -> Position:
        """Table i with everything that is hidden: for checks and records, not for players."""
        return self._batch.position(i, k.TRUTH)

    def move(self, i: int, action: int) -> int:
        """The move that an action means at table i now; 0: it waits, or only begins one."""
        return self._batch.move(i, action)

    def observe(self, i: int, seat: int) -> NDArray[np.uint8]:
        """What any seat of table i sees."""
        return self._batch.observe(i, seat)

    def render(self) -> tuple[str, ...]:
        """The position of each table in notation, as a spectator sees it."""
        return tuple(self._batch.position(i, k.SPECTATOR).text for i in range(self.num_envs))

    def close(self, **ignored: Any) -> None:
        """Frees all tables: from now on everything is refused."""
        self._batch._close()
        self.closed = True


def make_vec(
    game: str,
    num_envs: int = 1,
    seats: int = 0,
    seed: int | None = None,
    options: Options = None,
    *,
    form: str = "usual",
    history: int = 0,
    threads: int = 1,
    plies: int = 0,
    copy: bool = True,
) -> VectorEnv:
    """Many tables of a game that step together.

    ``form`` is 'numbers', 'list' or 'usual', which is numbers where a game has them.
    ``history`` adds the last so many events to observations, ``plies`` cuts games off, and with
    ``copy=False`` the same arrays are given again at each step, which is faster.
    """
    return VectorEnv(
        game,
        num_envs,
        seed,
        copy,
        seats=seats,
        options=options,
        form=form,
        history=history,
        threads=threads,
        plies=plies,
    )
