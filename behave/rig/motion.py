"""The mover: a capsule walked and jumped by its inputs and moved by a behavior's moves, with
gravity, walls, steps and slopes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.ir.program import BehaviorProgram, Part
from behave.kernel.compiled import (
    Triple,
    add_scaled,
    clamp,
    is_finite,
    length,
    q_yaw,
    scale,
    wrap_angle,
)
from behave.kernel.jit import INTEGERS_IN, ROWS_OUT, float64, kernel, void
from behave.rig import mover_state as memory
from behave.rig.capsule import push_out, set_down
from behave.rig.formula import formula
from behave.rig.forward import put3, put4, quadruple, triple
from behave.rig.gait_state import share
from behave.rig.moves import (
    RISING,
    keep_shares,
    own_velocity,
    sensible,
    velocity_of_moves,
)
from behave.rig.options import Evaluate, Floats, Options
from behave.rig.pose import Indices
from behave.rig.slots import Offsets
from behave.rig.solids import ALIVE, SOLIDS, gather, solids_of
from behave.world.colliders import Colliders

GRAVITY = 9.81  # m/s^2
AIR_CONTROL = 0.35  # share of the acceleration that is left in the air
AT_ONCE = 40.0  # m/s^2: as good as at once, for what foresees the steps
SETTLING = 12.0  # 1/s: how the last of a turn dies away

_POSITION, _TURN, _VELOCITY, _CENTER, _RADIUS, _HEIGHT, _GROUNDED, _STATE = range(8)
_CONTROL, _MOVES, _WALK, _PRESSED, _WAITING = 8, 9, 10, 11, 12
_PLACES = (
    "root.position",
    "root.rotation",
    "velocity",
    "capsule.center",
    "capsule.radius",
    "capsule.height",
    "mover.grounded",
    "mover.state",
    "control.enabled",
    "root.moved",
)
_SIZES = ("radius", "height", "step", "slope", "speed", "jump_speed", "turn", "acceleration")
_R, _H, _STEP, _SLOPE, _SPEED, _JUMP, _RATE, _PUSH = range(8)


@dataclass(frozen=True, eq=False)
class Mover:
    """The mover of N agents. ``sizes`` f8[N, 8] are its options in the order of ``_SIZES``."""

    offsets: Indices
    sizes: Floats

    def bind(self, rows: Floats) -> None:
        """Standing still; the root must be placed already."""
        o = self.offsets
        rows[:, o[_VELOCITY] : o[_VELOCITY] + 3] = 0.0
        rows[:, o[_STATE] : o[_STATE] + memory.STATE_SIZE] = 0.0
        if o[_CONTROL] >= 0:
            rows[:, o[_CONTROL]] = 1.0
        rows[:, o[_STATE] + memory.ACCELERATION] = self.sizes[:, _PUSH]
        rows[:, o[_GROUNDED]] = 1.0
        rows[:, o[_RADIUS]] = self.sizes[:, _R]
        rows[:, o[_HEIGHT]] = self.sizes[:, _H]
        center = rows[:, o[_POSITION] : o[_POSITION] + 3].copy()
        center[:, 1] += self.sizes[:, _H] * 0.5
        rows[:, o[_CENTER] : o[_CENTER] + 3] = center

    def move(self, rows: Floats, colliders: Colliders, agents: Indices, dt: float) -> None:
        """Move every agent by one tick."""
        move_agents(
            rows,
            self.offsets,
            self.sizes,
            solids_of(colliders),
            colliders.alive,
            colliders.owner,
            agents,
            dt,
        )


def build(
    parts: Sequence[Part], program: BehaviorProgram, offsets: Offsets, evaluate: Evaluate, n: int
) -> Mover | None:
    """The mover among a rig's parts, None where it has none."""
    for part in parts:
        if part.verb == "mover":
            options = Options(part, evaluate, n)
            places = [offsets[path] for path in _PLACES]
            jump = options.word("jump")
            inputs = (options.word("walk"), f"{jump}.pressed", f"{jump}.waiting")
            places += [offsets[path] for path in inputs]
            sizes = options.numbers(_SIZES)
            sizes[:, _R] = np.maximum(sizes[:, _R], 0.01)
            sizes[:, _H] = np.maximum(sizes[:, _H], 2.0 * sizes[:, _R])
            sizes[:, _SLOPE] = np.clip(sizes[:, _SLOPE], 0.0, 1.5)
            return Mover(np.array(places, dtype=np.int64), sizes)
    return None


