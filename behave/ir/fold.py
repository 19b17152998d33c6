"""The value of a constant number, where it can be known without running anything."""

from __future__ import annotations

from behave.ir.ops import Op
from behave.ir.program import Node

_MAX_DEPTH = 60
_FOLDED = frozenset({Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.NEG})


def number_of(node: Node, depth: int = 0) -> float | None:
    """The float a node of plain arithmetic stands for; None where it is not constant."""
    if depth > _MAX_DEPTH:
        return None
    if node.op is Op.CONST:
        known = isinstance(node.data, (int, float)) and not isinstance(node.data, bool)
        return float(node.data) if known else None  # type: ignore[arg-type]
    if node.op not in _FOLDED:
        return None
    parts = [number_of(a, depth + 1) for a in node.args]
    if not parts or any(p is None for p in parts):
        return None
    numbers = [p for p in parts if p is not None]
    match node.op:
        case Op.ADD:
            return numbers[0] + numbers[1]
        case Op.SUB:
            return numbers[0] - numbers[1]
        case Op.MUL:
            return numbers[0] * numbers[1]
        case Op.DIV:
            return numbers[0] / numbers[1] if numbers[1] != 0.0 else None
        case Op.NEG:
            return -numbers[0]
        case _:
            return None
