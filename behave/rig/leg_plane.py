"""Legs that turn about one axis and bend in one plane: where their joints should start.

A chain whose first joint is a hinge and whose other joints are hinges about one axis across it
(a spider's leg, an excavator's arm) reaches a target in closed form: the first joint turns to
the target's azimuth; the bends of the bind pose, all scaled by one factor, are closed or opened
until the leg is as long as the target is far; the second joint then points it there. The
joints follow from the target alone, so they neither drift nor depend on the tick's length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from behave.kernel.compiled import Triple, clamp, dot, wrap_angle
from behave.kernel.rotation_formulas import q_look
from behave.rig.carry import multiply, rotate
from behave.rig.formula import formula
from behave.rig.forward import triple
from behave.rig.options import Floats
from behave.rig.pose import Indices
from behave.rig.skeleton import Skeleton

OUT, ACROSS, ASIDE, START_OUT, START_UP, WAY, AXES, PLANE = 0, 3, 6, 7, 8, 9, 10, 14
LINK_OUT, LINK_UP, BEND, SIGN, LINK = 0, 1, 2, 3, 4
CLOSED = math.radians(170.0)
"""A joint bends no further from straight than this."""
HALVINGS = 40
_SAME = 1e-6


@dataclass(frozen=True, eq=False)
class LegPlanes:
    """``found`` int64[C]: 1 for chains of this kind. ``planes`` f8[N, C, 14]: the way out and
    the way across in the first bone's frame, how far the tip lies aside, the second joint's
    place in the plane (out, up), +1 or -1, the way the first joint turns out to across, and the
    turn of the plane's axes in the first bone's frame (+z out, +y the first hinge; of chains of
    another kind none).
    ``links`` f8[N, C * P, 4]: from each joint to the next in the plane (out, up), the bend
    there in the bind pose, and +1 or -1, the way its axis turns out to up."""

    found: Indices
    planes: Floats
    links: Floats


def build(
    path: Indices, lengths: Indices, hinge: NDArray[np.bool_], joints: Floats, skeleton: Skeleton
) -> LegPlanes:
    """Find the chains of this kind; ``hinge`` bool[C, P], the rest as in ``Chains``."""
    chains, longest = path.shape
    planes = np.zeros((skeleton.agents, chains, PLANE))
    planes[:, :, AXES + 3] = 1.0
    links = np.zeros((skeleton.agents, chains * longest, LINK))
    found = np.zeros(chains, dtype=np.int64)
    for c in range(chains):
        rows = slice(c * longest, c * longest + lengths[c])
        bones = path[c, : lengths[c]]
        if lengths[c] < 4 or not hinge[c, : lengths[c] - 1].all():
            continue
        fits = [
            _plane(bones, joints[n, rows], skeleton, n, planes[n, c], links[n, rows])
            for n in range(skeleton.agents)
        ]
        found[c] = all(fits)
    return LegPlanes(found, planes, links)


def _plane(
    bones: Indices, joints: Floats, skeleton: Skeleton, n: int, plane: Floats, links: Floats
) -> bool:
    """Lay out one agent's leg in ``plane`` and ``links``; False where it is of another kind."""
    place = skeleton.rest_position[n, bones]
    turn = skeleton.rest_rotation[n, bones]
    back = turn[:1] * np.array([-1.0, -1.0, -1.0, 1.0])
    place = rotate(np.repeat(back, len(bones), axis=0), place - place[0])
    turn = multiply(np.repeat(back, len(bones), axis=0), turn)
    axes = rotate(turn, joints[:, :3])[:-1]
    up, across = axes[0], axes[1]
    signs = axes[1:] @ across
    if abs(up @ across) > _SAME or np.abs(np.abs(signs) - 1.0).max() > _SAME:
        return False
    out = np.cross(across, up)
    way = 1.0
    if (place[-1] - place[1]) @ out < 0.0:
        out, way = -out, -1.0
    flat = np.stack((place @ out, place @ up), axis=1)
    steps = np.diff(flat[1:], axis=0)
    angles = np.arctan2(steps[:, 1], steps[:, 0])
    bends: Floats = (np.diff(angles) + np.pi) % (2.0 * np.pi) - np.pi
    if float(np.min(np.linalg.norm(steps, axis=1))) < _SAME or abs(bends.sum()) < 0.05:
        return False
    if (bends * np.sign(bends.sum()) < 0.0).any():
        return False
    plane[OUT : OUT + 3], plane[ACROSS : ACROSS + 3] = out, across
    plane[ASIDE] = (place[-1] @ across) * way
    plane[START_OUT : START_UP + 1] = flat[1]
    plane[WAY] = way
    plane[AXES : AXES + 4] = q_look((out[0], out[1], out[2]), (up[0], up[1], up[2]))
    links[1:-1, LINK_OUT : LINK_UP + 1] = steps
    links[2:-1, BEND] = bends
    links[1:-1, SIGN] = -way * np.sign(signs)
    return True