@formula
def approach(velocity: Triple, goal: Triple, push: float, dt: float) -> tuple[Triple, Triple]:
    """Level velocity brought toward ``goal`` at ``push``: ``(new velocity, way gone meanwhile)``.

    Exact: the way is the integral of the velocity, also where it reaches the goal in the tick.
    """
    gap = (goal[0] - velocity[0], 0.0, goal[2] - velocity[2])
    size = length(gap)
    needed = size / push if push > 0.0 else math.inf
    if size == 0.0:
        needed = 0.0
    spent = min(needed, dt)
    part = spent / needed if needed > 0.0 and needed < math.inf else 0.0
    if needed <= dt:
        part = 1.0
    new = (velocity[0] + gap[0] * part, 0.0, velocity[2] + gap[2] * part)
    half = 0.5 * spent
    rest = dt - spent
    way = (
        (velocity[0] + new[0]) * half + new[0] * rest,
        0.0,
        (velocity[2] + new[2]) * half + new[2] * rest,
    )
    return new, way


@formula
def wished(row: Any, at: int, speed: float) -> Triple:
    """The velocity the input asks for; an input is (x right, y ahead) in the world's axes."""
    if at < 0:
        return (0.0, 0.0, 0.0)
    x = row[at]
    y = row[at + 1]
    if not (abs(x) < math.inf and abs(y) < math.inf):
        return (0.0, 0.0, 0.0)
    size = math.sqrt(x * x + y * y)
    factor = speed / size if size > 1.0 else speed
    return (-x * factor, 0.0, y * factor)


@formula
def turned_to(yaw: float, wish: Triple, goal: Triple, rate: float, dt: float) -> float:
    """By how much to turn this tick: toward where it goes, or wants to where it cannot."""
    size = length(wish)
    if size <= 1e-3:
        return 0.0
    way = goal if length(goal) > 0.2 * size else wish
    angle = wrap_angle(math.atan2(way[0], way[2]) - yaw)
    most = rate * dt
    return clamp(angle * share(SETTLING, dt), -most, most)


@formula
def start_jump(row: Any, offsets: Any, grounded: bool) -> bool:
    """Whether a jump starts now; uses up a waiting press."""
    if not grounded:
        return False
    pressed = offsets[_PRESSED] >= 0 and row[offsets[_PRESSED]] > 0.0
    waiting = offsets[_WAITING] >= 0 and row[offsets[_WAITING]] > 0.0
    if not (pressed or waiting):
        return False
    if offsets[_WAITING] >= 0:
        row[offsets[_WAITING]] = 0.0
    return True


@formula
def travel(
    solids: Any,
    near: Any,
    count: int,
    foot: Triple,
    way: Triple,
    size: Any,
    standing: bool,
    velocity: Triple,
    goal: Triple,
) -> tuple[Triple, Triple, Triple, bool]:
    """Move the capsule by steps of half its radius: ``(foot, velocity, goal, on ground)``.

    A step that ends inside something it cannot be pushed out of is undone.
    """
    level = math.cos(size[_SLOPE]) - 1e-6
    steps = math.ceil(length(way) / (0.5 * size[_R]))
    steps = max(steps, 1)
    on_ground = False
    part = scale(way, 1.0 / steps)
    for _ in range(steps):
        tried = add_scaled(foot, part, 1.0)
        moved, velocity, goal, ground, free = push_out(
            solids,
            near,
            count,
            tried,
            size[_R],
            size[_H],
            size[_STEP] if standing else 0.0,
            level,
            standing,
            velocity,
            goal,
        )
        on_ground = on_ground or ground
        if not free:
            return foot, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), True
        foot = moved
    return foot, velocity, goal, on_ground


@formula
def start_of(row: Any, offsets: Any) -> tuple[Triple, Triple]:
    """``(foot, velocity)`` as the row has them, or what comes nearest where they make no sense."""
    foot = triple(row, offsets[_POSITION])
    if not is_finite(foot):
        foot = (0.0, 0.0, 0.0)
    return foot, sensible(triple(row, offsets[_VELOCITY]))


@formula
def face(row: Any, offsets: Any, wish: Triple, goal: Triple, rate: float, dt: float) -> float:
    """Turn the root for this tick; returns by how much."""
    yaw = q_yaw(quadruple(row, offsets[_TURN]))
    turn = turned_to(yaw, wish, goal, rate, dt)
    if turn != 0.0:
        half = 0.5 * wrap_angle(yaw + turn)
        put4(row, offsets[_TURN], (0.0, math.sin(half), 0.0, math.cos(half)))
    return turn


