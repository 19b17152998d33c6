"""Where expressions stand in a behavior, and the way through one: every root, every node."""

from __future__ import annotations

from collections.abc import Container, Iterator

from behave.ir.program import (
    Advance,
    Arc,
    Assign,
    BehaviorProgram,
    Branch,
    Emit,
    Every,
    Lerp,
    Node,
    Place,
    Statement,
)


def blocks(behavior: BehaviorProgram) -> Iterator[tuple[Statement, ...]]:
    """Every block of statements of a behavior."""
    yield from (turn.actions for turn in behavior.turns)
    yield from (handler.body for handler in behavior.handlers)
    for machine in behavior.machines:
        yield machine.actions
        yield from (arrow.body for arrow in machine.transitions)
        for state in machine.states:
            yield state.enter
            yield state.actions
            yield state.exit
            yield from (arrow.body for arrow in state.transitions)


def statements(body: tuple[Statement, ...]) -> Iterator[Statement]:
    """Every statement of a block, those inside branches too."""
    for statement in body:
        yield statement
        match statement:
            case Branch():
                yield from statements(statement.then)
                yield from statements(statement.otherwise)
            case Every():
                yield from statements(statement.body)
            case _:
                continue


def behavior_nodes(behavior: BehaviorProgram) -> Iterator[Node]:
    """Every root expression but those inside stores."""
    for param in behavior.params:
        yield from (n for n in (param.default, param.low, param.high) if n is not None)
    yield from (start.value for start in behavior.initials if start.value is not None)
    yield from (i.buffer for i in behavior.inputs if i.buffer is not None)
    for zone in behavior.zones:
        yield from (node for _, node in zone.arguments)
    for sensor in behavior.sensors:
        yield from (node for _, node in sensor.arguments)
        if sensor.when is not None:
            yield sensor.when
    yield from acting_nodes(behavior)
    for bone in behavior.rig.bones:
        yield bone.at
    for part in behavior.rig.parts:
        yield from (node for _, node in part.values)


def acting_nodes(behavior: BehaviorProgram) -> Iterator[Node]:
    """Those of them that are worked out between sensing and the pose."""
    yield from (start.value for start in behavior.resets if start.value is not None)
    for cell in behavior.memory:
        yield cell.initial
        yield cell.update
    for machine in behavior.machines:
        for arrow in (*machine.transitions, *(t for s in machine.states for t in s.transitions)):
            yield arrow.guard
    yield from (h.when for h in behavior.handlers if h.when is not None)
    for body in blocks(behavior):
        for statement in statements(body):
            yield from _statement_nodes(statement)


def roots_of(statement: Statement) -> Iterator[Node]:
    """The expressions of one statement, those of its stores too, but not those of its blocks."""
    yield from _statement_nodes(statement)
    if isinstance(statement, (Assign, Lerp, Advance, Arc)):
        yield from (store.value for store in statement.place.stores)


def _statement_nodes(statement: Statement) -> Iterator[Node]:
    match statement:
        case Assign():
            yield statement.value
            yield from _place_nodes(statement.place)
        case Lerp():
            yield statement.goal
            yield statement.amount
            yield from _place_nodes(statement.place)
        case Advance():
            yield statement.rate
            yield from _place_nodes(statement.place)
        case Branch():
            yield statement.condition
        case Every():
            yield statement.period
        case Arc():
            yield from (statement.start, statement.goal, statement.duration, statement.height)
            yield from _place_nodes(statement.place)
        case Emit():
            yield from statement.values


def _place_nodes(place: Place) -> Iterator[Node]:
    yield place.read
    yield from (store.index for store in place.stores if store.index is not None)


def stored_nodes(behavior: BehaviorProgram) -> Iterator[Node]:
    """The values of stores, in which NEW stands for what is written."""
    for body in blocks(behavior):
        for statement in statements(body):
            if isinstance(statement, (Assign, Lerp, Advance, Arc)):
                yield from (store.value for store in statement.place.stores)


def inner_first(root: Node, known: Container[int]) -> Iterator[Node]:
    """The nodes of a tree whose identity is not ``known``, arguments before what uses them.

    Without recursion. Whoever goes through it makes each node known before asking for the next.
    """
    stack = [root]
    while stack:
        node = stack[-1]
        if id(node) in known:
            stack.pop()
            continue
        waiting = [a for a in node.args if id(a) not in known]
        if waiting:
            stack += waiting
            continue
        stack.pop()
        yield node
