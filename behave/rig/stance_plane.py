"""The ``stance`` part: a bone kept over the plane through the feet that stand.

The plane is the least-squares one in height: y = y0 + b (x - x0) + c (z - z0) about the feet's
middle. Its slope is worked out along the two main directions of the feet's spread, and a
direction in which they hardly spread counts as level. So three feet or more give their plane,
two or a line of them a plane that is level across it, one foot a level plane; without any the
bone stays where it was.

A foot that lifts or lands changes the plane at once. The bone follows by critically damped springs,
so that its speed never jumps; where it only goes along over a plane that stays, it is not behind.
It never goes where the legs that hang on it do not reach the feet they stand on (``stance_reach``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from behave.ir.program import Part
from behave.kernel.compiled import (
    UP,
    Quadruple,
    Triple,
    add,
    clamp,
    distance,
    length,
    normalize,
    q_axis_angle,
    q_inverse,
    q_multiply,
    q_normalize,
    q_rotate,
    subtract,
)
from behave.kernel.jit import (
    INTEGER_ROWS_IN,
    INTEGERS_IN,
    ROWS_IN,
    ROWS_OUT,
    float64,
    int64,
    kernel,
    void,
)
from behave.rig import stance_reach
from behave.rig.arrays import BLOCK_IN, BLOCK_OUT
from behave.rig.chains import Chains
from behave.rig.formula import formula
from behave.rig.forward import forward, put3, put4, quadruple, triple
from behave.rig.options import Evaluate, Floats, Options
from behave.rig.pose import Indices, Pose
from behave.rig.skeleton import Skeleton
from behave.rig.slots import Offsets
from behave.rig.stance_reach import Feet, shift_into_reach, standing

_HEIGHT, _RATE, _TILT, _TILT_RATE = range(4)
_STATE, _OUT_HEIGHT, _OUT_NORMAL = range(3)
_BEGUN, _Y, _TILT_X, _TILT_Z, _RISE, _TURN_X, _TURN_Z, _LAST_X, _LAST_Z = range(9)

STEEPEST = math.tan(math.radians(60.0))
NARROW, WIDE = 0.002, 0.02
"""Shares of the greater spread (a variance) from which the lesser one begins to count, and
counts in full."""
CLOSE = 0.1
"""The share of the height the feet must spread for their slope to count in full."""
FASTEST = 20.0
"""m/s: a bone farther on since the last pose was put there, and its plane has no speed."""
REST = 1e-13
"""m or rad, and per second: so near its goal, and so slow, it is at rest."""


@dataclass(frozen=True, eq=False)
class Stance:
    """The stance of N agents: ``bone``, ``feet`` (see ``stance_reach``), ``sizes`` f8[N, 4]
    (height, rate, tilt, tilt_rate), ``places`` int64[3] (state, height, normal)."""

    bone: int
    feet: Feet
    sizes: Floats
    places: Indices

    def bind(self, rows: Floats) -> None:
        """Nothing is known yet: the first pose stands at once where it shall."""
        state, height, normal = self.places
        rows[:, state : state + 16] = 0.0
        rows[:, height] = self.sizes[:, _HEIGHT]
        rows[:, normal : normal + 3] = UP

    def stand(
        self, skeleton: Skeleton, pose: Pose, rows: Floats, frame: Indices, dt: float
    ) -> None:
        """Move and tilt the bone of every agent; ``frame`` int64[7], ``pose`` is ready."""
        stand_over(
            rows,
            int(frame[0]),
            int(frame[3]),
            self.bone,
            self.feet.feet,
            self.feet.hips,
            self.feet.joints,
            self.feet.links,
            self.sizes,
            self.places,
            skeleton.parents,
            pose.at,
            pose.local,
            pose.position,
            pose.rotation,
            dt,
        )


def build(
    parts: Sequence[Part],
    skeleton: Skeleton,
    offsets: Offsets,
    evaluate: Evaluate,
    chains: Chains | None,
) -> Stance | None:
    """Lay out the ``stance`` of a rig over its ``chains``; None where it has none."""
    for part in parts:
        if part.verb == "stance" and chains is not None:
            options = Options(part, evaluate, skeleton.agents)
            bone = skeleton.index(options.bone("bone"))
            names = [name for option, name in part.words if option.startswith("feet[")]
            return Stance(
                bone=bone,
                feet=stance_reach.build(names, bone, chains, skeleton, offsets),
                sizes=options.numbers(("height", "rate", "tilt", "tilt_rate")),
                places=offsets.all(("stance.state", "stance.height", "stance.normal")),
            )
    return None


@formula
def share_between(x: float, low: float, high: float) -> float:
    """0 up to ``low``, 1 from ``high``, smooth between."""
    t = clamp((x - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


@formula
def plane_of_feet(row: Any, feet: Any, height: float) -> tuple[int, Triple, float, float, float]:
    """``(count, middle, slope x, slope z, radius)`` of the plane through the feet that stand.

    ``radius`` is how far the farthest foot stands from the middle, seen from above.
    """
    count = 0
    middle = (0.0, 0.0, 0.0)
    for f in range(feet.shape[0]):
        if standing(row, feet[f]):
            count += 1
            middle = add(middle, triple(row, feet[f, 0]))
    if count == 0:
        return 0, middle, 0.0, 0.0, 0.0
    middle = (middle[0] / count, middle[1] / count, middle[2] / count)
    xx = xz = zz = xy = zy = radius = 0.0
    for f in range(feet.shape[0]):
        if standing(row, feet[f]):
            d = subtract(triple(row, feet[f, 0]), middle)
            xx += d[0] * d[0] / count
            xz += d[0] * d[2] / count
            zz += d[2] * d[2] / count
            xy += d[0] * d[1] / count
            zy += d[2] * d[1] / count
            radius = max(radius, math.sqrt(d[0] * d[0] + d[2] * d[2]))
    angle = 0.5 * math.atan2(2.0 * xz, xx - zz)
    x = math.cos(angle)
    z = math.sin(angle)
    half = math.sqrt(0.25 * (xx - zz) * (xx - zz) + xz * xz)
    major = 0.5 * (xx + zz) + half
    minor = max(0.5 * (xx + zz) - half, 0.0)
    if major <= 1e-12:
        return count, middle, 0.0, 0.0, radius
    near = CLOSE * height
    along = (x * xy + z * zy) / major * share_between(major, 0.0, max(near * near, 1e-12))
    across = 0.0
    if minor > 1e-12:
        across = (x * zy - z * xy) / minor * share_between(minor / major, NARROW, WIDE)
    slope_x = x * along - z * across
    slope_z = z * along + x * across
    slope = math.sqrt(slope_x * slope_x + slope_z * slope_z)
    if slope > STEEPEST:
        slope_x *= STEEPEST / slope
        slope_z *= STEEPEST / slope
    return count, middle, slope_x, slope_z, radius


@formula
def tilt_of(normal: Triple, share: float) -> tuple[float, float]:
    """The turn from up to ``normal`` times ``share``, as axis times angle (its x and z)."""
    level = math.sqrt(normal[0] * normal[0] + normal[2] * normal[2])
    if level <= 1e-12:
        return 0.0, 0.0
    angle = math.atan2(level, normal[1]) * share
    return normal[2] / level * angle, -normal[0] / level * angle


@formula
def height_over(
    place: Triple, middle: Triple, slope_x: float, slope_z: float, most: float
) -> float:
    """The plane's height below ``place``, no farther from its middle than ``most``."""
    x = place[0] - middle[0]
    z = place[2] - middle[2]
    far = math.sqrt(x * x + z * z)
    near = most / far if far > most else 1.0
    return middle[1] + (slope_x * x + slope_z * z) * near


