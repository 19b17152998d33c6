"""What bodies look like, as data: for each kind of rig, shapes hung on bones by name pattern.

Numbers are metres on a figure 1.8 m tall and scale with it. Bones are matched with ``*`` and
``?`` patterns (``forearm[*]``); ``{0}`` in a target is what the first ``*`` matched. A point
of a shape is in its bone's frame; ``m`` before a component's sign: see ``Mirror``.
"""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Rod:
    """A tapered, flattened capsule from ``a`` on its bone to ``b`` on bone ``to`` (or its own).

    ``r0`` at ``a``, ``r1`` at ``b``; ``wide`` and ``deep`` stretch it along the bone's x and z;
    ``span`` is the part of the way from ``a`` to ``b`` it covers.
    """

    bone: str
    a: Point
    b: Point
    r0: float
    r1: float
    tone: str
    to: str = ""
    wide: float = 1.0
    deep: float = 1.0
    span: tuple[float, float] = (0.0, 1.0)


@dataclass(frozen=True)
class Flare:
    """A glow in the air at a point of a bone: its core's radius, colour, and reach in radii."""

    bone: str
    at: Point
    radius: float
    color: tuple[float, float, float, float]
    halo: float


@dataclass(frozen=True)
class Block:
    """A rounded box on a bone: centre, half extents."""

    bone: str
    at: Point
    half: Point
    rounding: float
    tone: str


@dataclass(frozen=True)
class Tone:
    """A colour (sRGB) and material (gloss, rim, glow)."""

    color: tuple[float, float, float]
    gloss: float
    rim: float
    glow: float = 0.0


@dataclass(frozen=True)
class FigureTable:
    """A body: shapes, and per-bone spheres (bone, radius) that darken what is near.

    Points of bones named ``…[right]`` have their x mirrored: tables are written for the left.
    ``needs``: bones a rig must have for this body to fit it. ``tall``: the height the numbers
    are for, from the ground to ``top`` metres over the bone ``crown``. ``middle``, ``far`` and
    ``speck`` are the body from farther and farther away, in fewer and fewer shapes.
    """

    needs: tuple[str, ...]
    shapes: tuple[Rod | Block, ...]
    shade: tuple[tuple[str, float], ...]
    crown: str
    crown_height: float
    flares: tuple[Flare, ...] = ()
    middle: tuple[Rod | Block, ...] = ()
    far: tuple[Rod | Block, ...] = ()
    speck: tuple[Rod | Block, ...] = ()


SHELL, JOINT, GLOVE, SUIT, VISOR, EYE = "shell", "joint", "accent", "suit", "visor", "eye"
BRONZE, STEEL, IRON, EMBER, LENS = "bronze", "steel", "iron", "ember", "lens"

TONES = {
    SHELL: Tone((0.93, 0.90, 0.84), 0.35, 0.35),
    SUIT: Tone((0.29, 0.37, 0.52), 0.15, 0.45),
    JOINT: Tone((0.17, 0.19, 0.25), 0.30, 0.40),
    GLOVE: Tone((0.95, 0.45, 0.25), 0.25, 0.30),
    VISOR: Tone((0.08, 0.10, 0.14), 0.95, 0.50),
    EYE: Tone((0.55, 0.95, 1.00), 0.0, 0.0, 1.0),
    BRONZE: Tone((0.43, 0.345, 0.26), 0.72, 0.45),
    STEEL: Tone((0.27, 0.265, 0.27), 0.85, 0.55),
    IRON: Tone((0.145, 0.135, 0.135), 0.55, 0.45),
    EMBER: Tone((1.00, 0.36, 0.08), 0.0, 0.0, 1.0),
    LENS: Tone((1.00, 0.93, 0.74), 0.0, 0.0, 1.0),
}

# Accents of the second, third … agent.
ACCENTS = (
    (0.95, 0.45, 0.25),
    (0.22, 0.58, 0.90),
    (0.42, 0.72, 0.32),
    (0.85, 0.35, 0.62),
    (0.96, 0.74, 0.24),
)

# Suits of a crowd.
SUITS = (
    (0.29, 0.37, 0.52),
    (0.40, 0.28, 0.26),
    (0.25, 0.40, 0.36),
    (0.45, 0.41, 0.30),
    (0.36, 0.30, 0.46),
    (0.22, 0.25, 0.31),
    (0.52, 0.46, 0.42),
)


