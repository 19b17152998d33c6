"""The velocity of a mover in two shares: its own, of walking and falling, and that of moves.

A behavior's `move` adds a way to a tick. Moves start and stop at once and add to the walk; the
velocity a character shows is the sum of both shares, with what walls took off.
"""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import Triple, is_finite, length, scale
from behave.rig import mover_state as memory
from behave.rig.formula import formula
from behave.rig.forward import put3, triple

FASTEST = 200.0  # m/s: more than any sensible speed; a faster velocity is cut to it
RISING = 1e-3  # m/s: a move upward by more lifts the character off the ground
ROUNDING = 1.1  # a way round something may be longer than asked for by so much
NONE: Triple = (0.0, 0.0, 0.0)


@formula
def sensible(velocity: Triple) -> Triple:
    """A velocity cut to ``FASTEST``; none where it is not finite."""
    if not is_finite(velocity):
        return NONE
    speed = length(velocity)
    return scale(velocity, FASTEST / speed) if speed > FASTEST else velocity


@formula
def velocity_of_moves(row: Any, at: int, dt: float) -> Triple:
    """The velocity of this tick's moves; ``at`` is where their way lies, -1 for none."""
    if at < 0:
        return NONE
    return sensible(scale(triple(row, at), 1.0 / dt))


@formula
def own_velocity(row: Any, state: int, shown: Triple, moves: Triple, controlled: bool) -> Triple:
    """The velocity a tick starts with, of walking and falling only.

    It is what the last tick left, unless an action has written ``shown`` since. Losing control
    drops what is left of walking and of a jump; regaining it takes over the whole velocity.
    """
    own = triple(row, state + memory.OWN)
    before = triple(row, state + memory.MOVED)
    total = (own[0] + before[0], own[1] + before[1], own[2] + before[2])
    if total != shown:
        own = shown
    free = row[state + memory.UNCONTROLLED] > 0.0
    if controlled and free:
        return (shown[0] - moves[0], own[1], shown[2] - moves[2])
    if not controlled and not free:
        return (0.0, min(own[1], 0.0), 0.0)
    return own


@formula
def keep_shares(
    row: Any,
    state: int,
    velocity: Triple,
    fall: float,
    moves: Triple,
    gone: Triple,
    most: float,
    dt: float,
) -> Triple:
    """Remember both shares at the end of a tick; returns the velocity to show.

    ``velocity`` is the own one after walls, its y that of both shares, and ``fall`` what of
    that was the own one before. With moves the level velocity shown is the way ``gone`` over
    the tick, but no faster than ``most``: pushing out of a wall is no speed.
    """
    if moves == NONE:
        put3(row, state + memory.OWN, velocity)
        put3(row, state + memory.MOVED, NONE)
        return velocity
    level = math.sqrt(gone[0] * gone[0] + gone[2] * gone[2]) / dt
    most *= ROUNDING
    factor = (most / level if level > most else 1.0) / dt
    own = velocity[1] - moves[1]
    if velocity[1] != fall + moves[1]:  # stopped: by the ground, or by something above
        own = 0.0 if fall + moves[1] <= 0.0 else min(fall, 0.0)
    own_x = velocity[0]
    own_z = velocity[2]
    put3(row, state + memory.OWN, (own_x, own, own_z))
    rest = (gone[0] * factor - own_x, velocity[1] - own, gone[2] * factor - own_z)
    put3(row, state + memory.MOVED, rest)
    return (own_x + rest[0], own + rest[1], own_z + rest[2])
