"""Colours of the scene (sRGB 0..1)."""

from __future__ import annotations

RGB = tuple[float, float, float]

GROUND: RGB = (0.56, 0.58, 0.61)
NO_LAYER: RGB = (0.62, 0.62, 0.64)

# By name for the usual layers, else in order of declaration: hues apart from the characters'.
BY_LAYER: dict[str, RGB] = {
    "ground": GROUND,
    "touchable": (0.36, 0.62, 0.60),
    "cover": (0.62, 0.53, 0.44),
    "ledge": (0.55, 0.50, 0.66),
    "ladder": (0.66, 0.58, 0.36),
    "pickup": (0.80, 0.66, 0.30),
    "terrain": (0.35, 0.40, 0.29),
    "player": (0.93, 0.90, 0.84),
}
OTHER_LAYERS: tuple[RGB, ...] = (
    (0.45, 0.55, 0.70),
    (0.66, 0.50, 0.50),
    (0.52, 0.62, 0.44),
    (0.58, 0.50, 0.64),
)

ZONE: RGB = (0.16, 0.86, 0.62)
ZONE_FULL: RGB = (0.98, 0.78, 0.20)
RAY: RGB = (0.25, 0.75, 1.00)
RAY_MISS: RGB = (0.55, 0.62, 0.72)
CAST: RGB = (0.12, 0.52, 0.86)
CAST_HIT: RGB = (0.06, 0.66, 0.22)
CAST_DROP: RGB = (0.90, 0.13, 0.12)
FACE_NORMAL: RGB = (0.92, 0.10, 0.80)
FOOT_RAY: RGB = (1.00, 0.82, 0.06)
FOOT_NORMAL: RGB = (0.05, 0.82, 0.90)
HIPS: RGB = (0.72, 0.95, 0.22)
ROOT_WAY: RGB = (0.96, 0.97, 0.99)
BODY_WAY: RGB = (0.98, 0.50, 0.22)
UNDERLINE: RGB = (0.08, 0.09, 0.12)
POINT: RGB = (0.94, 0.16, 0.14)
NORMAL: RGB = (0.30, 0.55, 1.00)
TRACKED: RGB = (1.00, 0.76, 0.18)
TARGET: RGB = (0.98, 0.42, 0.80)
MISSED: RGB = (1.00, 0.25, 0.20)
REACHED: RGB = (0.30, 0.92, 0.42)
MARKER: RGB = (0.62, 0.46, 1.00)
SWING: RGB = (1.00, 0.66, 0.18)
SECTOR: RGB = (0.97, 0.93, 0.75)
CHOICE: RGB = (0.98, 0.84, 0.50)
CHOSEN: RGB = (1.00, 0.60, 0.10)
REFUSED: RGB = (0.98, 0.10, 0.16)
TURNS: tuple[RGB, ...] = ((0.16, 0.90, 1.00), (1.00, 0.40, 0.90), (0.75, 1.00, 0.25))
LASER: RGB = (1.00, 0.05, 0.03)
CAPSULE: RGB = (0.90, 0.92, 0.96)
AXES: tuple[RGB, RGB, RGB] = ((0.93, 0.26, 0.24), (0.36, 0.80, 0.30), (0.25, 0.50, 0.98))
BAR: RGB = (0.98, 0.74, 0.22)
BAR_BACK: RGB = (0.08, 0.09, 0.12)


def of_layer(name: str, position: int) -> RGB:
    """Colour of a layer by its name and position among the declared ones."""
    return BY_LAYER.get(name, OTHER_LAYERS[position % len(OTHER_LAYERS)])
