"""How the words of many agents lie: in packs of eight agents, a pack's words one after another.

An array of a crowd is [packs, rows, PACK]: word w of agent i is ``array[i // PACK, w, i % PACK]``.
So the eight agents' words side by side are one cache line of doubles, all of a pack follow each
other in memory, and how far any is from the first is known when code is written. Arrays begin at
a cache line.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike

from behave.native.lanes import Lanes

PACK = 8
"""Agents of a pack; every number of lanes divides it."""

LINE = 64
"""Bytes of a cache line."""


def apart(lanes: Lanes) -> int:
    """How many agents' words there are from one word of an agent to the next, as code for so many
    lanes has them."""
    return 1 if lanes.count == 1 else PACK


def packs_of(agents: int) -> int:
    """How many packs so many agents fill, the last one perhaps in part."""
    return -(-agents // PACK)


def packed(rows: int, agents: int, kind: DTypeLike = np.float64) -> np.ndarray:
    """Zeros for so many rows of so many agents."""
    shape = (packs_of(agents), rows, PACK)
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    room = np.zeros(size + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + size].view(kind).reshape(shape)


def agent_of(array: np.ndarray, place: int) -> np.ndarray:
    """What one agent has: a view [rows]."""
    return array[place // PACK, :, place % PACK]


def of_agents(array: np.ndarray, places: np.ndarray) -> np.ndarray:
    """What some agents have: a copy [rows, N]."""
    found: np.ndarray = array[places // PACK, :, places % PACK].T
    return found


def row_of(array: np.ndarray, row: int, count: int) -> np.ndarray:
    """One row of the first agents: a copy [count]."""
    found: np.ndarray = array[: packs_of(count), row].reshape(-1)[:count]
    return found


def rows_of(array: np.ndarray, count: int) -> np.ndarray:
    """All rows of the first agents: a copy [rows, count]."""
    packs = packs_of(count)
    some = array[:packs].transpose(1, 0, 2).reshape(array.shape[1], packs * PACK)
    found: np.ndarray = some[:, :count]
    return found


def put(
    array: np.ndarray, values: np.ndarray, rows: slice | np.ndarray | int, begin: int = 0
) -> None:
    """Write some rows of the agents from ``begin`` on: ``values`` [rows, N] or, of one row, [N]."""
    count = values.shape[-1]
    places = np.arange(begin, begin + count)
    if isinstance(rows, slice):
        rows = np.arange(*rows.indices(array.shape[1]))
    if isinstance(rows, int):
        array[places // PACK, rows, places % PACK] = values
    else:
        array[places // PACK, rows[:, np.newaxis], places % PACK] = values
