"""A Program as text, for reading and for comparing: the same Program gives the same text."""

from __future__ import annotations

from collections.abc import Iterator

from behave.ir.ops import Op
from behave.ir.program import (
    Advance,
    Arc,
    Assign,
    BehaviorProgram,
    Branch,
    Emit,
    EventRef,
    Every,
    Lerp,
    Machine,
    Node,
    Place,
    Program,
    SceneCollider,
    ScenePath,
    State,
    Statement,
    StateRef,
    Transition,
)

_SYMBOLS = {
    Op.ADD: "+",
    Op.SUB: "-",
    Op.MUL: "*",
    Op.DIV: "/",
    Op.VADD: "+",
    Op.VSUB: "-",
    Op.VSCALE: "*",
    Op.VDIV: "/",
    Op.QMUL: "*",
    Op.AND: "and",
    Op.OR: "or",
    Op.LT: "<",
    Op.LE: "<=",
    Op.GT: ">",
    Op.GE: ">=",
    Op.EQ: "==",
    Op.NE: "!=",
    Op.OTHERWISE: "otherwise",
}


def dump(program: Program) -> str:
    """The whole Program, a line a fact."""
    lines = [f"layers {', '.join(program.layers)}"]
    for behavior in program.behaviors:
        lines += _behavior(behavior)
    for scene in program.scenes:
        lines.append(f"scene {scene.name}")
        lines += [f"  path {p.name}: {_path(p)}" for p in scene.paths]
        lines += [f"  {_collider(c)}" for c in scene.colliders]
        lines += [f"  agent {a.name}: {a.behavior} for {a.rig}" for a in scene.agents]
        lines += [f"  {s.verb} {s.agent}.{s.input}" for s in scene.inputs]
        lines += [f"  {s.verb} {s.collider}" for s in scene.steps]
    for test in program.tests:
        lines.append(f"test {test.name!r} in {test.scene}: {len(test.checks)} checks")
    return "\n".join(lines) + "\n"


def _path(path: ScenePath) -> str:
    words = [f"{len(path.points)} points", *(["closed"] * path.closed), *(["smooth"] * path.smooth)]
    return ", ".join(words)


def _collider(collider: SceneCollider) -> str:
    texts = "".join(f" {name} {text!r}" for name, text in collider.texts)
    moves = f" along {collider.along}" if collider.along else ""
    over = f" over layer {collider.over}" if collider.over >= 0 else ""
    return f"{collider.shape.value} {collider.name} layer {collider.layer}{texts}{moves}{over}"


def _behavior(behavior: BehaviorProgram) -> Iterator[str]:
    text = _Text(behavior)
    yield f"behavior {behavior.name} for {behavior.rig.name}: {behavior.width} words"
    for slot in behavior.slots:
        presence = "" if slot.presence < 0 else f" present@{slot.presence}"
        yield f"  slot {slot.path} @{slot.offset}+{slot.width} {slot.group.value}{presence}"
    for param in behavior.params:
        yield f"  param {param.name} = {text.node(param.default)}"
    for initial in behavior.initials:
        value = "none" if initial.value is None else text.node(initial.value)
        yield f"  initial {behavior.slots[initial.slot].path} = {value}"
    for reset in behavior.resets:
        value = "none" if reset.value is None else text.node(reset.value)
        yield f"  reset {behavior.slots[reset.slot].path} = {value}"
    for zone in behavior.zones:
        yield f"  zone {zone.name} {zone.shape.value}({text.arguments(zone.arguments)})"
    for sensor in behavior.sensors:
        when = "" if sensor.when is None else f" when {text.node(sensor.when)}"
        keep = " else keep" if sensor.keep else ""
        asked = text.arguments(sensor.arguments)
        yield f"  sensor {sensor.name} {sensor.query.value}({asked}){when}{keep}"
    for cell in behavior.memory:
        path = behavior.slots[cell.slot].path
        yield f"  memory {path} = {text.node(cell.initial)} then {text.node(cell.update)}"
    for handler in behavior.handlers:
        yield f"  on {_event(handler.event)}"
        yield from text.block(handler.body, "    ")
    for event in behavior.events:
        yield f"  event {event.name}({', '.join(behavior.slots[s].path for s in event.arguments)})"
    for number, emitter in enumerate(behavior.emitters):
        sender = "behavior" if emitter.machine < 0 else behavior.machines[emitter.machine].name
        yield f"  emitter {number} of {behavior.events[emitter.event].name} by {sender}"
    for machine in behavior.machines:
        yield from text.machine(machine)
    for turn in behavior.turns:
        own = "pose" if turn.pose else "actions"
        yield f"  turn {behavior.machines[turn.machine].name if turn.machine >= 0 else own}"
        yield from text.block(turn.actions, "    ")


