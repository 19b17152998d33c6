"""Verdicts: for every atom of a guard whether it holds, with operands, values and margin."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from behave.ir.ops import Op
from behave.ir.program import Group, Node, StateRef
from behave.kinds import Base
from behave.runtime.frame import Frame
from behave.runtime.readable import formatter, number_text, pair_text
from behave.runtime.reference import Scope, ancestry, whole_index


class Shape(Enum):
    """What a verdict is about."""

    ALL = "and"
    ANY = "or"
    NOT = "not"
    ATOM = "atom"


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand of an atom: its source text, value (SI) and the value for people."""

    text: str
    value: Any
    shown: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a guard, or a part of one, comes to.

    ``holds`` is None where it is unknown; ``absent`` then names the readings that are missing.
    ``margin`` is how far a comparison of numbers is inside (>= 0) or outside (< 0) its bound,
    in SI. ``detail`` says it for people: ``0.62 m, needs < 0.5 m``. ``name`` is what the guard
    or let is called that this part is; "" where it has no name of its own.
    """

    shape: Shape
    text: str
    where: str
    holds: bool | None
    detail: str = ""
    operands: tuple[Operand, ...] = ()
    margin: float | None = None
    absent: tuple[str, ...] = ()
    children: tuple[Verdict, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """Where a guard is evaluated: its scope, an agent's frame, the colliders' names."""

    scope: Scope
    frame: Frame
    colliders: Sequence[str]

    def value(self, node: Node) -> Any:
        """The value of an expression here."""
        return self.scope.compile(node)(self.frame)

    def shown(self, node: Node, value: Any) -> str:
        """A value of an expression for people."""
        _, here = self.inside(node)
        behavior = here.scope.behavior
        if behavior is None:  # in a test: any agent that knows the enum
            known = [scope.behavior for scope in here.scope.agents.values() if scope.behavior]
            behavior = next((b for b in known if node.kind.enum in dict(b.enums)), None)
        return formatter(behavior, self.colliders)(value, node.kind)

    def name(self, node: Node) -> str:
        """What the guard or let is called that an expression is; "" for none."""
        found, here = self.inside(node)
        if here.scope.behavior is None:
            return ""
        called = next((name for name, known in here.scope.behavior.guards if known is found), "")
        return f"{node.data}.{called}" if called and found is not node else called

    def is_delay(self, node: Node) -> bool:
        """Whether a comparison is the ``after T`` of some arrow, whose text is only ``T``."""
        behavior = self.scope.behavior
        if behavior is None or node.op is not Op.GE or node.args[0].span != node.span:
            return False
        machines = behavior.machines
        written = (machine.transitions for machine in machines)
        inner = (state.transitions for machine in machines for state in machine.states)
        delay = node.args[1]
        return any(arrow.after is delay for arrows in (*written, *inner) for arrow in arrows)

    def counts_time(self, node: Node) -> bool:
        """Whether a value is the time a ``for`` has held."""
        behavior = self.scope.behavior
        if behavior is None or node.op is not Op.MUL or node.args[1].op is not Op.DT:
            return False
        ticks = node.args[0].data
        return isinstance(ticks, int) and behavior.slots[ticks].group is Group.MEMORY

    def inside(self, node: Node) -> tuple[Node, Context]:
        """The expression without its ``OF_AGENT``, and that agent's context."""
        here = self
        while node.op is Op.OF_AGENT:
            name = str(node.data)
            here = Context(here.scope.agents[name], here.frame.others[name], here.colliders)
            node = node.args[0]
        return node, here


_SIGNS = {Op.LT: "<", Op.LE: "<=", Op.GT: ">", Op.GE: ">=", Op.EQ: "==", Op.NE: "!="}
_OPPOSITES = {
    Op.LT: Op.GE,
    Op.LE: Op.GT,
    Op.GT: Op.LE,
    Op.GE: Op.LT,
    Op.EQ: Op.NE,
    Op.NE: Op.EQ,
}
_GROUPS = {Op.AND: Shape.ALL, Op.OR: Shape.ANY, Op.NOT: Shape.NOT}


