"""Constraints of the rig, drawn from the places their verbs give: targets, weights, palms."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import BehaviorProgram, Part
from behave.runtime.model import Model
from behave.runtime.state import State
from viewer.draw_list import DASHED, DrawListBuilder, Label
from viewer.scene import colors
from viewer.scene.bodies import offsets
from viewer.scene.figure import rotation_matrices
from viewer.scene.options import Gizmos

SHOWN_FROM = 0.02  # weights below this are left out
BAR = 0.16  # metres: length of a full bar
GAIT_ALONE = "gait alone"


def draw_constraints(
    builder: DrawListBuilder, model: Model, state: State, gizmos: Gizmos, right: NDArray[np.float64]
) -> None:
    """Add targets, weights and palm axes of all agents; ``right`` is the camera's."""
    agent = -1
    for group, rows in zip(model.groups, state.rows, strict=True):
        at = offsets(group.behavior)
        for row in rows:
            agent += 1
            weights: dict[str, list[tuple[str, float]]] = {}
            for part in group.behavior.rig.parts:
                if part.verb == "clip":
                    continue
                weight_at = at.get(f"{part.name}.weight")
                if weight_at is None:
                    continue
                weight = float(row[weight_at])
                tip = _tip(part)
                weights.setdefault(tip, []).append((part.name, weight))
                if weight < SHOWN_FROM:
                    continue
                if gizmos.targets and f"{part.name}.target" in at:
                    _draw_target(builder, row, at, part, tip, weight)
                if gizmos.palms and f"{part.name}.rotation" in at:
                    _draw_axes(builder, row, at, part, tip)
            if gizmos.weights:
                _draw_bars(builder, row, at, weights, right, agent, gizmos.labels)


def weights_of(behavior: BehaviorProgram, row: NDArray[np.float64]) -> list[tuple[str, float]]:
    """Name and weight of each constraint of an agent, in solving order."""
    return _weights(behavior, row, clips=False)


def clip_weights_of(behavior: BehaviorProgram, row: NDArray[np.float64]) -> list[tuple[str, float]]:
    """Name and weight of each clip of an agent, in declared order, and last what is left to the
    gait alone; nothing for a rig without clips."""
    clips = _weights(behavior, row, clips=True)
    if not clips:
        return []
    return [*clips, (GAIT_ALONE, max(0.0, 1.0 - sum(weight for _, weight in clips)))]


def _weights(
    behavior: BehaviorProgram, row: NDArray[np.float64], *, clips: bool
) -> list[tuple[str, float]]:
    at = offsets(behavior)
    return [
        (part.name, float(row[at[f"{part.name}.weight"]]))
        for part in behavior.rig.parts
        if f"{part.name}.weight" in at and (part.verb == "clip") is clips
    ]


def _tip(part: Part) -> str:
    bones = dict(part.bones)
    return bones.get("tip") or bones.get("bone") or ""


def _read(row: NDArray[np.float64], at: Mapping[str, int], path: str) -> NDArray[np.float64] | None:
    offset = at.get(path)
    return None if offset is None else np.array(row[offset : offset + 3])


def _draw_target(
    builder: DrawListBuilder,
    row: NDArray[np.float64],
    at: Mapping[str, int],
    part: Part,
    tip: str,
    weight: float,
) -> None:
    """A three-way cross at the target, and a line for what the tip misses of it, or for what
    looks at it."""
    target = np.array(row[at[f"{part.name}.target"] : at[f"{part.name}.target"] + 3])
    arm = 0.06
    spokes = np.eye(3) * arm
    color = (*colors.TARGET, 0.45 + 0.55 * weight)
    builder.segments(target - spokes, target + spokes, color, width=2.2, through=0.8)
    builder.sphere(target, 0.012, colors.TARGET, material=(0.2, 0.2, 0.6, 0.0))
    reached = _read(row, at, f"{tip}.position")
    if reached is not None and part.verb == "aim":
        builder.line([reached, target], (*colors.TARGET, 0.55 * weight), width=1.6, style=DASHED)
    elif reached is not None and np.linalg.norm(reached - target) > 0.01:
        missed = (*colors.MISSED, 0.3 + 0.6 * weight)
        builder.line([reached, target], missed, width=2.2, style=DASHED, through=0.8)


def _draw_axes(
    builder: DrawListBuilder, row: NDArray[np.float64], at: Mapping[str, int], part: Part, tip: str
) -> None:
    """The axes the bone is told to take, at the palm: z out of it, y along the fingers."""
    place = _read(row, at, f"{tip}.position")
    if place is None:
        return
    start = at[f"{part.name}.rotation"]
    axes = rotation_matrices(np.array(row[start : start + 4]))
    for k, length in enumerate((0.07, 0.10, 0.13)):
        builder.line([place, place + length * axes[:, k]], (*colors.AXES[k], 0.95), width=2.4,
                     through=0.7)  # fmt: skip


def _draw_bars(
    builder: DrawListBuilder,
    row: NDArray[np.float64],
    at: Mapping[str, int],
    weights: dict[str, list[tuple[str, float]]],
    right: NDArray[np.float64],
    agent: int,
    labels: bool,
) -> None:
    """Upright bars beside the bone a constraint moves, one a constraint."""
    for tip, found in weights.items():
        place = _read(row, at, f"{tip}.position")
        if place is None or max(weight for _, weight in found) < SHOWN_FROM:
            continue
        for number, (_, weight) in enumerate(found):
            foot = place + right * (0.16 + 0.055 * number) + np.array([0.0, -0.06, 0.0])
            top = foot + np.array([0.0, BAR, 0.0])
            fill = foot + (top - foot) * min(max(weight, 0.0), 1.0)
            builder.line([foot, top], (*colors.BAR_BACK, 0.75), width=9.0, through=1.0)
            along = foot + np.linspace(0.0, 1.0, 5)[:, None] * (top - foot)
            builder.keep_clear(agent, np.column_stack([along, np.full(5, BAR / 8)]))
            builder.line([foot, fill], (*colors.BAR, 1.0), width=6.0, through=1.0)
        if not labels:
            continue
        text = "\n".join(f"{name} {weight:.2f}" for name, weight in found)
        beside = place + right * (0.19 + 0.055 * len(found)) + np.array([0.0, BAR - 0.05, 0.0])
        anchor = (float(beside[0]), float(beside[1]), float(beside[2]))
        plate = (0.08, 0.09, 0.12, 0.5)
        builder.label(Label(text, anchor, size=11.0, align=0.0, plate=plate, agent=agent))
