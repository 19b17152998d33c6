"""The ``ccd`` chains: all of a rig, of all agents, in one call.

A chain starts from where it was in the last pose; a leg (see ``leg_plane``) starts from where
its target alone says, and the passes (``descent``) take up what its limits leave. Its last bone
then stands on the ground.
"""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import (
    UP,
    ZERO,
    Quadruple,
    Triple,
    add,
    clamp,
    distance,
    is_finite,
    lerp,
    normalize,
    q_dot,
    q_identity,
    q_inverse,
    q_multiply,
    q_normalize,
    q_rotate,
    q_rotate_towards,
    q_shortest_arc,
    subtract,
)
from behave.kernel.jit import INTEGER_ROWS_IN, INTEGERS_IN, ROWS_OUT, float64, int64, kernel, void
from behave.rig.arrays import BLOCK_IN, BLOCK_OUT
from behave.rig.chains import (
    AXIS,
    BALL,
    BASE,
    ERROR,
    FRAME,
    HIGH,
    HINGE,
    LOW,
    NORMAL,
    RATE,
    REACHED,
    REST,
    STIFF,
    TARGET,
    TOLERANCE,
    Chains,
)
from behave.rig.descent import (
    ANGLE,
    DELTA,
    SAVED,
    TURN,
    copy_joints,
    descend,
    nudge,
    place_joints,
    set_hinge,
    straighten,
)
from behave.rig.formula import formula
from behave.rig.forward import forward, put3, put4, quadruple, triple
from behave.rig.leg_plane import AXES, guess_leg, within
from behave.rig.options import Floats
from behave.rig.pose import Indices, Pose
from behave.rig.skeleton import Skeleton

BETTER = 0.9  # another try must come nearer by so much to be taken
NORMAL_RATE = 20.0  # a second: how fast the last bone follows another normal
UNIT = 1e-9  # a rotation of that length but for so much is one
SETTLED = 1e-6  # a normal that near is reached


def solve(
    chains: Chains, skeleton: Skeleton, pose: Pose, rows: Floats, frame: Indices, dt: float
) -> None:
    """Bend every chain of every agent to its target, in place; ``frame`` int64[7]."""
    solve_chains(
        rows,
        int(frame[0]),
        int(frame[3]),
        skeleton.parents,
        pose.at,
        skeleton.turn,
        pose.local,
        pose.position,
        pose.rotation,
        chains.path,
        chains.lengths,
        chains.kinds,
        chains.memory,
        chains.joints,
        chains.settings,
        chains.places,
        chains.tips,
        chains.planes.found,
        chains.planes.planes,
        chains.planes.links,
        chains.work,
        dt,
    )


@formula
def recall(
    row: Any,
    count: int,
    path: Any,
    kinds: Any,
    memory: Any,
    joints: Any,
    bind: Any,
    local: Any,
    work: Any,
) -> None:
    """Take the joints over from the last pose, held in their limits; stiff ones as animated."""
    for k in range(count):
        work[k, ANGLE] = 0.0
        if kinds[k] == HINGE:
            angle = row[memory[k]]
            if not abs(angle) < math.inf:
                angle = 0.0
            set_hinge(work, joints, k, within(angle, joints[k, LOW], joints[k, HIGH]))
        elif kinds[k] == BALL:
            kept = quadruple(row, memory[k])
            if not abs(q_dot(kept, kept) - 1.0) < UNIT:  # else to the last bit as it was
                kept = q_normalize(kept)
            put4(work[k], DELTA, kept)
        else:
            bone = path[k]
            rest = q_inverse(quadruple(bind[bone], 0))
            put4(work[k], DELTA, q_normalize(q_multiply(rest, quadruple(local[bone], 0))))


