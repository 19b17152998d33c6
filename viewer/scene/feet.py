"""Feet on the ground and the body over the root, drawn from the places the rig's verbs give."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import BehaviorProgram, Part
from behave.runtime.frame import Frame
from behave.runtime.model import AgentGroup, Model
from behave.runtime.state import State, frame_of
from viewer.draw_list import DASHED, DrawListBuilder, Label
from viewer.scene import colors
from viewer.scene.bodies import offsets
from viewer.scene.casts import outlined
from viewer.scene.figure import rotation_matrices
from viewer.scene.options import Gizmos
from viewer.scene.sensors import arrow, facet

Vector = NDArray[np.float64]

SHOWN_FROM = 0.001  # weights of clips below this add nothing
NORMAL = 0.5  # metres: length of the ground's normal at a foot
FACET = 0.07  # metres: radius of the circle it stands in
ASIDE, BAR = 0.26, 0.22  # metres: from the hips to their mark, and its length
LOWERED = 0.005  # metres from which lowered hips are told
TURNED, SHIFTED = math.radians(1.0), 0.005  # from which the body's own way is told
WAY = 0.45  # metres: length of the arrows of the root's and the body's ways


def draw_feet(
    builder: DrawListBuilder, model: Model, state: State, gizmos: Gizmos, right: Vector
) -> None:
    """Add foot rays, the hips' height and the body's way of all agents; ``right`` is the
    camera's."""
    agent = -1
    for number, group in enumerate(model.groups):
        at = offsets(group.behavior)
        for row in range(len(group.names)):
            agent += 1
            frame = frame_of(model, state, number, row)
            if gizmos.feet and _on(frame.row, at, "feet.enabled"):
                for part in group.behavior.rig.parts:
                    if part.verb == "foot":
                        _draw_foot(builder, group, frame, at, part)
            if gizmos.body:
                _draw_hips(builder, group, frame, at, right, agent)
                _draw_ways(builder, frame.row, at)


def _on(row: Vector, at: Mapping[str, int], path: str) -> bool:
    return path in at and row[at[path]] != 0.0


def _read(row: Vector, at: Mapping[str, int], path: str, width: int = 3) -> Vector | None:
    start = at.get(path)
    return None if start is None else np.array(row[start : start + width])


def _draw_foot(
    builder: DrawListBuilder, group: AgentGroup, frame: Frame, at: Mapping[str, int], part: Part
) -> None:
    """The ray of one foot; where it found ground, the ground's normal there."""
    row = frame.row
    origin, point, normal = (
        _read(row, at, f"{part.name}.{name}") for name in ("origin", "point", "normal")
    )
    if origin is None or point is None or normal is None:
        return
    if _on(row, at, f"{part.name}.hit"):
        draw_foot_hit(builder, origin, point, normal)
        return
    root = _read(row, at, "root.position")
    ray = dict(part.values).get("ray")
    reach = None if ray is None else group.compiled.scope.compile(ray)(frame)
    if root is not None and isinstance(reach, (int, float)):
        end = np.array([origin[0], root[1] - float(reach), origin[2]])
        builder.line([origin, end], (*colors.FOOT_RAY, 0.8), width=1.8, style=DASHED)


def draw_foot_hit(builder: DrawListBuilder, origin: Vector, point: Vector, normal: Vector) -> None:
    """A foot's ray down to the ground it found, and the normal of that ground."""
    outlined(builder, [origin, point], colors.FOOT_RAY, 5.0)
    builder.sphere(point, 0.012, colors.FOOT_RAY, material=(0.2, 0.2, 0.6, 0.0))
    tip = point + NORMAL * normal
    facet(builder, point, normal, FACET, colors.FOOT_NORMAL)
    # on level ground both lie in one line: the normal is the core of the wider ray
    builder.line([point, tip], (*colors.FOOT_NORMAL, 1.0), width=2.4, through=0.9)
    arrow(builder, point, tip, colors.FOOT_NORMAL)


def hips_of(behavior: BehaviorProgram) -> str:
    """The bone the legs hang on; '' for a rig without legs."""
    parents = {bone.name: bone.parent for bone in behavior.rig.bones}
    for part in behavior.rig.parts:
        if part.verb == "leg":
            return parents.get(dict(part.bones).get("root", ""), "")
    return ""


def lowered_by(group: AgentGroup, frame: Frame, at: Mapping[str, int]) -> float:
    """How much lower than standing the hips are to be, in metres: by the pose and its clips."""
    row = frame.row
    total = float(row[at["body.lowered"]]) if "body.lowered" in at else 0.0
    for part in group.behavior.rig.parts:
        if part.verb != "clip" or row[at[f"{part.name}.weight"]] <= SHOWN_FROM:
            continue
        lower = dict(part.values).get("lower")
        if lower is not None:
            weight = float(row[at[f"{part.name}.weight"]])
            total += weight * float(group.compiled.scope.compile(lower)(frame))
    return total


def _draw_hips(
    builder: DrawListBuilder,
    group: AgentGroup,
    frame: Frame,
    at: Mapping[str, int],
    right: Vector,
    agent: int,
) -> None:
    """A bar at the height lowered hips go to, and a thin one at the height they have."""
    hips, row = hips_of(group.behavior), frame.row
    lowered = lowered_by(group, frame, at)
    now, rest = _read(row, at, f"{hips}.position"), _read(row, at, f"{hips}.rest")
    root = _read(row, at, "root.position")
    if now is None or rest is None or root is None or lowered <= LOWERED:
        return
    goal = float(rest[1] - lowered)
    near = now + ASIDE * right
    ends = np.array([near, near + BAR * right])
    target = ends.copy()
    target[:, 1] = root[1] + goal
    builder.segments([ends[0]], [ends[1]], (*colors.UNDERLINE, 0.8), width=2.0, through=1.0)
    outlined(builder, [target[0], target[1]], colors.HIPS)
    middle = (ends.mean(axis=0), target.mean(axis=0))
    builder.line(middle, (*colors.HIPS, 0.9), width=1.6, style=DASHED, through=1.0)
    builder.keep_clear(agent, np.column_stack([np.concatenate([ends, target]), np.full(4, 0.03)]))
    have = float(now[1] - root[1])
    text = f"hips {100 * have:.0f} cm, to {100 * goal:.0f} cm"
    beside = target[1] + 0.04 * right
    anchor = (float(beside[0]), float(beside[1]), float(beside[2]))
    builder.label(Label(text, anchor, size=11.0, align=0.0, agent=agent,
                        plate=(0.08, 0.09, 0.12, 0.5)))  # fmt: skip


def _draw_ways(builder: DrawListBuilder, row: Vector, at: Mapping[str, int]) -> None:
    """Arrows on the ground for where the root and the body face, where these differ."""
    turned, shifted = _read(row, at, "body.turned", 1), _read(row, at, "body.shifted")
    root, turn = _read(row, at, "root.position"), _read(row, at, "root.rotation", 4)
    if turned is None or shifted is None or root is None or turn is None:
        return
    angle = math.remainder(float(turned[0]), 2 * math.pi)
    if abs(angle) < TURNED and float(np.linalg.norm(shifted)) < SHIFTED:
        return
    axes = rotation_matrices(turn)
    lift = np.array([0.0, 0.03, 0.0])
    body = axes @ np.array([math.sin(angle), 0.0, math.cos(angle)])
    stand = root + axes @ shifted
    arrow(builder, root + lift, root + lift + WAY * axes[:, 2], colors.ROOT_WAY, 0.011)
    arrow(builder, stand + lift, stand + lift + WAY * body, colors.BODY_WAY, 0.011)
