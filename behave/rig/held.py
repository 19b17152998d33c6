"""The pose of a rig that is held rather than walked, of many agents at once.

Such a rig has bones that are carried by its root, and ``two_bone`` and ``rotation`` constraints.
All agents have the same sizes, and their words lie in packs: f8[packs, words, agents of a pack].
The functions are those that pose one agent by its row; here they are compiled in lanes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.kernel.compiled import is_finite
from behave.kernel.jit import (
    INTEGER_ROWS_IN,
    INTEGERS_IN,
    LANED_ROWS_OUT,
    ROWS_IN,
    WIDTH,
    fetch,
    float64,
    laned,
    void,
)
from behave.rig.body_frame import stand_agent
from behave.rig.carry import carry_agent
from behave.rig.formula import formula
from behave.rig.forward import forward_bone, put3, put4, quadruple, triple
from behave.rig.options import Floats
from behave.rig.pose import Indices
from behave.rig.rig import RigModel
from behave.rig.rotation import Rotation, turn_bone
from behave.rig.two_bone import TwoBone, solve_chain

TWO_BONE, ROTATION = range(2)

# columns of a part: its verb, what it is told of places, its bones, and how many of the lists
# after them are in use: bones to be placed anew, and children
_VERB, _OFFSETS, _CHAIN, _MANY, _CHILDREN, _LISTS = 0, 1, 8, 11, 12, 13


@dataclass(frozen=True, eq=False)
class Held:
    """A rig as tables. ``root`` int64[8] are the offsets of the root's moves and the velocity,
    then those of ``stand_agent``; ``points`` and ``turns`` as in ``Carried``. ``parts`` int64[K, C]
    and ``sizes`` f8[K, 6] are the constraints; ``parents`` int64[B], ``at`` f8[B, 3] and ``bind``
    f8[B, 4] the bones, ``bones`` int64[B, 2] where their positions and rotations go. ``touched``
    int64[T] are all words read or written."""

    root: Indices
    points: Indices
    turns: Indices
    parts: Indices
    sizes: Floats
    parents: Indices
    at: Floats
    bind: Floats
    bones: Indices
    touched: Indices

    def pose(self, words: Floats, dt: float) -> None:
        """One tick of all agents of some packs, in place; as ``rig.pose``, to the bit."""
        if not dt > 0.0 or not len(words):
            return
        local, position, rotation = self._room()
        pose_packs(
            words,
            self.root,
            self.points,
            self.turns,
            self.parts,
            self.sizes,
            self.parents,
            self.at,
            self.bind,
            self.bones,
            self.touched,
            local,
            position,
            rotation,
            dt,
        )

    def _room(self) -> tuple[Floats, Floats, Floats]:
        """Where the bones of one pack are worked out."""
        bones = len(self.parents)
        whole = np.zeros(bones * 11 * WIDTH + WIDTH)
        start = -(whole.ctypes.data // 8) % WIDTH  # at a cache line
        both = whole[start : start + bones * 11 * WIDTH].reshape(bones * 11, WIDTH)
        return (
            both[: 4 * bones].reshape(bones, 4, WIDTH),
            both[4 * bones : 7 * bones].reshape(bones, 3, WIDTH),
            both[7 * bones :].reshape(bones, 4, WIDTH),
        )


def held(model: RigModel) -> Held | None:
    """The tables of a rig laid out for one agent; None where it is walked, or does more."""
    walker = model.walker
    parts = (model.mover, model.gait, walker.hinges, walker.stance, walker.chains, walker.points)
    if any(part is not None for part in parts):
        return None
    if not all(isinstance(part, TwoBone | Rotation) for part in model.constraints):
        return None
    bones = len(model.skeleton.names)
    lists = bones + max((len(_children(part)) for part in model.constraints), default=0)
    table = np.full((len(model.constraints), _LISTS + lists), -1, np.int64)
    sizes = np.zeros((len(model.constraints), 6))
    for line, size, part in zip(table, sizes, model.constraints, strict=True):
        _lay_out(line, size, part)
    return Held(
        touched=_touched(model),
        root=np.concatenate(([model.moved, model.velocity], model.frame.words)),
        points=model.carried.points,
        turns=model.carried.turns,
        parts=table,
        sizes=sizes,
        parents=model.skeleton.parents,
        at=model.skeleton.at[0].copy(),
        bind=model.skeleton.turn[0].copy(),
        bones=np.ascontiguousarray(model.bones[:, (0, 3)]),
    )


def _children(part: Any) -> list[int]:
    return part.children.tolist() if isinstance(part, Rotation) else []


def _touched(model: RigModel) -> Indices:
    """The words a pose reads or writes."""
    frame, carried = model.frame, model.carried
    widths = (3, 4, 3, 4, 1, 3)
    wide = [(model.moved, 3), (model.velocity, 3)]
    wide += zip(frame.words.tolist(), widths, strict=True)
    for pairs, width in ((carried.points, 3), (carried.turns, 4)):
        wide += [(at, width) for at in pairs[:, 0].tolist()]
        wide += [(pin, 1) for pin in pairs[:, 1].tolist()]
    for part in model.constraints:
        if isinstance(part, TwoBone):
            wide += zip(part.offsets.tolist(), (3, 4, 3, 1, 1, 1, 4), strict=True)
        elif isinstance(part, Rotation):
            wide += zip(part.offsets.tolist(), (3, 4, 4, 1, 4, 1), strict=True)
    for place, turn in model.bones[:, (0, 3)].tolist():
        wide += [(place, 3), (turn, 4)]
    words = {at + k for at, width in wide if at >= 0 for k in range(width)}
    return np.array(sorted(words), np.int64)


def _lay_out(line: Indices, size: Floats, part: Any) -> None:
    chain = [part.bone] if isinstance(part, Rotation) else part.chain
    children = _children(part)
    line[_VERB] = ROTATION if isinstance(part, Rotation) else TWO_BONE
    line[_OFFSETS : _OFFSETS + len(part.offsets)] = part.offsets
    line[_CHAIN : _CHAIN + len(chain)] = chain
    line[_MANY], line[_CHILDREN] = len(part.bones), len(children)
    end = _LISTS + len(part.bones)
    line[_LISTS:end] = part.bones
    line[end : end + len(children)] = children
    size[: part.sizes.shape[1]] = part.sizes[0]


@formula
def move_agent(row: Any, root: Any, dt: float) -> None:
    """Move one agent's root by this tick's moves; as ``walker.move_root``."""
    if root[0] < 0:
        return
    way = triple(row, root[0])
    if not is_finite(way):
        way = (0.0, 0.0, 0.0)
    place = triple(row, root[2])
    put3(row, root[2], (place[0] + way[0], place[1] + way[1], place[2] + way[2]))
    if root[1] >= 0:
        put3(row, root[1], (way[0] / dt, way[1] / dt, way[2] / dt))


@formula
def begin_agent(row: Any, root: Any, points: Any, turns: Any, dt: float) -> None:
    """One agent's root and frame, and what goes along with them."""
    frame = root[2:]
    place = triple(row, frame[2])
    turn = quadruple(row, frame[3])
    move_agent(row, root, dt)
    stand_agent(row, frame)
    now = triple(row, frame[2])
    carry_agent(row, points, turns, place, turn, now, quadruple(row, frame[3]))