def verdict(node: Node, context: Context) -> Verdict:
    """The verdict tree of a guard: and / or / not kept, everything else an atom.

    A chain of one connective is one group, except that a named guard in it stays a part of its
    own. ``not`` of an atom is an atom.
    """
    name = context.name(node)
    node, context = context.inside(node)
    holds = context.value(node)
    holds = None if holds is None else bool(holds)
    where = "" if node.span is None else f"{node.span.source.name}:{node.span.line}"
    if node.op is Op.CHOOSE and holds is not None:
        return _of_the_chosen(node, context, where, name)
    if node.op not in _GROUPS:
        return replace(_atom(node, context, holds, where), name=name)
    shape = _GROUPS[node.op]
    parts = tuple(verdict(part, context) for part in node.args)
    text = text_of(node) or f" {node.op.value} ".join(part.text for part in parts)
    if shape is Shape.NOT:
        text = text_of(node) or f"not {parts[0].name or parts[0].text}"
        if parts[0].shape is Shape.ATOM:
            return replace(_negated(parts[0], node.args[0], text, where), name=name)
    children = tuple(flattened(shape, parts))
    missing = tuple(dict.fromkeys(name for child in children for name in child.absent))
    return Verdict(shape, text, where, holds, "", (), None, missing, children, name)


def _of_the_chosen(node: Node, context: Context, where: str, name: str) -> Verdict:
    """The verdict of the one that an index chooses (``leg[i] in Swing``), in its author's words."""
    index, *values = node.args
    number = whole_index(context.value(index), len(values))
    assert number is not None
    inner = verdict(values[number], context)
    return replace(inner, text=text_of(node) or inner.text, where=where, name=name or inner.name)


def flattened(shape: Shape, parts: Sequence[Verdict]) -> Iterator[Verdict]:
    """The parts of a group, with those of nameless groups of the same shape in their place."""
    for part in parts:
        if part.shape is shape and shape is not Shape.NOT and not part.name:
            yield from part.children
        else:
            yield part


def _negated(atom: Verdict, node: Node, text: str, where: str) -> Verdict:
    """``not`` of an atom: a comparison is turned round, of anything else the value is told."""
    holds = None if atom.holds is None else not atom.holds
    margin = None if atom.margin is None else -atom.margin
    detail = atom.detail
    while node.op is Op.OF_AGENT:
        node = node.args[0]
    if holds is not None and node.op in _OPPOSITES:
        left, right = atom.operands
        sign = _SIGNS[_OPPOSITES[node.op]]
        detail = _compared(left.shown, sign, right.shown, holds)
        if left.text != left.shown:
            detail = f"{left.text} {detail}"
        detail += _shortfall(node, holds, margin)
    elif holds is not None and node.op not in (Op.PRESENT, Op.IN_STATE, Op.NOT):
        detail = f"{atom.text} {detail}"
    return replace(atom, text=text, where=where, holds=holds, detail=detail, margin=margin)


def _atom(node: Node, context: Context, holds: bool | None, where: str) -> Verdict:
    text = text_of(node)
    if node.op in _SIGNS:
        return _comparison(node, context, holds, text, where)
    if node.op is Op.PRESENT:
        inner = text_of(node.args[0]) or "it"
        detail = "it is there" if holds else f"{inner} is absent"
        return Verdict(Shape.ATOM, text or f"{inner}.exists", where, holds, detail)
    if node.op is Op.IN_STATE:
        return _in_state(node, context, holds, text, where)
    missing = _missing(node, context) if holds is None else ()
    shown = context.shown(node, holds)
    detail = f"{', '.join(missing)} absent" if missing else shown
    return Verdict(Shape.ATOM, text or node.op.value, where, holds, detail, (), None, missing)


