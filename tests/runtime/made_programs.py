"""Small Programs made by hand: a state vector, machines and scenes without any text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from behave.ir.ops import Op
from behave.ir.program import (
    Assign,
    BehaviorProgram,
    Branch,
    EventRef,
    Form,
    Group,
    Handler,
    Initial,
    Input,
    InputDevice,
    InputStep,
    Lerp,
    Machine,
    MemoryCell,
    Node,
    Param,
    Place,
    Program,
    Query,
    Reading,
    Rig,
    Scene,
    SceneAgent,
    SceneCollider,
    Sensor,
    Slot,
    State,
    Statement,
    StateRef,
    Store,
    Transition,
    Turn,
    WorldStep,
    Zone,
    ZoneShape,
)
from behave.kinds import BOOL, COLLIDER, NUMBER, POINT, ROTATION, VEC, Base, Kind, number
from behave.runtime.model import Model
from behave.runtime.state import State as RunState
from behave.runtime.state import initial
from behave.runtime.tick import tick
from behave.scenario.build import build
from behave.source import Source, Span
from behave.units import LENGTH, TIME

SOURCE = Source("made.beh", "made by hand\n")
SPAN = Span(SOURCE, 0, 4)
SECONDS = number(TIME)
METRES = number(LENGTH)


def span(text: str) -> Span:
    """A span whose text is ``text``."""
    return Span(Source("made.beh", text), 0, len(text))


def const(value: Any, kind: Kind = NUMBER, text: str = "") -> Node:
    """A constant."""
    return Node(Op.CONST, (), kind, value, span(text) if text else None)


def yes() -> Node:
    """A guard that always holds."""
    return const(True, BOOL, "yes")


def node(op: Op, *args: Node, kind: Kind = NUMBER, data: Any = None, text: str = "") -> Node:
    """Any op."""
    return Node(op, args, kind, data, span(text) if text else None)


def compare(op: Op, a: Node, b: Node, tolerance: float = 0.0, text: str = "") -> Node:
    """A comparison."""
    return Node(op, (a, b), BOOL, tolerance, span(text) if text else None)


@dataclass
class Arrow:
    """A transition before its target has a position."""

    to: str
    guard: Node = field(default_factory=yes)
    after: float | None = None
    body: tuple[Statement, ...] = ()
    resume: bool = False
    restart: bool = False
    trigger: EventRef | None = None
    buffered: tuple[int, ...] = ()


@dataclass
class Made:
    """A state before it has a position. ``captures`` are slots its entry clears."""

    name: str
    arrows: Sequence[Arrow] = ()
    actions: Sequence[Statement] = ()
    enter: Sequence[Statement] = ()
    exit: Sequence[Statement] = ()
    children: Sequence[Made] = ()
    captures: Sequence[int] = ()


@dataclass
class Builder:
    """A behavior in the making; slots first, then machines, then ``program``."""

    name: str = "made"
    slots: list[Slot] = field(default_factory=list)
    width: int = 0
    initials: list[Initial] = field(default_factory=list)
    params: list[Param] = field(default_factory=list)
    inputs: list[Input] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    sensors: list[Sensor] = field(default_factory=list)
    handlers: list[Handler] = field(default_factory=list)
    memory: list[MemoryCell] = field(default_factory=list)
    machines: list[Machine] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    clocks: dict[str, tuple[int, int]] = field(default_factory=dict)
    refs: dict[str, StateRef] = field(default_factory=dict)
    ticks: int = -1

    def __post_init__(self) -> None:
        self.ticks = self.slot("ticks", NUMBER, Group.CLOCK, hidden=True)
        self.position = self.slot("root.position", POINT, Group.RIG)
        self.rotation = self.slot("root.rotation", ROTATION, Group.RIG)

    def slot(
        self,
        path: str,
        kind: Kind,
        group: Group = Group.VARIABLE,
        *,
        optional: bool = False,
        presence: int = -1,
        hidden: bool = False,
    ) -> int:
        """Lay out a slot."""
        if optional:
            presence, self.width = self.width, self.width + 1
        self.slots.append(Slot(path, kind, self.width, kind.width, group, presence, hidden))
        self.width += kind.width
        return len(self.slots) - 1

    def var(self, path: str, value: Any = 0.0, kind: Kind = NUMBER) -> int:
        """A variable with an initial value; absent for None."""
        slot = self.slot(path, kind, optional=value is None)
        self.initials.append(Initial(slot, None if value is None else const(value, kind)))
        return slot

    def param(
        self,
        name: str,
        value: float,
        kind: Kind = NUMBER,
        low: float | None = None,
        high: float | None = None,
    ) -> int:
        """A param with a range."""
        slot = self.slot(name, kind, Group.PARAM)
        bounds = [None if bound is None else const(bound, kind) for bound in (low, high)]
        self.params.append(
            Param(name, slot, const(value, kind), *bounds, "", "", self.name, span(name))
        )
        return slot

    def read(self, slot: int, text: str = "") -> Node:
        """Reads a slot."""
        return node(Op.SLOT, kind=self.slots[slot].kind, data=slot, text=text)

    def place(self, slot: int) -> Place:
        """A slot as a place."""
        kind = self.slots[slot].kind
        store = Store((slot,), None, node(Op.NEW, kind=kind))
        return Place(kind, self.read(slot), (store,), self.slots[slot].path)

    def set(self, slot: int, value: Any) -> Assign:
        """``set slot = value``."""
        if not isinstance(value, Node):
            value = const(value, self.slots[slot].kind)
        return Assign(self.place(slot), value, SPAN)

    def add(self, slot: int, amount: float) -> Assign:
        """``set slot = slot + amount``."""
        return self.set(slot, node(Op.ADD, self.read(slot), const(amount)))

    def digit(self, slot: int, amount: float) -> Assign:
        """``set slot = slot * 10 + amount``: writes down the order things run in."""
        return self.set(
            slot, node(Op.ADD, node(Op.MUL, self.read(slot), const(10.0)), const(amount))
        )

    def when(self, condition: Node, *then: Statement) -> Branch:
        """``when condition { … }``."""
        return Branch(condition, then, (), SPAN)

    def lerp(
        self, slot: int, goal: Any, form: Form, amount: float, owner: str = "", ease: str = ""
    ) -> tuple[Lerp, int]:
        """A lerp owned by a state (or none), and its captured flag (-1 but for OVER)."""
        capture = captured = -1
        if form is Form.OVER:
            capture = self.slot(f"~{len(self.slots)}", self.slots[slot].kind, Group.MEMORY)
            captured = self.slot(f"~{len(self.slots)}", BOOL, Group.MEMORY)
        made = Lerp(
            self.place(slot),
            const(goal, self.slots[slot].kind) if not isinstance(goal, Node) else goal,
            form,
            const(amount),
            ease,
            self.refs[owner] if owner else None,
            capture,
            captured,
            SPAN,
        )
        return made, captured

    def key(self, name: str, buffer: float | None = None) -> int:
        """A key; gives its position among the inputs."""
        value = self.slot(name, BOOL, Group.INPUT)
        pressed = self.slot(f"{name}.pressed", BOOL, Group.INPUT)
        released = self.slot(f"{name}.released", BOOL, Group.INPUT)
        waiting = self.slot(f"{name}.waiting", SECONDS, Group.INPUT, hidden=True)
        kept = None if buffer is None else const(buffer, SECONDS)
        self.inputs.append(
            Input(name, InputDevice.KEY, (), kept, value, pressed, released, waiting, SPAN)
        )
        return len(self.inputs) - 1

    def axis2(self, name: str) -> int:
        """A two-axis input; gives its value's slot."""
        value = self.slot(name, VEC, Group.INPUT)
        self.inputs.append(Input(name, InputDevice.AXIS2, (), None, value, -1, -1, -1, SPAN))
        return value

    def zone(self, name: str, radius: float, layers: int = -1, owner: str = "") -> int:
        """A ball about the root."""
        arguments = (("radius", const(radius)), ("center", self.read(self.position)))
        ref = self.refs[owner] if owner else None
        self.zones.append(Zone(name, ZoneShape.SPHERE, arguments, layers, ref, SPAN))
        return len(self.zones) - 1

    def sensor(
        self,
        name: str,
        query: Query,
        arguments: dict[str, Node],
        *,
        zone: int = -1,
        layers: int = -1,
        when: Node | None = None,
        keep: bool = False,
        owner: str = "",
    ) -> dict[str, int]:
        """A sensor with the fields of a hit; gives their slots, ``exists`` among them."""
        exists = self.slot(f"{name}.exists", BOOL, Group.READING)
        presence = self.slots[exists].offset
        kinds = {"point": POINT, "normal": VEC, "distance": METRES, "collider": COLLIDER}
        if query is Query.VALUE:
            kinds = {"value": arguments["value"].kind}
        fields = {
            part: self.slot(f"{name}.{part}", kind, Group.READING, presence=presence)
            for part, kind in kinds.items()
        }
        previous = self.slot(f"{name}.previous", COLLIDER, Group.READING, hidden=True)
        reading = Reading(tuple(fields.items()), exists, fields.get("collider", -1), previous)
        ref = self.refs[owner] if owner else None
        self.sensors.append(
            Sensor(
                name, query, tuple(arguments.items()), layers, zone, when, keep, ref, reading, SPAN
            )
        )
        return fields | {"exists": exists, "previous": previous}

    def cell(
        self,
        name: str,
        initial_value: float,
        update: Any,
        subjects: tuple[int, ...] = (),
        owner: str = "",
    ) -> int:
        """A memory cell; ``update`` is a function of the cell's own node."""
        slot = self.slot(name, NUMBER, Group.MEMORY, hidden=True)
        ref = self.refs[owner] if owner else None
        made = MemoryCell(slot, const(initial_value), update(self.read(slot)), subjects, ref, SPAN)
        self.memory.append(made)
        return slot

    def lay_out(self, name: str, states: Sequence[Made]) -> int:
        """Slots and references of a machine's states; do this before using their timers."""
        active = self.slot(f"{name}.active", NUMBER, Group.CLOCK, hidden=True)
        for position, (path, _, _) in enumerate(_flat(states)):
            self.refs[path] = StateRef(len(self.machines), position)
            self.clocks[path] = (
                self.slot(f"{name}.{path}.ticks", NUMBER, Group.CLOCK, hidden=True),
                self.slot(f"{name}.{path}.carry", SECONDS, Group.CLOCK, hidden=True),
            )
        return active

    def timer(self, path: str) -> Node:
        """The timer of a state."""
        ticks, carry = self.clocks[path]
        counted = node(Op.MUL, self.read(ticks), node(Op.DT, kind=SECONDS), kind=SECONDS)
        return node(Op.ADD, counted, self.read(carry), kind=SECONDS, text="timer")

    def timer_is(self, path: str, op: Op, bound: float) -> Node:
        """A comparison of a state's timer, with the tolerance of times."""
        signs = {Op.GE: ">=", Op.GT: ">", Op.LT: "<", Op.LE: "<="}
        text = f"timer {signs[op]} {bound:g} s"
        return compare(op, self.timer(path), const(bound, SECONDS), 1e-6, text)

    def inside(self, path: str) -> Node:
        """``in path``."""
        return node(Op.IN_STATE, kind=BOOL, data=self.refs[path], text=f"in {path}")

    def machine(
        self,
        states: Sequence[Made],
        name: str = "m",
        *,
        active: int = -1,
        arrows: Sequence[Arrow] = (),
        actions: Sequence[Statement] = (),
    ) -> None:
        """A machine whose initial states are the first ones; adds its turn."""
        if active < 0:
            active = self.lay_out(name, states)
        flat = _flat(states)
        paths = [path for path, _, _ in flat]
        made = []
        for position, (path, state, parent) in enumerate(flat):
            last = -1
            if state.children:
                last = self.slot(f"{name}.{path}.last", NUMBER, Group.CLOCK, hidden=True)
            made.append(
                State(
                    state.name,
                    path,
                    parent,
                    position + 1 if state.children else -1,
                    path.count("."),
                    False,
                    *self.clocks[path],
                    last,
                    tuple(state.actions),
                    tuple(state.enter),
                    tuple(state.exit),
                    tuple(self._arrow(arrow, paths, path) for arrow in state.arrows),
                    tuple(state.captures),
                    SPAN,
                )
            )
        own = tuple(self._arrow(arrow, paths, "") for arrow in arrows)
        self.machines.append(Machine(name, tuple(made), 0, active, tuple(actions), own, SPAN))
        self.turns.append(Turn(len(self.machines) - 1, ()))

    def _arrow(self, arrow: Arrow, paths: list[str], path: str) -> Transition:
        guard, after = arrow.guard, None
        if arrow.after is not None:
            after = const(arrow.after, SECONDS)
            due = compare(Op.GE, self.timer(path), after, 1e-6, f"after {arrow.after:g} s")
            guard = due if guard.op is Op.CONST else node(Op.AND, due, guard, kind=BOOL)
        return Transition(
            paths.index(arrow.to),
            guard,
            arrow.trigger,
            after,
            arrow.body,
            arrow.resume,
            arrow.restart,
            arrow.buffered,
            span(f"-> {arrow.to}"),
        )

    def behavior(self, guards: tuple[tuple[str, Node], ...] = ()) -> BehaviorProgram:
        """The finished behavior."""
        return BehaviorProgram(
            self.name,
            Rig("bare", (), (), SPAN),
            tuple(self.slots),
            self.width,
            tuple(self.enums.items()),
            tuple(self.params),
            tuple(self.initials),
            tuple(self.inputs),
            tuple(self.zones),
            tuple(self.sensors),
            tuple(self.handlers),
            tuple(self.memory),
            tuple(self.machines),
            tuple(self.turns),
            self.ticks,
            SPAN,
            {slot.path: number for number, slot in enumerate(self.slots)},
            guards,
        )

    def program(
        self,
        *,
        colliders: Sequence[SceneCollider] = (),
        agents: Sequence[SceneAgent] | None = None,
        inputs: Sequence[InputStep] = (),
        steps: Sequence[WorldStep] = (),
        guards: tuple[tuple[str, Node], ...] = (),
    ) -> Program:
        """A program with one scene ``stage``; one agent ``hero`` unless others are given."""
        if agents is None:
            agents = (self.agent("hero"),)
        scene = Scene("stage", tuple(colliders), tuple(agents), tuple(inputs), tuple(steps), SPAN)
        return Program("made.beh", ("wall", "other"), (self.behavior(guards),), (scene,), ())

    def agent(
        self, name: str, at: tuple[float, float, float] = (0.0, 0.0, 0.0), **params: float
    ) -> SceneAgent:
        """An agent of this behavior."""
        overrides = tuple((key, const(value)) for key, value in params.items())
        return SceneAgent(name, "bare", self.name, const(at, POINT), None, overrides, span(name))