@formula
def spring_to(
    value: float, speed: float, goal: float, way: float, rate: float, dt: float
) -> tuple[float, float]:
    """``(value, speed)`` after ``dt`` on a critically damped spring of ``rate``, in 1/s.

    Its end goes steadily by ``way`` in that time, and is at ``goal`` then. With e the way to it,
    e'' = -2 rate e' - rate^2 e; solved exactly, so as good in one step as in many.
    """
    steady = way / dt
    off = value - (goal - way)
    drift = speed - steady + rate * off
    left = math.exp(-rate * dt)
    apart = (off + drift * dt) * left
    closing = drift * left - rate * apart
    if abs(apart) < REST and abs(closing) < REST:
        return goal, steady
    return goal + apart, steady + closing


@formula
def stand_bone(
    row: Any,
    place: Triple,
    turn: Quadruple,
    feet: Any,
    hips: Any,
    joints: Any,
    links: Any,
    sizes: Any,
    places: Any,
    dt: float,
) -> tuple[Triple, Quadruple]:
    """Where one agent's bone goes from ``place`` and ``turn``; writes its state and outputs."""
    state = places[_STATE]
    count, middle, slope_x, slope_z, radius = plane_of_feet(row, feet, sizes[_HEIGHT])
    normal = normalize((-slope_x, 1.0, -slope_z), UP)
    ground = height_over(place, middle, slope_x, slope_z, radius)
    began = row[state + _BEGUN] > 0.0
    last = row[state + _Y]
    if count > 0:
        goal = ground + sizes[_HEIGHT] / normal[1]
        tilt_x, tilt_z = tilt_of(normal, sizes[_TILT])
        if began:
            before = (row[state + _LAST_X], place[1], row[state + _LAST_Z])
            way = ground - height_over(before, middle, slope_x, slope_z, radius)
            if distance(place, before) > FASTEST * dt:
                way = 0.0
            row[state + _Y], row[state + _RISE] = spring_to(
                row[state + _Y], row[state + _RISE], goal, way, sizes[_RATE], dt
            )
            row[state + _TILT_X], row[state + _TURN_X] = spring_to(
                row[state + _TILT_X], row[state + _TURN_X], tilt_x, 0.0, sizes[_TILT_RATE], dt
            )
            row[state + _TILT_Z], row[state + _TURN_Z] = spring_to(
                row[state + _TILT_Z], row[state + _TURN_Z], tilt_z, 0.0, sizes[_TILT_RATE], dt
            )
        else:
            row[state + _BEGUN] = 1.0
            row[state + _Y] = goal
            row[state + _TILT_X] = tilt_x
            row[state + _TILT_Z] = tilt_z
        row[state + _LAST_X] = place[0]
        row[state + _LAST_Z] = place[2]
        put3(row, places[_OUT_NORMAL], normal)
    else:
        row[state + _RISE] = row[state + _TURN_X] = row[state + _TURN_Z] = 0.0
    if row[state + _BEGUN] == 0.0:
        return place, turn
    axis = (row[state + _TILT_X], 0.0, row[state + _TILT_Z])
    held = q_normalize(q_multiply(q_axis_angle(axis, length(axis)), turn))
    if count > 0:
        here = (place[0], row[state + _Y], place[2])
        shift = shift_into_reach(row, feet, hips, joints, links, here, held, sizes[_HEIGHT])
        if shift != 0.0:
            row[state + _Y] += shift
            row[state + _RISE] = (row[state + _Y] - last) / dt if began else 0.0
        row[places[_OUT_HEIGHT]] = (row[state + _Y] - ground) * normal[1]
    return (place[0], row[state + _Y], place[2]), held