def _in_state(node: Node, context: Context, holds: bool | None, text: str, where: str) -> Verdict:
    assert isinstance(node.data, StateRef)
    assert context.scope.behavior is not None
    behavior = context.scope.behavior
    machine = behavior.machines[node.data.machine]
    leaf = int(context.frame.words[behavior.slots[machine.active].offset])
    now = machine.states[ancestry(machine, leaf)[-1]].path
    wanted = machine.states[node.data.state].path
    return Verdict(Shape.ATOM, text or f"in {wanted}", where, holds, f"now in {now}")


def _comparison(node: Node, context: Context, holds: bool | None, text: str, where: str) -> Verdict:
    left, right = node.args
    a, b = context.value(left), context.value(right)
    if a is not None and context.counts_time(left):
        a = max(a, 0.0)  # a `for` that has not begun counts from one tick before 0
    sign = _SIGNS[node.op]
    missing = _missing(node, context) if holds is None else ()
    margin = None
    if a is not None and b is not None and left.kind.base is Base.NUMBER:
        shown_a, shown_b = pair_text(a, b, left.kind.dimension)
        margin = _margin(node.op, a, b)
    else:
        shown_a, shown_b = context.shown(left, a), context.shown(right, b)
    operands = (
        Operand(_operand_text(left, text, shown_a), a, shown_a),
        Operand(_operand_text(right, text, shown_b), b, shown_b),
    )
    if context.is_delay(node):
        text = f"after {text}"
    text = text or f"{operands[0].text} {sign} {operands[1].text}"
    if missing:
        detail = f"{', '.join(missing)} absent"
    else:
        detail = _compared(shown_a, sign, shown_b, holds) + _shortfall(node, holds, margin)
    return Verdict(Shape.ATOM, text, where, holds, detail, operands, margin, missing)


def _compared(left: str, sign: str, right: str, holds: bool | None) -> str:
    """A comparison of two values for people."""
    return f"{left} {sign} {right}" if holds else f"{left}, needs {sign} {right}"


def _shortfall(node: Node, holds: bool | None, margin: float | None) -> str:
    """How far a comparison is from holding, for people; "" where it holds or that is no number."""
    if holds or margin is None or not -math.inf < margin < 0.0:
        return ""
    return f" ({number_text(-margin, node.args[0].kind.dimension)} off)"


def _margin(op: Op, a: float, b: float) -> float | None:
    """How far inside its bound a comparison is; negative outside; None for opposite infinities."""
    if op in (Op.LT, Op.LE):
        gap = b - a
    elif op in (Op.GT, Op.GE):
        gap = a - b
    else:
        distance = abs(a - b)
        gap = -distance if op is Op.EQ else distance
    return gap if gap == gap else None


def _operand_text(node: Node, whole: str, shown: str) -> str:
    """An operand's own text; its value where it has none or shares the atom's."""
    text = text_of(node)
    return shown if not text or text == whole else text


def text_of(node: Node) -> str:
    """The source text of a node on one line; "" for what lowering added."""
    return "" if node.span is None else " ".join(node.span.text.split())


def _absent(node: Node, context: Context) -> Iterator[str]:
    """The texts of the absent readings an unknown value comes from, in textual order."""
    found, here = context.inside(node)
    if found.op in (Op.SLOT, Op.SLOT_AT):
        yield _slot_name(found, here)
        return
    missing = [part for part in found.args if here.value(part) is None]
    if not missing:
        yield text_of(found) or found.op.value
    for part in missing:
        yield from _absent(part, here)


def _missing(node: Node, context: Context) -> tuple[str, ...]:
    """``_absent``, each once."""
    return tuple(dict.fromkeys(_absent(node, context)))


def _slot_name(node: Node, context: Context) -> str:
    text = text_of(node)
    if text or context.scope.behavior is None:
        return text or "a reading"
    number = node.data if isinstance(node.data, int) else node.data[0]  # type: ignore[index]
    return context.scope.behavior.slots[number].path
