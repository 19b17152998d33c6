"""The Program: everything a checked file means, frozen, in primitive operations.

A Program knows no syntax and no built-in by name: vocabulary has been lowered to ops, queries
and rig parts. Values that depend on an agent's params stay expressions (`Node`) and are
evaluated when a scene is built. ``ir/validate`` states what a Program promises its back ends.
"""

from __future__ import annotations

from enum import Enum

from behave.ir.values import Group as Group
from behave.ir.values import Node, Place, Slot, StateRef
from behave.ir.values import Store as Store
from behave.record import Record
from behave.source import Span

# ---- statements -----------------------------------------------------------------------


class Assign(Record):
    """``set place = value``; skipped (and reported) where the value or index is absent."""

    place: Place
    value: Node
    span: Span


class Form(Enum):
    """How a lerp moves; LANGUAGE gives each form's formula."""

    OVER = "over"  # amount: seconds; from the value at entry
    CHASE = "chase"  # amount: seconds
    RATE = "rate"  # amount: 1/s
    HALF_LIFE = "half_life"  # amount: seconds
    AT = "at"  # amount: units of the value a second (radians a second for rotations)


class Lerp(Record):
    """``lerp place to goal …``: covers the owner's timer from ``timer`` to ``timer + dt``.

    ``owner`` is the state whose timer counts, None for one written in a behavior. ``capture``
    is the slot with the value at entry (form OVER only) and ``captured`` a 0/1 slot: 0 makes
    the lerp capture anew; the runtime clears it when the owner is entered.
    """

    place: Place
    goal: Node
    form: Form
    amount: Node
    ease: str
    owner: StateRef | None
    capture: int
    captured: int
    span: Span


class Advance(Record):
    """``advance place by rate``: adds rate · dt."""

    place: Place
    rate: Node
    span: Span


class Branch(Record):
    """``when c { … } else { … }``, and the trailing ``when`` of an action."""

    condition: Node
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    span: Span


class Every(Record):
    """``every T { … }``: runs on the owner's entry tick and then each T of its timer.

    ``count`` is a memory slot: how often it has run since entry.
    """

    period: Node
    body: tuple[Statement, ...]
    owner: StateRef | None
    count: int
    span: Span


class Arc(Record):
    """``arc place from a to b over T, height: h``, written anew each tick of its owner.

    With p = clamp((timer + dt) / T, 0, 1), 1 for T ≤ 0: place = mix(start, goal, p) +
    up · height · sin(π p), so that it is complete before ``after T`` fires, as a lerp is.
    """

    place: Place
    start: Node
    goal: Node
    duration: Node
    height: Node
    owner: StateRef | None
    span: Span


class Emit(Record):
    """``emit event(values)``: ``emitter`` is a position in ``BehaviorProgram.emitters``.

    Skipped (and reported) where a value is absent, and where this place has emitted in this tick
    already. The event is delivered in the Events phase of the next tick.
    """

    emitter: int
    values: tuple[Node, ...]
    span: Span


Statement = Assign | Lerp | Advance | Branch | Every | Arc | Emit


# ---- events ---------------------------------------------------------------------------


class Event(Record):
    """An event of the behavior's own.

    ``arguments`` are slots, absent unless the event is being delivered: while a handler runs,
    and while the guard and the block of a transition on it do, they hold what was emitted.
    """

    name: str
    arguments: tuple[int, ...]
    span: Span


class Emitter(Record):
    """A place in the file that emits: it has slots of its own.

    ``machine`` is the sender (-1: the behavior itself); events are delivered by sender, then by
    emission. ``pending`` holds the number of the emission within its tick (from 1; 0: none) and
    ``values`` its arguments; as a tick's Events phase begins both move to ``current`` and
    ``arrived`` and ``pending`` is 0 again.
    """

    event: int
    machine: int
    pending: int
    values: tuple[int, ...]
    current: int
    arrived: tuple[int, ...]
    span: Span


# ---- sensing --------------------------------------------------------------------------


