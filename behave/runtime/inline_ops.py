"""Ops whose arguments are present, written out as Python over the parts of their values.

Each does to the last bit what ``operations`` and the kernel's formulas do: the same operations
in the same order. What is longer than a line or two, or rare, is called as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kernel import vector_formulas as vectors
from behave.runtime.operations import BINARY, TERNARY, UNARY
from behave.runtime.source_text import Lines, Parts, packed

Arguments = tuple[Parts, ...]
Inline = Callable[[Lines, Arguments], Parts]


def _not_nan(lines: Lines, expression: str) -> Parts:
    name = lines.hold(expression)
    lines.leave_where(f"{name} != {name}", f"{name} == {name}")
    return (name,)


def _number(sign: str) -> Inline:
    def write(lines: Lines, arguments: Arguments) -> Parts:
        (a,), (b,) = arguments
        return _not_nan(lines, f"{a} {sign} {b}")

    return write


def is_literal(part: str) -> bool:
    """Whether a part is a finite number written out."""
    return part[0] in "0123456789("


def _divisor(lines: Lines, part: str) -> None:
    if not (is_literal(part) and float(part.strip("()")) != 0.0):
        lines.leave_where(f"{part} == 0.0", f"{part} != 0.0")


def _divide(lines: Lines, arguments: Arguments) -> Parts:
    (a,), (b,) = arguments
    _divisor(lines, b)
    return _not_nan(lines, f"{a} / {b}")


def _held(form: str) -> Inline:
    """A formula of numbers that is never absent."""

    def write(lines: Lines, arguments: Arguments) -> Parts:
        return (lines.hold(form.format(*(argument[0] for argument in arguments))),)

    return write


def _vector(lines: Lines, arguments: Arguments) -> Parts:
    parts = tuple(argument[0] for argument in arguments)
    if not all(is_literal(part) for part in parts):
        total = lines.hold(" + ".join(parts))
        lines.leave_where(f"{total} - {total} != 0.0", f"{total} - {total} == 0.0")
    return parts


def _each(form: str) -> Inline:
    """A formula for each component; ``{a}`` and ``{b}`` are those of the vecs."""

    def write(lines: Lines, arguments: Arguments) -> Parts:
        first, second = arguments[0], arguments[-1]
        return tuple(lines.hold(form.format(a=a, b=b)) for a, b in zip(first, second, strict=True))

    return write


def _scale(lines: Lines, arguments: Arguments) -> Parts:
    vec, (size,) = arguments
    if not is_literal(size):
        lines.leave_where(f"{size} - {size} != 0.0", f"{size} - {size} == 0.0")
    return tuple(lines.hold(f"{part} * {size}") for part in vec)


def _divide_vector(lines: Lines, arguments: Arguments) -> Parts:
    vec, (size,) = arguments
    _divisor(lines, size)
    return tuple(lines.hold(f"{part} / {size}") for part in vec)


def _dot_text(a: Parts, b: Parts) -> str:
    return " + ".join(f"{x} * {y}" for x, y in zip(a, b, strict=True))


def _dot(lines: Lines, arguments: Arguments) -> Parts:
    return _not_nan(lines, _dot_text(*arguments))


def _cross_parts(lines: Lines, a: Parts, b: Parts) -> Parts:
    return (
        lines.hold(f"{a[1]} * {b[2]} - {a[2]} * {b[1]}"),
        lines.hold(f"{a[2]} * {b[0]} - {a[0]} * {b[2]}"),
        lines.hold(f"{a[0]} * {b[1]} - {a[1]} * {b[0]}"),
    )


def _cross(lines: Lines, arguments: Arguments) -> Parts:
    return _cross_parts(lines, *arguments)


def _size(lines: Lines, vec: Parts) -> str:
    """The length of a vec, which may be NaN; tiny and huge ones as ``vectors.length`` does."""
    squared = lines.hold(_dot_text(vec, vec))
    root, long = lines.constant(math.sqrt), lines.constant(vectors.length)
    return lines.hold(
        f"{root}({squared}) if {vectors.SMALL!r} < {squared} < {vectors.LARGE!r} "
        f"else {long}({packed(vec)})"
    )


def _length(lines: Lines, arguments: Arguments) -> Parts:
    size = _size(lines, arguments[0])
    lines.leave_where(f"{size} != {size}", f"{size} == {size}")
    return (size,)


def _normalize(lines: Lines, arguments: Arguments) -> Parts:
    vec = arguments[0]
    size = _size(lines, vec)
    names = tuple(lines.name() for _ in vec)
    lines.write(f"if 0.0 < {size} < {lines.constant(math.inf)}:")
    lines.write("    " + "; ".join(f"{n} = {a} / {size}" for n, a in zip(names, vec, strict=True)))
    lines.write("else:")
    lines.write(f"    {' = '.join(names)} = 0.0")
    return names


def _project_off(lines: Lines, vec: Parts, unit: Parts) -> Parts:
    along = lines.hold(f"-({_dot_text(vec, unit)})")
    return tuple(lines.hold(f"{a} + {u} * {along}") for a, u in zip(vec, unit, strict=True))


def _signed_angle(lines: Lines, arguments: Arguments) -> Parts:
    """As ``vectors.signed_angle``: 0 where nothing is left of a direction in the plane."""
    angle = lines.hold("0.0")
    depth = lines.depth
    start, end, unit = (_normalize(lines, (vec,)) for vec in arguments)
    some = (f"({' or '.join(f'{part} != 0.0' for part in vec)})" for vec in (unit, start, end))
    lines.write(f"if {' and '.join(some)}:")
    lines.depth += 1
    start, end = _project_off(lines, start, unit), _project_off(lines, end, unit)
    sizes = [_size(lines, vec) for vec in (start, end)]
    close = " or ".join(f"{size} <= {vectors.PARALLEL!r}" for size in sizes)
    lines.write(f"if not ({close}):")
    lines.depth += 1
    over = _dot_text(unit, _cross_parts(lines, start, end))
    pi = repr(math.pi)
    lines.write(f"{angle} = {lines.constant(math.atan2)}({over}, {_dot_text(start, end)})")
    lines.write(f"if {angle} <= -{pi}: {angle} = {pi}")
    lines.depth = depth
    lines.leave_where(f"{angle} != {angle}", f"{angle} == {angle}")
    return (angle,)


def _rotate(lines: Lines, arguments: Arguments) -> Parts:
    q, v = arguments
    u, w = q[:3], q[3]
    t = tuple(lines.hold(f"2.0 * {part}") for part in _cross_parts(lines, u, v))
    s = _cross_parts(lines, u, t)
    return tuple(lines.hold(f"{a} + {w} * {b} + {c}") for a, b, c in zip(v, t, s, strict=True))


def _multiply_turns(lines: Lines, arguments: Arguments) -> Parts:
    a, b = arguments
    return (
        lines.hold(f"{a[0]} * {b[3]} + {a[1]} * {b[2]} - {a[2]} * {b[1]} + {a[3]} * {b[0]}"),
        lines.hold(f"-{a[0]} * {b[2]} + {a[1]} * {b[3]} + {a[2]} * {b[0]} + {a[3]} * {b[1]}"),
        lines.hold(f"{a[0]} * {b[1]} - {a[1]} * {b[0]} + {a[2]} * {b[3]} + {a[3]} * {b[2]}"),
        lines.hold(f"-{a[0]} * {b[0]} - {a[1]} * {b[1]} - {a[2]} * {b[2]} + {a[3]} * {b[3]}"),
    )


def _inverse(lines: Lines, arguments: Arguments) -> Parts:
    x, y, z, w = arguments[0]
    return (lines.hold(f"-{x}"), lines.hold(f"-{y}"), lines.hold(f"-{z}"), w)


INLINE: dict[Op, tuple[tuple[int, ...], int, Inline]] = {
    Op.ADD: ((1, 1), 1, _number("+")),
    Op.SUB: ((1, 1), 1, _number("-")),
    Op.MUL: ((1, 1), 1, _number("*")),
    Op.DIV: ((1, 1), 1, _divide),
    Op.NEG: ((1,), 1, _held("-{0}")),
    Op.ABS: ((1,), 1, _held("abs({0})")),
    Op.SIGN: ((1,), 1, _held("1.0 if {0} > 0.0 else -1.0 if {0} < 0.0 else 0.0")),
    Op.MIN: ((1, 1), 1, _held("{1} if {1} < {0} else {0}")),
    Op.MAX: ((1, 1), 1, _held("{1} if {1} > {0} else {0}")),
    Op.VECTOR: ((1, 1, 1), 3, _vector),
    Op.VADD: ((3, 3), 3, _each("{a} + {b}")),
    Op.VSUB: ((3, 3), 3, _each("{a} - {b}")),
    Op.VNEG: ((3,), 3, _each("-{a}")),
    Op.VSCALE: ((3, 1), 3, _scale),
    Op.VDIV: ((3, 1), 3, _divide_vector),
    Op.DOT: ((3, 3), 1, _dot),
    Op.CROSS: ((3, 3), 3, _cross),
    Op.LENGTH: ((3,), 1, _length),
    Op.NORMALIZE: ((3,), 3, _normalize),
    Op.SIGNED_ANGLE: ((3, 3, 3), 1, _signed_angle),
    Op.QMUL: ((4, 4), 4, _multiply_turns),
    Op.QINVERSE: ((4,), 4, _inverse),
    Op.QROTATE: ((4, 3), 3, _rotate),
}
"""By op: how wide its arguments and its result are, and what writes it out."""

CALLED: dict[Op, tuple[tuple[int, ...], int]] = {
    Op.ROUND: ((1, 1), 1),
    Op.FLOOR: ((1,), 1),
    Op.MOD: ((1, 1), 1),
    Op.SIN: ((1,), 1),
    Op.COS: ((1,), 1),
    Op.SQRT: ((1,), 1),
    Op.VANGLE: ((3, 3), 1),
    Op.AXIS_ANGLE: ((3, 1), 4),
    Op.LOOK: ((3, 3), 4),
    Op.QANGLE: ((4, 4), 1),
}
"""Ops that are called: how wide their arguments and their result are."""

_FUNCTIONS: dict[Op, Callable[..., Any]] = {**UNARY, **BINARY, **TERNARY}
_NEVER_ABSENT = (Op.FLOOR, Op.SQRT, Op.LOOK)


def call(lines: Lines, node: Node, arguments: Arguments) -> Parts:
    """Call an op of ``CALLED`` with present arguments."""
    function = lines.constant(_FUNCTIONS[node.op])
    found = lines.hold(f"{function}({', '.join(packed(argument) for argument in arguments)})")
    if node.op not in _NEVER_ABSENT:
        lines.leave_where(f"{found} is None", f"{found} is not None")
    return unpacked(lines, found, CALLED[node.op][1])


def unpacked(lines: Lines, value: str, width: int) -> Parts:
    """The parts of a value in one name."""
    if width == 1:
        return (value,)
    names = tuple(lines.name() for _ in range(width))
    lines.write(f"{', '.join(names)} = {value}")
    return names
