"""The gaits of a two-legged rig: from the velocity to a pose and goals for the feet.

``animation`` is what runs in a tick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from behave.ir.program import Part
from behave.rig import clips, ground
from behave.rig import gait_state as g
from behave.rig.animation import STATE, animate_agents
from behave.rig.body_frame import frame_paths
from behave.rig.clips import Clips
from behave.rig.legs import Leg
from behave.rig.options import Evaluate, Floats, Options
from behave.rig.pose import Indices, Pose
from behave.rig.proportions import HIP_HALF, PACE
from behave.rig.roles import bone_roles
from behave.rig.skeleton import Skeleton
from behave.rig.slots import Offsets
from behave.rig.solids import solids_of
from behave.world.colliders import Colliders


@dataclass(frozen=True, eq=False)
class Gait:
    """The gaits of N agents. ``sizes`` f8[N, 16] are laid out as in ``proportions``; ``legs``
    int64[2, 4] are the bones of the left and the right leg, ``roles`` those of the body.
    ``nearest`` f8[N] is the least distance of hip joint and ankle, ``feet`` as in ``ground``."""

    offsets: Indices
    sizes: Floats
    legs: Indices
    roles: Indices
    order: Indices
    clips: Clips
    feet: tuple[Indices, Floats, Indices]
    nearest: Floats

    def bind(self, rows: Floats) -> None:
        """Forget everything: the next pose starts from standing still."""
        state = int(self.offsets[STATE])
        rows[:, state : state + g.STATE_SIZE] = 0.0

    def animate(
        self,
        skeleton: Skeleton,
        pose: Pose,
        rows: Floats,
        colliders: Colliders,
        agents: Indices,
        dt: float,
    ) -> None:
        """Write the joint rotations, the world transforms and the goals of the feet."""
        animate_agents(
            rows,
            self.offsets,
            self.sizes,
            self.legs,
            self.roles,
            self.order,
            skeleton.parents,
            pose.at,
            pose.local,
            pose.position,
            pose.rotation,
            pose.foot,
            self.clips.arrays,
            self.feet,
            self.nearest,
            solids_of(colliders),
            colliders.alive,
            colliders.layer,
            colliders.owner,
            agents,
            dt,
        )


def build(
    parts: Sequence[Part],
    skeleton: Skeleton,
    legs: Sequence[Leg],
    offsets: Offsets,
    evaluate: Evaluate,
    layers: Sequence[str] = (),
) -> Gait | None:
    """The gaits of a rig that has a gait, a mover and two legs on one bone; else None."""
    gaits = {part.name: part for part in parts if part.verb == "gait"}
    state = offsets["gait.state"]
    if not gaits or len(legs) != 2 or state < 0 or offsets["mover.state"] < 0:
        return None
    order = sorted(range(2), key=lambda k: -skeleton.rest_position[0, legs[k].chain[0], 0])
    chains = np.array([[*legs[k].chain, legs[k].ball] for k in order], dtype=np.int64)
    hips = int(skeleton.parents[chains[0, 0]])
    if hips < 0 or hips != skeleton.parents[chains[1, 0]]:
        return None
    n = skeleton.agents
    idle = Options(gaits.get("idle", _plain("idle", parts)), evaluate, n)
    walk = Options(gaits.get("walk", _plain("walk", parts)), evaluate, n)
    columns = [
        walk.numbers(("stride", "pace", "lift", "sway", "swing", "lean")),
        idle.numbers(("sway", "breath", "rate")),
        _leg_sizes(skeleton, chains),
    ]
    sizes = np.ascontiguousarray(np.concatenate(columns, axis=1))
    sizes[:, 0] = np.maximum(sizes[:, 0], 0.1)
    sizes[:, PACE] = np.maximum(sizes[:, PACE], 0.1)
    places = ("velocity", "mover.grounded", "mover.state")
    roles = bone_roles(parts, skeleton, hips)
    width = 2.0 * sizes[:, HIP_HALF]
    return Gait(
        offsets=offsets.all((*frame_paths(offsets), *places, "gait.state", "body.lowered")),
        sizes=sizes,
        legs=chains,
        roles=roles,
        order=np.array(order, dtype=np.int64),
        clips=clips.build(parts, skeleton, roles, width, offsets, evaluate),
        feet=_feet(parts, skeleton, chains, offsets, evaluate, layers),
        nearest=np.ascontiguousarray(legs[order[0]].sizes[:, 3]),
    )


def _feet(
    parts: Sequence[Part],
    skeleton: Skeleton,
    chains: Indices,
    offsets: Offsets,
    evaluate: Evaluate,
    layers: Sequence[str],
) -> tuple[Indices, Floats, Indices]:
    """The ``foot`` parts of the left and the right leg, as ``ground.FEET`` wants them."""
    slots = np.full((2, 5), ground.NO_PART, dtype=np.int64)
    sizes = np.zeros((skeleton.agents, 2, 3))
    for part in parts:
        if part.verb != "foot":
            continue
        options = Options(part, evaluate, skeleton.agents)
        for foot in np.flatnonzero(chains[:, 2] == skeleton.index(options.bone("tip"))):
            places = ("hit", "point", "normal", "origin")
            layer = options.word("layer")
            slots[foot, : ground.LAYER] = offsets.all(f"{part.name}.{place}" for place in places)
            slots[foot, ground.LAYER] = layers.index(layer) if layer in layers else ground.ANY_LAYER
            sizes[:, foot] = options.numbers(("origin", "ray", "rate"))
    switches = offsets.all(f"feet.{place}" for place in ("enabled", "offset", "weight"))
    return slots, sizes, switches


def _plain(word: str, parts: Sequence[Part]) -> Part:
    """A gait with nothing but defaults, for a rig that leaves it out."""
    return Part("gait", word, (), (), (), parts[0].span)


def _leg_sizes(skeleton: Skeleton, chains: Indices) -> Floats:
    """Lengths of the legs and feet, f8[N, 7]: see ``proportions.LEG_UPPER`` and after."""
    left = chains[0]
    rest = skeleton.rest_position
    ball = rest[:, left[3]] - rest[:, left[2]] if left[3] >= 0 else np.zeros((len(rest), 3))
    columns = (
        np.linalg.norm(skeleton.at[:, left[1]], axis=1),
        np.linalg.norm(skeleton.at[:, left[2]], axis=1),
        np.abs(rest[:, left[0], 0]),
        rest[:, left[2], 1],
        -ball[:, 1],
        ball[:, 2],
        rest[:, skeleton.parents[left[0]], 1],
    )
    return np.stack(columns, axis=1)
