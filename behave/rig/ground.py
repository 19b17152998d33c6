"""Feet on uneven ground: how high each is raised against the flat steps, and how it is slanted.

The steps put a foot flat at the height of the ground under its ankle. While ``feet`` are
enabled, a foot is turned along the ground's normal as well, and raised or sunk until the
lowest of its sole touches: over an edge that is the higher side.
"""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    add,
    q_axis_angle,
    q_multiply,
    q_rotate,
    q_shortest_arc,
)
from behave.kernel.jit import INTEGERS_IN, together
from behave.rig import gait_state as g
from behave.rig.arrays import BLOCK_IN, INDEX_ROWS_IN
from behave.rig.feet import rolled
from behave.rig.formula import formula
from behave.rig.forward import put3
from behave.rig.gait_state import share, smooth
from behave.rig.proportions import ANKLE, BALL_AHEAD, BALL_DOWN
from behave.rig.solids import NOTHING, hit_below
from behave.rig.stance import foot_place

UP: Triple = (0.0, 1.0, 0.0)
STEEPEST = math.sin(math.radians(45.0))  # a sole follows no steeper ground
FADE = 0.15  # s from flat soles to soles along the ground
HEEL = -0.62  # of the way from the ankle to the ball: where the heel ends
TIP = 1.46  # where the toes end
EDGE = 0.35  # m: higher above the ground under the ankle is a wall, not the edge of a step
FORESIGHT = 0.4  # m: how far along its way a swinging foot looks for edges
RESTS = 1e-3  # m: nearer than this to its height a foot rests
RISE = 3.0  # m/s: the fastest it is raised out of one it did not see
ASIDE = 0.3  # of the way to the ball: how far the sole reaches to either side
PASSING = 0.38  # the same in the air: it passes edges with room
WITHIN = 0.9  # share of its heel a foot must have on an edge to stand on it

# the foot parts of a rig: slots int64[2, 5], sizes f8[N, 2, 3], switches int64[3]
FEET = together(INDEX_ROWS_IN, BLOCK_IN, INTEGERS_IN)
HIT, POINT, NORMAL, ORIGIN, LAYER = range(5)
RAY_UP, RAY_DOWN, RATE = range(3)
ENABLED, OFFSET, WEIGHT = range(3)
ANY_LAYER = -1
NO_PART = -2


@formula
def known(state: Any, foot: int) -> int:
    """Where the numbers about the ground under a foot start in the state."""
    return g.GROUNDS + g.GROUND * foot


@formula
def normal_of(state: Any, foot: int) -> Triple:
    """The normal of the foot's sole: up unless it follows uneven ground."""
    if state[g.FEET_WEIGHT] == 0.0:
        return UP
    k = known(state, foot)
    weight = smooth(state[g.FEET_WEIGHT])
    x = weight * state[k + g.SLANT_X]
    z = weight * state[k + g.SLANT_Z]
    return (x, math.sqrt(max(1.0 - x * x - z * z, 0.0)), z)


@formula
def slant(state: Any, foot: int) -> Quadruple:
    """The turn from a level sole to the foot's."""
    if state[g.FEET_WEIGHT] == 0.0:
        return (0.0, 0.0, 0.0, 1.0)
    return q_shortest_arc(UP, normal_of(state, foot))


@formula
def flat_ankle(state: Any, foot: int) -> Triple:
    """The ankle of a foot as it would be with its heel down, on level ground."""
    f = foot_place(state, foot)
    return (state[f + g.X], state[f + g.Y] + state[f + g.SETTLE], state[f + g.Z])


@formula
def flies(state: Any, foot: int) -> bool:
    """Whether a foot is off the ground."""
    return state[g.AIRBORNE] > 0.0 or int(state[g.SWINGING]) == foot