def _hand() -> tuple[Rod | Block, ...]:
    """Palm and fingers: fingers along +y, palm surface 4 cm before the joint (+z), thumb −x."""
    bone = "hand[*]"
    fingers: list[Rod | Block] = []
    for x, length, fan in ((-0.030, 0.068, -0.05), (-0.010, 0.078, -0.01), (0.010, 0.073, 0.03),
                           (0.029, 0.056, 0.08)):  # fmt: skip
        knuckle = (x, 0.098, 0.0305)
        middle = (x + fan * length * 0.5, 0.098 + length * 0.52, 0.0312)
        tip = (x + fan * length, 0.098 + length, 0.0322)
        fingers.append(Rod(bone, knuckle, middle, 0.0095, 0.0086, GLOVE))
        fingers.append(Rod(bone, middle, tip, 0.0086, 0.0074, GLOVE))
    return (
        Rod(bone, (0.0, -0.004, 0.002), (0.0, 0.026, 0.018), 0.0285, 0.0270, GLOVE),
        Block(bone, (0.0, 0.062, 0.0255), (0.035, 0.040, 0.0145), 0.0140, GLOVE),
        Rod(bone, (0.0, 0.044, 0.0240), (0.0, 0.071, 0.0245), 0.0365, 0.0400, GLOVE, deep=0.37),
        *fingers,
        Rod(bone, (-0.030, 0.030, 0.026), (-0.058, 0.062, 0.030), 0.0135, 0.0110, GLOVE),
        Rod(bone, (-0.058, 0.062, 0.030), (-0.066, 0.094, 0.0310), 0.0108, 0.0085, GLOVE),
    )


_HEAD: tuple[Rod | Block, ...] = (
    Rod("neck", (0, -0.030, -0.004), (0, 0.0, 0.0), 0.054, 0.050, JOINT, to="head"),
    Rod("head", (0, 0.052, 0.004), (0, 0.098, -0.006), 0.086, 0.096, SHELL, wide=0.90, deep=1.04),
    Rod("head", (0, 0.012, 0.026), (0, 0.050, 0.024), 0.054, 0.070, SHELL, wide=0.95, deep=1.0),
    Rod("head", (-0.048, 0.076, 0.050), (0.0, 0.074, 0.068), 0.034, 0.038, VISOR),
    Rod("head", (0.048, 0.076, 0.050), (0.0, 0.074, 0.068), 0.034, 0.038, VISOR),
    Rod("head", (0.026, 0.072, 0.0945), (0.026, 0.084, 0.0945), 0.0095, 0.0095, EYE),
    Rod("head", (-0.026, 0.072, 0.0945), (-0.026, 0.084, 0.0945), 0.0095, 0.0095, EYE),
    Rod("head", (0.074, 0.070, -0.008), (0.088, 0.070, -0.008), 0.030, 0.024, GLOVE),
    Rod("head", (-0.074, 0.070, -0.008), (-0.088, 0.070, -0.008), 0.030, 0.024, GLOVE),
)

_TORSO: tuple[Rod | Block, ...] = (
    Rod("hips", (-0.058, -0.012, 0), (0.058, -0.012, 0), 0.092, 0.092, SUIT, deep=1.02),
    Rod(
        "hips", (0, 0.040, 0), (0, 0.0, 0.004), 0.112, 0.104, SUIT, to="spine", wide=1.14, deep=0.84
    ),
    Rod(
        "spine",
        (0, 0.0, 0.004),
        (0, 0.0, 0.006),
        0.095,
        0.108,
        SUIT,
        to="chest",
        wide=1.12,
        deep=0.84,
    ),
    Rod("chest", (0, 0.030, 0.008), (0, 0.150, 0.0), 0.122, 0.132, SHELL, wide=1.20, deep=0.88),
    Rod("chest", (-0.110, 0.196, -0.008), (0.110, 0.196, -0.008), 0.066, 0.066, SHELL, deep=1.15),
    Rod("chest", (0, 0.215, -0.008), (0, -0.012, -0.004), 0.075, 0.052, SHELL, to="neck"),
    Rod("chest", (-0.022, 0.130, 0.106), (0.022, 0.130, 0.106), 0.017, 0.017, GLOVE, deep=0.8),
)

_ARM: tuple[Rod | Block, ...] = (
    Rod("upper_arm[*]", (-0.022, 0.0, 0), (0.010, 0.0, 0), 0.060, 0.058, SHELL),
    Rod("upper_arm[*]", (0.0, 0.0, 0), (0, 0, 0), 0.054, 0.041, SUIT, to="forearm[{0}]"),
    Rod("forearm[*]", (0, 0, 0), (0, 0, 0), 0.0445, 0.0445, JOINT),
    Rod("forearm[*]", (0, 0, 0), (0, -0.010, 0), 0.042, 0.0285, SHELL, to="hand[{0}]"),
)

_LEG: tuple[Rod | Block, ...] = (
    Rod("thigh[*]", (0, 0, 0), (0, 0, 0), 0.094, 0.060, SUIT, to="shin[{0}]"),
    Rod("shin[*]", (0, 0.0, 0.006), (0, 0.0, 0.006), 0.0625, 0.0625, JOINT),
    Rod("shin[*]", (0, -0.02, 0), (0, 0.03, -0.004), 0.060, 0.040, SHELL, to="sole[{0}]"),
    Rod("shin[*]", (0, -0.115, -0.020), (0, -0.20, -0.010), 0.047, 0.036, SHELL),
    Rod("sole[*]", (0, 0.014, -0.002), (0, 0.0, 0.002), 0.043, 0.043, JOINT),
    Rod("sole[*]", (0, -0.014, -0.030), (0, -0.030, 0.115), 0.042, 0.033, GLOVE, wide=1.12),
    Rod("sole[*]", (0, -0.014, -0.030), (0, 0.010, 0.022), 0.042, 0.046, GLOVE),
    Block("sole[*]", (0, -0.060, 0.040), (0.049, 0.012, 0.126), 0.012, JOINT),
)

