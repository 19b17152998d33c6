"""Many agents of one behavior, their words in packs, decided a vector at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from behave.native.calling import crowd_function
from behave.native.code import ARGUMENTS
from behave.native.engine import Code
from behave.native.lanes import Lanes
from behave.native.packs import PACK, packed, packs_of, put
from behave.native.sensing import columns
from behave.native.sizes import kind_of, rows_of_arrays
from behave.runtime.compiled import CompiledBehavior


class Crowd:
    """The state of N agents as native code for lanes wants it, in packs.

    ``rows`` of W words, ``draws`` i8, ``keys`` u8, ``entered`` u1 are state; ``zones``
    i4 (three rows a zone) says how many colliders entered, stayed in and left each zone; ``heard``
    u1, ``fired`` i4 (the number of each machine's transition, from 1; 0: none) and ``skipped``
    i4 (how many actions) are what a tick leaves. ``count`` is how many agents there are,
    ``whole`` the same filled up to whole packs with agents at rest.
    """

    def __init__(self, compiled: CompiledBehavior, keys: Sequence[int], lanes: Lanes) -> None:
        behavior = compiled.behavior
        self.lanes, self.count = lanes, len(keys)
        self.whole = packs_of(max(self.count, 1)) * PACK
        self.columns = columns(behavior)
        rows = rows_of_arrays(behavior, behavior.width)
        made = {name: packed(n, self.whole, kind_of(name, lanes)) for name, n in rows.items()}
        self.rows, self.draws, self.keys = made["row"], made["draws"], made["keys"]
        self.entered, self.heard, self.zones = made["entered"], made["heard"], made["zones"]
        self.fired, self.skipped = made["fired"], made["skipped"]
        self.asked, self.ready = made["asked"], made["ready"]
        if rows["keys"]:
            put(self.keys, np.array(keys, np.uint64), 0)
        self.context = np.zeros(len(ARGUMENTS), np.int64)
        for name, array in made.items():
            self.context[ARGUMENTS.index(name)] = array.ctypes.data

    def function(self, code: Code, name: str) -> Callable[[int, int], None]:
        """A phase as a function of the first agent and the one after the last.

        Both are multiples of the lanes; parts of a crowd may run in threads of their own.
        """
        run = crowd_function(code, name)
        address = self.context.ctypes.data
        return lambda begin, end: run(address, begin, end)
