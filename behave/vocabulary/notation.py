"""What is written with few characters: units, kinds, signs, directions, easings. Pure data.

Each is (name, sort, form, doc, example), for `beh explain` and for tooltips.
"""

from __future__ import annotations

from behave.vocabulary.easings import EASINGS

Entry = tuple[str, str, str, str, str]

_UNITS = {
    "km": ("a length", "1000 m"),
    "m": ("a length", "the metre, in which lengths are counted"),
    "cm": ("a length", "a hundredth of a metre"),
    "mm": ("a length", "a thousandth of a metre"),
    "h": ("a time", "3600 s"),
    "min": ("a time", "60 s; a function has this name too"),
    "s": ("a time", "the second, in which times are counted"),
    "ms": ("a time", "a thousandth of a second"),
    "deg": ("an angle", "a 360th of a turn"),
    "rad": ("an angle", "the radian, in which angles are counted: about 57.3 deg"),
    "turn": ("an angle", "360 deg"),
    "Hz": ("a rate", "once a second, as `/s`"),
    "kg": ("a mass", "the kilogram"),
    "%": ("a plain number", "a hundredth: `60 %` is 0.6"),
}

_KINDS = {
    "number": ("a plain number, without a unit", "var hits : number = 0"),
    "length": ("a number with a unit of length", "var gap : length = 2 m"),
    "time": ("a number with a unit of time", "var waited : time = 0 s"),
    "angle": ("a number with a unit of angle", "var lean : angle = 10 deg"),
    "mass": ("a number with a unit of mass", "var load : mass = 2 kg"),
    "speed": ("a length a time", "var pace : speed = 1.4 m/s"),
    "acceleration": ("a speed a time", "var pull : acceleration = 9.8 m/s^2"),
    "turn_rate": ("an angle a time", "var spin : turn_rate = 90 deg/s"),
    "rate": ("how often a time", "var beat : rate = 2 Hz"),
    "bool": ("yes or no", "var ready : bool = no"),
    "vec": ("a direction with a length, (x, y, z)", "var push : vec = (0, 0, 1)"),
    "point": ("a place in the world, (x, y, z) in lengths", "var home : point = (0 m, 0 m, 0 m)"),
    "rotation": ("a turn in space", "var grip : rotation = look(down, up: ahead)"),
    "collider": ("a thing of the world that a sensor found", "var last : collider = none"),
}

_SIGNS = {
    "+": ("A + B", "The sum. Both must have the same unit.", "timer + 0.5 s"),
    "-": ("A - B  or  -A", "The difference, or the opposite.", "timer - 0.5 s"),
    "*": ("A * B", "The product; units are multiplied.", "2 * 3 m"),
    "/": ("A / B", "The quotient; units are divided. It also stands in units.", "3 m / 2 s"),
    "==": ("A == B", "Both are the same. One `=` gives a value.", "side == left"),
    "!=": ("A != B", "They are not the same.", "side != left"),
    "<": ("A < B", "A is less.", "timer < 2 s"),
    "<=": ("A <= B", "A is less, or they are the same.", "timer <= 2 s"),
    ">": ("A > B", "A is more.", "timer > 2 s"),
    ">=": ("A >= B", "A is more, or they are the same.", "timer >= 2 s"),
    "=": ("NAME = VALUE", "Gives a name its value; `==` compares.", "let reach = 60 cm"),
    "..": ("LOW .. HIGH", "A range, both ends belong to it.", "timer in 1 s .. 2 s"),
    ".": ("THING.PART", "A part of a thing.", "root.position.y"),
    ",": ("A, B", "Stands between the parts of a list, and before an option.", "layers a, b"),
    ":": ("NAME: VALUE", "An option, or the kind of a name.", "var hits : number = 0"),
    ";": ("A; B", "Ends a statement, as the end of a line does.", "set a = 1; set b = 2"),
    "(": ("( … )", "Holds together what belongs together; the arguments of a call.", "2 * (1 + 3)"),
    "[": ("[A, B]  or  NAME[INDEX]", "A list, or one of several.", "arm[left].weight"),
    "{": ("{ … }", "A block of statements.", "when moving { set hits = 0 }"),
    "#": ("# TEXT", "A remark, up to the end of the line.", "# waits for the door"),
    '"': ('"TEXT"', "A text on one line.", 'use "rigs/humanoid.beh"'),
}
_CLOSING = {")": "(", "]": "[", "}": "{"}

