"""The ``point`` parts: places that are no bones, free or going along with something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from behave.ir.program import Part
from behave.rig.carry import columns, rotate
from behave.rig.options import Evaluate, Floats, Options
from behave.rig.pose import Indices, Pose
from behave.rig.skeleton import Skeleton
from behave.rig.slots import Offsets

_FREE, _ROOT, _BONE, _POINT = range(4)


@dataclass(frozen=True, eq=False)
class Family:
    """Points that follow each other, are of one kind and do not go along with one another.

    ``members`` are their positions, ``origin`` and ``to`` int64[3M] the columns of their parents
    (of points only) and their own, ``places`` f8[N, 3M] what lies between."""

    kind: int
    members: tuple[int, ...]
    origin: Indices
    to: Indices
    places: Floats


@dataclass(frozen=True, eq=False)
class Points:
    """P points of N agents in declared order: ``places`` f8[N, P, 3] from what each goes along
    with, its ``kinds`` and ``parents`` int64[P] (the position of a bone, the offset of a
    point), the ``offsets`` int64[P] where they are kept, and the ``families`` in order."""

    kinds: Indices
    parents: Indices
    places: Floats
    offsets: Indices
    families: tuple[Family, ...]

    def bind(self, rows: Floats, root: Indices, pose: Pose) -> None:
        """Put the free points where they start, from the root, and the others along."""
        for p in np.flatnonzero(self.kinds == _FREE):
            at = self.offsets[p]
            rows[:, at : at + 3] = _along(rows[:, root], self.places[:, p])
        self.place(rows, root, pose)

    def place(self, rows: Floats, root: Indices, pose: Pose) -> None:
        """Take along every point that is not free; ``root`` int64[7], ``pose`` is ready."""
        for family in self.families:
            if family.kind == _POINT:
                rows[:, family.to] = rows[:, family.origin] + family.places
                continue
            for p in family.members:
                at, parent = self.offsets[p], self.parents[p]
                if family.kind == _ROOT:
                    rows[:, at : at + 3] = _along(rows[:, root], self.places[:, p])
                elif family.kind == _BONE:
                    turned = rotate(pose.rotation[:, parent], self.places[:, p])
                    rows[:, at : at + 3] = pose.position[:, parent] + turned


def _along(frame: Floats, place: Floats) -> Floats:
    return frame[:, :3] + rotate(frame[:, 3:], place)


def build(
    parts: Sequence[Part], skeleton: Skeleton, offsets: Offsets, evaluate: Evaluate
) -> Points | None:
    """Lay out every ``point`` of a rig; None where it has none."""
    found = [part for part in parts if part.verb == "point"]
    if not found:
        return None
    kinds, parents, places = [], [], []
    for part in found:
        options = Options(part, evaluate, skeleton.agents)
        places.append(options.vec("at"))
        bone, word = options.bone("of"), options.word("of")
        if bone:
            kinds.append(_BONE)
            parents.append(skeleton.index(bone))
        elif word and word != "root":
            kinds.append(_POINT)
            parents.append(offsets[f"{word}.position"])
        else:
            kinds.append(_ROOT if word else _FREE)
            parents.append(-1)
    where = offsets.all(f"{part.name}.position" for part in found)
    stacked = np.stack(places, axis=1)
    return Points(
        kinds=np.array(kinds, dtype=np.int64),
        parents=np.array(parents, dtype=np.int64),
        places=stacked,
        offsets=where,
        families=_families(kinds, parents, stacked, where),
    )


def _families(
    kinds: Sequence[int], parents: Sequence[int], places: Floats, offsets: Indices
) -> tuple[Family, ...]:
    groups: list[list[int]] = []
    for p, kind in enumerate(kinds):
        last = groups[-1] if groups else []
        joins = bool(last) and kinds[last[0]] == kind
        if joins and not (kind == _POINT and parents[p] in offsets[last]):
            last.append(p)
        else:
            groups.append([p])
    return tuple(
        Family(
            kinds[members[0]],
            tuple(members),
            columns([parents[p] for p in members], 3).reshape(-1),
            columns(offsets[members], 3).reshape(-1),
            np.ascontiguousarray(places[:, members].reshape(len(places), -1)),
        )
        for members in groups
    )