@formula
def pose_agent(
    row: Any,
    following: Any,
    root: Any,
    points: Any,
    turns: Any,
    parts: Any,
    sizes: Any,
    parents: Any,
    at: Any,
    bind: Any,
    bones: Any,
    touched: Any,
    local: Any,
    position: Any,
    rotation: Any,
    dt: float,
) -> None:
    """One agent's whole pose; ``local``, ``position`` and ``rotation`` are room for its bones.

    The words of the one ``following`` are fetched meanwhile.
    """
    begin_agent(row, root, points, turns, dt)
    for b in range(parents.shape[0]):
        put4(local[b], 0, quadruple(bind[b], 0))
    base = triple(row, root[4])
    turn = quadruple(row, root[5])
    share = touched.shape[0] // parents.shape[0] + 1
    for b in range(parents.shape[0]):
        forward_bone(base, turn, b, parents, at, local, position, rotation)
        for k in range(b * share, min((b + 1) * share, touched.shape[0])):
            fetch(following[touched[k]])
    for k in range(parts.shape[0]):
        part = parts[k]
        offsets = part[_OFFSETS:]
        end = _LISTS + part[_MANY]
        below = part[_LISTS:end]
        if part[_VERB] == TWO_BONE:
            chain = part[_CHAIN:]
            solve_chain(
                row,
                offsets,
                chain,
                below,
                sizes[k],
                parents,
                at,
                local,
                position,
                rotation,
                dt,
            )
        else:
            children = part[end : end + part[_CHILDREN]]
            turn_bone(
                row,
                offsets,
                part[_CHAIN],
                below,
                children,
                sizes[k],
                parents,
                at,
                bind,
                local,
                position,
                rotation,
                dt,
            )
    for b in range(parents.shape[0]):
        if bones[b, 0] >= 0:
            put3(row, bones[b, 0], triple(position[b], 0))
        if bones[b, 1] >= 0:
            put4(row, bones[b, 1], quadruple(rotation[b], 0))


@laned(
    void(
        LANED_ROWS_OUT,
        *(INTEGERS_IN, INTEGER_ROWS_IN, INTEGER_ROWS_IN, INTEGER_ROWS_IN, ROWS_IN),
        *(INTEGERS_IN, ROWS_IN, ROWS_IN, INTEGER_ROWS_IN, INTEGERS_IN),
        *(LANED_ROWS_OUT, LANED_ROWS_OUT, LANED_ROWS_OUT, float64),
    )
)
def pose_packs(
    words: Any,
    root: Any,
    points: Any,
    turns: Any,
    parts: Any,
    sizes: Any,
    parents: Any,
    at: Any,
    bind: Any,
    bones: Any,
    touched: Any,
    local: Any,
    position: Any,
    rotation: Any,
    dt: float,
) -> None:
    """The poses of all agents of some packs, in place; see ``Held`` for the tables."""
    for p in range(words.shape[0]):
        pose_agent(
            words[p],
            words[min(p + 1, words.shape[0] - 1)],
            root,
            points,
            turns,
            parts,
            sizes,
            parents,
            at,
            bind,
            bones,
            touched,
            local,
            position,
            rotation,
            dt,
        )
