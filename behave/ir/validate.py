"""What a Program promises to whoever runs it, as a check.

A Program without problems never fails at run time: every operation gets arguments of the kinds
it is defined for, every slot, state, sensor and zone named exists, no two slots overlap, and
what may occur only in places (``NEW``, ``OF_AGENT``) occurs only there. A problem found here
is a bug of the analysis, never of a user's file.
"""

from __future__ import annotations

from collections.abc import Iterator

from behave.ir.nodes import behavior_nodes, blocks, statements, stored_nodes
from behave.ir.ops import Op
from behave.ir.program import (
    Always,
    BehaviorProgram,
    Emit,
    EventRef,
    Group,
    Machine,
    Node,
    Program,
    StateRef,
    Test,
)
from behave.ir.signatures import ANY, SIGNATURES, base_name
from behave.ir.size import too_large
from behave.kinds import Base


def problems(program: Program) -> list[str]:
    """Everything a Program breaks of its promise; empty for a valid one."""
    found: list[str] = []
    for behavior in program.behaviors:
        found += (f"{behavior.name}: {text}" for text in _behavior(behavior))
    behaviors = {b.name: b for b in program.behaviors}
    scenes = {s.name: s for s in program.scenes}
    for scene in program.scenes:
        for agent in scene.agents:
            if agent.behavior not in behaviors:
                found.append(f"scene {scene.name}: no behavior {agent.behavior}")
        paths = {path.name for path in scene.paths}
        for collider in scene.colliders:
            if collider.along and (collider.along not in paths or collider.speed is None):
                found.append(f"scene {scene.name}: {collider.name} moves along no path")
            if collider.over >= len(program.layers) or (collider.over >= 0 and not collider.along):
                found.append(f"scene {scene.name}: {collider.name} goes over no layer")
    for test in program.tests:
        if test.scene not in scenes:
            found.append(f"test {test.name}: no scene {test.scene}")
            continue
        agents = {a.name: behaviors[a.behavior] for a in scenes[test.scene].agents}
        found += (f"test {test.name}: {text}" for text in _test(test, agents))
    return found


def _behavior(behavior: BehaviorProgram) -> Iterator[str]:
    yield from _layout(behavior)
    for machine in behavior.machines:
        yield from _machine(behavior, machine)
    for node in behavior_nodes(behavior):
        yield from _tree(behavior, node, new=False)
    for node in stored_nodes(behavior):
        yield from _tree(behavior, node, new=True)
    for sensor in behavior.sensors:
        if sensor.zone >= len(behavior.zones):
            yield f"sensor {sensor.name}: no zone {sensor.zone}"
        for slot in (sensor.reading.exists, sensor.reading.collider, sensor.reading.previous):
            if not 0 <= slot < len(behavior.slots):
                yield f"sensor {sensor.name}: no slot {slot}"
    for handler in behavior.handlers:
        if not _known_event(behavior, handler.event):
            yield f"a handler waits for {handler.event.source} {handler.event.index}"
    yield from _events(behavior)
    yield from _resets(behavior)
    for cell in behavior.memory:
        if behavior.slots[cell.slot].group is not Group.MEMORY:
            yield f"memory in the slot {behavior.slots[cell.slot].path}"
    for turn in behavior.turns[:-1]:
        if turn.pose:
            yield "the pose is not the last turn"
    for turn in behavior.turns:
        if turn.machine >= len(behavior.machines):
            yield f"a turn of machine {turn.machine}"


def _known_event(behavior: BehaviorProgram, event: EventRef) -> bool:
    limit = {
        "sensor": len(behavior.sensors),
        "zone": len(behavior.zones),
        "event": len(behavior.events),
    }
    return 0 <= event.index < limit.get(event.source, 0)


