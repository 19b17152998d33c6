"""Many agents of one behavior, their words side by side, decided a vector at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from behave.native.calling import crowd_function
from behave.native.code import ARGUMENTS
from behave.native.engine import Code
from behave.native.events import ZONE_HAPPENINGS, awaited
from behave.native.lanes import Lanes
from behave.native.sensing import columns
from behave.runtime.compiled import CompiledBehavior

LINE = 64
"""Bytes of a cache line."""


class Crowd:
    """The state of N agents as native code for lanes wants it, agents along the last axis.

    ``rows`` [W,N], ``draws`` i8[P,N], ``keys`` u8[N], ``entered`` u1[S,N] are state; ``zones``
    i4[Z·3,N] says how many colliders entered, stayed in and left each zone; ``heard`` u1[E,N],
    ``fired`` i4[M,N] (the number of each machine's transition, from 1; 0: none) and ``skipped``
    i4[N] (how many actions) are what a tick leaves. ``count`` is how many agents there are,
    ``whole`` the same filled up to whole vectors with agents at rest; N is some more.
    """

    def __init__(self, compiled: CompiledBehavior, keys: Sequence[int], lanes: Lanes) -> None:
        behavior = compiled.behavior
        self.lanes, self.count = lanes, len(keys)
        self.whole = -(-max(self.count, 1) // lanes.count) * lanes.count
        whole = _stride(self.whole, lanes)
        real = np.float64 if lanes.real == "double" else np.float32
        places = max(compiled.random_places, 1)
        self.rows = np.zeros((behavior.width, whole), real)
        self.draws = np.zeros((places, whole), np.int64)
        self.keys = np.zeros(whole, np.uint64)
        self.keys[: self.count] = np.array(keys, np.uint64)
        self.entered = np.zeros((max(compiled.state_count, 1), whole), np.uint8)
        self.heard = np.zeros((max(len(awaited(behavior)), 1), whole), np.uint8)
        zones = max(len(behavior.zones) * len(ZONE_HAPPENINGS), 1)
        self.zones = np.zeros((zones, whole), np.int32)
        self.fired = np.zeros((max(len(behavior.machines), 1), whole), np.int32)
        self.skipped = np.zeros(whole, np.int32)
        self.columns = columns(behavior)
        width = sum(end - start for each in self.columns for start, end in each.values())
        self.asked = np.zeros((max(width, 1), whole), real)
        self.ready = np.zeros((max(len(behavior.sensors), 1), whole), np.uint8)
        self.context = self._context(whole)

    def _context(self, whole: int) -> np.ndarray:
        arrays = {
            "row": self.rows,
            "draws": self.draws,
            "keys": self.keys,
            "entered": self.entered,
            "heard": self.heard,
            "fired": self.fired,
            "skipped": self.skipped,
            "zones": self.zones,
            "asked": self.asked,
            "ready": self.ready,
        }
        context = np.zeros(len(ARGUMENTS), np.int64)
        context[ARGUMENTS.index("stride")] = whole
        for name, array in arrays.items():
            context[ARGUMENTS.index(name)] = array.ctypes.data
        return context

    def function(self, code: Code, name: str) -> Callable[[int, int], None]:
        """A phase as a function of the first agent and the one after the last.

        Both are multiples of the lanes; parts of a crowd may run in threads of their own.
        """
        run = crowd_function(code, name)
        address = self.context.ctypes.data
        return lambda begin, end: run(address, begin, end)


def _stride(whole: int, lanes: Lanes) -> int:
    """How far apart an agent's words are, in words: an odd number of cache lines, so that they do
    not all fall into one place of the cache."""
    line = LINE // (8 if lanes.real == "double" else 4)
    lines = -(-whole // line)
    return (lines + 1 - lines % 2) * line
