"""What is drawn besides the scene itself: one switch for each kind of mark."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace


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
    turns: bool = True
    choices: bool = True
    refused: bool = True
    capsules: bool = False
    bones: bool = False
    names: bool = True
    labels: bool = True
    details: bool = False
    scale: bool = True

    def toggled(self, name: str) -> Gizmos:
        """With one switch turned over."""
        return replace(self, **{name: not getattr(self, name)})


NO_GIZMOS = Gizmos(**dict.fromkeys((each.name for each in fields(Gizmos)), False))
ALL_GIZMOS = Gizmos(**dict.fromkeys((each.name for each in fields(Gizmos)), True))


def gizmos_of(text: str) -> Gizmos:
    """The switches a text asks for: ``none``, ``all``, the names of those that are on
    (``rays,legs``), or those turned over from the usual ones (``-labels,+details``).

    Raises ``ValueError`` with the names there are.
    """
    names = [part.strip() for part in text.split(",") if part.strip()]
    if names in (["none"], ["all"]):
        return NO_GIZMOS if names == ["none"] else ALL_GIZMOS
    signed = all(name[0] in "+-" for name in names)
    known = [each.name for each in fields(Gizmos)]
    plain = [name[1:] if signed else name for name in names]
    unknown = [name for name in plain if name not in known]
    if unknown or not names:
        raise ValueError(f"there is no mark {unknown[0] if names else ''!r}; "
                         f"there are none, all, {', '.join(known)}")  # fmt: skip
    chosen = {plain[k]: not signed or name[0] == "+" for k, name in enumerate(names)}
    return replace(Gizmos() if signed else NO_GIZMOS, **chosen)


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
    "turns": "whose turn it is, on the limbs of the one whose it is",
    "choices": "the places a ray may be sent from, and which of them it is",
    "refused": "places that are refused",
    "capsules": "the capsules characters move with",
    "bones": "bones and joints",
    "names": "names and states over characters",
    "labels": "words and numbers at the marks",
    "details": "the numbers of every mark, not only of the one picked",
    "scale": "metres along the floor",
}
