"""Verdicts: for every atom of a guard whether it holds, with operands, values and margin."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from behave.ir.ops import Op
from behave.ir.program import Node, StateRef
from behave.kinds import Base
from behave.runtime.frame import Frame
from behave.runtime.readable import formatter, number_text, pair_text
from behave.runtime.reference import Scope, ancestry


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
    in SI. ``detail`` says it for people: ``0.62 m, needs < 0.5 m``.
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

    def inside(self, node: Node) -> tuple[Node, Context]:
        """The expression without its ``OF_AGENT``, and that agent's context."""
        here = self
        while node.op is Op.OF_AGENT:
            name = str(node.data)
            here = Context(here.scope.agents[name], here.frame.others[name], here.colliders)
            node = node.args[0]
        return node, here


_SIGNS = {Op.LT: "<", Op.LE: "<=", Op.GT: ">", Op.GE: ">=", Op.EQ: "==", Op.NE: "!="}
_GROUPS = {Op.AND: Shape.ALL, Op.OR: Shape.ANY, Op.NOT: Shape.NOT}


def verdict(node: Node, context: Context) -> Verdict:
    """The verdict tree of a guard: and / or / not kept, everything else an atom."""
    node, context = context.inside(node)
    holds = context.value(node)
    holds = None if holds is None else bool(holds)
    where = "" if node.span is None else f"{node.span.source.name}:{node.span.line}"
    if node.op in _GROUPS:
        children = tuple(verdict(part, context) for part in node.args)
        text = text_of(node) or f" {node.op.value} ".join(child.text for child in children)
        if node.op is Op.NOT and node.span is None:
            text = f"not {children[0].text}"
        missing = tuple(dict.fromkeys(name for child in children for name in child.absent))
        return Verdict(_GROUPS[node.op], text, where, holds, absent=missing, children=children)
    return _atom(node, context, holds, where)


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
    text = text or f"{operands[0].text} {sign} {operands[1].text}"
    if missing:
        detail = f"{', '.join(missing)} absent"
    elif holds:
        detail = f"{shown_a} {sign} {shown_b}"
    else:
        detail = f"{shown_a}, needs {sign} {shown_b}"
    if not missing and not holds and margin is not None and margin < 0.0 and margin > -math.inf:
        detail += f" ({number_text(-margin, left.kind.dimension)} off)"
    return Verdict(Shape.ATOM, text, where, holds, detail, operands, margin, missing)


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