def _events(behavior: BehaviorProgram) -> Iterator[str]:
    """Events and who emits them: slots of their own, of the kinds of the arguments."""
    slots, taken = behavior.slots, set[int]()
    for event in behavior.events:
        for slot in event.arguments:
            if slots[slot].presence < 0:
                yield f"event {event.name}: {slots[slot].path} is never absent"
    for number, emitter in enumerate(behavior.emitters):
        own = (emitter.pending, *emitter.values, emitter.current, *emitter.arrived)
        if behavior.emitted < 0 or not 0 <= emitter.event < len(behavior.events):
            yield f"emitter {number} emits nothing"
            continue
        if not -1 <= emitter.machine < len(behavior.machines):
            yield f"emitter {number} belongs to machine {emitter.machine}"
        if taken & set(own):
            yield f"emitter {number} shares a slot"
        taken |= set(own)
        wanted = [slots[a].kind for a in behavior.events[emitter.event].arguments]
        for found in (emitter.values, emitter.arrived):
            if [slots[s].kind for s in found] != wanted:
                yield f"emitter {number} keeps other kinds than its event carries"
    for body in blocks(behavior):
        for statement in statements(body):
            if isinstance(statement, Emit):
                yield from _emit(behavior, statement)


def _emit(behavior: BehaviorProgram, emit: Emit) -> Iterator[str]:
    if not 0 <= emit.emitter < len(behavior.emitters):
        yield f"an emission by emitter {emit.emitter}"
        return
    slots = behavior.emitters[emit.emitter].values
    wanted = [base_name(behavior.slots[s].kind.base) for s in slots]
    if [base_name(v.kind.base) for v in emit.values] != wanted:
        yield f"an emission by emitter {emit.emitter} carries the wrong kinds"


def _resets(behavior: BehaviorProgram) -> Iterator[str]:
    """A place that is set back each tick belongs to the rig and gets a constant of its kind."""
    seen: set[int] = set()
    for reset in behavior.resets:
        if not 0 <= reset.slot < len(behavior.slots):
            yield f"no slot {reset.slot} to reset"
            continue
        slot = behavior.slots[reset.slot]
        if reset.slot in seen:
            yield f"{slot.path} is reset twice"
        seen.add(reset.slot)
        if slot.group is not Group.RIG:
            yield f"{slot.path} is reset and no place of the rig"
        if reset.value is None or reset.value.op is not Op.CONST:
            yield f"{slot.path} is not reset to a constant"
        elif reset.value.kind != slot.kind:
            yield f"{slot.path} is reset to {reset.value.kind.noun}"


def _layout(behavior: BehaviorProgram) -> Iterator[str]:
    """Slots and presence words lie within the vector; no two slots share a word."""
    taken: dict[int, str] = {}
    paths: set[str] = set()
    for slot in behavior.slots:
        if slot.width != slot.kind.width:
            yield f"slot {slot.path} is {slot.width} words wide, not {slot.kind.width}"
        if slot.path in paths:
            yield f"two slots are called {slot.path}"
        paths.add(slot.path)
        if slot.presence >= behavior.width:
            yield f"slot {slot.path}: presence word outside"
        for word in range(slot.offset, slot.offset + slot.width):
            if not 0 <= word < behavior.width:
                yield f"slot {slot.path} lies outside the state vector"
                break
            if word in taken:
                yield f"slots {taken[word]} and {slot.path} overlap"
                break
            taken[word] = slot.path


def _machine(behavior: BehaviorProgram, machine: Machine) -> Iterator[str]:
    count = len(machine.states)
    if not 0 <= machine.initial < count or machine.states[machine.initial].parent >= 0:
        yield f"machine {machine.name}: bad initial state"
    for index, state in enumerate(machine.states):
        if state.parent >= index:
            yield f"state {state.path} stands before its parent"
        elif state.parent >= 0 and state.depth != machine.states[state.parent].depth + 1:
            yield f"state {state.path} has the wrong depth"
        children = [i for i, s in enumerate(machine.states) if s.parent == index]
        if (state.initial in children) != bool(children):
            yield f"state {state.path}: bad initial child"
    arrows = [*machine.transitions, *(t for s in machine.states for t in s.transitions)]
    for arrow in arrows:
        if not 0 <= arrow.target < count:
            yield f"machine {machine.name}: an arrow to state {arrow.target}"
        if arrow.trigger is not None and not _known_event(behavior, arrow.trigger):
            yield f"machine {machine.name}: an arrow waits for {arrow.trigger.source}"
        for position in arrow.buffered:
            if position >= len(behavior.inputs):
                yield f"machine {machine.name}: an arrow uses up input {position}"