@formula
def slow_down(
    row: Any, count: int, kinds: Any, memory: Any, joints: Any, most: float, work: Any
) -> None:
    """Hold every joint to a turn of ``most`` since the last pose."""
    for k in range(count - 1):
        if kinds[k] == HINGE:
            last = row[memory[k]]
            if abs(last) < math.inf:
                set_hinge(work, joints, k, clamp(work[k, ANGLE], last - most, last + most))
        elif kinds[k] == BALL:
            before = q_normalize(quadruple(row, memory[k]))
            put4(work[k], DELTA, q_rotate_towards(before, quadruple(work[k], DELTA), most))


@formula
def remember(row: Any, count: int, kinds: Any, memory: Any, work: Any) -> None:
    """Write the joints into the row for the next pose."""
    for k in range(count - 1):
        if kinds[k] == HINGE:
            row[memory[k]] = work[k, ANGLE]
        elif kinds[k] == BALL:
            put4(row, memory[k], quadruple(work[k], DELTA))


@formula
def stand_on(row: Any, normal: Triple, memory: int, joint: Any, last: Any, dt: float) -> Quadruple:
    """The turn of a chain's last bone that brings its +y along the ground's normal.

    ``last`` is its row of ``work``. It follows another normal smoothly. A limit holds the turn.
    """
    turn = quadruple(last, TURN)
    goal = normalize(normal, UP)
    held = normalize(triple(row, memory), ZERO)
    if held == ZERO or distance(held, goal) < SETTLED:
        held = goal
    else:
        held = normalize(lerp(held, goal, 1.0 - math.exp(-NORMAL_RATE * dt)), goal)
    put3(row, memory, held)
    arc = q_shortest_arc(q_rotate(turn, UP), held)
    most = max(abs(joint[LOW]), abs(joint[HIGH]))
    if most < math.pi:
        arc = q_rotate_towards(q_identity(), arc, most)
    return q_normalize(q_multiply(arc, turn))


@formula
def solve_chain(
    row: Any,
    base: Triple,
    turn: Quadruple,
    at: Any,
    bind: Any,
    local: Any,
    path: Any,
    count: int,
    kinds: Any,
    memory: Any,
    joints: Any,
    setting: Any,
    place: Any,
    leg: bool,
    plane: Any,
    links: Any,
    work: Any,
    dt: float,
) -> None:
    """Bend one chain to its target in ``work`` and write its outputs; see ``Chains``.

    ``base`` and ``turn`` are where the parent of its first bone is. A target that is no point
    leaves the chain as it was. A chain that is stuck, straight or against its limits, tries again
    a little bent, and then from the bind pose.
    """
    recall(row, count, path, kinds, memory, joints, bind, local, work)
    target = triple(row, place[TARGET])
    known = is_finite(target)
    if known and leg:
        frame = q_multiply(turn, quadruple(bind[path[0]], 0))
        first = add(base, q_rotate(turn, triple(at[path[0]], 0)))
        seen = q_rotate(q_inverse(frame), subtract(target, first))
        guess_leg(seen, triple(joints[0], AXIS), plane, links, joints, count, work)
        for k in range(count - 1):
            set_hinge(work, joints, k, work[k, ANGLE])
    copy_joints(work, count, ANGLE, SAVED)
    best = math.inf
    for attempt in range((1 if leg else 3) if known else 0):
        if attempt == 1:
            nudge(count, kinds, joints, target, work)
        elif attempt == 2:
            straighten(count, kinds, joints, work)
        error, stuck = descend(
            target, base, turn, count, path, kinds, joints, setting, at, bind, work
        )
        if error < BETTER * best:
            best = error
            copy_joints(work, count, ANGLE, SAVED)
        if best <= setting[TOLERANCE] or not stuck:
            break
    copy_joints(work, count, SAVED, ANGLE)
    if setting[RATE] > 0.0:
        slow_down(row, count, kinds, memory, joints, setting[RATE] * dt, work)
    tip = place_joints(count, path, base, turn, at, bind, work)
    remember(row, count, kinds, memory, work)
    error = distance(tip, target) if known else 0.0
    row[place[ERROR]] = error
    row[place[REACHED]] = 1.0 if known and error <= setting[TOLERANCE] else 0.0