@formula
def slanted(state: Any, foot: int, pitch: float, sizes: Any) -> Triple:
    """How far slanted ground moves the ankle of a foot with its heel up by ``pitch``."""
    flat = flat_ankle(state, foot)
    up = rolled(state, foot, max(pitch, 0.0), sizes)
    off = (up[0] - flat[0], up[1] - flat[1], up[2] - flat[2])
    turned = q_rotate(slant(state, foot), off)
    return (turned[0] - off[0], turned[1] - off[1], turned[2] - off[2])


@formula
def placed(state: Any, foot: int, pitch: float, sizes: Any) -> Triple:
    """The ankle of a foot on its ground, the heel of a standing one up by ``pitch``."""
    f = foot_place(state, foot)
    if flies(state, foot):
        ankle = (state[f + g.X], state[f + g.Y], state[f + g.Z])
        pitch = state[f + g.PITCH]
    else:
        ankle = rolled(state, foot, pitch, sizes)
    if state[g.FEET_WEIGHT] == 0.0:
        return ankle
    ankle = add(ankle, slanted(state, foot, pitch, sizes))
    raised = smooth(state[g.FEET_WEIGHT]) * state[known(state, foot) + g.RAISED]
    return (ankle[0], ankle[1] + raised, ankle[2])


@formula
def foot_turn(state: Any, foot: int) -> Quadruple:
    """The rotation of a foot in the world."""
    f = foot_place(state, foot)
    turn = q_axis_angle(UP, state[f + g.YAW])
    turn = q_multiply(turn, q_axis_angle((1.0, 0.0, 0.0), state[f + g.PITCH]))
    if state[g.FEET_WEIGHT] == 0.0:
        return turn
    return q_multiply(slant(state, foot), turn)


@formula
def rests(state: Any, foot: int) -> bool:
    """Whether a standing foot has come to rest on its ground."""
    if state[foot_place(state, foot) + g.SETTLE] != 0.0:
        return False
    return state[g.FEET_WEIGHT] == 0.0 or state[known(state, foot) + g.SINKING] < RESTS


@formula
def ground_at(
    solids: Any, layers: Any, near: Any, count: int, top: Triple, depth: float, layer: int
) -> tuple[float, Triple]:
    """``(height, normal)`` of the first ground of a layer straight below ``top``; ``NOTHING``
    where there is none within ``depth``. Colliders that hold ``top`` are looked through."""
    best = depth
    height = NOTHING
    normal = UP
    for k in range(count):
        c = near[k]
        if layer != ANY_LAYER and layers[c] != layer:
            continue
        t, _, n, inside = hit_below(solids, c, top)
        if not inside and t >= 0.0 and t <= best and n[1] > 0.0:
            best = t
            height = top[1] - t
            normal = n
    return height, normal


@formula
def sole_point(state: Any, foot: int, which: int, sizes: Any) -> Triple:
    """A low point of the sole against the ankle: heel, under the ankle, ball (0 .. 2), the tip
    of the toes (3), then both sides of the heel and of the ball (4 .. 7)."""
    f = foot_place(state, foot)
    turn = foot_turn(state, foot)
    aside = 0.0
    if which >= 4:
        wide = PASSING if flies(state, foot) else ASIDE
        aside = (2.0 * (which % 2) - 1.0) * wide * sizes[BALL_AHEAD]
        which = 0 if which < 6 else 2
    if which < 2:
        heel = HEEL if flies(state, foot) else HEEL * WITHIN
        back = heel * sizes[BALL_AHEAD] if which == 0 else 0.0
        return q_rotate(turn, (aside, -sizes[ANKLE], back))
    ball = q_rotate(turn, (0.0, -sizes[BALL_DOWN], sizes[BALL_AHEAD]))
    toes = q_multiply(turn, q_axis_angle((1.0, 0.0, 0.0), -state[f + g.TOES]))
    tip = 0.0 if which == 2 else (TIP - 1.0) * sizes[BALL_AHEAD]
    return add(ball, q_rotate(toes, (aside, sizes[BALL_DOWN] - sizes[ANKLE], tip)))


