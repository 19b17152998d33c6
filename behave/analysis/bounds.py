"""Bounds on what is known before anything runs: sizes above zero, directions that are ones."""

from __future__ import annotations

from behave.analysis.environment import Environment
from behave.diagnostics import catalog
from behave.ir.fold import number_of
from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import Base
from behave.source import Span


def known_numbers(node: Node) -> list[float]:
    """The value of a constant number, or the components of a vec that are constant."""
    if node.op is Op.CONST and isinstance(node.data, tuple):
        return [float(part) for part in node.data]
    parts = node.args if node.op is Op.VECTOR else (node,)
    return [known for known in map(number_of, parts) if known is not None]


def above_zero(env: Environment, node: Node, where: str, span: Span) -> bool:
    """Whether a number or every component of a vec may be above 0; a finding where not."""
    if all(value > 0.0 for value in known_numbers(node)):
        return True
    unit = node.kind.dimension.si
    zero = f"0 {unit}".rstrip()
    each = " in each direction" if node.kind.base in (Base.VEC, Base.POINT) else ""
    env.findings.add(
        catalog.OUT_OF_RANGE,
        f"{where} must be more than {zero}{each}",
        span,
        f"not more than {zero}",
    )
    return False


def has_direction(env: Environment, node: Node, where: str, span: Span) -> bool:
    """Whether a vec may point anywhere at all; a finding where it is zero for certain."""
    values = known_numbers(node)
    if len(values) < 3 or any(values):
        return True
    env.findings.add(
        catalog.OUT_OF_RANGE,
        f"{where} has no direction: all its components are 0",
        span,
        "points nowhere",
        ("name a direction, such as `up`, `ahead` or `(1, 0, 0)`",),
    )
    return False


def in_order_of_time(env: Environment, start: Node, end: Node, where: str, span: Span) -> bool:
    """Whether a stretch of time may end after it begins; a finding where it does not."""
    first, last = number_of(start), number_of(end)
    if first is None or last is None or first <= last:
        return True
    env.findings.add(
        catalog.OUT_OF_RANGE,
        f"{where} ends before it begins",
        span,
        "from late to early",
        ("write the earlier time first",),
    )
    return False