@kernel(
    void(
        ROWS_OUT,
        int64,
        int64,
        int64,
        INTEGER_ROWS_IN,
        BLOCK_IN,
        BLOCK_IN,
        BLOCK_IN,
        ROWS_IN,
        INTEGERS_IN,
        INTEGERS_IN,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        float64,
    )
)
def stand_over(
    rows: Any,
    frame_place: int,
    frame_turn: int,
    bone: int,
    feet: Any,
    hips: Any,
    joints: Any,
    links: Any,
    sizes: Any,
    places: Any,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
    dt: float,
) -> None:
    """Keep one bone of N agents over their feet, in place; see ``Stance`` for the arrays."""
    parent = parents[bone]
    for i in range(rows.shape[0]):
        root = triple(rows[i], frame_place)
        root_turn = quadruple(rows[i], frame_turn)
        base = root
        turn = root_turn
        if parent >= 0:
            base = triple(position[i, parent], 0)
            turn = quadruple(rotation[i, parent], 0)
        place, held = stand_bone(
            rows[i],
            triple(position[i, bone], 0),
            quadruple(rotation[i, bone], 0),
            feet,
            hips[i],
            joints[i],
            links[i],
            sizes[i],
            places,
            dt,
        )
        back = q_inverse(turn)
        put3(at[i, bone], 0, q_rotate(back, subtract(place, base)))
        put4(local[i, bone], 0, q_normalize(q_multiply(back, held)))
        forward(root, root_turn, bone, parents, at[i], local[i], position[i], rotation[i])
