"""A rig ready to run: built from its declaration, bound, and posed once a tick.

A pose is: the mover moves the root, the body's frame follows from it, targets that no action
wrote this tick go along with the body, the gaits animate, hinges turn, the stance and the
chains of a walker stand on their feet, the other constraints are solved in declared order, and
points go along.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Node
from behave.ir.program import Rig as RigProgram
from behave.kinds import POINT
from behave.rig import (
    aim,
    body_frame,
    gait,
    legs,
    limits,
    motion,
    rotation,
    skeleton,
    two_bone,
    walker,
)
from behave.rig.body_frame import BodyFrame
from behave.rig.carry import Carried, carry, columns, heading_rotation
from behave.rig.forward import forward_all
from behave.rig.gait import Gait
from behave.rig.motion import Mover
from behave.rig.options import Evaluate, Floats
from behave.rig.pose import Indices, Pose, bind_pose
from behave.rig.skeleton import Skeleton
from behave.rig.slots import Offsets
from behave.rig.walker import Walker
from behave.world.colliders import Colliders


class Constraint(Protocol):
    """What is solved on a pose after the animation, in declared order."""

    @property
    def name(self) -> str:
        """The part's name, with its index."""
        ...

    def solve(self, skeleton: Skeleton, pose: Pose, rows: Floats, dt: float) -> None:
        """Change the pose of every agent in place and write the outputs into the rows."""
        ...

    def bind(self, skeleton: Skeleton, rows: Floats) -> None:
        """Write the rest values into the rows."""
        ...


Build = Callable[..., Constraint]

CONSTRAINTS: dict[str, Build] = {
    "two_bone": two_bone.build,
    "rotation": rotation.build,
    "aim": aim.build,
}
"""The constraints by verb: ``build(part, skeleton, offsets, evaluate, limits)``. Legs are
built first, for the gaits need them; they are solved in declared order like the rest."""


@dataclass(frozen=True, eq=False)
class RigModel:
    """A rig of the N agents of a group. Read-only; what changes lies in the agents' rows.

    ``bone_positions`` / ``bone_rotations`` are the offsets of the bones' places, in the order
    of ``skeleton.names``; ``bones`` int64[B, 7] are the columns of both. ``root_position`` and
    ``root_rotation`` are the root's, ``frame`` is what the skeleton stands in. ``moved`` and
    ``velocity`` are the offsets of a tick's moves and of the velocity.
    """

    name: str
    skeleton: Skeleton
    mover: Mover | None
    gait: Gait | None
    walker: Walker
    constraints: tuple[Constraint, ...]
    carried: Carried
    root_position: int
    root_rotation: int
    moved: int
    velocity: int
    frame: BodyFrame
    bone_positions: Indices
    bone_rotations: Indices
    bones: Indices
    bone_rests: Indices
    legs: int

    def palm(self, name: str) -> Floats:
        """How far the palm lies before the joint of a ``rotation`` part, f8[N]."""
        for part in self.constraints:
            if isinstance(part, rotation.Rotation) and part.name == name:
                return part.palm
        raise KeyError(name)


def build(
    rig: RigProgram, program: BehaviorProgram, evaluate: Evaluate, layers: Sequence[str] = ()
) -> RigModel:
    """Lay out a rig for the agents whose values ``evaluate`` gives.

    ``evaluate(node)`` works out an expression for the group's N agents: f8[N], f8[N, 3] or
    f8[N, 4]. Directions are meant in the root's axes (see ``vocabulary.rig_parts``). ``layers``
    are the names of the colliders' layers, in order.
    """
    agents = _count(rig, evaluate)
    bones = skeleton.build(rig.bones, evaluate, agents)
    offsets = Offsets(program)
    widest = limits.widest_bends(rig.parts, bones, evaluate)
    constraints: list[Constraint] = []
    found: list[legs.Leg] = []
    for part in rig.parts:
        if part.verb == "leg":
            leg = legs.build(part, bones, offsets, evaluate, widest, len(found))
            found.append(leg)
            constraints.append(leg)
        elif part.verb in CONSTRAINTS:
            constraints.append(CONSTRAINTS[part.verb](part, bones, offsets, evaluate, widest))
    names = bones.names
    place, turn = offsets["root.position"], offsets["root.rotation"]
    positions = offsets.all(f"{name}.position" for name in names)
    rotations = offsets.all(f"{name}.rotation" for name in names)
    return RigModel(
        name=rig.name,
        skeleton=bones,
        mover=motion.build(rig.parts, program, offsets, evaluate, agents),
        gait=gait.build(rig.parts, bones, found, offsets, evaluate, layers),
        walker=walker.build(rig.parts, bones, offsets, evaluate),
        constraints=tuple(constraints),
        carried=_carried(constraints),
        root_position=place,
        root_rotation=turn,
        moved=offsets["root.moved"],
        velocity=offsets["velocity"],
        frame=body_frame.build(offsets),
        bone_positions=positions,
        bone_rotations=rotations,
        bones=np.concatenate((columns(positions, 3), columns(rotations, 4)), axis=1),
        bone_rests=offsets.all(f"{name}.rest" for name in names),
        legs=len(found),
    )