def _flat(
    states: Sequence[Made], prefix: str = "", parent: int = -1, first: int = 0
) -> list[tuple[str, Made, int]]:
    """(path, state, parent's position), parents before children."""
    found: list[tuple[str, Made, int]] = []
    for state in states:
        position = first + len(found)
        path = prefix + state.name
        found.append((path, state, parent))
        found.extend(_flat(state.children, path + ".", position, position + 1))
    return found


@dataclass
class Run:
    """A program running at ``dt``; ``row`` reads variables of the first agent by path."""

    model: Model
    state: RunState
    records: list[Any] = field(default_factory=list)

    def ticks(self, count: int = 1, inputs: Any = None) -> Run:
        """Run some ticks, with the scene's script unless inputs are given."""
        for _ in range(count):
            given = inputs
            if given is None:
                given = self.model.script.sample(self.state.tick, self.model.dt)
            self.records.append(tick(self.model, self.state, given))
        return self

    def value(self, path: str, agent: str = "") -> Any:
        """A number, or a list for wider slots."""
        name = agent or self.model.agents[0]
        place = self.model.places[name]
        behavior = self.model.groups[place.group].behavior
        slot = behavior.slots[behavior.slot_of[path]]
        row = self.state.rows[place.group][place.row]
        words = row[slot.offset : slot.offset + slot.width].tolist()
        if slot.presence >= 0 and row[slot.presence] == 0.0:
            return None
        return words[0] if slot.width == 1 else words

    def where(self, machine: str = "m") -> str:
        """The active state of the first agent after the last tick."""
        return self.records[-1].agents[self.model.agents[0]].states[machine]

    @property
    def last(self) -> Any:
        """The first agent's record of the last tick."""
        return self.records[-1].agents[self.model.agents[0]]


def start(program: Program, dt: float = 1.0 / 60.0, **options: Any) -> Run:
    """Build the scene ``stage`` and stand before tick 0."""
    model = build(program, "stage", dt=dt, **options)
    return Run(model, initial(model))


__all__ = [
    "BOOL",
    "COLLIDER",
    "METRES",
    "NUMBER",
    "POINT",
    "ROTATION",
    "SECONDS",
    "SPAN",
    "VEC",
    "Arrow",
    "Base",
    "Builder",
    "Made",
    "Run",
    "compare",
    "const",
    "node",
    "span",
    "start",
    "yes",
]