@formula
def move_agent(
    row: Any,
    offsets: Any,
    size: Any,
    solids: Any,
    alive: Any,
    owner: Any,
    agent: int,
    near: Any,
    dt: float,
) -> None:
    """One agent's motion for one tick, written into its row."""
    state = offsets[_STATE]
    start, shown = start_of(row, offsets)
    grounded = row[offsets[_GROUNDED]] > 0.0
    controlled = offsets[_CONTROL] < 0 or row[offsets[_CONTROL]] > 0.0
    moves = velocity_of_moves(row, offsets[_MOVES], dt)
    velocity = own_velocity(row, state, shown, moves, controlled)
    wish = (0.0, 0.0, 0.0)
    jumped = False
    if controlled:
        wish = wished(row, offsets[_WALK], size[_SPEED])
        jumped = start_jump(row, offsets, grounded)
    standing = grounded and not jumped and velocity[1] <= size[_JUMP] * 0.25
    standing = standing and moves[1] <= RISING
    push = size[_PUSH] if standing else size[_PUSH] * AIR_CONTROL
    rise = size[_JUMP] if jumped else velocity[1]
    flat, way = approach(velocity, wish, push, dt)
    if standing:
        velocity = flat
    else:
        velocity = (flat[0], rise - GRAVITY * dt, flat[2])
        way = (way[0], (rise - 0.5 * GRAVITY * dt) * dt, way[2])
    fall = velocity[1]
    goal = wish
    if moves != (0.0, 0.0, 0.0):
        moves = (moves[0], 0.0 if standing else moves[1], moves[2])
        way = add_scaled(way, moves, dt)
        velocity = (velocity[0], fall + moves[1], velocity[2])
        goal = (wish[0] + moves[0], 0.0, wish[2] + moves[2])
    most = math.sqrt(way[0] * way[0] + way[2] * way[2]) / dt
    reach = length(way) + size[_H] + size[_STEP] + 0.1
    middle = (start[0], start[1] + 0.5 * size[_H], start[2])
    count = gather(solids, alive, owner, agent, middle, reach, near)
    falling = velocity[1]
    foot, velocity, goal, on_ground = travel(
        solids, near, count, start, way, size, standing, velocity, goal
    )
    level = math.cos(size[_SLOPE]) - 1e-6
    landed = on_ground and not jumped
    if standing or landed:
        below = size[_STEP] + 0.01 if standing else 0.01
        foot, found = set_down(solids, near, count, foot, size[_R], size[_H], below, level)
        landed = found
    row[state + memory.LANDING] = max(-falling, 0.0) if landed and not grounded else 0.0
    row[state + memory.JUMPED] = 1.0 if jumped else 0.0
    row[state + memory.AIR_TIME] = 0.0 if landed else row[state + memory.AIR_TIME] + dt
    plain = controlled and moves == (0.0, 0.0, 0.0)
    row[state + memory.ACCELERATION] = size[_PUSH] if plain else AT_ONCE
    row[state + memory.GOAL_X] = goal[0]
    row[state + memory.GOAL_Z] = goal[2]
    row[offsets[_GROUNDED]] = 1.0 if landed else 0.0
    if landed:
        velocity = (velocity[0], 0.0, velocity[2])
    gone = (foot[0] - start[0], 0.0, foot[2] - start[2])
    velocity = keep_shares(row, state, velocity, fall, moves, gone, most, dt)
    row[state + memory.UNCONTROLLED] = 0.0 if controlled else 1.0
    way_on = goal if moves == (0.0, 0.0, 0.0) else wish
    row[state + memory.YAW_RATE] = face(row, offsets, wish, way_on, size[_RATE], dt) / dt
    put3(row, offsets[_POSITION], foot)
    put3(row, offsets[_VELOCITY], velocity)
    put3(row, offsets[_CENTER], (foot[0], foot[1] + 0.5 * size[_H], foot[2]))
    row[offsets[_RADIUS]] = size[_R]
    row[offsets[_HEIGHT]] = size[_H]


@kernel(
    void(ROWS_OUT, INTEGERS_IN, ROWS_OUT, SOLIDS, ALIVE, INTEGERS_IN, INTEGERS_IN, float64),
)
def move_agents(
    rows: Any,
    offsets: Any,
    sizes: Any,
    solids: Any,
    alive: Any,
    owner: Any,
    agents: Any,
    dt: float,
) -> None:
    """Move N agents; see ``Mover`` for the arrays."""
    near = np.empty(alive.shape[0], np.int64)
    for i in range(rows.shape[0]):
        move_agent(rows[i], offsets, sizes[i], solids, alive, owner, agents[i], near, dt)
