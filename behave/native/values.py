"""Values of expressions: their parts, and whether they are there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from behave.kinds import Base, Kind
from behave.native.body import Body
from behave.native.lanes import Flag, Number


class NotNative(Exception):  # noqa: N818  (it is not an error: the reference runs it)
    """Something native code cannot say, such as a text; the message names it."""


@dataclass(frozen=True, slots=True)
class Value:
    """Parts are numbers; a bool's one part is a flag, a list's parts are the items.

    Parts mean nothing where ``present`` does not hold. Enums and handles are whole numbers.
    """

    base: Base
    parts: tuple[Any, ...]
    present: Flag = True


def number(part: Any, present: Flag = True) -> Value:
    """A number."""
    return Value(Base.NUMBER, (part,), present)


def boolean(part: Flag, present: Flag = True) -> Value:
    """A bool."""
    return Value(Base.BOOL, (part,), present)


def vec(parts: Sequence[Any], present: Flag = True) -> Value:
    """A vec or point."""
    return Value(Base.VEC, tuple(parts), present)


def rotation(parts: Sequence[Any], present: Flag = True) -> Value:
    """A rotation."""
    return Value(Base.ROTATION, tuple(parts), present)


def absent(kind: Kind) -> Value:
    """A value of a kind that is not there."""
    base = kind.base
    if base is Base.LIST:
        assert kind.item is not None
        return Value(base, (absent(kind.item),) * kind.length, False)
    if base is Base.TEXT:
        raise NotNative("a text")
    if base is Base.BOOL:
        return Value(base, (False,), False)
    return Value(base, (0.0,) * kind.width, False)


def constant(kind: Kind, value: Any) -> Value:
    """What the reference holds for a constant (vecs as tuples, None absent) as a value."""
    if value is None:
        return absent(kind)
    base = kind.base
    if base is Base.TEXT:
        raise NotNative("a text")
    if base is Base.LIST:
        assert kind.item is not None
        return Value(base, tuple(constant(kind.item, part) for part in value))
    if base is Base.BOOL:
        return Value(base, (bool(value),))
    if isinstance(value, tuple):
        return Value(base, tuple(float(part) for part in value))
    return Value(base, (float(value),))


def flat(value: Value) -> tuple[str, list[Any]]:
    """Every part and presence in order, with their types, for what must carry a value along."""
    if value.base is Base.LIST:
        kinds, parts = "f", [value.present]
        for item in value.parts:
            more, found = flat(item)
            kinds += more
            parts += found
        return kinds, parts
    kind = "f" if value.base is Base.BOOL else "n"
    return "f" + kind * len(value.parts), [value.present, *value.parts]


def rebuilt(value: Value, parts: Sequence[Any]) -> Value:
    """A value like another with the parts and presences ``flat`` would give."""
    made, rest = _rebuilt(value, list(parts))
    assert not rest
    return made


def _rebuilt(value: Value, parts: list[Any]) -> tuple[Value, list[Any]]:
    present, rest = parts[0], parts[1:]
    if value.base is Base.LIST:
        items = []
        for item in value.parts:
            made, rest = _rebuilt(item, rest)
            items.append(made)
        return Value(value.base, tuple(items), present), rest
    count = len(value.parts)
    return Value(value.base, tuple(rest[:count]), present), rest[count:]


def choose(body: Body, flag: Flag, a: Value, b: Value) -> Value:
    """a where the flag holds, else b; an absent one takes the other's shape."""
    if isinstance(flag, bool):
        return a if flag else b
    if a.present is False and b.present is False:
        return b
    if a.present is False:
        return Value(b.base, b.parts, body.both(b.present, body.invert(flag)))
    if b.present is False:
        return Value(a.base, a.parts, body.both(a.present, flag))
    present = body.select_flag(flag, a.present, b.present)
    pairs = zip(a.parts, b.parts, strict=True)
    if a.base is Base.LIST:
        return Value(a.base, tuple(choose(body, flag, x, y) for x, y in pairs), present)
    if a.base is Base.BOOL:
        return Value(a.base, tuple(body.select_flag(flag, x, y) for x, y in pairs), present)
    return Value(a.base, tuple(body.select(flag, x, y) for x, y in pairs), present)


def finite(body: Body, value: Value) -> Flag:
    """Whether a present value may be stored: no number in it is infinite or NaN."""
    if value.base is Base.LIST:
        return body.both(*(finite(body, item) for item in value.parts))
    if value.base not in (Base.NUMBER, Base.VEC, Base.POINT, Base.ROTATION):
        return True
    total: Number = 0.0
    for part in value.parts:
        if isinstance(part, str):
            nothing = body.sub(part, part)  # 0, or NaN for what is not finite
            total = nothing if total == 0.0 else body.add(total, nothing)
        elif not math.isfinite(part):
            return False
    return body.compare("oeq", total, 0.0)


def yes(body: Body, value: Value) -> Flag:
    """Whether a bool is there and true."""
    return body.both(value.present, value.parts[0])


def no(body: Body, value: Value) -> Flag:
    """Whether a bool is there and false."""
    return body.both(value.present, body.invert(value.parts[0]))
