# SPDX-License-Identifier: MIT
"""A program of somebody who wants strict types: it is checked, and then run."""

import numpy as np
from numpy.typing import NDArray

import kufsa


def first_legal(mask: NDArray[np.uint8]) -> NDArray[np.int32]:
    chosen: NDArray[np.int32] = np.argmax(mask, axis=1).astype(np.int32)
    return chosen


def longest(view: kufsa.Position, seat: int) -> str:
    return max(view.legal(seat), key=len)


many: kufsa.VectorEnv = kufsa.make_vec("taki", 4, seats=3, seed=1, history=2)
obs, info = many.reset()
obs, reward, terminated, truncated, info = many.step(first_legal(info["action_mask"]))
total: np.float32 = reward.sum()
where, about = many.layout["history"]
size: int = where.stop - where.start

one: kufsa.Env = kufsa.env("gobblet")
one.reset(seed=1)
for agent in one.agent_iter():
    seen, gained, ended, cut, more = one.last()
    if ended or cut or seen is None:
        one.step(None)
    else:
        one.step(int(np.argmax(seen["action_mask"])))

position: kufsa.Position = kufsa.Position.deal("cento", seats=2, seed=3)
advice: kufsa.Advice = position.best("casual")
values: list[float] = [candidate.value for candidate in advice.candidates]
places: list[int] | None = position.play(advice.move).places
record: kufsa.Record = kufsa.Record("cento", seed=3)
record.play(advice.code)
try:
    record.play("nothing")
except kufsa.IllegalMove as refused:
    rule: str = refused.rule
standings: list[kufsa.Standing] = kufsa.Arena("cento", [longest, "gentle"]).play(2)
shares: float = sum(standing.share for standing in standings)