@formula
def within(angle: float, low: float, high: float) -> float:
    """``angle`` kept between two ends, by whole turns where that is possible."""
    turn = 2.0 * math.pi
    if angle > high and angle - turn * math.ceil((angle - high) / turn) >= low:
        return angle - turn * math.ceil((angle - high) / turn)
    if angle < low and angle + turn * math.ceil((low - angle) / turn) <= high:
        return angle + turn * math.ceil((low - angle) / turn)
    if angle > high or angle < low:  # the nearer end, the short way round
        over = abs(wrap_angle(angle - high))
        under = abs(wrap_angle(angle - low))
        return high if over <= under else low
    return angle


@formula
def bend_leg(links: Any, joints: Any, count: int, scale: float) -> tuple[float, float]:
    """``(out, up)`` from the second joint to the tip, bends scaled and held in their limits."""
    angle = 0.0
    x = links[1, LINK_OUT]
    y = links[1, LINK_UP]
    for k in range(2, count - 1):
        angle += bend_change(links, joints, k, scale) * links[k, SIGN]
        sine = math.sin(angle)
        cosine = math.cos(angle)
        x += cosine * links[k, LINK_OUT] - sine * links[k, LINK_UP]
        y += sine * links[k, LINK_OUT] + cosine * links[k, LINK_UP]
    return x, y


@formula
def bend_change(links: Any, joints: Any, k: int, scale: float) -> float:
    """The angle of joint ``k`` from its bind pose that scales its bend, within its limits."""
    bend = clamp(links[k, BEND] * scale, -CLOSED, CLOSED)
    return clamp((bend - links[k, BEND]) * links[k, SIGN], joints[k, 3], joints[k, 4])


@formula
def bend_scale(links: Any, joints: Any, count: int, size: float) -> float:
    """The factor of the bends at which the leg from its second joint is ``size`` long.

    0 is straight; the largest is where the chain would close in on itself. Found by halving.
    """
    total = 0.0
    for k in range(2, count - 1):
        total += abs(links[k, BEND])
    low = 0.0
    high = 2.0 * math.pi * (count - 3) / (count - 2) / total
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        x, y = bend_leg(links, joints, count, middle)
        if x * x + y * y > size * size:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@formula
def guess_leg(
    target: Triple, axis: Triple, plane: Any, links: Any, joints: Any, count: int, work: Any
) -> None:
    """Write the angles of a leg's joints into column 0 of ``work``.

    ``target`` is seen in the first bone's frame of the bind pose, ``axis`` is its hinge. A
    target on that axis leaves the first joint where it is.
    """
    way = plane[WAY]
    out = dot(target, triple(plane, OUT))
    across = dot(target, triple(plane, ACROSS)) * way
    far = math.sqrt(out * out + across * across)
    if far > 1e-6:
        aside = clamp(plane[ASIDE] / far, -1.0, 1.0)
        turn = wrap_angle(math.atan2(across, out) - math.asin(aside))
        work[0, 0] = within(turn, joints[0, 3], joints[0, 4])
    turned = work[0, 0]
    x = out * math.cos(turned) + across * math.sin(turned) - plane[START_OUT]
    y = dot(target, axis) - plane[START_UP]
    scale = bend_scale(links, joints, count, math.sqrt(x * x + y * y))
    for k in range(2, count - 1):
        work[k, 0] = bend_change(links, joints, k, scale)
    tip_x, tip_y = bend_leg(links, joints, count, scale)
    lift = wrap_angle(math.atan2(y, x) - math.atan2(tip_y, tip_x)) * links[1, SIGN]
    work[1, 0] = within(lift, joints[1, 3], joints[1, 4])
