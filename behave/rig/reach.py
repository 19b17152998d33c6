"""What each ``ccd`` chain can reach, as ``vocabulary/reach`` lays it out, from its joints' limits.

A leg (see ``leg_plane``) is followed from stretched to closed, all its bends scaled by one factor:
that gives its length and the direction of its tip against its second joint's, and so the
directions that joint can point it in, ring by ring of the length. A ring holds only directions
that are good for all of it. A chain of another kind is known by its stretched length alone.
"""

from __future__ import annotations

import numpy as np

from behave.rig.leg_plane import (
    ASIDE,
    BEND,
    CLOSED,
    LINK_OUT,
    LINK_UP,
    SIGN,
    START_OUT,
    START_UP,
    LegPlanes,
)
from behave.rig.options import Floats
from behave.rig.pose import Indices
from behave.rig.skeleton import Skeleton
from behave.vocabulary import reach

_SAMPLES = 4001
_WHOLE = 2.0 * np.pi


def build(
    path: Indices, lengths: Indices, joints: Floats, planes: LegPlanes, skeleton: Skeleton
) -> Floats:
    """The reach of C chains of N agents, f8[N, C, SIZE]; the arrays are those of ``Chains``."""
    chains, longest = path.shape
    found = np.zeros((skeleton.agents, chains, reach.SIZE))
    for c in range(chains):
        rows = slice(c * longest, c * longest + lengths[c])
        for n in range(skeleton.agents):
            if planes.found[c]:
                _leg(found[n, c], joints[n, rows], planes.planes[n, c], planes.links[n, rows])
            else:
                places = skeleton.rest_position[n, path[c, : lengths[c]]]
                _by_length(found[n, c], places)
    return found


def _by_length(row: Floats, places: Floats) -> None:
    """All round, as far as it is long."""
    stretched = float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum())
    row[reach.TURN_HALF] = _WHOLE
    row[reach.WIDTH] = max(stretched / reach.RINGS, 1e-9)
    row[reach.HALF :] = _WHOLE


def _leg(row: Floats, joints: Floats, plane: Floats, links: Floats) -> None:
    low, high = joints[0, 3], joints[0, 4]
    bounded = high - low < _WHOLE
    row[reach.START_OUT], row[reach.START_UP] = plane[START_OUT], plane[START_UP]
    row[reach.ASIDE] = plane[ASIDE]
    row[reach.TURN_MIDDLE] = 0.5 * (low + high) if bounded else 0.0
    row[reach.TURN_HALF] = 0.5 * (high - low) if bounded else _WHOLE
    size, tip = _followed(joints, links)
    nearest, farthest = size[-1], size[0]
    width = (farthest - nearest) / reach.RINGS
    row[reach.NEAREST], row[reach.WIDTH] = nearest, max(width, 1e-9)
    row[reach.HALF :] = -1.0
    ends = np.sort(joints[1, 3:5] * links[1, SIGN])
    if not ends[1] - ends[0] < _WHOLE:
        row[reach.HALF :] = _WHOLE
        return
    for ring in range(reach.RINGS if farthest > nearest else 0):
        # one sample more to either side, so that the ring's own ends are in
        inner = np.searchsorted(-size, -(nearest + (ring + 1) * width), side="left")
        outer = np.searchsorted(-size, -(nearest + ring * width), side="right")
        tips: Floats = tip[max(inner - 1, 0) : outer + 1]
        lowest, highest = float(np.max(tips)) + ends[0], float(np.min(tips)) + ends[1]
        row[reach.MIDDLE + ring] = 0.5 * (lowest + highest)
        row[reach.HALF + ring] = 0.5 * (highest - lowest)


def _followed(joints: Floats, links: Floats) -> tuple[Floats, Floats]:
    """How far the tip is from the second joint and in which direction (against that joint's),
    from stretched to where it comes no nearer, each f8[S]."""
    bends = links[2:-1, BEND]
    most = _WHOLE * len(bends) / (len(bends) + 1) / np.abs(bends).sum()
    scale = np.linspace(0.0, most, _SAMPLES)
    angle = np.zeros(_SAMPLES)
    x = np.full(_SAMPLES, links[1, LINK_OUT])
    y = np.full(_SAMPLES, links[1, LINK_UP])
    for link, joint in zip(links[2:-1], joints[2:-1], strict=True):
        bend = np.clip(link[BEND] * scale, -CLOSED, CLOSED)
        change = np.clip((bend - link[BEND]) * link[SIGN], joint[3], joint[4])
        angle = angle + change * link[SIGN]
        sine, cosine = np.sin(angle), np.cos(angle)
        x = x + cosine * link[LINK_OUT] - sine * link[LINK_UP]
        y = y + sine * link[LINK_OUT] + cosine * link[LINK_UP]
    size = np.hypot(x, y)
    # the solver halves towards one of two ways where closing further makes it longer again
    nearest = max(float(size.min()), float(size[-1]))
    count = int(np.argmax(size <= nearest)) + 1
    return size[:count], np.unwrap(np.arctan2(y, x)[:count])
