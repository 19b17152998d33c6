"""Words of other languages and of plain English, with what is written here instead."""

from __future__ import annotations

NAMES = {
    "true": "yes",
    "false": "no",
    "True": "yes",
    "False": "no",
    "TRUE": "yes",
    "FALSE": "no",
    "null": "none",
    "nil": "none",
    "None": "none",
    "undefined": "none",
    "elapsed": "timer",
    "time": "timer",
}
"""Names of values."""

_NO_DT = "how long a tick lasts is not read: `advance x by 2 m/s`, `lerp x to y rate 4 /s`"

NAME_HINTS = {
    "dt": _NO_DT,
    "delta": _NO_DT,
    "deltaTime": _NO_DT,
    "delta_time": _NO_DT,
    "pi": "write angles with their unit: half a turn is `180 deg` or `0.5 turn`",
    "self": "a behavior reads what is its own by the bare name: leave `self.` out",
    "this": "a behavior reads what is its own by the bare name: leave `this.` out",
    "speed": "how fast the character moves is `length(velocity)`",
    "grounded": "whether the character stands on something is `mover.grounded`",
    "on_ground": "whether the character stands on something is `mover.grounded`",
    "is_grounded": "whether the character stands on something is `mover.grounded`",
    "index": "`index` is the number of a machine in an array: inside `machine name[3] { … }`",
    "position": "say whose: `root.position`, or that of a bone",
    "rotation": "say whose: `root.rotation`, or that of a bone",
}
"""Names that have no counterpart, with what would be written."""

_WAITING = "a state is left by its arrow: `-> Next after 2 s`"
_GOING = "another state is entered by an arrow, a line that begins with `->`"
_PRINTING = "values are shown from outside: `beh run FILE --probe EXPR`"

VERB_HINTS = {
    "wait": _WAITING,
    "sleep": _WAITING,
    "delay": _WAITING,
    "pause": _WAITING,
    "goto": _GOING,
    "go": _GOING,
    "change": _GOING,
    "switch": _GOING,
    "transition": _GOING,
    "exit": _GOING,
    "return": _GOING,
    "print": _PRINTING,
    "log": _PRINTING,
    "debug": _PRINTING,
    "rotate": "a bone with a hinge is turned by `turn head about up by 10 deg rate 4 /s`",
    "tween": "write `lerp x to 1 over 2 s`",
    "animate": "write `lerp x to 1 over 2 s`",
    "fade": "write `lerp x to 1 over 2 s`",
    "increase": "write `advance x by 2 m/s`, or `set x = x + 1`",
    "send": "an event is sent by `emit`",
    "fire": "an event is sent by `emit`",
    "trigger": "an event is sent by `emit`",
    "activate": "a part of the rig is switched on by `enable`",
    "deactivate": "a part of the rig is switched off by `disable`",
    "look": "a gaze is turned by `aim gaze at point`",
    "stop": "what is done each tick stops where its state is left; to stand still do not `move`",
}
"""Verbs there are not, with what does it here."""
