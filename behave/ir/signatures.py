"""What each primitive operation takes and gives, by base kind."""

from __future__ import annotations

from behave.ir.ops import Op
from behave.kinds import Base

N, B, V, Q = "number", "bool", "vec", "rotation"
ANY = "any"

SIGNATURES: dict[Op, tuple[tuple[str, ...], str]] = {
    Op.RANDOM: ((N, N), N),
    Op.ADD: ((N, N), N),
    Op.SUB: ((N, N), N),
    Op.MUL: ((N, N), N),
    Op.DIV: ((N, N), N),
    Op.NEG: ((N,), N),
    Op.ABS: ((N,), N),
    Op.SIGN: ((N,), N),
    Op.MIN: ((N, N), N),
    Op.MAX: ((N, N), N),
    Op.ROUND: ((N, N), N),
    Op.FLOOR: ((N,), N),
    Op.MOD: ((N, N), N),
    Op.SIN: ((N,), N),
    Op.COS: ((N,), N),
    Op.SQRT: ((N,), N),
    Op.VECTOR: ((N, N, N), V),
    Op.COMPONENT: ((V,), N),
    Op.VADD: ((V, V), V),
    Op.VSUB: ((V, V), V),
    Op.VSCALE: ((V, N), V),
    Op.VDIV: ((V, N), V),
    Op.VNEG: ((V,), V),
    Op.DOT: ((V, V), N),
    Op.CROSS: ((V, V), V),
    Op.LENGTH: ((V,), N),
    Op.NORMALIZE: ((V,), V),
    Op.VANGLE: ((V, V), N),
    Op.SIGNED_ANGLE: ((V, V, V), N),
    Op.QMUL: ((Q, Q), Q),
    Op.QINVERSE: ((Q,), Q),
    Op.QROTATE: ((Q, V), V),
    Op.AXIS_ANGLE: ((V, N), Q),
    Op.LOOK: ((V, V), Q),
    Op.QANGLE: ((Q, Q), N),
    Op.AND: ((B, B), B),
    Op.OR: ((B, B), B),
    Op.NOT: ((B,), B),
    Op.LT: ((N, N), B),
    Op.LE: ((N, N), B),
    Op.GT: ((N, N), B),
    Op.GE: ((N, N), B),
    Op.EQ: ((ANY, ANY), B),
    Op.NE: ((ANY, ANY), B),
    Op.REACHES: ((V, "list"), B),
    Op.SELECT: ((B, ANY, ANY), ANY),
    Op.OTHERWISE: ((ANY, ANY), ANY),
    Op.PRESENT: ((ANY,), B),
}
"""Argument bases and the result's; leaves, lists and agents are not in the table."""

_BASES = {
    Base.NUMBER: N,
    Base.BOOL: B,
    Base.VEC: V,
    Base.POINT: V,
    Base.ROTATION: Q,
}


def base_name(base: Base) -> str:
    """The name used in SIGNATURES: vecs and points are alike, other kinds stand for themselves."""
    return _BASES.get(base, base.value)
