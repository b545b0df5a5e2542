# SPDX-License-Identifier: MIT
"""Gymnasium's spaces if it is installed, else our own with the same interface."""

from __future__ import annotations

from typing import Any, Iterator, Mapping

import numpy as np

try:
    from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
except ImportError:

    class Space:
        """A set of values that can be sampled and asked what it contains."""

        def __init__(self, shape: tuple[int, ...] | None, dtype: Any) -> None:
            self.shape = shape
            self.dtype = None if dtype is None else np.dtype(dtype)
            self.seed(None)

        def seed(self, seed: int | None = None) -> None:
            """Makes samples repeatable."""
            self.np_random = np.random.default_rng(seed)

        def sample(self, mask: Any = None) -> Any:
            """A value at random."""
            raise NotImplementedError

        def contains(self, x: Any) -> bool:
            """Is this one of its values?"""
            raise NotImplementedError

        def __contains__(self, x: Any) -> bool:
            return self.contains(x)

    class Discrete(Space):  # type: ignore[no-redef]
        """The numbers 0 … n-1."""

        def __init__(self, n: int) -> None:
            self.n = int(n)
            self.start = 0
            super().__init__((), np.int64)

        def sample(self, mask: Any = None) -> int:
            if mask is None:
                return int(self.np_random.integers(self.n))
            allowed = np.flatnonzero(np.asarray(mask))
            return int(self.np_random.choice(allowed)) if len(allowed) else 0

        def contains(self, x: Any) -> bool:
            return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Discrete) and other.n == self.n

        def __repr__(self) -> str:
            return f"Discrete({self.n})"

    class MultiDiscrete(Space):  # type: ignore[no-redef]
        """Several such numbers."""

        def __init__(self, nvec: Any) -> None:
            self.nvec = np.asarray(nvec, dtype=np.int64)
            super().__init__(self.nvec.shape, np.int64)

        def sample(self, mask: Any = None) -> Any:
            return self.np_random.integers(self.nvec)

        def contains(self, x: Any) -> bool:
            x = np.asarray(x)
            return x.shape == self.shape and bool(np.all((x >= 0) & (x < self.nvec)))

        def __repr__(self) -> str:
            return f"MultiDiscrete({self.nvec.shape})"

    class Box(Space):  # type: ignore[no-redef]
        """Arrays with bounds."""

        def __init__(self, low: Any, high: Any, shape: tuple[int, ...], dtype: Any) -> None:
            self.low, self.high = low, high
            super().__init__(tuple(shape), dtype)

        def sample(self, mask: Any = None) -> Any:
            values = self.np_random.integers(self.low, self.high, self.shape, endpoint=True)
            return values.astype(self.dtype)

        def contains(self, x: Any) -> bool:
            x = np.asarray(x)
            inside = x.shape == self.shape and np.can_cast(x.dtype, self.dtype)
            return inside and bool(np.all((x >= self.low) & (x <= self.high)))

        def __repr__(self) -> str:
            return f"Box({self.low}, {self.high}, {self.shape}, {self.dtype})"

    class Dict(Space):  # type: ignore[no-redef]
        """Named values."""

        def __init__(self, spaces: Mapping[str, Any]) -> None:
            self.spaces = dict(spaces)
            super().__init__(None, None)

        def sample(self, mask: Any = None) -> dict[str, Any]:
            return {name: space.sample() for name, space in self.spaces.items()}

        def contains(self, x: Any) -> bool:
            return (
                isinstance(x, dict)
                and x.keys() == self.spaces.keys()
                and all(space.contains(x[name]) for name, space in self.spaces.items())
            )

        def __getitem__(self, name: str) -> Any:
            return self.spaces[name]

        def __iter__(self) -> Iterator[str]:
            return iter(self.spaces)

        def __repr__(self) -> str:
            return f"Dict({self.spaces})"


__all__ = ["Box", "Dict", "Discrete", "MultiDiscrete"]
