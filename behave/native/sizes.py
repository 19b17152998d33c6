"""How many rows each array of a crowd has, by what the array is called among ``ARGUMENTS``."""

from __future__ import annotations

import numpy as np

from behave.ir.program import BehaviorProgram
from behave.native.events import ZONE_HAPPENINGS, awaited
from behave.native.inputs import given_columns
from behave.native.lanes import Lanes
from behave.native.sensing import columns
from behave.native.zones import WIDTH
from behave.runtime.compiling import count_random_places

KINDS: dict[str, type] = {
    "draws": np.int64,
    "keys": np.uint64,
    "entered": np.uint8,
    "heard": np.uint8,
    "fired": np.int32,
    "skipped": np.int32,
    "zones": np.int32,
    "ready": np.uint8,
}
"""What the arrays hold whose type is always the same; ``row`` and ``asked`` hold numbers."""


def rows_of_arrays(behavior: BehaviorProgram, words: int) -> dict[str, int]:
    """Rows of each array, for ``words`` words a row.

    ``draws`` and ``keys`` have none where nothing is drawn. ``asked`` and ``ready`` serve inputs,
    zones and sensors in turn.
    """
    zones, sensors = len(behavior.zones), len(behavior.sensors)
    asked = sum(end - start for each in columns(behavior) for start, end in each.values())
    given = max((end for _, end in given_columns(behavior)), default=0)
    places = count_random_places(behavior)
    return {
        "row": words,
        "draws": places,
        "keys": min(places, 1),
        "entered": sum(len(machine.states) for machine in behavior.machines),
        "heard": len(awaited(behavior)),
        "fired": len(behavior.machines),
        "skipped": 1,
        "zones": zones * len(ZONE_HAPPENINGS),
        "asked": max(asked, zones * WIDTH, given),
        "ready": max(sensors, zones),
    }


def kind_of(name: str, lanes: Lanes) -> np.dtype:
    """What the numbers of an array are."""
    real = np.float64 if lanes.real == "double" else np.float32
    return np.dtype(KINDS.get(name, real))
