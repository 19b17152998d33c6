"""Finds out from a skeleton's structure which bones the gaits may move, whatever their names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from behave.ir.program import Part
from behave.rig.body import ARM, CHEST, COLLAR, ELBOW, FINGERS, HAND, HEAD, HIPS, NECK, ROLES, SPINE
from behave.rig.pose import Indices
from behave.rig.skeleton import Skeleton


def bone_roles(parts: Sequence[Part], skeleton: Skeleton, hips: int) -> Indices:
    """The bones of a two-legged body by role, -1 for what it lacks; int64[ROLES].

    The hips carry the legs. Arms are the ``two_bone`` chains that start to the left and the
    right above them; the chest is where both meet, the spine what lies between it and the
    hips, and neck and head the line that goes on from the chest without an arm.
    """
    roles = np.full(ROLES, -1, dtype=np.int64)
    roles[HIPS] = roles[CHEST] = hips
    arms = _arms(parts, skeleton, hips)
    if len(arms) != 2:
        return roles
    lines = [skeleton.ancestors(arm[0]) for arm in arms]
    shared = [bone for bone in lines[0] if bone in lines[1]]
    if not shared:
        return roles
    chest = shared[0]
    trunk = [bone for bone in shared[1:] if bone != hips]
    roles[CHEST] = chest
    roles[SPINE] = trunk[0] if trunk else -1
    for k, (arm, line) in enumerate(zip(arms, lines, strict=True)):
        between = [bone for bone in line[1:] if bone not in shared]
        roles[COLLAR + k] = between[-1] if between else -1
        roles[ARM + k], roles[ELBOW + k], roles[HAND + k] = arm
        roles[FINGERS + k] = next(iter(skeleton.children(arm[2])), -1)
    upward = [b for b in skeleton.children(chest) if not any(b in line for line in lines)]
    if upward:
        tops = skeleton.children(upward[0])
        roles[NECK], roles[HEAD] = (upward[0], tops[0]) if tops else (-1, upward[0])
    return roles


def _arms(parts: Sequence[Part], skeleton: Skeleton, hips: int) -> list[tuple[int, int, int]]:
    """The chains of the ``two_bone`` parts above the hips, the left one first."""
    found = []
    for part in parts:
        if part.verb == "two_bone":
            bones = dict(part.bones)
            root, mid, tip = (skeleton.index(bones[o]) for o in ("root", "mid", "tip"))
            if hips in skeleton.ancestors(root):
                found.append((root, mid, tip))
    return sorted(found, key=lambda arm: -skeleton.rest_position[0, arm[0], 0])
