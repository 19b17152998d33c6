"""How high a ``stance``'s bone may be so that its legs reach the feet they stand on.

The plane through the feet says how high the bone should be. On steep ground that can be higher,
and now and then lower, than a leg gets to its foothold from; the bone then comes as near to that
height as its legs let it. A leg is a chain that hangs on the bone and bends in a plane
(``leg_plane``), and so its reach follows in closed form.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    add,
    is_finite,
    q_inverse,
    q_multiply,
    q_rotate,
    subtract,
    wrap_angle,
)
from behave.rig import leg_plane
from behave.rig.carry import multiply, rotate
from behave.rig.chains import Chains
from behave.rig.formula import formula
from behave.rig.forward import quadruple, triple
from behave.rig.leg_plane import SIGN, bend_leg, bend_scale, within
from behave.rig.options import Floats
from behave.rig.pose import Indices
from behave.rig.skeleton import Skeleton
from behave.rig.slots import Offsets

TARGET, PLANTED, COUNT = range(3)
HIP, AXES, START_OUT, START_UP, ASIDE, HIP_SIZE = 0, 3, 7, 8, 9, 10
STEPS, HALVINGS = 16, 30
EXACT = 1e-9
"""m: so near, a place is reached."""


@dataclass(frozen=True, eq=False)
class Feet:
    """The F feet of a stance of N agents, and their legs of at most P joints.

    ``feet`` int64[F, 3]: the offsets of target and planted, and how many joints a leg has, 0 where
    the chain is no leg that hangs on the bone. ``hips`` f8[N, F, 10]: the first joint's place and
    the axes it turns in, in the bone's frame, where the second lies in the leg's plane and how far
    the tip lies aside of it. ``joints`` f8[N, F * P, 5] and ``links`` f8[N, F * P, 4] as in
    ``Chains``.
    """

    feet: Indices
    hips: Floats
    joints: Floats
    links: Floats


def build(
    names: Sequence[str], bone: int, chains: Chains, skeleton: Skeleton, offsets: Offsets
) -> Feet:
    """Lay out the feet of those names, of a stance of ``bone``."""
    number = np.array([chains.names.index(name) for name in names], dtype=np.int64)
    legs = (chains.planes.found[number] == 1) & (skeleton.parents[chains.path[number, 0]] == bone)
    feet = np.empty((len(names), 3), dtype=np.int64)
    feet[:, TARGET] = offsets.all(f"{name}.target" for name in names)
    feet[:, PLANTED] = offsets.all(f"{name}.planted" for name in names)
    feet[:, COUNT] = np.where(legs, chains.lengths[number], 0)
    hips = np.empty((skeleton.agents, len(names), HIP_SIZE))
    back = skeleton.rest_rotation[:, bone] * (-1.0, -1.0, -1.0, 1.0)
    for f, c in enumerate(number):
        hips[:, f, :AXES] = rotate(back, chains.bases[:, c] - skeleton.rest_position[:, bone])
        hips[:, f, AXES:START_OUT] = multiply(back, chains.frames[:, c])
    planes = chains.planes.planes[:, number]
    hips[:, :, START_OUT] = planes[:, :, leg_plane.START_OUT]
    hips[:, :, START_UP] = planes[:, :, leg_plane.START_UP]
    hips[:, :, ASIDE] = planes[:, :, leg_plane.ASIDE]
    longest = chains.path.shape[1]
    rows = (number[:, None] * longest + np.arange(longest)).ravel()
    return Feet(
        feet,
        hips,
        np.ascontiguousarray(chains.joints[:, rows]),
        np.ascontiguousarray(chains.planes.links[:, rows]),
    )


@formula
def standing(row: Any, foot: Any) -> bool:
    """Whether a foot stands on a place that is a point."""
    return row[foot[PLANTED]] > 0.0 and is_finite(triple(row, foot[TARGET]))


@formula
def beyond_reach(seen: Triple, hip: Any, joints: Any, links: Any, count: int) -> float:
    """How far a leg stays from ``seen``, metres from its first joint in its axes; 0 at it.

    Too far or too near by so much, or the arc that its second or its first joint cannot turn.
    """
    aside = hip[ASIDE]
    along = math.sqrt(max(seen[0] * seen[0] + seen[2] * seen[2] - aside * aside, 0.0))
    turn = wrap_angle(math.atan2(seen[0], seen[2]) - math.atan2(aside, along))
    off = abs(turn - within(turn, joints[0, 3], joints[0, 4])) * along
    out = along - hip[START_OUT]
    up = seen[1] - hip[START_UP]
    away = math.sqrt(out * out + up * up)
    scale = bend_scale(links, joints, count, away)
    tip_out, tip_up = bend_leg(links, joints, count, scale)
    lift = wrap_angle(math.atan2(up, out) - math.atan2(tip_up, tip_out)) * links[1, SIGN]
    off += abs(wrap_angle(lift - within(lift, joints[1, 3], joints[1, 4]))) * away
    off += abs(away - math.sqrt(tip_out * tip_out + tip_up * tip_up))
    return off if off > EXACT else 0.0


@formula
def beyond_at(
    target: Triple,
    hip: Any,
    joints: Any,
    links: Any,
    count: int,
    place: Triple,
    turn: Quadruple,
    up: float,
) -> float:
    """How far a leg stays from its foot's target with the bone ``up`` over ``place``."""
    bone = (place[0], place[1] + up, place[2])
    first = add(bone, q_rotate(turn, triple(hip, HIP)))
    back = q_inverse(q_multiply(turn, quadruple(hip, AXES)))
    return beyond_reach(q_rotate(back, subtract(target, first)), hip, joints, links, count)


@formula
def shift_for(
    target: Triple,
    hip: Any,
    joints: Any,
    links: Any,
    count: int,
    place: Triple,
    turn: Quadruple,
    most: float,
) -> float:
    """The least move up or down, ``most`` or less, that brings a target into reach; else 0."""
    if beyond_at(target, hip, joints, links, count, place, turn, 0.0) == 0.0:
        return 0.0
    for k in range(1, 2 * STEPS + 1):
        side = 1.0 if k % 2 == 0 else -1.0
        far = ((k + 1) // 2) * most / STEPS
        if beyond_at(target, hip, joints, links, count, place, turn, side * far) == 0.0:
            near = far - most / STEPS
            for _ in range(HALVINGS):
                middle = 0.5 * (near + far)
                up = side * middle
                if beyond_at(target, hip, joints, links, count, place, turn, up) == 0.0:
                    far = middle
                else:
                    near = middle
            return side * far
    return 0.0


@formula
def shift_into_reach(
    row: Any,
    feet: Any,
    hips: Any,
    joints: Any,
    links: Any,
    place: Triple,
    turn: Quadruple,
    most: float,
) -> float:
    """How far a bone at ``place`` must go up so that its legs reach the feet that stand.

    The greatest of what the feet ask for; a foot out of reach at every height asks for nothing.
    """
    shift = 0.0
    longest = joints.shape[0] // feet.shape[0]
    for f in range(feet.shape[0]):
        count = feet[f, COUNT]
        if count > 0 and standing(row, feet[f]):
            start = f * longest
            asked = shift_for(
                triple(row, feet[f, TARGET]),
                hips[f],
                joints[start : start + count],
                links[start : start + count],
                count,
                place,
                turn,
                most,
            )
            if abs(asked) > abs(shift):
                shift = asked
    return shift
