"""The humanoid with clips and foot parts made by hand, as analysis would make them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Group, Initial, Node, Part, Program, Rig, Slot
from behave.kinds import NUMBER, VEC, Kind
from behave.vocabulary.rig_parts import CLIP, FOOT, RigPart

LEFT, UP, AHEAD = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Turn:
    """A turn of a clip in degrees: by, about, and what stepping and breathing add."""

    bone: str
    by: float
    about: tuple[float, float, float]
    stepping: float = 0.0
    breathing: float = 0.0


@dataclass(frozen=True)
class Clip:
    """A clip: its options in SI and its turns."""

    name: str
    options: Mapping[str, float]
    turns: Sequence[Turn] = ()


def extended(
    program: Program,
    clips: Iterable[Clip] = (),
    feet: bool = False,
    layer: str = "",
    initial: Mapping[str, float] | None = None,
) -> Program:
    """``program`` with more parts in every rig; ``initial`` values of number places.

    ``feet``: foot parts on ``layer`` (any where it is empty) instead of those it has.
    """
    behaviors = tuple(
        _with_parts(each, list(clips), feet, layer, initial or {}) for each in program.behaviors
    )
    return Program(program.name, program.layers, behaviors, program.scenes, program.tests)


def _constant(value: object, kind: Kind = NUMBER) -> Node:
    return Node(Op.CONST, (), kind, value)


def _parts(clip: Clip, like: Part) -> list[Part]:
    options = tuple((name, _constant(value)) for name, value in clip.options.items())
    parts = [Part("clip", clip.name, (), options, (), like.span)]
    for turn in clip.turns:
        values = (
            ("by", _constant(math.radians(turn.by))),
            ("about", _constant(turn.about, VEC)),
            ("stepping", _constant(math.radians(turn.stepping))),
            ("breathing", _constant(math.radians(turn.breathing))),
        )
        bones = (("bone", turn.bone),)
        words = (("clip", clip.name),)
        parts.append(Part("turn", turn.bone, bones, values, words, like.span))
    return parts


def _with_parts(
    behavior: BehaviorProgram,
    clips: list[Clip],
    feet: bool,
    layer: str,
    initial: Mapping[str, float],
) -> BehaviorProgram:
    like = behavior.rig.parts[0]
    parts = list(behavior.rig.parts)
    slots = list(behavior.slots)
    width = behavior.width
    known = {slot.path for slot in slots}

    def place(record: RigPart, name: str) -> None:
        nonlocal width
        for each in record.places:
            path = each.path.format(name=name)
            if path not in known:
                slots.append(Slot(path, each.kind, width, each.kind.width, Group.RIG))
                known.add(path)
                width += each.kind.width

    for clip in clips:
        parts.extend(_parts(clip, like))
        place(CLIP, clip.name)
    if feet:
        parts = [part for part in parts if part.verb != "foot"]
        for side in ("left", "right"):
            name = f"foot[{side}]"
            words = (("layer", layer),) if layer else ()
            parts.append(Part("foot", name, (("tip", f"sole[{side}]"),), (), words, like.span))
            place(FOOT, name)
    at = {slot.path: position for position, slot in enumerate(slots)}
    values = {name: getattr(behavior, name) for name in behavior._fields}
    values["rig"] = Rig(behavior.rig.name, behavior.rig.bones, tuple(parts), behavior.rig.span)
    values["slots"] = tuple(slots)
    values["width"] = width
    values["slot_of"] = at
    values["resets"] = tuple(
        each for each in behavior.resets if slots[each.slot].path not in initial
    )
    values["initials"] = (
        *behavior.initials,
        *(Initial(at[path], _constant(value)) for path, value in initial.items()),
    )
    return BehaviorProgram(**values)