def _count(rig: RigProgram, evaluate: Evaluate) -> int:
    """How many agents ``evaluate`` answers for; a rig need not have a bone to ask about."""
    at = rig.bones[0].at if rig.bones else Node(Op.CONST, (), POINT, (0.0, 0.0, 0.0))
    value = np.asarray(evaluate(at))
    return int(value.shape[0]) if value.ndim == 2 else 1


def _carried(constraints: list[Constraint]) -> Carried:
    """The targets and rotations that go along with the body unless they are pinned."""
    points = [c for c in constraints if isinstance(c, two_bone.TwoBone) and c.target >= 0]
    turns = [c for c in constraints if isinstance(c, rotation.Rotation) and c.goal >= 0]
    return Carried(
        points=_pairs([(c.target, c.pinned) for c in points]),
        turns=_pairs([(c.goal, c.pinned) for c in turns]),
    )


def _pairs(pairs: list[tuple[int, int]]) -> Indices:
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def bind(model: RigModel, rows: Floats, at: Floats, heading: Floats) -> None:
    """Stand every agent at its place in the bind pose, constraints off, targets at rest.

    ``rows`` f8[N, W], ``at`` f8[N, 3] and ``heading`` f8[N] (radians, 0 is +z, positive to the
    left).
    """
    bones = model.skeleton
    rows[:, model.root_position : model.root_position + 3] = at
    turn = heading_rotation(np.broadcast_to(np.asarray(heading, dtype=np.float64), (len(rows),)))
    rows[:, model.root_rotation : model.root_rotation + 4] = turn
    if model.mover is not None:
        model.mover.bind(rows)
    if model.gait is not None:
        model.gait.bind(rows)
    for b, offset in enumerate(model.bone_rests):
        if offset >= 0:
            rows[:, offset : offset + 3] = bones.rest_position[:, b]
    model.frame.stand(rows)
    pose = bind_pose(bones, model.legs, False)
    _forward(model, rows, pose)
    walker.bind(model.walker, rows, model.frame.place)
    for constraint in model.constraints:
        constraint.bind(bones, rows)
        if isinstance(constraint, two_bone.TwoBone) and constraint.target >= 0:
            target = constraint.target
            rows[:, target : target + 3] = pose.position[:, constraint.chain[2]]
        elif isinstance(constraint, rotation.Rotation) and constraint.goal >= 0:
            goal = constraint.goal
            rows[:, goal : goal + 4] = pose.rotation[:, constraint.bone]
    if model.walker.points is not None:
        model.walker.points.bind(rows, model.frame.root, pose)
    _write_bones(model, rows, pose)


def pose(model: RigModel, rows: Floats, colliders: Colliders, agents: Indices, dt: float) -> None:
    """One tick of motion, animation and constraints for N agents, in place in ``rows`` f8[N, W].

    ``agents`` int64[N] are the agents' numbers, as in ``colliders.owner``. Nothing happens
    where ``dt`` is not positive.
    """
    if not dt > 0.0 or not len(rows):
        return
    carried, frame = model.carried, model.frame
    carries = bool(len(carried.points) or len(carried.turns))
    before = rows.take(frame.place, axis=1) if carries else None
    if model.mover is not None:
        model.mover.move(rows, colliders, agents, dt)
    else:
        walker.move_root(rows, model.root_position, model.moved, model.velocity, dt)
    frame.stand(rows)
    if before is not None:
        carry(rows, carried.points, carried.turns, before, frame.place)
    now = bind_pose(model.skeleton, model.legs, model.gait is not None)
    hinges = model.walker.hinges
    if model.gait is not None:
        model.gait.animate(model.skeleton, now, rows, colliders, agents, dt)
    if hinges is not None:
        hinges.turn(now, rows)
    if model.gait is None or hinges is not None:
        _forward(model, rows, now)
    walker.stand(model.walker, model.skeleton, now, rows, frame.place, dt)
    for constraint in model.constraints:
        constraint.solve(model.skeleton, now, rows, dt)
    if model.walker.points is not None:
        model.walker.points.place(rows, frame.root, now)
    _write_bones(model, rows, now)


def _forward(model: RigModel, rows: Floats, pose: Pose) -> None:
    forward_all(
        rows,
        int(model.frame.place[0]),
        int(model.frame.place[3]),
        model.skeleton.parents,
        pose.at,
        pose.local,
        pose.position,
        pose.rotation,
    )


def _write_bones(model: RigModel, rows: Floats, pose: Pose) -> None:
    rows[:, model.bones[:, :3]] = pose.position
    rows[:, model.bones[:, 3:]] = pose.rotation
