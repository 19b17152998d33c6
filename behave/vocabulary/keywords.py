"""The keywords of the language: how each is written, what it does, an example. Pure data.

``place`` says where the example may stand, so that a test can check it there.
"""

from __future__ import annotations

from enum import Enum

from behave.record import Record
from behave.vocabulary.easings import EASINGS


class Place(Enum):
    """Where an example stands."""

    FILE = "a file"
    RIG = "a rig"
    BEHAVIOR = "a behavior, beside its states"
    MACHINE = "a behavior that has no other states"
    STATE = "a state"
    GUARD = "a guard"
    SCENE = "a scene"
    TEST = "a test"
    POSE = "a pose"


class Keyword(Record):
    """One keyword; ``also`` are other names people look it up by."""

    name: str
    sort: str
    form: str
    doc: str
    example: str
    place: Place
    also: tuple[str, ...] = ()


_DECLARES = "declaration"
_PART = "part of a machine"
_ACTION = "action"
_PART_OF_POSE = "part of a pose"
_FORM = "form of lerp"
_OPERATOR = "operator"
_STEP = "step of a scene or test"
_CHECK = "check of a test"
_TIME = "time of a check"
_LINKS = "word inside a sentence"

KEYWORDS: tuple[Keyword, ...] = (
    # --- files
    Keyword(
        "use",
        _DECLARES,
        'use "FILE"',
        "Take everything another file declares. It is looked for beside this file, then among "
        "the rigs that come with behave.",
        'use "rigs/humanoid.beh"',
        Place.FILE,
    ),
    Keyword(
        "layers",
        _DECLARES,
        "layers NAME, NAME, …",
        "Name the layers colliders can be on. Sensors and zones choose by them what they see.",
        "layers water, glass",
        Place.FILE,
    ),
    Keyword(
        "rig",
        _DECLARES,
        "rig NAME { … }",
        "What a character has: bones, inputs, how it moves, and the constraints that bring "
        "hands and feet to their targets.",
        "rig post {\n  bone top at (0 m, 1 m, 0 m)\n}",
        Place.FILE,
    ),
    Keyword(
        "behavior",
        _DECLARES,
        "behavior NAME for RIG { … }",
        "What a character with this rig does: its params, senses, guards and states.",
        "behavior idler for humanoid {\n  initial state Idle { }\n}",
        Place.FILE,
    ),
    Keyword(
        "scene",
        _DECLARES,
        "scene NAME { … }  or  scene NAME from OTHER { … }",
        "A place to run in: colliders, agents with their behavior, and scripted inputs. With "
        "`from` it begins as a copy of an earlier scene; what it names anew replaces the old.",
        "scene square {\n  ground   floor at (0 m, 0 m, 0 m)\n"
        "  humanoid ann   at (0 m, 0 m, 0 m) with walker\n}",
        Place.FILE,
    ),
    Keyword(
        "test",
        _DECLARES,
        'test "NAME" in SCENE, ticks: [RATE, …], lasts: TIME { … }',
        "Run a scene and check what comes out, once for each rate in `ticks:` (60 Hz if left "
        "out). It lasts until the latest time it mentions, unless `lasts:` says how long.",
        'test "sets off" in yard, ticks: [30 Hz, 60 Hz], lasts: 3 s {\n'
        "  hold   hero.walk at (0, 1) from 1 s to 2 s\n"
        "  expect hero in Walking within 1.2 s\n}",
        Place.FILE,
    ),
    # --- declarations
    Keyword(
        "enum",
        _DECLARES,
        "enum NAME = WORD, WORD, …",
        "A kind whose value is one of a few words. A variable of it can index things: `arm[side]`.",
        "enum moods = calm, wary, afraid",
        Place.BEHAVIOR,
    ),
    Keyword(
        "param",
        _DECLARES,
        "param NAME = VALUE in LOW .. HIGH",
        "A number, a yes or no, or a word of an enum to tune, fixed while the scene runs. "
        "`--set`, the scene and the viewer's sliders override it; the comment beside it "
        "is the slider's tip.",
        "param pause = 2 s in 0 s .. 10 s   # how long it waits",
        Place.BEHAVIOR,
    ),
    Keyword(
        "var",
        _DECLARES,
        "var NAME : KIND = START  or  var NAME : KIND[COUNT] = [A, B, …]",
        "What the behavior remembers from tick to tick. Actions change it. With a count or an enum "
        "in brackets it is a list: `NAME[0]` is its first value; one outside is absent.",
        "var laps : number = 0",
        Place.BEHAVIOR,
    ),
    Keyword(
        "let",
        _DECLARES,
        "let NAME = EXPRESSION  or  let NAME(ARGUMENT, …) = EXPRESSION",
        "A name for an expression, worked out anew wherever it is read. It remembers nothing.",
        "let spot(far) = root.position + far * root.forward",
        Place.BEHAVIOR,
    ),
    Keyword(
        "input",
        _DECLARES,
        "input NAME = DEVICE or DEVICE, buffer: TIME",
        "What the player controls. Devices: `axis2(keys: WASD)`, `stick(left)`, `axis(A, D)`, "
        "`key(Space)`, `button(A)`. A key reads `.held`, `.pressed` and `.released`; `buffer:` "
        "is how long a press waits to be used.",
        "input wave = key(E) or button(B), buffer: 0.1 s",
        Place.RIG,
    ),
    Keyword(
        "zone",
        _DECLARES,
        "zone NAME = SHAPE(…)",
        "A volume that moves with the character. A sensor can look into it, and it sends "
        "`NAME.enter`, `NAME.stay` and `NAME.exit`.",
        "zone close = box(size: (2 m, 2 m, 2 m), center: root.position, turn: root.rotation)",
        Place.BEHAVIOR,
    ),
    Keyword(
        "sensor",
        _DECLARES,
        "sensor NAME = QUERY(…) when CONDITION else keep",
        "Ask the world once a tick, before anything is decided. `NAME.exists` tells whether it "
        "found something; it sends `NAME.found` and `NAME.lost`. With `when` it asks only while "
        "that holds.",
        "sensor fence = ray(from: root.position + 1 m * up, along: root.forward, length: 2 m)",
        Place.BEHAVIOR,
    ),
    Keyword(
        "guard",
        _DECLARES,
        "guard NAME = CONDITION  or  guard NAME(ARGUMENT, …) = CONDITION",
        "A named yes-or-no expression, for transitions and conditions. The trace and `beh why` "
        "show it by its name.",
        "guard steady = not moving for 0.5 s",
        Place.BEHAVIOR,
    ),
    # --- machines and states
    Keyword(
        "machine",
        _PART,
        "machine NAME { … }  or  machine NAME[COUNT] { … }",
        "States of their own, running beside the other machines of the behavior. A behavior with "
        "states but no `machine` has one, called like the behavior. With a count, or an enum, in "
        "brackets there are as many, each with its own `index`. `NAME.x` and `NAME[i].x` read what "
        "a machine declares, `NAME[i] in STATE` asks for its state, `NAME.timer` how long it has "
        "been in it.",
        "machine legs {\n  initial state Still { -> Going when moving }\n"
        "  state Going { -> Still when not moving }\n}",
        Place.MACHINE,
    ),
    Keyword(
        "state",
        _PART,
        "state NAME { … }",
        "What the character is in the middle of: actions run on every tick it is active, "
        "transitions lead out. A state may hold states; being in the inner one is being in the "
        "outer one too.",
        "initial state Calm { -> Alert when moving }\nstate Alert { -> Calm after 2 s }",
        Place.MACHINE,
    ),
    Keyword(
        "initial",
        _PART,
        "initial state NAME { … }",
        "Marks the state a machine, or a state with states inside, begins in. Exactly one is "
        "marked.",
        "initial state Ready { }",
        Place.MACHINE,
    ),
    Keyword(
        "final",
        _PART,
        "final state NAME { … }",
        "Marks a state that is meant to be an end: it has no arrow of its own. Its actions run "
        "each tick like those of any other, and a state around it may still be left. A state "
        "without a way out that is not marked so is reported.",
        "initial state Waiting { -> Gone after 2 s }\nfinal state Gone { }",
        Place.MACHINE,
    ),
    Keyword(
        "->",
        _PART,
        "-> STATE when GUARD { … }",
        "A transition: leave this state for STATE. It may carry `on EVENT`, `after TIME`, `when "
        "GUARD`, and a block that runs when it fires. A machine takes at most one a tick: the "
        "outermost state's are asked first, then inward, in the order written.",
        "-> Walking when moving for 0.2 s",
        Place.STATE,
        ("transition", "arrow"),
    ),
    Keyword(
        "resume",
        _PART,
        "-> resume STATE",
        "A transition back to the child of STATE that was active last, rather than its initial "
        "one.",
        "initial state Work {\n  initial state Dig { -> Rest after 1 s }\n"
        "  state Rest { -> Dig after 1 s }\n  -> Look when jump.pressed\n}\n"
        "state Look { -> resume Work after 1 s }",
        Place.MACHINE,
    ),
    Keyword(
        "restart",
        _PART,
        "-> restart when GUARD",
        "A transition that leaves the state and enters it again: its timer begins at zero and "
        "`on enter` runs.",
        "-> restart when jump.pressed",
        Place.STATE,
    ),
    Keyword(
        "after",
        _PART,
        "-> STATE after TIME",
        "The transition fires when the state has lasted that long; the same as "
        "`when timer >= TIME`. In a guard, `after TIME` says just that.",
        "-> Walking after 1.5 s",
        Place.STATE,
    ),
    Keyword(
        "timer",
        "reading",
        "timer",
        "The time in the state it is written in.",
        "-> Walking when timer > 2 s and moving",
        Place.STATE,
    ),
    Keyword(
        "event",
        _DECLARES,
        "event NAME  or  event NAME(ARGUMENT : KIND, …)",
        "An event of your own. `emit NAME(VALUES)` sends it; the next tick `on NAME(NAMES) { … }` "
        "and `-> STATE on NAME(NAMES)` hear it. Several in one tick come machine by machine.",
        "event stepped(foot : number)\non stepped(n) { set count = count + n }",
        Place.BEHAVIOR,
    ),
    Keyword(
        "on",
        _PART,
        "on EVENT { … }  or  on EVENT(NAMES) { … }",
        "Run a block when something happens: `on enter` and `on exit` of a state, "
        "`on SENSOR.found`, `on SENSOR.lost`, `on ZONE.enter`, `on ZONE.stay`, `on ZONE.exit`, or "
        "an event of your own the tick after it was emitted.",
        "on enter { set count = count + 1 }",
        Place.STATE,
        ("enter", "exit", "found", "lost"),
    ),
    # --- actions
    Keyword(
        "set",
        _ACTION,
        "set PLACE = VALUE when CONDITION",
        "Give a variable, or something of the rig that can be set, a value.",
        "set arm[right].target = arm[right].shoulder + 0.5 m * up",
        Place.STATE,
    ),
    Keyword(
        "when",
        _ACTION,
        "when CONDITION { … } else { … }",
        "A block that runs only where the condition holds. Behind an action, a transition, a "
        "sensor or `always` it makes that one conditional.",
        "when moving { set count = 1 } else { set count = 0 }",
        Place.STATE,
    ),
    Keyword(
        "else",
        _ACTION,
        "when C { … } else { … }  or  A if C else B",
        "What holds or happens where the condition does not.",
        "set count = 1 if moving else 0",
        Place.STATE,
    ),
    Keyword(
        "every",
        _ACTION,
        "every TIME { … }",
        "Run a block once each TIME while the state is active, at any tick rate.",
        "every 0.5 s { set count = count + 1 }",
        Place.STATE,
    ),
    Keyword(
        "for",
        "modifier of a guard, and a loop",
        "CONDITION for TIME  or  for NAME in ENUM { … }",
        "Behind a condition: it has held without a break for that long. It binds closer than "
        "`and` and `or`. At the beginning of a line: repeat a block for each word of an enum. "
        "In `behavior NAME for RIG` it names the rig.",
        "not moving for 0.5 s",
        Place.GUARD,
    ),
    Keyword(
        "over",
        _FORM,
        "lerp PLACE to GOAL over TIME ease NAME",
        "From its value on entry to the goal, there after exactly TIME. `ease` shapes the way; "
        "with `chase` behind it the goal may move.",
        "lerp arm[right].weight to 1 over 0.5 s ease smooth",
        Place.STATE,
    ),
    Keyword(
        "ease",
        _FORM,
        "lerp PLACE to GOAL over TIME ease NAME",
        f"The shape of a `lerp … over`: {', '.join(EASINGS)}.",
        "lerp arm[right].weight to 1 over 1 s ease in_out_cubic",
        Place.STATE,
    ),
    Keyword(
        "chase",
        _FORM,
        "lerp PLACE to GOAL over TIME chase",
        "Closes the gap to a goal that may move, faster and faster, and is there after TIME.",
        "lerp arm[right].weight to 1 over 5 s chase",
        Place.STATE,
    ),
    Keyword(
        "rate",
        _FORM,
        "lerp PLACE to GOAL rate RATE",
        "Closes the same share of the gap each second, and so slows down near the goal. "
        "`6 /s` leaves a 400th of the gap after a second.",
        "lerp arm[right].weight to 1 rate 6 /s",
        Place.STATE,
    ),
    Keyword(
        "half_life",
        _FORM,
        "lerp PLACE to GOAL half_life TIME",
        "Halves the gap to the goal each TIME.",
        "lerp arm[right].weight to 1 half_life 0.2 s",
        Place.STATE,
    ),
    # --- expressions
    Keyword(
        "if",
        _OPERATOR,
        "A if CONDITION else B",
        "Choose between two values.",
        "set side = left if count > 2 else right",
        Place.STATE,
    ),
    Keyword("and", _OPERATOR, "A and B", "Both hold.", "moving and timer > 1 s", Place.GUARD),
    Keyword("or", _OPERATOR, "A or B", "At least one holds.", "moving or jump", Place.GUARD),
    Keyword(
        "not",
        _OPERATOR,
        "not A",
        "It does not hold. Where a reading is absent neither a comparison nor its `not` holds.",
        "not moving",
        Place.GUARD,
    ),
    Keyword(
        "in",
        _OPERATOR,
        "in STATE  or  AGENT in STATE  or  MACHINE in STATE  or  X in LOW .. HIGH",
        "Being in a state, or in a state inside it (`in Walking`, `in legs.Going`; in a test "
        "`hero in Walking`), or a value being within a range, both ends included.",
        "velocity.y in 0 m/s .. 1 m/s and in Walking",
        Place.GUARD,
    ),
    Keyword(
        "became",
        _OPERATOR,
        "became CONDITION",
        "Holds on the one tick where the condition begins to hold.",
        "became moving",
        Place.GUARD,
    ),
    Keyword(
        "until",
        _OPERATOR,
        "ON until OFF",
        "Begins to hold when ON does and goes on until OFF does: a switch that does not flicker "
        "between two limits. OFF wins where both hold.",
        "velocity.z > 1 m/s until velocity.z < 0.5 m/s",
        Place.GUARD,
    ),
    Keyword(
        "otherwise",
        _OPERATOR,
        "A otherwise B",
        "A, or B where A is absent: a reading of a sensor that found nothing.",
        "(wall.distance otherwise 9 m) < 2 m",
        Place.GUARD,
    ),
    Keyword("yes", "value", "yes", "The bool that holds.", "var open : bool = yes", Place.BEHAVIOR),
    Keyword("no", "value", "no", "The bool that does not.", "var shut : bool = no", Place.BEHAVIOR),
    Keyword(
        "none",
        "value",
        "var NAME : collider = none",
        "No collider: a variable that holds none yet.",
        "var seen : collider = none",
        Place.BEHAVIOR,
    ),
    Keyword(
        "keep",
        _LINKS,
        "sensor NAME = QUERY(…) when CONDITION else keep",
        "While the sensor does not ask, it keeps what it read last instead of being absent.",
        "sensor fence = nearest(root.position, within: 2 m) when moving else keep",
        Place.BEHAVIOR,
    ),
    # --- steps and checks
    Keyword(
        "hold",
        _STEP,
        "hold AGENT.INPUT at VALUE from TIME to TIME",
        "Hold an input: an axis at a value, a key down (without `at`). Without `from` it begins "
        "at once, without `to` it lasts to the end. `(0, 1)` walks ahead, +z.",
        "hold hero.walk at (0, 1) from 1 s to 3 s",
        Place.SCENE,
    ),
    Keyword(
        "press",
        _STEP,
        "press AGENT.INPUT at TIME",
        "Press a key or button for one tick.",
        "press hero.jump at 2 s",
        Place.SCENE,
    ),
    Keyword(
        "remove",
        _STEP,
        "remove COLLIDER at TIME",
        "Take a collider out of the scene.",
        "remove wall at 3 s",
        Place.SCENE,
    ),
    Keyword(
        "expect",
        _CHECK,
        "expect CONDITION within TIME | at TIME | during TIME .. TIME",
        "The condition must come true by a time, at a time, or hold all through a span.",
        "expect hero in Walking within 3 s",
        Place.TEST,
    ),
    Keyword(
        "always",
        _CHECK,
        "always CONDITION during TIME .. TIME when CONDITION",
        "Must hold on every tick; with `when` on every tick where that holds, which must be at "
        "least one.",
        "always hero.velocity.y < 5 m/s",
        Place.TEST,
    ),
    Keyword(
        "never",
        _CHECK,
        "never CONDITION during TIME .. TIME when CONDITION",
        "Must hold on no tick.",
        "never hero.root.position.z > 7.9 m during 0 s .. 4 s",
        Place.TEST,
    ),
    Keyword(
        "within",
        _TIME,
        "expect CONDITION within TIME",
        "At some tick from the beginning to that time.",
        "expect hero.velocity.z > 0.5 m/s within 2 s",
        Place.TEST,
    ),
    Keyword(
        "during",
        _TIME,
        "expect | always | never … during TIME .. TIME",
        "On the ticks from the first time to the second.",
        "expect hero in Standing during 0 s .. 0.9 s",
        Place.TEST,
    ),
    # --- prepositions
    Keyword(
        "at",
        _LINKS,
        "at VALUE",
        "Where a thing stands, the moment of a check or step, the value an input is held at, or "
        "the constant speed of a `lerp`.",
        "lerp arm[right].weight to 1 at 2 /s",
        Place.STATE,
    ),
    Keyword(
        "to",
        _LINKS,
        "to VALUE",
        "The goal of a `lerp`, the end of a `hold`, the range of a `limit`.",
        "lerp arm[right].weight to 0 over 1 s",
        Place.STATE,
    ),
    Keyword(
        "from",
        _LINKS,
        "from VALUE",
        "The beginning of a `hold`, the start of a ray (`from:`), or the scene another is made "
        "from.",
        "scene empty_yard from yard {\n  hold hero.walk at (0, 0)\n}",
        Place.FILE,
    ),
    Keyword(
        "by",
        _LINKS,
        "advance PLACE by RATE",
        "How much an `advance` adds each second.",
        "advance count by 2 /s",
        Place.STATE,
    ),
    Keyword(
        "of",
        _LINKS,
        "bone NAME of PARENT at (x, y, z)",
        "The bone that a bone hangs on.",
        "bone arm of top at (0.2 m, 0 m, 0 m)",
        Place.RIG,
    ),
    Keyword(
        "about",
        _LINKS,
        "limit BONE to LOW .. HIGH, about: AXIS",
        "The axis a joint turns about, in the bone's frame.",
        "limit top to 0 deg .. 20 deg, about: (1, 0, 0)",
        Place.RIG,
    ),
    Keyword(
        "along",
        _LINKS,
        "ray(from: POINT, along: DIRECTION, length: LENGTH)",
        "The direction a ray looks in.",
        "sensor fence = ray(from: root.position, along: root.forward, length: 2 m)",
        Place.BEHAVIOR,
    ),
    Keyword(
        "toward",
        _LINKS,
        "ray(from: POINT, toward: POINT, length: LENGTH)",
        "The point a ray looks at.",
        "sensor fence = ray(from: head.position, toward: root.position, length: 2 m)",
        Place.BEHAVIOR,
    ),
    Keyword(
        "with",
        _LINKS,
        "RIG NAME at (x, y, z) with BEHAVIOR, heading: ANGLE, PARAM: VALUE",
        "The behavior of an agent. Options behind it: `heading:`, and any param of it.",
        "humanoid ann at (2 m, 0 m, 0 m) with walker, heading: 90 deg",
        Place.SCENE,
    ),
    Keyword(
        "layer",
        _LINKS,
        "layer: NAME",
        "The layer a collider is on, or the layers a sensor looks at: one, or a list. In a pose, "
        "`layer NAME, weight: W { … }` covers what stands before it by its weight.",
        "box crate at (3 m, 0.5 m, 0 m), size: (1 m, 1 m, 1 m), layer: touchable",
        Place.SCENE,
    ),
    # --- poses
    Keyword(
        "pose",
        _DECLARES,
        "pose { … }",
        "How the character is shown, worked out after all machines each tick: blends of the "
        "rig's clips, layers over them, and how the body is lowered, turned and shifted. What "
        "the clips leave of the whole is the rig's own walk. One for each behavior.",
        "pose { lower hips by 10 cm }",
        Place.BEHAVIOR,
    ),
    Keyword(
        "blend",
        _PART_OF_POSE,
        "blend VALUE { KEY: CLIP, KEY: blend … }",
        "Share the pose among clips by where a value lies between rising keys: straight lines "
        "from key to key, level beyond the ends. A key may hold "
        "another blend. What is left to 1 shows the gaits.",
        "blend amount { 0: against[left], 1: sneak[left] }",
        Place.POSE,
    ),
)
"""Every keyword this version runs, in reading order."""

NOT_YET: dict[str, str] = {
    "action": "names a block of actions",
    "choose": "draws one of several transitions",
}
"""Keywords the grammar knows and this version does not run."""
