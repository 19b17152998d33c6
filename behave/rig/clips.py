"""Clips: ways to hold oneself, blended by their weights over the gait's own pose.

A clip turns bones against the bind pose and says how the feet stand. Its turns of one bone
follow one another about axes that stay fixed to the bone's parent; together they are one
rotation. Over the clips that mention a bone, the rotations' logarithms are averaged by weight,
and the bone goes from the gait's pose to that by the sum of those weights.

Three bones differ. The *hips* get their turn on top of the gait's (the legs keep the feet
where they are). *Neck* and *head* are added up to one turn of the level head against the way
the body faces, whatever the trunk does, and both joints share it. Bones of the legs follow the
feet, so turns of them have no effect.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.ir.program import Part
from behave.kernel.compiled import (
    Quadruple,
    Triple,
    clamp,
    q_axis_angle,
    q_multiply,
    q_normalize,
    q_slerp,
)
from behave.kernel.jit import INTEGERS_IN, together
from behave.rig import posture as p
from behave.rig.arrays import BLOCK_IN, INDEX_ROWS_IN
from behave.rig.body import CHEST, COLLAR, HEAD, HIPS, NECK, SPINE
from behave.rig.carry import multiply, rotate
from behave.rig.formula import formula
from behave.rig.forward import put4, quadruple
from behave.rig.options import Evaluate, Floats, Options, spread
from behave.rig.pose import Indices
from behave.rig.skeleton import Skeleton
from behave.rig.slots import Offsets
from behave.vocabulary.rig_parts import CLIP_TURN

OPTIONS = ("lower", "ahead", "width", "toe_out", "knees_out", "stride", "lift", "sway")
TRUNK = len(OPTIONS)  # column after the options: 1 where the clip turns hips, spine or chest
CLIPS = together(INTEGERS_IN, BLOCK_IN, INDEX_ROWS_IN, BLOCK_IN, BLOCK_IN)

# columns of an entry and of a turn
_CLIP, _BONE, _FIRST, _END = range(4)
_BY, _STEPPING, _BREATHING = 3, 4, 5


@dataclass(frozen=True, eq=False)
class Clips:
    """The clips of N agents: C clips with E turned bones by T turns.

    ``weights`` int64[C] are the slots of their weights, ``options`` f8[N, C, 9] their options
    and whether they turn the trunk. ``entries`` int64[E, 4] are (clip, bone, first turn, end),
    by bone; ``bind`` f8[N, E, 4] the bones' rotations in the bind pose, ``turns`` f8[N, T, 6]
    the axis in the parent's frame, the angle, and what stepping and breathing add.
    """

    weights: Indices
    options: Floats
    entries: Indices
    turns: Floats
    bind: Floats

    @property
    def arrays(self) -> tuple[Indices, Floats, Indices, Floats, Floats]:
        """What kernels get."""
        return (self.weights, self.options, self.entries, self.turns, self.bind)


def build(
    parts: Sequence[Part],
    skeleton: Skeleton,
    roles: Indices,
    width: Floats,
    offsets: Offsets,
    evaluate: Evaluate,
) -> Clips:
    """Lay out the clips of a rig; ``width`` f8[N] is between the ankles in the bind pose.

    Raises ``ValueError`` for a turn of an unknown clip or bone (analysis reports that first).
    """
    n = skeleton.agents
    found = [part for part in parts if part.verb == "clip"]
    names = [part.name for part in found]
    options = np.zeros((n, len(found), len(OPTIONS) + 1))
    for c, part in enumerate(found):
        options[:, c, :TRUNK] = Options(part, evaluate, n).numbers(OPTIONS)
    own = options[:, :, p.WIDTH]
    options[:, :, p.WIDTH] = np.where(own > 0.0, own, width[:, None])
    groups: dict[tuple[int, int], list[Part]] = {}
    for part in parts:
        if part.verb == "turn":
            clip, bone = dict(part.words)["clip"], dict(part.bones)["bone"]
            if clip not in names or bone not in skeleton.names:
                raise ValueError(f"turn {bone}: there is no such bone or no clip {clip}")
            groups.setdefault((skeleton.index(bone), names.index(clip)), []).append(part)
    trunk = {int(roles[role]) for role in (HIPS, SPINE, CHEST)}
    entries = []
    turns: list[Floats] = []
    for (joint, clip_at), members in sorted(groups.items(), key=lambda item: item[0]):
        entries.append((clip_at, joint, len(turns), len(turns) + len(members)))
        turns.extend(_turn(part, skeleton, joint, evaluate) for part in members)
        if joint in trunk:
            options[:, clip_at, TRUNK] = 1.0
    rows = np.array(entries, dtype=np.int64).reshape(-1, 4)
    return Clips(
        weights=offsets.all(f"{name}.weight" for name in names),
        options=options,
        entries=rows,
        turns=np.ascontiguousarray(np.stack(turns, axis=1)) if turns else np.zeros((n, 0, 6)),
        bind=np.ascontiguousarray(skeleton.turn[:, rows[:, _BONE]]),
    )


def _turn(part: Part, skeleton: Skeleton, bone: int, evaluate: Evaluate) -> Floats:
    """One turn, f8[N, 6]: its axis taken from the body's frame to that of the bone's parent."""
    n = skeleton.agents
    values = dict(part.values)
    axis = spread(evaluate(values["about"]), (n, 3))
    size = np.linalg.norm(axis, axis=1, keepdims=True)
    axis = np.where(size > 1e-12, axis / np.maximum(size, 1e-12), (0.0, 1.0, 0.0))
    parent = int(skeleton.parents[bone])
    if parent >= 0:
        back = skeleton.rest_rotation[:, parent] * np.array([-1.0, -1.0, -1.0, 1.0])
        axis = rotate(multiply(back, np.tile((0.0, 0.0, 0.0, 1.0), (n, 1))), axis)
    defaults = {option.name: option.default for option in CLIP_TURN.options}
    columns = [axis, spread(evaluate(values["by"]), (n,))[:, None]]
    for name, default in defaults.items():
        value = evaluate(values[name]) if name in values else default
        columns.append(spread(value, (n,))[:, None])
    return np.concatenate(columns, axis=1)


@formula
def rotation_vector(q: Quadruple) -> Triple:
    """The logarithm of a unit rotation: its axis times its angle, the short way round."""
    x, y, z, w = q
    if w < 0.0:
        x, y, z, w = -x, -y, -z, -w
    sine = math.sqrt(x * x + y * y + z * z)
    if sine < 1e-12:
        return (2.0 * x, 2.0 * y, 2.0 * z)
    k = 2.0 * math.atan2(sine, w) / sine
    return (k * x, k * y, k * z)


@formula
def rotation_by(v: Triple) -> Quadruple:
    """The rotation of a rotation vector."""
    angle = math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    if angle < 1e-12:
        return (0.0, 0.0, 0.0, 1.0)
    return q_axis_angle((v[0] / angle, v[1] / angle, v[2] / angle), angle)


@formula
def weigh(row: Any, clips: Any, shares: Any) -> float:
    """Fill ``shares`` with the clips' weights, at most 1 together; returns their sum."""
    total = 0.0
    for c in range(shares.shape[0]):
        weight = row[clips[0][c]] if clips[0][c] >= 0 else 0.0
        shares[c] = clamp(weight, 0.0, 1.0) if weight == weight else 0.0
        total += shares[c]
    if total > 1.0:
        for c in range(shares.shape[0]):
            shares[c] /= total
        return 1.0
    return total


