"""Ops that choose between their arguments, or ask whether they are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Node
from behave.kinds import Base
from behave.native.body import Body
from behave.native.lanes import Flag
from behave.native.row import Row
from behave.native.values import Value, absent, boolean, choose, no, yes


class Writer(Protocol):
    """What writing a choice needs of the writer of expressions."""

    body: Body
    row: Row
    behavior: BehaviorProgram

    def value(self, node: Node) -> Value:
        """The value of an expression here."""
        ...

    def lazily(self, flag: Flag, node: Node, base: Value | None = None) -> Value:
        """A part that is needed only where a flag holds."""
        ...


def index_flags(body: Body, index: Value, count: int) -> list[Flag]:
    """For each place 0 .. count - 1, whether a present index is it: whole, and inside."""
    if index.present is False:
        return [False] * count
    at = index.parts[0]
    return [body.both(index.present, body.compare("oeq", at, float(n))) for n in range(count)]


def _pick(body: Body, flags: Sequence[Flag], values: Sequence[Value], nothing: Value) -> Value:
    result = nothing
    for flag, value in zip(reversed(flags), reversed(values), strict=True):
        result = choose(body, flag, value, result)
    return result


def _conjunction(own: Writer, node: Node) -> Value:
    return _junction(own, node, True)


def _disjunction(own: Writer, node: Node) -> Value:
    return _junction(own, node, False)


def _junction(own: Writer, node: Node, every: bool) -> Value:
    """All (or any) in Kleene logic: what decides it alone decides, else unknown is unknown."""
    body = own.body
    decided: Flag = False
    known: Flag = True
    for argument in node.args:
        if decided is True:
            break
        value = own.lazily(body.invert(decided), argument)
        decides = no(body, value) if every else yes(body, value)
        known = body.both(known, body.either(value.present, decided))
        decided = body.either(decided, decides)
    return boolean(body.invert(decided) if every else decided, body.either(known, decided))


def _negation(own: Writer, node: Node) -> Value:
    value = own.value(node.args[0])
    return boolean(own.body.invert(value.parts[0]), value.present)


def _select(own: Writer, node: Node) -> Value:
    condition, then, otherwise = node.args
    flag = yes(own.body, own.value(condition))
    if isinstance(flag, bool):
        return own.value(then if flag else otherwise)
    first = own.lazily(flag, then)
    return choose(own.body, flag, first, own.lazily(own.body.invert(flag), otherwise))


def _otherwise(own: Writer, node: Node) -> Value:
    first = own.value(node.args[0])
    if first.present is True:
        return first
    fallback = own.lazily(own.body.invert(first.present), node.args[1])
    return choose(own.body, first.present, first, fallback)


def _present(own: Writer, node: Node) -> Value:
    return boolean(own.value(node.args[0]).present)


def _list(own: Writer, node: Node) -> Value:
    items = [own.value(argument) for argument in node.args]
    present = own.body.both(*(item.present for item in items))
    return Value(Base.LIST, tuple(Value(item.base, item.parts) for item in items), present)


def _element(own: Writer, node: Node) -> Value:
    items = own.value(node.args[0])
    if items.present is False:
        return absent(node.kind)
    flags = index_flags(own.body, own.lazily(items.present, node.args[1]), len(items.parts))
    found = _pick(own.body, flags, items.parts, absent(node.kind))
    return Value(found.base, found.parts, own.body.both(items.present, found.present))


def _choose(own: Writer, node: Node) -> Value:
    index, *values = node.args
    flags = index_flags(own.body, own.value(index), len(values))
    made = [
        own.lazily(flag, value) if flag is not False else absent(node.kind)
        for flag, value in zip(flags, values, strict=True)
    ]
    return _pick(own.body, flags, made, absent(node.kind))


def _slot_at(own: Writer, node: Node) -> Value:
    slots: Any = node.data
    flags = index_flags(own.body, own.value(node.args[0]), len(slots))
    values = [
        own.row.read(own.behavior.slots[number]) if flag is not False else absent(node.kind)
        for flag, number in zip(flags, slots, strict=True)
    ]
    return _pick(own.body, flags, values, absent(node.kind))


FORMS: dict[Op, Callable[[Any, Node], Value]] = {
    Op.AND: _conjunction,
    Op.OR: _disjunction,
    Op.NOT: _negation,
    Op.SELECT: _select,
    Op.OTHERWISE: _otherwise,
    Op.PRESENT: _present,
    Op.LIST: _list,
    Op.ELEMENT: _element,
    Op.CHOOSE: _choose,
    Op.SLOT_AT: _slot_at,
}