_PARTS: list[Entry] = [
    (
        *("root", "part of every rig", "root.position, root.rotation, root.forward …"),
        "The character's place on the ground and the way it faces.",
        "root.position.y > 1 m",
    ),
    (
        *("body", "part of every rig", "body.position, body.lowered, body.turn …"),
        "The frame the skeleton stands in: the root, as a `pose` turns and shifts it.",
        "body.position.y < 1 m",
    ),
    (
        *("ticks", "option of a test", "ticks: [RATE, RATE, …]"),
        "How many ticks a second the test is run with: once for each.",
        'test "lets go" in corridor, ticks: [30 Hz, 60 Hz] { … }',
    ),
    (
        *("lasts", "option of a test", "lasts: TIME"),
        "How long the test runs, where its checks do not say.",
        'test "never in the wall" in corridor, lasts: 10 s { … }',
    ),
]

_DIRECTIONS = {
    "up": "The world's up, (0, 1, 0).",
    "down": "The world's down, (0, -1, 0).",
    "ahead": "The world's +z, (0, 0, 1): where a character looks that is not turned.",
}

_CURVES = {
    "linear": "evenly",
    "smooth": "slowly at both ends (3t² − 2t³)",
    "smoother": "slowly at both ends, without a jolt (6t⁵ − 15t⁴ + 10t³)",
    "in": "slowly at first (t²)",
    "out": "slowly at last",
    "in_out": "slowly at both ends, by squares",
    "cubic": "by the third power",
    "quart": "by the fourth power",
    "sine": "along a sine",
    "circ": "along a circle",
}
_ENDS = {"in": "slowly at first", "out": "slowly at last", "in_out": "slowly at both ends"}


def entries() -> list[Entry]:
    """All of them."""
    found: list[Entry] = []
    for name, (what, worth) in _UNITS.items():
        example = f"{60 if name == '%' else 2} {name}"
        doc = f"{worth[0].upper()}{worth[1:]}. A number and its unit are one word."
        found.append((name, f"unit of {what}", f"NUMBER {name}", doc, example))
    for name, (what, example) in _KINDS.items():
        found.append((name, "kind", f": {name}", f"The kind of {what}.", example))
    for name, (form, doc, example) in _SIGNS.items():
        found.append((name, "sign", form, doc, example))
    for name, opening in _CLOSING.items():
        form, doc, example = _SIGNS[opening]
        found.append((name, "sign", form, doc, example))
    found += [(name, "direction", name, doc, f"2 m * {name}") for name, doc in _DIRECTIONS.items()]
    doc = "The number of a machine in an array, from 0, or its value of the enum it goes over."
    example = "machine leg[6] {\n  initial state Wait { -> Lift when timer > 0.1 s * index }"
    found.append(("index", "name in a machine array", "index", doc, f"{example}\n  …\n}}"))
    found += _PARTS
    for name in EASINGS:
        form = f"lerp PLACE to GOAL over TIME ease {name}"
        example = f"lerp arm[left].weight to 1 over 0.5 s ease {name}"
        found.append((name, "easing", form, f"How a lerp goes its way: {_curve(name)}.", example))
    return found


def _curve(name: str) -> str:
    if name in _CURVES:
        return _CURVES[name]
    ends, _, power = name.rpartition("_")
    return f"{_ENDS[ends]}, {_CURVES[power]}"