@formula
def blend_options(clips: Any, shares: Any, total: float, posture: Any) -> None:
    """Blend the clips' options over the gait's own, which ``posture`` holds."""
    posture[p.CLIPPED] = total
    posture[p.TRUNK] = 0.0
    if total == 0.0:
        return
    posture[p.IDLE_SWAY] *= 1.0 - total
    for k in range(p.OPTIONS):
        posture[k] *= 1.0 - total
    for c in range(shares.shape[0]):
        if shares[c] > 0.0:
            for k in range(p.OPTIONS):
                posture[k] += shares[c] * clips[1][c, k]
            posture[p.TRUNK] += shares[c] * clips[1][c, TRUNK]
            posture[p.IDLE_SWAY] += 0.6 * shares[c] * clips[1][c, p.SWAY]


@formula
def clip_turn(clips: Any, entry: int, step: float, breath: float) -> Quadruple:
    """The rotation one clip gives one bone."""
    turn = (0.0, 0.0, 0.0, 1.0)
    for t in range(clips[2][entry, _FIRST], clips[2][entry, _END]):
        row = clips[3][t]
        angle = row[_BY] + row[_STEPPING] * step + row[_BREATHING] * breath
        turn = q_multiply(q_axis_angle((row[0], row[1], row[2]), angle), turn)
    return turn


