"""The guardian: a dome on six jointed legs with a glowing eye in a turning head, as data.

Numbers are metres on a machine whose head joint is 3.3 m over the ground. Legs are numbered, so
their shapes lie on the lines between joints; what is round is made of short rods.
"""

from __future__ import annotations

import math
from itertools import pairwise

from viewer.scene.figure_table import (
    BRONZE,
    EMBER,
    GLOVE,
    IRON,
    LENS,
    STEEL,
    Block,
    FigureTable,
    Flare,
    Point,
    Rod,
)

_Profile = tuple[tuple[float, float], ...]  # radius and height of points along a meridian

_DOME: _Profile = ((1.43, 0.06), (1.36, 0.34), (1.14, 0.62), (0.86, 0.80))
_CAP: _Profile = ((0.93, 0.10), (0.84, 0.42), (0.60, 0.68), (0.30, 0.82))


def _around(angle: float, radius: float, height: float) -> Point:
    return (radius * math.sin(angle), height, radius * math.cos(angle))


def _ring(
    bone: str, radius: float, height: float, thick: float, tone: str, count: int
) -> list[Rod]:
    """A level ring of rods."""
    turns = [2 * math.pi * k / count for k in range(count + 1)]
    return [
        Rod(bone, _around(a, radius, height), _around(b, radius, height), thick, thick, tone)
        for a, b in pairwise(turns)
    ]


def _ribs(bone: str, profile: _Profile, thick: float, tone: str, turns: list[float]) -> list[Rod]:
    """Ribs up the side of a dome."""
    return [
        Rod(bone, _around(turn, *low), _around(turn, *high), thick, thick, tone)
        for turn in turns
        for low, high in pairwise(profile)
    ]


def _sixths(shift: float) -> list[float]:
    return [math.radians(60.0 * k + shift) for k in range(6)]


def _trunk(bone: str) -> tuple[Rod, ...]:
    """Keel, dome and collar; seams of the dome glow between the legs."""
    return (
        Rod(bone, (0, -0.10, 0), (0, -0.10, 0), 0.46, 0.46, IRON, wide=2.75, deep=2.75),
        Rod(bone, (0, -0.46, 0), (0, -0.40, 0), 0.34, 0.46, STEEL, wide=1.3, deep=1.3),
        Rod(bone, (0, -0.60, 0), (0, -0.60, 0), 0.20, 0.20, EMBER, wide=1.3, deep=1.3),
        Rod(bone, (0, 0.02, 0), (0, 0.02, 0), 0.94, 0.94, BRONZE, wide=1.50, deep=1.50),
        *_ring(bone, 1.42, 0.0, 0.105, STEEL, 30),
        *_ring(bone, 1.425, 0.155, 0.030, EMBER, 30),
        *_ribs(bone, _DOME, 0.070, STEEL, _sixths(30.0)),
        *_ribs(bone, _DOME, 0.030, EMBER, _sixths(0.0)),
        *_ring(bone, 0.90, 0.79, 0.085, STEEL, 24),
        *(
            Rod(bone, _around(t, 1.16, -0.04), _around(t, 1.42, -0.03), 0.34, 0.27, STEEL)
            for t in _sixths(30.0)
        ),
    )


_EYE_BACK: Point = (0.0, 0.30, 0.78)

_HEAD: tuple[Rod | Block, ...] = (
    Rod("head", (0, -0.02, 0), (0, 0.06, 0), 0.30, 0.30, IRON, wide=2.6, deep=2.6),
    Rod("head", (0, 0.10, 0), (0, 0.10, 0), 0.74, 0.74, BRONZE, wide=1.26, deep=1.26),
    *_ring("head", 0.93, 0.08, 0.075, STEEL, 24),
    *_ring("head", 0.895, 0.27, 0.028, GLOVE, 24),
    *_ribs("head", _CAP, 0.050, STEEL, _sixths(30.0)),
    *_ribs("head", _CAP, 0.024, EMBER, [math.radians(k) for k in (60.0, 120.0, 240.0, 300.0)]),
    Rod("head", (0, 0.80, 0), (0, 0.90, 0), 0.22, 0.13, STEEL),
    Rod("head", (0, 1.00, 0), (0, 1.05, 0), 0.07, 0.05, EMBER),
    # ears: intakes on both sides
    *(
        Rod("head", (s * 0.84, 0.18, -0.22), (s * 1.02, 0.22, -0.34), 0.20, 0.13, STEEL)
        for s in (-1.0, 1.0)
    ),
    *(
        Rod("head", (s * 1.02, 0.22, -0.34), (s * 1.10, 0.24, -0.40), 0.085, 0.06, EMBER)
        for s in (-1.0, 1.0)
    ),
    # the eye's tube, turned with the head; the lens itself looks where the eye's bone does
    Rod("head", _EYE_BACK, (0.0, 0.30, 1.00), 0.44, 0.37, STEEL),
    Rod("head", (0.0, 0.62, 0.82), (0.0, 0.60, 1.16), 0.13, 0.08, BRONZE, wide=2.4),
    Rod("eye", (0, 0, -0.14), (0, 0, -0.13), 0.315, 0.315, IRON),
    Rod("eye", (0, 0, 0.08), (0, 0, 0.08), 0.240, 0.240, EMBER),
    Rod("eye", (0, 0, 0.22), (0, 0, 0.22), 0.120, 0.120, LENS),
)


