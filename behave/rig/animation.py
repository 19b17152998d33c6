"""One tick of a gait, agent by agent: feet first, then the body over them.

Standing and walking are one: the steps of ``footsteps`` and ``feet``, and over them ``body``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    clamp,
    q_inverse,
    q_multiply,
    q_rotate,
    q_yaw,
)
from behave.kernel.jit import FLOATS_IN, INTEGERS_IN, ROWS_OUT, float64, kernel, void
from behave.rig import gait_state as g
from behave.rig import manner as m
from behave.rig import mover_state
from behave.rig import posture as p
from behave.rig.arrays import BLOCK_OUT, INDEX_ROWS_IN
from behave.rig.body import (
    CHEST,
    HIPS,
    arm_springs,
    bend_torso,
    breathe,
    hang_hips,
    hold_head,
    lean_body,
    spread_of_feet,
    step_signal,
    sway_hips,
    swing_arms,
)
from behave.rig.clips import CLIPS, turn_bones, turn_ends
from behave.rig.feet import (
    carry_feet,
    fly_feet,
    land_feet,
    leave_ground,
    pivot_foot,
    rolled,
    settle_feet,
)
from behave.rig.footsteps import advance_steps
from behave.rig.formula import formula
from behave.rig.forward import forward, put3, put4, quadruple, triple
from behave.rig.gait_state import share
from behave.rig.ground import FEET, follow_ground
from behave.rig.holding import hold_posture, lower_body
from behave.rig.proportions import ANKLE, PACE
from behave.rig.solids import ALIVE, SOLIDS, gather
from behave.rig.stance import foot_place, stand, teleported, yaw_rate_of
from behave.rig.standing import aim_feet, bend_toes

AIR_DELAY = 0.07  # s: shorter without ground under it, a character has not left it
STEP = 0.35  # m: how far above or below the root a foot looks for ground

# positions in the offsets the kernel gets
_POSITION, _TURN, _VELOCITY, _GROUNDED, _MOVER, _STATE, _LOWERED = range(7)
STATE = _STATE


@formula
def follow_body(state: Any, row: Any, offsets: Any, dt: float) -> None:
    """Even out the velocity and notice leaving and reaching the ground."""
    closing = share(14.0, dt)
    velocity = offsets[_VELOCITY]
    state[g.SPEED_X] += (row[velocity] - state[g.SPEED_X]) * closing
    state[g.SPEED_Z] += (row[velocity + 2] - state[g.SPEED_Z]) * closing
    state[g.IDLE_CLOCK] += dt
    air = 1.0 if state[g.AIRBORNE] > 0.0 else 0.0
    state[g.AIR] += (air - state[g.AIR]) * share(9.0, dt)


@formula
def in_air(row: Any, offsets: Any) -> bool:
    """Whether the character has left the ground, and not just rolled over an edge."""
    if row[offsets[_GROUNDED]] > 0.0:
        return False
    late = row[offsets[_MOVER] + mover_state.AIR_TIME] > AIR_DELAY
    return late or row[offsets[_VELOCITY] + 1] > 0.5


@formula
def place_feet(
    state: Any,
    row: Any,
    offsets: Any,
    root: Triple,
    yaw: float,
    yaw_rate: float,
    solids: Any,
    near: Any,
    count: int,
    ankles: Any,
    manner: Any,
    sizes: Any,
    dt: float,
) -> None:
    """One tick of the feet: on the ground by steps, in the air with the body."""
    mover = offsets[_MOVER]
    if in_air(row, offsets):
        if state[g.AIRBORNE] == 0.0:
            leave_ground(state, sizes)
        carry_feet(state, root, yaw)
        fly_feet(state, root, yaw, row[offsets[_VELOCITY] + 1], manner, sizes, dt)
        return
    if state[g.AIRBORNE] > 0.0:
        carry_feet(state, root, yaw)
        land_feet(state, root[1], row[mover + mover_state.LANDING], sizes)
    for foot in range(2):
        put3(ankles[foot], 0, rolled(state, foot, state[foot_place(state, foot) + g.PITCH], sizes))
        ankles[foot, 3] = state[foot_place(state, foot) + g.PITCH]
    advance_steps(
        state,
        root,
        yaw,
        yaw_rate,
        row[mover + mover_state.GOAL_X],
        row[mover + mover_state.GOAL_Z],
        row[mover + mover_state.ACCELERATION],
        STEP,
        ankles,
        solids,
        near,
        count,
        manner,
        sizes,
        dt,
    )
    for foot in range(2):
        if int(state[g.SWINGING]) != foot:
            pivot_foot(state, foot, yaw, sizes, dt)
    settle_feet(state, dt)


@formula
def move_body(
    state: Any,
    row: Any,
    offsets: Any,
    root: Triple,
    turn: Quadruple,
    yaw: float,
    yaw_rate: float,
    legs: Any,
    roles: Any,
    order: Any,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
    foot_goals: Any,
    clips: Any,
    shares: Any,
    posture: Any,
    sizes: Any,
    dt: float,
) -> None:
    """One tick of everything above the feet, down to the world transforms of all bones."""
    mover = offsets[_MOVER]
    speed = math.sqrt(state[g.SPEED_X] * state[g.SPEED_X] + state[g.SPEED_Z] * state[g.SPEED_Z])
    going = clamp(speed / sizes[PACE], 0.0, 1.15) * (1.0 - state[g.AIR])
    clock = state[g.IDLE_CLOCK]
    lean = lean_body(
        state,
        yaw,
        yaw_rate,
        row[mover + mover_state.GOAL_X],
        row[mover + mover_state.GOAL_Z],
        sizes,
        dt,
    )
    spread = spread_of_feet(state, root, yaw, sizes)
    step = 0.0
    if shares.shape[0] > 0:
        step = step_signal(state, root, yaw, spread, posture, sizes, dt)
        turn_ends(clips, shares, roles, step, posture)
    sway_hips(state, spread, min(going, 1.0), clock, posture, dt)
    arm_springs(state, spread, going, dt, sizes)
    hips, hips_rotation = hang_hips(state, root, turn, yaw, lean, at, legs, posture, sizes, dt)
    aim_feet(state, hips, hips_rotation, at, legs, order, foot_goals, posture, sizes, dt)
    bend_torso(state, local, roles, lean, clock, posture, sizes)
    swing_arms(state, local, roles, min(going, 1.0), clock, posture, sizes)
    turn_bones(clips, shares, roles, step, posture, local)
    breathe(local, roles, posture, sizes)
    bend_toes(state, local, legs, dt)
    top = roles[HIPS]
    put4(local[top], 0, q_multiply(q_inverse(turn), hips_rotation))
    forward(root, turn, 0, parents, at, local, position, rotation)
    put3(
        at[top],
        0,
        q_rotate(q_inverse(turn), (hips[0] - root[0], hips[1] - root[1], hips[2] - root[2])),
    )
    hold_head(state, local, roles, quadruple(rotation[roles[CHEST]], 0), turn, posture)
    forward(root, turn, 0, parents, at, local, position, rotation)


@formula
def animate_agent(
    row: Any,
    offsets: Any,
    sizes: Any,
    legs: Any,
    roles: Any,
    order: Any,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
    foot_goals: Any,
    clips: Any,
    feet: Any,
    nearest: float,
    solids: Any,
    alive: Any,
    layers: Any,
    owner: Any,
    agent: int,
    near: Any,
    ankles: Any,
    manner: Any,
    shares: Any,
    posture: Any,
    dt: float,
) -> None:
    """Animate one agent: its row, its sizes and its slices of the pose."""
    state = row[offsets[_STATE] : offsets[_STATE] + g.STATE_SIZE]
    root = triple(row, offsets[_POSITION])
    turn = quadruple(row, offsets[_TURN])
    yaw = q_yaw(turn)
    hold_posture(row, clips, shares, nearest, posture, manner, sizes)
    if state[g.READY] == 0.0 or teleported(state, root, yaw, dt):
        stand(state, root, yaw, agent, manner, sizes[ANKLE])
    yaw_rate = yaw_rate_of(state, yaw, row[offsets[_MOVER] + mover_state.YAW_RATE], dt)
    count = gather(solids, alive, owner, agent, root, 2.0, near)
    follow_body(state, row, offsets, dt)
    lower_body(state, row, offsets[_LOWERED], posture, sizes, dt)
    place_feet(
        state,
        row,
        offsets,
        root,
        yaw,
        yaw_rate,
        solids,
        near,
        count,
        ankles,
        manner,
        sizes,
        dt,
    )
    follow_ground(state, row, feet, root, solids, layers, near, count, sizes, dt)
    move_body(
        state,
        row,
        offsets,
        root,
        turn,
        yaw,
        yaw_rate,
        legs,
        roles,
        order,
        parents,
        at,
        local,
        position,
        rotation,
        foot_goals,
        clips,
        shares,
        posture,
        sizes,
        dt,
    )
    state[g.ROOT_X] = root[0]
    state[g.ROOT_Y] = root[1]
    state[g.ROOT_Z] = root[2]
    state[g.ROOT_YAW] = yaw


@kernel(
    void(
        ROWS_OUT,
        INTEGERS_IN,
        ROWS_OUT,
        INDEX_ROWS_IN,
        INTEGERS_IN,
        INTEGERS_IN,
        INTEGERS_IN,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        CLIPS,
        FEET,
        FLOATS_IN,
        SOLIDS,
        ALIVE,
        INTEGERS_IN,
        INTEGERS_IN,
        INTEGERS_IN,
        float64,
    ),
)
def animate_agents(
    rows: Any,
    offsets: Any,
    sizes: Any,
    legs: Any,
    roles: Any,
    order: Any,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
    foot_goals: Any,
    clips: Any,
    feet: Any,
    nearest: Any,
    solids: Any,
    alive: Any,
    layers: Any,
    owner: Any,
    agents: Any,
    dt: float,
) -> None:
    """Animate N agents; see ``Gait`` for the arrays."""
    near = np.empty(alive.shape[0], np.int64)
    ankles = np.empty((2, 4))
    manner = np.empty(m.MANNER_SIZE)
    shares = np.empty(clips[0].shape[0])
    posture = np.zeros(p.SIZE)
    for i in range(rows.shape[0]):
        animate_agent(
            rows[i],
            offsets,
            sizes[i],
            legs,
            roles,
            order,
            parents,
            at[i],
            local[i],
            position[i],
            rotation[i],
            foot_goals[i],
            (clips[0], clips[1][i], clips[2], clips[3][i], clips[4][i]),
            (feet[0], feet[1][i], feet[2]),
            nearest[i],
            solids,
            alive,
            layers,
            owner,
            agents[i],
            near,
            ankles,
            manner,
            shares,
            posture,
            dt,
        )