class Query(Enum):
    """What a sensor asks; ``arguments`` are named as in the vocabulary record."""

    RAY = "ray"  # from, along (vec, normalised by the query), length, layers
    BOXCAST = "boxcast"  # from, along, length, layers, size (full edges), turn, retry, step
    SPHERECAST = "spherecast"  # from, along, length, layers, radius, retry, step
    CLOSEST = "closest"  # point, collider
    NEAREST = "nearest"  # point, within, layers
    OVERLAP = "overlap"  # zone, layers
    TRACK = "track"  # zone, layers, probe, again
    VALUE = "value"  # value: any expression, sampled once a tick


class Reading(Record):
    """Slots of one sensor. ``field`` names as in the vocabulary (``point``, ``normal`` …).

    ``exists`` is the presence word every field shares; ``collider`` identifies the subject.
    """

    fields: tuple[tuple[str, int], ...]
    exists: int
    collider: int
    previous: int


class Sensor(Record):
    """One query, sampled once a tick in declared order.

    ``layers`` is a bit mask over ``Program.layers``. ``zone`` is the position in
    ``BehaviorProgram.zones`` or -1. ``owner``: a sensor written in a state is absent while
    that state is not active.
    """

    name: str
    query: Query
    arguments: tuple[tuple[str, Node], ...]
    layers: int
    zone: int
    when: Node | None
    keep: bool
    owner: StateRef | None
    reading: Reading
    span: Span


class ZoneShape(Enum):
    """Shapes a zone may have."""

    BOX = "box"  # size (full edges), center, turn
    SPHERE = "sphere"  # radius, center
    CAPSULE = "capsule"  # radius, height (over all), center, turn


class Zone(Record):
    """A trigger volume that moves with the agent; ``arguments`` evaluated in Sense."""

    name: str
    shape: ZoneShape
    arguments: tuple[tuple[str, Node], ...]
    layers: int
    owner: StateRef | None
    span: Span


class EventRef(Record):
    """What a handler or trigger waits for.

    ``source`` is ``sensor`` (happening found / lost), ``zone`` (enter / stay / exit), ``event``
    (sent) or ``state`` (enter / exit of the owner); ``index`` the sensor's, zone's or event's
    position.
    """

    source: str
    index: int
    happening: str


class Handler(Record):
    """``on event { … }``; runs once per event while its owner is active."""

    event: EventRef
    when: Node | None
    body: tuple[Statement, ...]
    owner: StateRef | None
    span: Span


# ---- memory ---------------------------------------------------------------------------


class MemoryCell(Record):
    """One remembered value, advanced once a tick in the Remember phase, in order.

    ``restart`` to ``initial`` happens when the owner was entered since, when any ``subjects``
    reading (a position in ``sensors``) is absent, and when a subject's collider changed. Then,
    unless a subject is absent, slot = value of ``update`` (left alone where that is absent).
    A cell whose owner state is not active is not advanced.
    """

    slot: int
    initial: Node
    update: Node
    subjects: tuple[int, ...]
    owner: StateRef | None
    span: Span


# ---- machines -------------------------------------------------------------------------


class Transition(Record):
    """An arrow. ``target`` is a state of the same machine; ``restart`` targets its own state.

    ``after`` gives the delay of ``-> X after T`` (the overshoot is carried into X's timer);
    ``guard`` already includes the comparison. ``buffered`` are inputs whose buffered press a
    firing uses up.
    """

    target: int
    guard: Node
    trigger: EventRef | None
    after: Node | None
    body: tuple[Statement, ...]
    resume: bool
    restart: bool
    buffered: tuple[int, ...]
    span: Span


class State(Record):
    """A state; ``parent`` and ``initial`` are positions in the machine's states, -1 for none.

    ``ticks`` and ``carry`` are its timer's slots (timer = ticks · dt + carry); ``last`` the
    slot with the child last active (for resume), -1 for a leaf. ``enter`` and ``exit`` are the
    bodies of ``on enter`` / ``on exit``. ``captures`` are 0/1 slots cleared on entry.
    """

    name: str
    path: str
    parent: int
    initial: int
    depth: int
    final: bool
    ticks: int
    carry: int
    last: int
    actions: tuple[Statement, ...]
    enter: tuple[Statement, ...]
    exit: tuple[Statement, ...]
    transitions: tuple[Transition, ...]
    captures: tuple[int, ...]
    span: Span