def _disc(bone: str, to: str, at: float, radius: float, thick: float, tone: str) -> Rod:
    """A disc square to the way between two joints, at a share of it."""
    flat = radius / thick
    here = (at, at + 1e-3)  # not quite nothing: it has to know which way it lies
    return Rod(bone, (0, 0, 0), (0, 0, 0), thick, thick, tone, to, flat, flat, here)


def _limb(bone: str, to: str, r0: float, r1: float, shell: str) -> tuple[Rod, ...]:
    """A bone: an iron core, armour over most of it, glowing and plain cuffs at its ends."""
    return (
        Rod(bone, (0, 0, 0), (0, 0, 0), 0.55 * r0, 0.62 * r1, IRON, to=to),
        Rod(bone, (0, 0, 0), (0, 0, 0), r0, 1.08 * r1, shell, to=to, span=(0.19, 0.78)),
        Rod(bone, (0, 0, 0), (0, 0, 0), 1.16 * r1, 1.10 * r1, STEEL, to=to, span=(0.74, 0.82)),
        Rod(bone, (0, 0, 0), (0, 0, 0), 0.90 * r0, 0.90 * r0, IRON),
        _disc(bone, to, 0.205, 1.09 * r0, 0.032, EMBER),
        _disc(bone, to, 0.235, 1.13 * r0, 0.050, STEEL),
        _disc(bone, to, 0.70, 0.30 * r0 + 0.92 * r1, 0.024, EMBER),
    )


def _foot() -> tuple[Rod, ...]:
    """Below the ankle: a stem and a round pad; the sole is 0.25 m under the joint."""
    toes = (
        Rod("ankle[*]", (0, -0.13, 0), _around(t, 0.30, -0.205), 0.070, 0.045, BRONZE)
        for t in (math.radians(120.0 * k) for k in range(3))
    )
    return (
        Rod("ankle[*]", (0, 0, 0), (0, 0, 0), 0.125, 0.125, IRON),
        Rod("ankle[*]", (0, -0.075, 0), (0, -0.078, 0), 0.024, 0.024, EMBER, wide=6.2, deep=6.2),
        Rod("ankle[*]", (0, 0.02, 0), (0, -0.15, 0), 0.105, 0.100, STEEL),
        Rod("ankle[*]", (0, -0.19, 0), (0, -0.19, 0), 0.060, 0.060, IRON, wide=3.4, deep=3.4),
        *toes,
    )


_LEG: tuple[Rod, ...] = (
    *_limb("coxa[*]", "femur[{0}]", 0.30, 0.27, STEEL),
    *_limb("femur[*]", "tibia[{0}]", 0.27, 0.21, BRONZE),
    *_limb("tibia[*]", "shank[{0}]", 0.225, 0.165, BRONZE),
    *_limb("shank[*]", "ankle[{0}]", 0.180, 0.095, STEEL),
    *_foot(),
)

_LEG_BONES = ("coxa[*]", "femur[*]", "tibia[*]", "shank[*]", "ankle[*]")


def guardian(trunk: str) -> FigureTable:
    """The table for rigs whose body bone is called ``trunk``."""
    return FigureTable(
        needs=(trunk, "head", "eye", *_LEG_BONES),
        shapes=(*_trunk(trunk), *_HEAD, *_LEG),
        shade=((trunk, 1.30), ("ankle[*]", 0.22), ("shank[*]", 0.20), ("tibia[*]", 0.22)),
        crown="head",
        crown_height=3.3,
        flares=(Flare("eye", (0.0, 0.0, 0.34), 0.085, (1.0, 0.42, 0.16, 0.9), 9.0),),
    )


GUARDIANS = (guardian("body"), guardian("trunk"))
