"""The frame the skeleton stands in: the root, shifted and turned as a behavior shows it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from behave.rig.carry import columns, heading_rotation, multiply, rotate
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
    root's and of the frame's position and rotation; ``turned`` and ``shifted`` are offsets, -1
    where a program has none."""

    root: Indices
    place: Indices
    turned: int
    shifted: int

    def stand(self, rows: Floats) -> None:
        """Work out the frame of every agent from its root, in place.

        Where nothing is turned or shifted it is the root, bit for bit; an angle or a vec that
        is not finite, or beyond ``FARTHEST``, counts as none.
        """
        if self.place[0] == self.root[0]:
            return
        frame = rows[:, self.root]
        if self.shifted >= 0:
            shift = rows[:, self.shifted : self.shifted + 3]
            if shift.any():
                sane = (np.abs(shift) <= FARTHEST).all(axis=1)
                here = np.flatnonzero(sane & (shift != 0.0).any(axis=1))
                frame[here, :3] += rotate(frame[here, 3:], shift[here])
        if self.turned >= 0:
            angle = rows[:, self.turned]
            if angle.any():
                here = np.flatnonzero((np.abs(angle) <= FARTHEST) & (angle != 0.0))
                frame[here, 3:] = multiply(frame[here, 3:], heading_rotation(angle[here]))
        rows[:, self.place] = frame


def build(offsets: Offsets) -> BodyFrame:
    """Lay out the frame of a program's rows."""
    place, turn = frame_paths(offsets)
    return BodyFrame(
        root=_columns(offsets, "root.position", "root.rotation"),
        place=_columns(offsets, place, turn),
        turned=offsets["body.turned"],
        shifted=offsets["body.shifted"],
    )


def _columns(offsets: Offsets, position: str, rotation: str) -> Indices:
    pair = (columns([offsets[position]], 3), columns([offsets[rotation]], 4))
    return np.concatenate(pair, axis=1)[0]