class Machine(Record):
    """A machine; states in textual order, parents before children.

    ``active`` is the slot with the active leaf's position. ``transitions`` are written in the
    machine's own body (decided before any state's). ``actions`` likewise run first. One of a
    machine array (``leg[2]``) has the array's name as ``family``; its instances follow each
    other in the behavior's machines, by index.
    """

    name: str
    states: tuple[State, ...]
    initial: int
    active: int
    actions: tuple[Statement, ...]
    transitions: tuple[Transition, ...]
    span: Span
    family: str = ""


class Turn(Record):
    """One turn of a tick: a machine's (``machine`` >= 0), or the behavior's own actions.

    ``pose``: the last turn of a behavior with a pose block; it writes what the block says, the
    weights of clips and how the body is turned, shifted and lowered.
    """

    machine: int
    actions: tuple[Statement, ...]
    pose: bool = False


# ---- rig ------------------------------------------------------------------------------


class InputDevice(Enum):
    """What feeds an input."""

    AXIS2 = "axis2"  # a vec (x right, y ahead, 0)
    AXIS = "axis"  # a number -1..1
    KEY = "key"  # a bool, with pressed / held / released


class Input(Record):
    """A named input.

    ``value`` is the slot with its value (vec, number or bool: held); for keys ``pressed``,
    ``released`` and ``waiting`` (seconds left of the buffer) are slots, else -1. ``bindings``
    are device names for the viewer: ``("key", "Space")``, ``("keys", "WASD")``,
    ``("button", "A")``, ``("stick", "left")``.
    """

    name: str
    device: InputDevice
    bindings: tuple[tuple[str, str], ...]
    buffer: Node | None
    value: int
    pressed: int
    released: int
    waiting: int
    span: Span


class Part(Record):
    """One sentence of a rig: mover, gait, limit, constraint. ``verb`` as in the vocabulary.

    ``bones`` are options that name bones (``root`` → ``upper_arm[left]``), ``words`` those that
    name something else, ``values`` the rest. The members of a list stand under numbered names:
    ``bones[0]``, ``bones[1]``; ``feet[0]``.
    """

    verb: str
    name: str
    bones: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, Node], ...]
    words: tuple[tuple[str, str], ...]
    span: Span


class Bone(Record):
    """A bone: joint position in the parent's frame in the bind pose; parent "" is the root.

    ``turn`` is the bone's rotation against the parent in the bind pose, None for none.
    """

    name: str
    parent: str
    at: Node
    span: Span
    turn: Node | None = None


class Rig(Record):
    """A rig as declared. Its params, inputs and places are slots of every behavior for it."""

    name: str
    bones: tuple[Bone, ...]
    parts: tuple[Part, ...]
    span: Span


class Param(Record):
    """A param of a behavior or its rig; ``low`` and ``high`` may be absent."""

    name: str
    slot: int
    default: Node
    low: Node | None
    high: Node | None
    unit: str
    tooltip: str
    owner: str
    span: Span


class Initial(Record):
    """The initial value of a variable or rig place; ``value`` None makes it absent."""

    slot: int
    value: Node | None


class BehaviorProgram(Record):
    """A behavior compiled for its rig: the layout of an agent's state and what runs over it.

    ``guards`` names nodes that other trees share: every guard and bool ``let`` without
    arguments, so that an explanation can call a condition what its author does. ``resets`` are
    places set back before the turns of every tick (the way moved, what is enabled).
    ``emitted`` is the slot that numbers the emissions of a tick, -1 where nothing emits; it and
    every ``Emitter.pending`` are 0 as a tick's Events phase has begun.
    """

    name: str
    rig: Rig
    slots: tuple[Slot, ...]
    width: int
    enums: tuple[tuple[str, tuple[str, ...]], ...]
    params: tuple[Param, ...]
    initials: tuple[Initial, ...]
    inputs: tuple[Input, ...]
    zones: tuple[Zone, ...]
    sensors: tuple[Sensor, ...]
    handlers: tuple[Handler, ...]
    memory: tuple[MemoryCell, ...]
    machines: tuple[Machine, ...]
    turns: tuple[Turn, ...]
    ticks: int
    span: Span
    slot_of: dict[str, int]
    guards: tuple[tuple[str, Node], ...] = ()
    resets: tuple[Initial, ...] = ()
    events: tuple[Event, ...] = ()
    emitters: tuple[Emitter, ...] = ()
    emitted: int = -1


