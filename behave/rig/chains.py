"""Chains of many joints as arrays: what the solver of ``ccd`` needs to know of each.

A chain's *path* runs from its first bone down to its last, bones in between that the chain does
not list included; those are stiff. Its last bone's joint is the tip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from behave.ir.program import Part
from behave.rig import reach
from behave.rig.carry import multiply, rotate
from behave.rig.leg_plane import AXES, LegPlanes
from behave.rig.leg_plane import build as leg_planes
from behave.rig.options import Evaluate, Floats, Options
from behave.rig.pose import Indices
from behave.rig.skeleton import ROOT, Skeleton
from behave.rig.slots import Offsets

STIFF, HINGE, BALL = range(3)
AXIS, LOW, HIGH, JOINT = 0, 3, 4, 5
TOLERANCE, PASSES, RATE = range(3)
TARGET, NORMAL, ERROR, REACHED, REST, BASE, FRAME = range(7)
_PLACES = ("target", "normal", "error", "reached", "rest", "base", "frame")


@dataclass(frozen=True, eq=False)
class Chains:
    """The C chains of a rig of N agents; paths are at most P long, shorter ones padded.

    ``path`` int64[C, P] are bones, ``lengths`` int64[C] how many of them; ``kinds`` int64[C, P]
    is STIFF, HINGE or BALL; ``memory`` int64[C, P] the offset of the four words a joint keeps.
    ``joints`` f8[N, C * P, 5] are a hinge's axis in its bone's frame and its smallest and
    largest angle; the last bone's are how far it may turn. ``settings`` f8[N, C, 3]: tolerance,
    passes, fastest turn. ``places`` int64[C, 7] are offsets:
    target, normal, error, reached, rest, base, frame. ``reach`` f8[N, C, R] is what each reaches
    (see ``reach``), ``reaches`` int64[C] where a row keeps it. ``tips`` f8[N, C, 3] is the tip in
    the bind pose from the root, ``bases`` f8[N, C, 3] and ``frames`` f8[N, C, 4] likewise the
    first joint and the axes it turns in; ``planted`` are offsets. ``work`` is the solver's.
    """

    names: tuple[str, ...]
    path: Indices
    lengths: Indices
    kinds: Indices
    memory: Indices
    joints: Floats
    settings: Floats
    places: Indices
    planes: LegPlanes
    tips: Floats
    bases: Floats
    frames: Floats
    reach: Floats
    reaches: Indices
    planted: Indices
    work: Floats

    def bind(self, rows: Floats, frame: Indices) -> None:
        """Stand on the rest places, joints as in the bind pose; ``frame`` int64[7]."""
        for c, (target, _, error, reached, rest, base, axes) in enumerate(self.places):
            tip = rows[:, frame[:3]] + rotate(rows[:, frame[3:]], self.tips[:, c])
            rows[:, target : target + 3] = rows[:, rest : rest + 3] = tip
            rows[:, error] = 0.0
            rows[:, reached] = 1.0
            rows[:, self.planted[c]] = 1.0
            rows[:, base : base + 3] = rows[:, frame[:3]] + rotate(
                rows[:, frame[3:]], self.bases[:, c]
            )
            rows[:, axes : axes + 4] = multiply(rows[:, frame[3:]], self.frames[:, c])
            start = self.reaches[c]
            rows[:, start : start + self.reach.shape[2]] = self.reach[:, c]


def chain_path(part: Part, skeleton: Skeleton) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """``(path, listed)``: the bones from a chain's first to its last, and those it lists.

    Raises ``ValueError`` where a bone does not hang on the one listed before it.
    """
    bones = dict(part.bones)
    listed: list[int] = []
    while f"bones[{len(listed)}]" in bones:
        listed.append(skeleton.index(bones[f"bones[{len(listed)}]"]))
    line = skeleton.ancestors(listed[-1])[::-1]
    if listed[0] not in line:
        raise ValueError(f"ccd {part.name}: its last bone does not hang on its first")
    path = line[line.index(listed[0]) :]
    if [bone for bone in path if bone in listed] != listed:
        raise ValueError(f"ccd {part.name}: each bone must hang on the one before it")
    return path, tuple(listed)


def build(
    parts: Sequence[Part], skeleton: Skeleton, offsets: Offsets, evaluate: Evaluate
) -> Chains | None:
    """Lay out every ``ccd`` of a rig; None where it has none."""
    chains = [part for part in parts if part.verb == "ccd"]
    if not chains:
        return None
    agents = skeleton.agents
    paths = [chain_path(part, skeleton) for part in chains]
    longest = max(len(path) for path, _ in paths)
    shape = (len(chains), longest)
    path = np.full(shape, ROOT, dtype=np.int64)
    kinds = np.full(shape, STIFF, dtype=np.int64)
    memory = np.full(shape, -1, dtype=np.int64)
    joints = np.zeros((agents, len(chains) * longest, JOINT))
    limits = _limits(parts, skeleton, evaluate)
    settings = np.zeros((agents, len(chains), 3))
    for c, (part, (line, listed)) in enumerate(zip(chains, paths, strict=True)):
        path[c, : len(line)] = line
        start = offsets[f"{part.name}.joints"]
        for k, bone in enumerate(line):
            joints[:, c * longest + k] = limits.get(bone, _free(agents))
            if bone in listed and bone != listed[-1]:
                kinds[c, k] = HINGE if bone in limits else BALL
            if bone in listed:
                memory[c, k] = start + 4 * listed.index(bone)
        options = Options(part, evaluate, agents)
        settings[:, c] = options.numbers(("tolerance", "iterations", "rate"))
    lengths = np.array([len(line) for line, _ in paths], dtype=np.int64)
    names = tuple(part.name for part in chains)
    planes = leg_planes(path, lengths, kinds == HINGE, joints, skeleton)
    first = skeleton.rest_rotation[:, path[:, 0]]
    return Chains(
        names=names,
        path=path,
        lengths=lengths,
        kinds=kinds,
        memory=memory,
        joints=joints,
        settings=settings,
        places=np.stack([offsets.all(f"{name}.{place}" for place in _PLACES) for name in names]),
        planes=planes,
        tips=np.ascontiguousarray(skeleton.rest_position[:, [line[-1] for line, _ in paths]]),
        bases=np.ascontiguousarray(skeleton.rest_position[:, path[:, 0]]),
        frames=np.stack(
            [multiply(first[:, c], planes.planes[:, c, AXES:]) for c in range(len(chains))], axis=1
        ),
        reach=reach.build(path, lengths, joints, planes, skeleton),
        reaches=offsets.all(f"{name}.reach" for name in names),
        planted=offsets.all(f"{name}.planted" for name in names),
        work=np.zeros((longest, 22)),
    )


def _free(agents: int) -> Floats:
    free = np.zeros((agents, JOINT))
    free[:, LOW], free[:, HIGH] = -np.inf, np.inf
    return free


def _limits(parts: Sequence[Part], skeleton: Skeleton, evaluate: Evaluate) -> dict[int, Floats]:
    """The hinges f8[N, 5] of the bones that have a ``limit``: unit axis, low and high."""
    found = {}
    for part in parts:
        if part.verb == "limit":
            options = Options(part, evaluate, skeleton.agents)
            axis = options.vec("about")
            size = np.linalg.norm(axis, axis=1, keepdims=True)
            axis = np.where(size > 1e-9, axis / np.maximum(size, 1e-9), (1.0, 0.0, 0.0))
            ends = np.sort(options.numbers(("low", "high")), axis=1)
            found[skeleton.index(part.name)] = np.concatenate((axis, ends), axis=1)
    return found
