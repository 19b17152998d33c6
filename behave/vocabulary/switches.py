"""What of a rig can be switched on and off."""

from __future__ import annotations

from behave.vocabulary.rig_parts import RIG_PARTS

SWITCHES: dict[str, str] = {
    place.path.removesuffix(".enabled"): place.path
    for part in RIG_PARTS.values()
    for place in part.places
    if place.path.endswith(".enabled") and "{name}" not in place.path
}
"""What `enable` and `disable` switch, with the place that says so."""