# ---- scenes and tests ------------------------------------------------------------------


class ColliderShape(Enum):
    """Shapes a scene may hold."""

    BOX = "box"
    SPHERE = "sphere"
    CAPSULE = "capsule"
    GROUND = "ground"
    HEIGHTFIELD = "heightfield"
    STAIRS = "stairs"  # stands for its steps, boxes called NAME[0] …, the lowest first


class ScenePath(Record):
    """``path NAME along [points], closed: yes, smooth: yes``: points (at least two, as a scene is
    built) joined by straight lines, or where ``smooth`` by a Catmull-Rom curve through them.
    """

    name: str
    points: tuple[Node, ...]
    closed: bool
    smooth: bool
    span: Span


class SceneCollider(Record):
    """A collider; ``values``: at (point), size / radius / height, turn (rotation).

    A heightfield has ``size`` (full edges; heights are 0 .. size.y over ``at``, the middle of its
    base), ``cell`` (length, the wished edge of a cell), and ``seed`` (number) with ``flat``
    (length, radius of a flat patch in the middle) or, in ``texts``, the picture ``file`` as
    written, from the folder of the file it is written in. Stairs have ``steps`` (whole number),
    ``size`` (width, height and depth of the whole flight), ``turn``; ``at`` is the middle of the
    foot of the lowest step, the flight rises along +z.

    ``along`` names a path of the scene ("" for a collider that stays): it moves along it at
    ``speed`` (m/s), from the place of the path nearest to ``at``, and keeps its offset from there;
    to and fro on an open path. ``over`` is the layer from whose ground its heights count (position
    in ``Program.layers``, -1: from 0). Where it is depends on the tick only.
    """

    name: str
    shape: ColliderShape
    layer: int
    values: tuple[tuple[str, Node], ...]
    span: Span
    texts: tuple[tuple[str, str], ...] = ()
    along: str = ""
    speed: Node | None = None
    over: int = -1


class SceneAgent(Record):
    """An agent; ``overrides`` are param names with their values."""

    name: str
    rig: str
    behavior: str
    at: Node
    heading: Node | None
    overrides: tuple[tuple[str, Node], ...]
    span: Span


class InputStep(Record):
    """``hold a.walk at v from t0 to t1``, ``press a.jump at t``; times in seconds.

    ``verb`` is ``hold`` or ``press``; a press has no value and ``end`` None.
    """

    verb: str
    agent: str
    input: int
    value: Node | None
    start: Node
    end: Node | None
    span: Span


class WorldStep(Record):
    """``remove collider at t``."""

    verb: str
    collider: str
    time: Node
    span: Span


class Scene(Record):
    """A scene: colliders and agents in declared order, its script, its paths."""

    name: str
    colliders: tuple[SceneCollider, ...]
    agents: tuple[SceneAgent, ...]
    inputs: tuple[InputStep, ...]
    steps: tuple[WorldStep, ...]
    span: Span
    paths: tuple[ScenePath, ...] = ()


class Expect(Record):
    """``expect guard within T | at T | during a .. b``; agent reads sit under OF_AGENT."""

    guard: Node
    due: str
    start: Node
    end: Node | None
    span: Span


class Always(Record):
    """``always guard [during a .. b] [when h]`` or ``never guard``."""

    guard: Node
    negated: bool
    start: Node | None
    end: Node | None
    when: Node | None
    span: Span


class Test(Record):
    """A test: its steps replace the scene's script for the inputs they name."""

    name: str
    scene: str
    rates: tuple[Node, ...]
    lasts: Node | None
    inputs: tuple[InputStep, ...]
    steps: tuple[WorldStep, ...]
    checks: tuple[Expect | Always, ...]
    span: Span


class Program(Record):
    """Everything a file and what it uses mean."""

    name: str
    layers: tuple[str, ...]
    behaviors: tuple[BehaviorProgram, ...]
    scenes: tuple[Scene, ...]
    tests: tuple[Test, ...]