@formula
def depth_in_ground(
    state: Any,
    foot: int,
    ankle: Triple,
    height: float,
    top: float,
    solids: Any,
    layers: Any,
    near: Any,
    count: int,
    layer: int,
    sizes: Any,
) -> float:
    """How far the lowest of a sole is below the ground with its ankle at ``ankle``; negative
    above it, -1e9 where there is none. ``height`` is the ground under the ankle, ``top`` where
    rays start. Toes count only in the air: they bend against an edge that they touch."""
    deepest = -1e9
    for which in range(8):
        if which == 3 and not flies(state, foot):
            continue
        off = sole_point(state, foot, which, sizes)
        x = ankle[0] + off[0]
        z = ankle[2] + off[2]
        depth = top - height + EDGE
        below, _ = ground_at(solids, layers, near, count, (x, top, z), depth, layer)
        if below > NOTHING and below <= height + EDGE:
            deepest = max(deepest, below - ankle[1] - off[1])
    return deepest


@formula
def depth_ahead(
    state: Any,
    foot: int,
    ankle: Triple,
    height: float,
    top: float,
    solids: Any,
    layers: Any,
    near: Any,
    count: int,
    layer: int,
    sizes: Any,
) -> float:
    """What ``depth_in_ground`` will be on the next of a swinging foot's way, fading with the
    distance: a foot rises before the edge it must pass."""
    f = foot_place(state, foot)
    x = state[f + g.TO_X] - state[f + g.X]
    z = state[f + g.TO_Z] - state[f + g.Z]
    way = math.sqrt(x * x + z * z)
    deepest = 0.0
    if way < 1e-6:
        way = 1e-6
    for k in range(1, 4):
        ahead = FORESIGHT * k / 3.0
        if k > 1 and ahead - FORESIGHT / 3.0 > way:
            break
        ahead = min(ahead, way)
        there = (ankle[0] + x / way * ahead, ankle[1], ankle[2] + z / way * ahead)
        depth = depth_in_ground(
            state, foot, there, height, top, solids, layers, near, count, layer, sizes
        )
        deepest = max(deepest, depth * (1.0 - smooth(ahead / FORESIGHT - 0.2)))
    return deepest


@formula
def follow_normal(
    state: Any,
    foot: int,
    normal: Triple,
    closing: float,
) -> None:
    """Even out the normal a sole follows, no steeper than ``STEEPEST``."""
    k = known(state, foot)
    x = normal[0]
    z = normal[2]
    steep = math.sqrt(x * x + z * z)
    if steep > STEEPEST:
        x *= STEEPEST / steep
        z *= STEEPEST / steep
    if state[k + g.FOUND] == 0.0:
        closing = 1.0
    state[k + g.SLANT_X] += (x - state[k + g.SLANT_X]) * closing
    state[k + g.SLANT_Z] += (z - state[k + g.SLANT_Z]) * closing


@formula
def raise_foot(
    state: Any,
    foot: int,
    deepest: float,
    ahead: float,
    offset: float,
    closing: float,
    dt: float,
) -> None:
    """Bring a foot's height to where the lowest of its sole touches the ground.

    ``deepest`` is how far that is below it unraised, ``ahead`` how far it will be. A standing
    foot sinks to the ground, and is out of it at once; one in the air is only kept out of it.
    """
    k = known(state, foot)
    if flies(state, foot):
        goal = max(deepest, ahead, 0.0) + offset
    else:
        goal = deepest + state[foot_place(state, foot) + g.SETTLE] + offset
    raised = state[k + g.RAISED]
    if state[k + g.FOUND] == 0.0:
        raised = goal
    raised += (goal - raised) * closing
    if flies(state, foot):
        most = max(state[k + g.RAISED] + RISE * dt, raised)
        deepest = min(deepest, most)
    state[k + g.RAISED] = max(raised, deepest)
    state[k + g.SINKING] = abs(state[k + g.RAISED] - goal)
    state[k + g.FOUND] = 1.0


