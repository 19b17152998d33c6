"""What is drawn besides the scene itself: one switch for each kind of mark."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Gizmos:
    """Switches of the marks; ``DESCRIPTIONS`` says what each shows."""

    zones: bool = True
    rays: bool = True
    casts: bool = True
    feet: bool = True
    body: bool = True
    points: bool = True
    tracked: bool = True
    targets: bool = True
    weights: bool = True
    palms: bool = True
    legs: bool = True
    swings: bool = True
    sectors: bool = True
    markers: bool = True
    capsules: bool = False
    bones: bool = False
    names: bool = True
    scale: bool = True

    def toggled(self, name: str) -> Gizmos:
        """With one switch turned over."""
        return replace(self, **{name: not getattr(self, name)})


NO_GIZMOS = Gizmos(*(False,) * 18)

DESCRIPTIONS = {
    "zones": "zones: outline and faint fill",
    "rays": "rays: where they go, hit and face",
    "casts": "boxes and spheres sent out, what they sweep and meet",
    "feet": "rays of feet to the ground, and its normals",
    "body": "the height the hips go to, and where the body faces against the root",
    "points": "closest points and their normals",
    "tracked": "the collider a sensor holds on to",
    "targets": "targets of arms and legs, and what is missed",
    "weights": "constraint weights as bars",
    "palms": "axes of hands that are told how to turn",
    "legs": "targets of jointed legs, whether they stand there, and what they miss",
    "swings": "the way of feet and other things that are moved in an arc",
    "sectors": "ring sectors that guards ask about",
    "markers": "points of the rig that are no bones",
    "capsules": "the capsules characters move with",
    "bones": "bones and joints",
    "names": "names and states over characters",
    "scale": "metres along the floor",
}
