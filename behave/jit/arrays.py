"""Arrays: reading, writing and views of them, and room for a function's own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from behave.jit.body import Body, Value
from behave.jit.kinds import BOOL, INT, SHORT, Array, NotCompiled, Scalar, Tuple, stored, written

OWN = 4096  # bytes: a larger array of a function's own is not on the stack


@dataclass(frozen=True)
class Stretch:
    """``start : stop`` among indices; without an end it goes to that of the axis."""

    start: Value | None
    stop: Value | None


Index = Value | Stretch


def shape(value: Value) -> Value:
    """The lengths of an array's axes."""
    assert isinstance(value.kind, Array)
    return Value(Tuple((INT,) * value.kind.rank), value.parts[1:])


def view(body: Body, array: Value, indices: Sequence[Index]) -> Value:
    """The part of an array at some indices: an array of rank 0 for an item."""
    kind = array.kind
    assert isinstance(kind, Array)
    if len(indices) > kind.rank:
        raise NotCompiled(f"too many indices for {written(kind)}")
    address, lengths = array.parts[0], list(array.parts[1:])
    offset, rest = "0", lengths
    for k, index in enumerate(indices):
        if isinstance(index, Stretch):
            if k + 1 < len(indices):
                raise NotCompiled("a stretch of an array comes last")
            begin, length = _stretch(body, index, lengths[k])
            offset = _added(body, offset, lengths[k], begin)
            rest = [length, *lengths[k + 1 :]]
        else:
            offset = _added(body, offset, lengths[k], _counted(body, index, lengths[k]))
            rest = lengths[k + 1 :]
    for length in lengths[len(indices) :]:
        offset = body.let(f"mul i64 {offset}, {length}")
    at = body.let(f"getelementptr {stored(kind.item)[0]}, ptr {address}, i64 {offset}")
    return Value(Array(kind.item, len(rest), kind.writable), (at, *rest))


def _added(body: Body, offset: str, length: str, index: str) -> str:
    if offset == "0":
        return index
    return body.let(f"add i64 {body.let(f'mul i64 {offset}, {length}')}, {index}")


def _counted(body: Body, index: Value, length: str) -> str:
    """An index from the start; a negative one counts from the end."""
    if index.kind not in (INT, BOOL):
        raise NotCompiled(f"an index is whole, not {written(index.kind)}")
    given = body.whole(index)
    if given.isdigit():
        return given
    below = body.let(f"icmp slt i64 {given}, 0")
    return body.let(f"select i1 {below}, i64 {body.let(f'add i64 {given}, {length}')}, i64 {given}")


def _stretch(body: Body, stretch: Stretch, length: str) -> tuple[str, str]:
    """``(start, length)`` of a stretch of an axis, which holds no more than the axis."""

    def held(end: Value | None, otherwise: str, least: str) -> str:
        if end is None:
            return otherwise
        low = body.let(f"call i64 @llvm.smax.i64(i64 {_counted(body, end, length)}, i64 {least})")
        return body.let(f"call i64 @llvm.smin.i64(i64 {low}, i64 {length})")

    start = held(stretch.start, "0", "0")
    stop = held(stretch.stop, length, start)
    return start, body.let(f"sub i64 {stop}, {start}")


def read(body: Body, item: Value) -> Value:
    """What an array holds at a place."""
    kind = item.kind
    assert isinstance(kind, Array)
    if kind.rank > 0:
        raise NotCompiled(f"a number is meant, not {written(kind)}")
    word, size = stored(kind.item)
    found = body.let(f"load {word}, ptr {item.parts[0]}, align {min(size, 8)}")
    if kind.item == BOOL:
        found = body.let(f"icmp ne i8 {found}, 0")
    if kind.item == SHORT:
        return Value(INT, (body.let(f"sext i32 {found} to i64"),))
    return Value(kind.item, (found,))


