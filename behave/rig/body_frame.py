"""The frame the skeleton stands in: the root, shifted and turned as a behavior shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.kernel.compiled import add, sine_cosine
from behave.kernel.jit import INTEGERS_IN, ROWS_OUT, kernel, void
from behave.rig.carry import columns, product, turned
from behave.rig.formula import formula
from behave.rig.forward import put3, put4, quadruple, triple
from behave.rig.options import Floats
from behave.rig.pose import Indices
from behave.rig.slots import Offsets

POSITION = "body.position"
ROTATION = "body.rotation"
FARTHEST = 1e6  # metres and radians: beyond it numbers make no sense


def frame_paths(offsets: Offsets) -> tuple[str, str]:
    """The frame's position and rotation: the root's in a program without a body."""
    if offsets[POSITION] < 0 or offsets[ROTATION] < 0:
        return "root.position", "root.rotation"
    return POSITION, ROTATION


@dataclass(frozen=True, eq=False)
class BodyFrame:
    """Where the frame lies in the rows. ``root`` and ``place`` int64[7] are the columns of the
    root's and of the frame's position and rotation; ``words`` int64[6] are the offsets of all
    that ``stand_agent`` reads and writes."""

    root: Indices
    place: Indices
    words: Indices

    def stand(self, rows: Floats) -> None:
        """Work out the frame of every agent from its root, in place."""
        stand_all(rows, self.words)


@formula
def stand_agent(row: Any, words: Any) -> None:
    """Work out the frame of one agent from its root.

    ``words`` are the offsets of the root's position and rotation, of the frame's, and of how it
    is turned and shifted, -1 where a program has none. Where nothing is turned or shifted the
    frame is the root, bit for bit; an angle or a vec that is not finite, or beyond ``FARTHEST``,
    counts as none.
    """
    if words[2] == words[0]:
        return
    place = triple(row, words[0])
    turn = quadruple(row, words[1])
    if words[5] >= 0:
        shift = triple(row, words[5])
        sane = abs(shift[0]) <= FARTHEST and abs(shift[1]) <= FARTHEST and abs(shift[2]) <= FARTHEST
        if sane and shift != (0.0, 0.0, 0.0):
            place = add(place, turned(turn, shift))
    if words[4] >= 0:
        angle = row[words[4]]
        if abs(angle) <= FARTHEST and angle != 0.0:
            s, c = sine_cosine(0.5 * angle)
            turn = product(turn, (0.0, s, 0.0, c))
    put3(row, words[2], place)
    put4(row, words[3], turn)


@kernel(void(ROWS_OUT, INTEGERS_IN))
def stand_all(rows: Any, words: Any) -> None:
    """Work out the frames of N agents; see ``stand_agent``."""
    for i in range(rows.shape[0]):
        stand_agent(rows[i], words)


def build(offsets: Offsets) -> BodyFrame:
    """Lay out the frame of a program's rows."""
    place, turn = frame_paths(offsets)
    return BodyFrame(
        root=_columns(offsets, "root.position", "root.rotation"),
        place=_columns(offsets, place, turn),
        words=offsets.all(
            ("root.position", "root.rotation", place, turn, "body.turned", "body.shifted")
        ),
    )


def _columns(offsets: Offsets, position: str, rotation: str) -> Indices:
    pair = (columns([offsets[position]], 3), columns([offsets[rotation]], 4))
    return np.concatenate(pair, axis=1)[0]