@formula
def take_over(
    row: Any,
    turn: Quadruple,
    path: Any,
    count: int,
    kinds: Any,
    memory: Any,
    joints: Any,
    normal: Triple,
    bind: Any,
    local: Any,
    work: Any,
    dt: float,
) -> None:
    """Write a solved chain's joints into ``local``, its last bone standing on the ground."""
    for k in range(count - 1):
        if kinds[k] != STIFF:
            bone = path[k]
            delta = quadruple(work[k], DELTA)
            put4(local[bone], 0, q_normalize(q_multiply(quadruple(bind[bone], 0), delta)))
    end = count - 1
    if is_finite(normal) and normal != ZERO:
        foot = stand_on(row, normal, memory[end], joints[end], work[end], dt)
        before = quadruple(work[end - 1], TURN) if end > 0 else turn
        put4(local[path[end]], 0, q_normalize(q_multiply(q_inverse(before), foot)))
    else:
        put3(row, memory[end], ZERO)


@kernel(
    void(
        ROWS_OUT,
        int64,
        int64,
        INTEGERS_IN,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        INTEGER_ROWS_IN,
        INTEGERS_IN,
        INTEGER_ROWS_IN,
        INTEGER_ROWS_IN,
        BLOCK_IN,
        BLOCK_IN,
        INTEGER_ROWS_IN,
        BLOCK_IN,
        INTEGERS_IN,
        BLOCK_IN,
        BLOCK_IN,
        ROWS_OUT,
        float64,
    )
)
def solve_chains(
    rows: Any,
    frame_place: int,
    frame_turn: int,
    parents: Any,
    at: Any,
    bind: Any,
    local: Any,
    position: Any,
    rotation: Any,
    paths: Any,
    lengths: Any,
    kinds: Any,
    memory: Any,
    joints: Any,
    settings: Any,
    places: Any,
    tips: Any,
    legs: Any,
    planes: Any,
    links: Any,
    work: Any,
    dt: float,
) -> None:
    """Bend the C chains of N agents in place, in order; see ``Chains`` for the arrays."""
    longest = paths.shape[1]
    for i in range(rows.shape[0]):
        root = triple(rows[i], frame_place)
        root_turn = quadruple(rows[i], frame_turn)
        for c in range(paths.shape[0]):
            rest = add(root, q_rotate(root_turn, triple(tips[i, c], 0)))
            put3(rows[i], places[c, REST], rest)
            count = lengths[c]
            first = paths[c, 0]
            parent = parents[first]
            base = root
            turn = root_turn
            if parent >= 0:
                base = triple(position[i, parent], 0)
                turn = quadruple(rotation[i, parent], 0)
            put3(rows[i], places[c, BASE], add(base, q_rotate(turn, triple(at[i, first], 0))))
            axes = q_multiply(quadruple(bind[i, first], 0), quadruple(planes[i, c], AXES))
            put4(rows[i], places[c, FRAME], q_normalize(q_multiply(turn, axes)))
            start = c * longest
            solve_chain(
                rows[i],
                base,
                turn,
                at[i],
                bind[i],
                local[i],
                paths[c],
                count,
                kinds[c],
                memory[c],
                joints[i, start : start + count],
                settings[i, c],
                places[c],
                legs[c] == 1,
                planes[i, c],
                links[i, start : start + count],
                work,
                dt,
            )
            take_over(
                rows[i],
                turn,
                paths[c],
                count,
                kinds[c],
                memory[c],
                joints[i, start : start + count],
                triple(rows[i], places[c, NORMAL]),
                bind[i],
                local[i],
                work,
                dt,
            )
            forward(root, root_turn, first, parents, at[i], local[i], position[i], rotation[i])
