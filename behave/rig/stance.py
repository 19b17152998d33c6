"""Where feet stand at rest, and whether a body is where it can have gone since the last tick."""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import mix, wrap_angle
from behave.rig import gait_state as g
from behave.rig import manner as m
from behave.rig.formula import formula

CLOSING = 0.07  # m: a standing foot farther than this from its place steps there
CLOSING_TURN = math.radians(24.0)
FARTHEST = (
    0.4  # m beyond what FASTEST takes it: a body farther off since the last pose is elsewhere
)
FASTEST = 6.0  # m/s
WIDEST_TURN = math.radians(60.0)  # a body turned more since the last pose is set down anew
GOLDEN = 2.399963  # rad: spreads the idle clocks of a crowd


@formula
def foot_place(state: Any, foot: int) -> int:
    """Where a foot's numbers start in the state."""
    return g.FEET + g.FOOT * foot


@formula
def side_of(foot: int) -> float:
    """+1 for the left foot (0), -1 for the right (1)."""
    return 1.0 if foot == 0 else -1.0


@formula
def stance_width(manner: Any, going: float) -> float:
    """Half the distance between the ankles: as it stands, narrower walking."""
    return float(manner[m.WIDTH]) * mix(1.0, 0.55, going)


@formula
def place_of_stance(foot: int, root: Any, yaw: float, manner: Any) -> tuple[float, float]:
    """``(x, z)`` where a foot stands at rest."""
    out = side_of(foot) * manner[m.WIDTH]
    sine = math.sin(yaw)
    cosine = math.cos(yaw)
    x = root[0] + out * cosine + manner[m.AHEAD] * sine
    z = root[2] - out * sine + manner[m.AHEAD] * cosine
    return x, z


@formula
def misplaced(state: Any, foot: int, root: Any, yaw: float, manner: Any) -> float:
    """How far a planted foot is from where it should stand: 1 is reason enough for a step."""
    f = foot_place(state, foot)
    x, z = place_of_stance(foot, root, yaw, manner)
    dx = state[f + g.X] - x
    dz = state[f + g.Z] - z
    turn = wrap_angle(state[f + g.YAW] - yaw - side_of(foot) * manner[m.TOE_OUT])
    return max(math.sqrt(dx * dx + dz * dz) / CLOSING, abs(turn) / CLOSING_TURN)


@formula
def stand(state: Any, root: Any, yaw: float, agent: int, manner: Any, ankle: float) -> None:
    """Set up a state: both feet planted under the hips."""
    state[:] = 0.0
    for foot in range(2):
        f = foot_place(state, foot)
        state[f + g.X], state[f + g.Z] = place_of_stance(foot, root, yaw, manner)
        state[f + g.Y] = root[1] + ankle
        state[f + g.YAW] = yaw + side_of(foot) * manner[m.TOE_OUT]
    state[g.READY] = 1.0
    state[g.SWINGING] = -1.0
    state[g.RESTING] = 1.0
    state[g.PROGRESS] = 1.0
    state[g.HIP_BASE] = root[1]
    state[g.IDLE_CLOCK] = GOLDEN * agent
    state[g.ROOT_X] = root[0]
    state[g.ROOT_Y] = root[1]
    state[g.ROOT_Z] = root[2]
    state[g.ROOT_YAW] = yaw


@formula
def teleported(state: Any, root: Any, yaw: float, dt: float) -> bool:
    """Whether the body is somewhere it cannot have walked or turned to since the last pose."""
    dx = root[0] - state[g.ROOT_X]
    dy = root[1] - state[g.ROOT_Y]
    dz = root[2] - state[g.ROOT_Z]
    near = math.sqrt(dx * dx + dz * dz) < FARTHEST + FASTEST * dt and abs(dy) < 2.0
    return not (near and abs(wrap_angle(yaw - state[g.ROOT_YAW])) < WIDEST_TURN)


@formula
def yaw_rate_of(state: Any, yaw: float, mover_rate: float, dt: float) -> float:
    """How fast the body turns, rad/s: as the mover turns it, unless it is shown otherwise."""
    rate = wrap_angle(yaw - state[g.ROOT_YAW]) / dt
    return mover_rate if abs(rate - mover_rate) < 1e-6 else rate