# fmt: off
# The same body from some way off: no fingers, head and trunk in two shapes each, one a limb.
_MIDDLE: tuple[Rod | Block, ...] = (
    Rod(
        "hips",
        (0, -0.012, 0),
        (0, 0.0, 0.004),
        0.112,
        0.106,
        SUIT,
        to="chest",
        wide=1.24,
        deep=0.86,
    ),
    Rod("chest", (0, 0.030, 0.004), (0, 0.150, 0.0), 0.122, 0.132, SHELL, wide=1.24, deep=0.90),
    Rod("chest", (-0.120, 0.190, -0.008), (0.120, 0.190, -0.008), 0.070, 0.070, SHELL, deep=1.10),
    Rod("neck", (0, -0.030, -0.004), (0, 0.0, 0.0), 0.056, 0.052, JOINT, to="head"),
    Rod("head", (0, 0.030, 0.008), (0, 0.098, -0.004), 0.074, 0.096, SHELL, wide=0.92, deep=1.08),
    Rod("head", (-0.036, 0.075, 0.056), (0.036, 0.075, 0.056), 0.040, 0.040, VISOR),
    Rod("upper_arm[*]", (-0.022, 0.0, 0), (0.010, 0.0, 0), 0.060, 0.058, SHELL),
    Rod("upper_arm[*]", (0.0, 0.0, 0), (0, 0, 0), 0.054, 0.042, SUIT, to="forearm[{0}]"),
    Rod("forearm[*]", (0, 0, 0), (0, -0.010, 0), 0.043, 0.0290, SHELL, to="hand[{0}]"),
    Rod("hand[*]", (0, 0.020, 0.018), (0.002, 0.140, 0.030), 0.034, 0.026, GLOVE, wide=1.20),
    Rod("thigh[*]", (0, 0, 0), (0, 0, 0), 0.094, 0.062, SUIT, to="shin[{0}]"),
    Rod("shin[*]", (0, 0.0, 0.004), (0, 0.03, -0.004), 0.062, 0.041, SHELL, to="sole[{0}]"),
    Rod("sole[*]", (0, -0.022, -0.030), (0, -0.034, 0.118), 0.046, 0.036, GLOVE, wide=1.12),
)

# And from far away: what still has a colour of its own.
_FAR: tuple[Rod | Block, ...] = (
    Rod("hips", (0, -0.012, 0), (0, 0.0, 0.004), 0.116, 0.108, SUIT, to="chest", wide=1.26),
    Rod("chest", (0, 0.040, 0.004), (0, 0.170, 0.0), 0.122, 0.136, SHELL, wide=1.40, deep=0.90),
    Rod("head", (0, 0.000, 0.006), (0, 0.092, 0.0), 0.080, 0.096, SHELL),
    Rod("head", (-0.036, 0.075, 0.056), (0.036, 0.075, 0.056), 0.040, 0.040, VISOR),
    Rod("upper_arm[*]", (0, 0, 0), (0, 0.02, 0.01), 0.056, 0.034, SUIT, to="hand[{0}]"),
    Rod("thigh[*]", (0, 0, 0), (0, 0, 0), 0.094, 0.062, SUIT, to="shin[{0}]"),
    Rod("shin[*]", (0, 0.0, 0.004), (0, 0.02, -0.004), 0.062, 0.042, SHELL, to="sole[{0}]"),
    Rod("sole[*]", (0, -0.026, -0.026), (0, -0.034, 0.114), 0.044, 0.036, GLOVE, wide=1.12),
)

# Some pixels: a head on something upright.
_SPECK: tuple[Rod | Block, ...] = (
    Rod(
        "hips",
        (0, 0.020, 0),
        (0, 0.150, 0.0),
        0.130,
        0.160,
        SHELL,
        to="chest",
        wide=1.32,
        deep=0.84,
    ),
    Rod("head", (0, 0.000, 0.006), (0, 0.092, 0.0), 0.080, 0.096, SHELL),
    Rod("hips", (0, -0.880, 0), (0, 0.020, 0), 0.080, 0.125, SUIT, wide=1.15),
)
# fmt: on

HUMANOID = FigureTable(
    needs=("hips", "chest", "neck", "head", "upper_arm[*]", "forearm[*]", "hand[*]", "thigh[*]",
           "shin[*]", "sole[*]"),
    shapes=(*_TORSO, *_HEAD, *_ARM, *_hand(), *_LEG),
    shade=(("hips", 0.14), ("chest", 0.16), ("hand[*]", 0.07), ("sole[*]", 0.09),
           ("shin[*]", 0.07)),
    crown="head",
    crown_height=1.593,
    middle=_MIDDLE,
    far=_FAR,
    speck=_SPECK,
)  # fmt: skip
