"""A hand-made frame with one of everything, independent of any engine."""

from __future__ import annotations

import numpy as np

from tests.viewer import poses
from viewer.camera import Camera
from viewer.draw_list import DASHED, GLOW, DrawList, DrawListBuilder, Label
from viewer.scene.figure import fit, shade_spheres, solids

WALL = (0.14, 0.12, 0.0, 0.5)


def stage() -> DrawList:
    """The mannequin with its palm on a wall, a zone, a ray, a laser, glass and labels."""
    place, turn = poses.walking()
    figure = fit(poses.skeleton())
    builder = DrawListBuilder(focus=np.zeros(3))
    builder.ground((0, 0, 0), (0, 1, 0), (0.56, 0.58, 0.61))
    boxes, rods = solids(figure, place[None], turn[None])
    builder.solids("boxes", boxes)
    builder.solids("capsules", rods)
    builder.occluder(shade_spheres(figure, place[None]))
    hand = place[poses.NAMES.index("hand[left]")]
    wall = hand[0] + 0.14
    builder.box((wall, 1.25, 0), (0.1, 1.25, 2), (0.36, 0.62, 0.60), rounding=0.012, material=WALL)
    builder.sphere((-0.9, 0.3, 0.8), 0.3, (0.85, 0.35, 0.25))
    builder.box(
        (-0.3, 0.9, 0.5), (0.7, 0.9, 0.9), (0.2, 0.9, 0.6, 0.1), material=(0, 0, 0, 0), glass=True
    )
    builder.line([(-1, 0.01, -1), (-1, 1.5, 1)], (1.0, 0.8, 0.2), width=3, style=DASHED)
    builder.line([(-1.5, 0.2, 1), (0.4, 1.6, -1)], (1.0, 0.2, 0.15), width=12, style=GLOW)
    builder.label(Label("Touch 1.00 m", (0.0, 1.95, 0.0)))
    return builder.build()


VIEWS = {
    "behind": Camera(yaw=-2.45, pitch=0.3),
    "before": Camera((0.0, 1.0, 0.0), yaw=-0.45, pitch=0.12, distance=3.6),
    "hand": Camera((0.52, 1.36, 0.22), yaw=-0.75, pitch=0.2, distance=0.95),
}
