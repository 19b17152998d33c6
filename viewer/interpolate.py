"""States between two ticks, for drawing only: places are mixed, decisions are not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import BehaviorProgram, Group
from behave.kinds import Base
from behave.runtime.model import Model
from behave.runtime.state import State

JUMP = 1.0  # metres in a tick beyond which a place is not mixed: a teleport

_MIXED = {Group.VARIABLE, Group.READING, Group.RIG}


@dataclass(frozen=True, eq=False)
class _Columns:
    """Columns of an agent's row: numbers and vecs to mix, rotations (first of four)."""

    plain: NDArray[np.int64]
    places: NDArray[np.int64]
    rotations: NDArray[np.int64]


def _columns(behavior: BehaviorProgram) -> _Columns:
    plain: list[int] = []
    places: list[int] = []
    rotations: list[int] = []
    for slot in behavior.slots:
        if slot.group not in _MIXED or slot.presence >= 0:
            continue
        if slot.kind.base is Base.ROTATION:
            rotations.append(slot.offset)
        elif slot.kind.base is Base.POINT:
            places.append(slot.offset)
        elif slot.kind.base in (Base.NUMBER, Base.VEC) and not slot.hidden:
            plain += range(slot.offset, slot.offset + slot.width)
    return _Columns(*(np.array(c, np.int64) for c in (plain, places, rotations)))


class Between:
    """Mixes states of one model."""

    def __init__(self, model: Model) -> None:
        self._columns = [_columns(group.behavior) for group in model.groups]

    def __call__(self, before: State, after: State, share: float) -> State:
        """The state ``share`` (0..1) of the way from one tick to the next, for drawing.

        Readings that may be absent, enums, handles and timers are those of ``after``.
        """
        if share >= 1.0 or before is after or before.tick == after.tick:
            return after
        mixed = after.copy()
        for number, columns in enumerate(self._columns):
            a, b, out = before.rows[number], after.rows[number], mixed.rows[number]
            plain = columns.plain
            out[:, plain] = a[:, plain] * (1 - share) + b[:, plain] * share
            if len(columns.places):
                wide = columns.places[:, None] + np.arange(3)
                out[:, wide] = _mix_places(a[:, wide], b[:, wide], share)
            if len(columns.rotations):
                wide = columns.rotations[:, None] + np.arange(4)
                out[:, wide] = _mix_rotations(a[:, wide], b[:, wide], share)
        mixed.position[...] = _mix_places(before.position, after.position, share)
        return mixed


def _mix_places(
    a: NDArray[np.float64], b: NDArray[np.float64], share: float
) -> NDArray[np.float64]:
    near = np.linalg.norm(b - a, axis=-1, keepdims=True) < JUMP
    return np.where(near, a * (1 - share) + b * share, b)


def _mix_rotations(
    a: NDArray[np.float64], b: NDArray[np.float64], share: float
) -> NDArray[np.float64]:
    """Between two rotations the short way (straight mixing, normalised)."""
    sign = np.where(np.sum(a * b, axis=-1, keepdims=True) < 0.0, -1.0, 1.0)
    mixed = a * (1 - share) + sign * b * share
    length = np.linalg.norm(mixed, axis=-1, keepdims=True)
    return np.asarray(np.where(length > 1e-6, mixed / np.maximum(length, 1e-6), b))