@formula
def probe_ground(
    state: Any,
    row: Any,
    feet: Any,
    foot: int,
    root: Triple,
    solids: Any,
    layers: Any,
    near: Any,
    count: int,
    sizes: Any,
    dt: float,
) -> None:
    """One tick of one foot over the ground: its ray, its slant, its height and the outputs."""
    f = foot_place(state, foot)
    slots = feet[0][foot]
    size = feet[1][foot]
    top = root[1] + size[RAY_UP]
    depth = size[RAY_UP] + size[RAY_DOWN]
    closing = share(size[RATE], dt)
    x = state[f + g.X]
    z = state[f + g.Z]
    height, normal = ground_at(solids, layers, near, count, (x, top, z), depth, slots[LAYER])
    put3(row, slots[ORIGIN], (x, top, z))
    hit = height > NOTHING
    row[slots[HIT]] = 1.0 if hit else 0.0
    if hit:
        put3(row, slots[POINT], (x, height, z))
        put3(row, slots[NORMAL], normal)
    if int(state[g.SWINGING]) == foot and state[g.AIRBORNE] == 0.0:  # where it will come down
        there = (state[f + g.TO_X], top, state[f + g.TO_Z])
        goal, slope = ground_at(solids, layers, near, count, there, depth, slots[LAYER])
        if goal > NOTHING:
            normal = slope
    offset = row[feet[2][OFFSET]] if feet[2][OFFSET] >= 0 else 0.0
    if not hit or state[g.AIRBORNE] > 0.0:
        k = known(state, foot)
        follow_normal(state, foot, UP, closing)
        state[k + g.RAISED] *= 1.0 - closing
        state[k + g.SINKING] = 0.0
        return
    follow_normal(state, foot, normal, closing)
    ankle = unraised(state, foot, sizes)
    deepest = depth_in_ground(
        state, foot, ankle, height, top, solids, layers, near, count, slots[LAYER], sizes
    )
    ahead = 0.0
    if flies(state, foot):
        ahead = depth_ahead(
            state, foot, ankle, height, top, solids, layers, near, count, slots[LAYER], sizes
        )
    if deepest > -1e8:
        raise_foot(state, foot, deepest, ahead, offset, closing, dt)


@formula
def unraised(state: Any, foot: int, sizes: Any) -> Triple:
    """The ankle of a foot along the ground's normal, but at the height of the flat steps."""
    f = foot_place(state, foot)
    pitch = state[f + g.PITCH]
    ankle = (state[f + g.X], state[f + g.Y], state[f + g.Z])
    if not flies(state, foot):
        ankle = rolled(state, foot, pitch, sizes)
    return add(ankle, slanted(state, foot, pitch, sizes))


@formula
def follow_ground(
    state: Any,
    row: Any,
    feet: Any,
    root: Triple,
    solids: Any,
    layers: Any,
    near: Any,
    count: int,
    sizes: Any,
    dt: float,
) -> None:
    """One tick of both feet over uneven ground, faded by whether ``feet`` are enabled."""
    switches = feet[2]
    wanted = 0.0
    if switches[ENABLED] >= 0 and row[switches[ENABLED]] > 0.0:
        wanted = 1.0
    weight = state[g.FEET_WEIGHT]
    if wanted == 0.0 and weight == 0.0:
        return
    for foot in range(2):
        if weight == 0.0:
            state[known(state, foot) + g.FOUND] = 0.0
    step = dt / FADE
    weight += min(max(wanted - weight, -step), step)
    state[g.FEET_WEIGHT] = weight
    row[switches[WEIGHT]] = weight
    for foot in range(2):
        if feet[0][foot, LAYER] != NO_PART and weight > 0.0:
            probe_ground(state, row, feet, foot, root, solids, layers, near, count, sizes, dt)
