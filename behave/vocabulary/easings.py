"""The names ``lerp … over T ease NAME`` may use; the curves are in ``kernel/easing.py``."""

from __future__ import annotations

EASINGS: tuple[str, ...] = (
    "linear",
    "smooth",
    "smoother",
    "in",
    "out",
    "in_out",
    "in_cubic",
    "out_cubic",
    "in_out_cubic",
    "in_quart",
    "out_quart",
    "in_out_quart",
    "in_sine",
    "out_sine",
    "in_out_sine",
    "in_circ",
    "out_circ",
    "in_out_circ",
)
