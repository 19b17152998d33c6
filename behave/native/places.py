"""Writing to a place: ``runtime.places`` as instructions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from behave.ir.ops import Op
from behave.ir.program import Place, Store
from behave.native.choices import index_flags
from behave.native.code import Code
from behave.native.lanes import Flag
from behave.native.values import Value, finite


def store(code: Code, place: Place, new: Value, wanted: Flag, spoilt: Callable[[], None]) -> None:
    """Write a present value where ``wanted`` holds; ``spoilt`` is run where it is not written.

    Where an index is absent or outside, or a word would be absent or not finite, nothing is
    written, the other stores of the place included.
    """
    body = code.body
    targets = [_target(code, one, new) for one in place.stores]
    fits = body.both(wanted, *(flag for _, flag, _ in targets))

    def write() -> None:
        for one, (flags, _, value) in zip(place.stores, targets, strict=True):
            for slot, flag in zip(one.slots, flags, strict=True):
                body.when(flag, _writing(code, slot, value))

    body.when(fits, write, spoilt)


def _writing(code: Code, slot: int, value: Value) -> Callable[[], None]:
    return lambda: code.row.write(code.slot(slot), value)


def _target(code: Code, one: Store, new: Value) -> tuple[Sequence[Flag], Flag, Value]:
    """For each slot whether it is the one meant, whether it can be written, and with what."""
    body = code.body
    code.expressions.storing(new)
    if one.index is None:
        flags: list[Flag] = [True, *[False] * (len(one.slots) - 1)]
        found: Flag = True
    else:
        flags = index_flags(body, code.value(one.index), len(one.slots))
        found = body.either(*flags)
    if one.value.op is Op.NEW:
        return flags, found, new
    value = code.value(one.value)
    return flags, body.both(found, value.present, finite(body, value)), value