def write(body: Body, place: Value, value: Value) -> None:
    """Put a number at a place, or the numbers of an array into another as large."""
    kind = place.kind
    assert isinstance(kind, Array)
    if not kind.writable:
        raise NotCompiled("the array is read-only")
    word, size = stored(kind.item)
    if kind.rank == 0:
        operand = body.cast(value, INT if kind.item == SHORT else kind.item).parts[0]
        if kind.item == BOOL:
            operand = body.let(f"zext i1 {operand} to i8")
        elif kind.item == SHORT:
            operand = body.let(f"trunc i64 {operand} to i32")
        body.do(f"store {word} {operand}, ptr {place.parts[0]}, align {min(size, 8)}")
        return
    given = value.kind
    if isinstance(given, Scalar):
        _fill(body, place, value)
        return
    if not isinstance(given, Array) or (given.item, given.rank) != (kind.item, kind.rank):
        raise NotCompiled(f"{written(given)} where {written(kind)} is written")
    count = _product(body, place.parts[1:])
    room = body.let(f"call i64 @llvm.smin.i64(i64 {count}, i64 {_product(body, value.parts[1:])})")
    many = body.let(f"mul i64 {room}, {size}")
    body.do(
        f"call void @llvm.memmove.p0.p0.i64(ptr {place.parts[0]}, ptr {value.parts[0]}, "
        f"i64 {many}, i1 false)"
    )


def _fill(body: Body, place: Value, value: Value) -> None:
    """The same number everywhere in an array."""
    kind = place.kind
    assert isinstance(kind, Array)
    count, counter = _product(body, place.parts[1:]), body.place("i64")
    test, inside, after = body.label("fill"), body.label("do"), body.label("done")
    body.do(f"store i64 0, ptr {counter}, align 8")
    body.jump(test)
    body.start(test)
    at = body.let(f"load i64, ptr {counter}, align 8")
    body.branch(body.let(f"icmp slt i64 {at}, {count}"), inside, after)
    body.start(inside)
    whole = Value(Array(kind.item, 1), (place.parts[0], count))
    write(body, view(body, whole, [Value(INT, (at,))]), value)
    body.do(f"store i64 {body.let(f'add nsw i64 {at}, 1')}, ptr {counter}, align 8")
    body.jump(test)
    body.start(after)


def _product(body: Body, lengths: Sequence[str]) -> str:
    total = lengths[0]
    for length in lengths[1:]:
        total = body.let(f"mul i64 {total}, {length}")
    return total


def made(body: Body, item: Scalar, lengths: Sequence[Value], zero: bool) -> Value:
    """A new array that lives until the function returns. A small one of fixed size lies on the
    stack; any other is taken once, so not in a loop, and given back. Where there is no room the
    function returns, and the way in from Python raises ``MemoryError``."""
    word, size = stored(item)
    sizes = [body.whole(length) for length in lengths]
    kind = Array(item, len(sizes))
    if all(each.isdigit() for each in sizes):
        count = math.prod(int(each) for each in sizes)
        if count * size <= OWN:
            at = body.place(f"[{count} x {word}]")
            if zero:
                body.do(f"call void @llvm.memset.p0.i64(ptr {at}, i8 0, i64 {count * size}, i1 0)")
            return Value(kind, (at, *sizes))
    if body.loops or not body.silent:
        raise NotCompiled("an array whose size is not fixed, in a loop or beside a result")
    slot = body.place("ptr")
    body.entry.append(f"  store ptr null, ptr {slot}, align 8")
    body.taken.append(slot)
    some = body.let(f"call i64 @llvm.smax.i64(i64 {_product(body, sizes)}, i64 1)")
    at = body.let(f"call ptr @PyMem_RawCalloc(i64 {some}, i64 {size})")
    body.do(f"store ptr {at}, ptr {slot}, align 8")
    none = body.let(f"icmp eq ptr {at}, null")
    missing, there = body.label("missing"), body.label("there")
    body.branch(none, missing, there)
    body.start(missing)
    held = body.let("call i32 @PyGILState_Ensure()")
    body.do("call ptr @PyErr_NoMemory()")
    body.do(f"call void @PyGILState_Release(i32 {held})")
    body.give(None)
    body.start(there)
    return Value(kind, (at, *sizes))