@formula
def bone_turn(
    clips: Any, shares: Any, first: int, step: float, breath: float
) -> tuple[Triple, float, int]:
    """``(weighted sum of the rotation vectors, sum of the weights, next entry)`` of the bone
    whose entries start at ``first``."""
    bone = clips[2][first, _BONE]
    x = y = z = weight = 0.0
    e = first
    while e < clips[2].shape[0] and clips[2][e, _BONE] == bone:
        share = shares[clips[2][e, _CLIP]]
        if share > 0.0:
            v = rotation_vector(clip_turn(clips, e, step, breath))
            x += share * v[0]
            y += share * v[1]
            z += share * v[2]
            weight += share
        e += 1
    return (x, y, z), weight, e


@formula
def turn_ends(clips: Any, shares: Any, roles: Any, step: float, posture: Any) -> None:
    """Write the turns of the hips and of the head into ``posture``."""
    hips = (0.0, 0.0, 0.0)
    head = (0.0, 0.0, 0.0)
    e = 0
    while e < clips[2].shape[0]:
        bone = clips[2][e, _BONE]
        v, _, e = bone_turn(clips, shares, e, step, posture[p.BREATH])
        if bone == roles[HIPS]:
            hips = v
        elif bone == roles[NECK] or bone == roles[HEAD]:
            head = (head[0] + v[0], head[1] + v[1], head[2] + v[2])
    put4(posture, p.HIPS_TURN, rotation_by(hips))
    put4(posture, p.HEAD_TURN, rotation_by(head))


@formula
def turn_bones(clips: Any, shares: Any, roles: Any, step: float, posture: Any, local: Any) -> None:
    """Bring the joints in ``local`` from the gait's pose to that of the clips."""
    posture[p.CHEST_SHARE] = posture[p.COLLAR_SHARE] = posture[p.COLLAR_SHARE + 1] = 0.0
    if posture[p.CLIPPED] == 0.0:
        return
    e = 0
    while e < clips[2].shape[0]:
        first = e
        bone = clips[2][e, _BONE]
        v, weight, e = bone_turn(clips, shares, e, step, posture[p.BREATH])
        ends = bone == roles[HIPS] or bone == roles[NECK] or bone == roles[HEAD]
        if bone == roles[CHEST]:
            posture[p.CHEST_SHARE] = weight
        for arm in range(2):
            if bone == roles[COLLAR + arm]:
                posture[p.COLLAR_SHARE + arm] = weight
        if weight > 0.0 and not ends:
            turn = rotation_by((v[0] / weight, v[1] / weight, v[2] / weight))
            goal = q_multiply(turn, quadruple(clips[4][first], 0))
            now = quadruple(local[bone], 0)
            put4(local[bone], 0, q_normalize(q_slerp(now, goal, min(weight, 1.0))))