def _tree(behavior: BehaviorProgram, root: Node, new: bool) -> Iterator[str]:
    """One expression: every node of it, and its size."""
    if too_large(root):
        yield "an expression is too large"
        return
    stack = [root]
    while stack:
        node = stack.pop()
        stack += node.args
        yield from _node(behavior, node, new)


def _node(behavior: BehaviorProgram, node: Node, new: bool) -> Iterator[str]:
    where = f" at {node.span}" if node.span is not None else ""
    signature = SIGNATURES.get(node.op)
    if signature is not None:
        wanted, gives = signature
        got = tuple(base_name(a.kind.base) for a in node.args)
        fits = len(got) == len(wanted) and all(
            w in (ANY, g) for w, g in zip(wanted, got, strict=True)
        )
        if not fits:
            yield f"{node.op.value} of {', '.join(got) or 'nothing'}{where}"
        if gives not in (ANY, base_name(node.kind.base)):
            yield f"{node.op.value} gives {node.kind.base.value}{where}"
        return
    match node.op:
        case Op.SLOT:
            if not isinstance(node.data, int) or not 0 <= node.data < len(behavior.slots):
                yield f"no slot {node.data}{where}"
        case Op.SLOT_AT:
            slots = node.data if isinstance(node.data, tuple) else ()
            if not slots or any(not 0 <= s < len(behavior.slots) for s in slots):
                yield f"no slots {node.data}{where}"
        case Op.CHOOSE:
            kinds = {base_name(a.kind.base) for a in node.args[1:]}
            first = node.args[0].kind.base if node.args else None
            if len(kinds) != 1 or first not in (Base.NUMBER, Base.ENUM):
                yield f"choose among {', '.join(sorted(kinds)) or 'nothing'}{where}"
            elif base_name(node.kind.base) not in kinds:
                yield f"choose gives {node.kind.base.value}{where}"
        case Op.LIST:
            if node.kind.length != len(node.args) or node.kind.base is not Base.LIST:
                yield f"a list of {len(node.args)} gives {node.kind.noun}{where}"
        case Op.ELEMENT:
            if len(node.args) != 2 or node.args[0].kind.base is not Base.LIST:
                yield f"an element of no list{where}"
        case Op.IN_STATE:
            if not _known_state(behavior, node.data):
                yield f"no state {node.data}{where}"
        case Op.NEW if not new:
            yield f"NEW outside a store{where}"
        case Op.OF_AGENT:
            yield f"OF_AGENT in a behavior{where}"
        case _:
            return


def _known_state(behavior: BehaviorProgram, ref: object) -> bool:
    if not isinstance(ref, StateRef) or not 0 <= ref.machine < len(behavior.machines):
        return False
    return 0 <= ref.state < len(behavior.machines[ref.machine].states)


def _test(test: Test, agents: dict[str, BehaviorProgram]) -> Iterator[str]:
    for check in test.checks:
        roots = [check.guard]
        if isinstance(check, Always) and check.when is not None:
            roots.append(check.when)
        stack = roots
        while stack:
            node = stack.pop()
            if node.op is not Op.OF_AGENT:
                if node.op in (Op.SLOT, Op.SLOT_AT, Op.IN_STATE):
                    yield f"{node.op.value} without an agent"
                stack += node.args
            elif node.data not in agents:
                yield f"no agent {node.data}"
            else:
                yield from _tree(agents[str(node.data)], node.args[0], new=False)