def _event(event: EventRef) -> str:
    return f"{event.source} {event.index} {event.happening}"


class _Text:
    """Writes the parts of one behavior with its slots by name."""

    def __init__(self, behavior: BehaviorProgram) -> None:
        self._behavior = behavior

    def _slots(self, slots: object) -> str:
        assert isinstance(slots, tuple)
        return "|".join(self._behavior.slots[s].path for s in slots)

    def _state(self, ref: object) -> str:
        assert isinstance(ref, StateRef)
        machine = self._behavior.machines[ref.machine]
        return f"{machine.name}.{machine.states[ref.state].path}"

    def node(self, node: Node) -> str:
        """An expression on one line."""
        args = [self.node(a) for a in node.args]
        match node.op:
            case Op.CONST:
                return repr(node.data)
            case Op.SLOT:
                assert isinstance(node.data, int)
                return self._behavior.slots[node.data].path
            case Op.SLOT_AT:
                return f"({self._slots(node.data)})[{args[0]}]"
            case Op.IN_STATE:
                return f"in {self._state(node.data)}"
            case op if op in _SYMBOLS:
                return f"({args[0]} {_SYMBOLS[op]} {args[1]})"
            case _:
                data = [] if node.data is None else [repr(node.data)]
                return f"{node.op.value}({', '.join([*args, *data])})"

    def arguments(self, pairs: tuple[tuple[str, Node], ...]) -> str:
        """Named arguments."""
        return ", ".join(f"{name}: {self.node(node)}" for name, node in pairs)

    def machine(self, machine: Machine) -> Iterator[str]:
        """A machine with its states."""
        family = f" of {machine.family}" if machine.family else ""
        yield f"  machine {machine.name}{family} starts in {machine.states[machine.initial].path}"
        yield from self.block(machine.actions, "    ")
        yield from self._arrows(machine, machine.transitions, "    ")
        for state in machine.states:
            yield from self._state_lines(machine, state)

    def _state_lines(self, machine: Machine, state: State) -> Iterator[str]:
        yield f"    state {state.path}{' final' if state.final else ''}"
        for word, body in (
            ("enter", state.enter),
            ("each tick", state.actions),
            ("exit", state.exit),
        ):
            if body:
                yield f"      {word}"
                yield from self.block(body, "        ")
        yield from self._arrows(machine, state.transitions, "      ")

    def _arrows(
        self, machine: Machine, arrows: tuple[Transition, ...], indent: str
    ) -> Iterator[str]:
        for arrow in arrows:
            word = "resume " if arrow.resume else "restart " if arrow.restart else ""
            target = machine.states[arrow.target].path
            heard = "" if arrow.trigger is None else f" on {_event(arrow.trigger)}"
            yield f"{indent}-> {word}{target}{heard} when {self.node(arrow.guard)}"
            yield from self.block(arrow.body, indent + "  ")

    def block(self, body: tuple[Statement, ...], indent: str) -> Iterator[str]:
        """Statements, a line each."""
        for statement in body:
            yield from self._statement(statement, indent)

    def _statement(self, statement: Statement, indent: str) -> Iterator[str]:
        match statement:
            case Assign():
                yield f"{indent}{self._stores(statement.place)} = {self.node(statement.value)}"
            case Lerp():
                form = f"{statement.form.value} {self.node(statement.amount)} {statement.ease}"
                goal = self.node(statement.goal)
                yield f"{indent}lerp {self._stores(statement.place)} to {goal} {form}"
            case Arc():
                way = f"from {self.node(statement.start)} to {self.node(statement.goal)}"
                form = f"over {self.node(statement.duration)} height {self.node(statement.height)}"
                yield f"{indent}arc {self._stores(statement.place)} {way} {form}"
            case Emit():
                name = self._behavior.events[self._behavior.emitters[statement.emitter].event].name
                values = ", ".join(self.node(v) for v in statement.values)
                yield f"{indent}emit {name}({values}) from {statement.emitter}"
            case Advance():
                rate = self.node(statement.rate)
                yield f"{indent}advance {self._stores(statement.place)} by {rate}"
            case Branch():
                yield f"{indent}when {self.node(statement.condition)}"
                yield from self.block(statement.then, indent + "  ")
                if statement.otherwise:
                    yield f"{indent}else"
                    yield from self.block(statement.otherwise, indent + "  ")
            case Every():
                yield f"{indent}every {self.node(statement.period)}"
                yield from self.block(statement.body, indent + "  ")

    def _stores(self, place: Place) -> str:
        texts = []
        for store in place.stores:
            index = "" if store.index is None else f"[{self.node(store.index)}]"
            value = "" if store.value.op is Op.NEW else f" := {self.node(store.value)}"
            texts.append(f"({self._slots(store.slots)}){index}{value}")
        return " & ".join(texts)
