"""The record of one built-in function: signature, doc, example and lowering."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import BOOL, NUMBER, VEC, Base, Kind
from behave.record import Record
from behave.source import Span
from behave.vocabulary.signature import Gives, Parameter

Arguments = Mapping[str, Node]
"""Lowered arguments by parameter name; optional ones without a default may be missing."""

Lower = Callable[[Arguments, Kind, Span], Node]
"""Makes the node of a call: (arguments, kind of the result, span of the call)."""


class Function(Record):
    """A built-in function of an expression: maths or a guard without memory."""

    name: str
    parameters: tuple[Parameter, ...]
    gives: Gives
    doc: str
    example: str
    lower: Lower


def simple(op: Op, *names: str) -> Lower:
    """Lower to one op whose arguments are the named parameters in order."""

    def lower(arguments: Arguments, kind: Kind, span: Span) -> Node:
        return Node(op, tuple(arguments[n] for n in names), kind, None, span)

    return lower


def node(op: Op, *args: Node, kind: Kind | None = None, data: object = None) -> Node:
    """A node that lowering adds; its kind is the first argument's unless given."""
    return Node(op, args, kind if kind is not None else args[0].kind, data)


def constant(value: float | bool | tuple[float, ...], kind: Kind | None = None) -> Node:
    """A constant node: a bool, a plain number or a plain vec unless a kind is given."""
    if kind is None:
        kind = BOOL if isinstance(value, bool) else VEC if isinstance(value, tuple) else NUMBER
    if kind.base in (Base.NUMBER, Base.VEC, Base.POINT) and not isinstance(value, (tuple, bool)):
        value = float(value)
    return Node(Op.CONST, (), kind, value)
