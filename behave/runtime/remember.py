"""The Remember phase: every memory cell advances once, whether or not anyone looks."""

from __future__ import annotations

import numpy as np

from behave.runtime.compiled import CompiledBehavior, CompiledCell
from behave.runtime.frame import Frame


def remember(compiled: CompiledBehavior, frame: Frame, entered: np.ndarray) -> None:
    """Advance one agent's memory; ``entered`` bool[S] is used up.

    A cell restarts when its owner was entered since, when a subject's reading is absent and
    when a subject's collider changed; then, unless a subject is absent, it takes the value of
    its update (and stays where that is absent). Cells of inactive states stand still.
    """
    for cell in compiled.memory:
        if cell.active is None or cell.active(frame):
            _advance(compiled, cell, frame, entered)
    entered[:] = False


def _advance(
    compiled: CompiledBehavior, cell: CompiledCell, frame: Frame, entered: np.ndarray
) -> None:
    restart = cell.entered >= 0 and bool(entered[cell.entered])
    absent = False
    words = frame.words
    for number in cell.cell.subjects:
        sensor = compiled.sensors[number]
        subject = sensor.subject(words)
        if subject < 0:
            absent = True
        elif subject != sensor.before(words):
            restart = True
    if restart or absent:
        cell.restart(frame)
    if absent:
        return
    value = cell.update(frame)
    if value is not None:
        cell.write(frame, value)
