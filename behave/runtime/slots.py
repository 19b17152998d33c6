"""Reading and writing slots: one closure per slot, made once, with its offset inside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from pyrr import Quaternion, Vector3

from behave.ir.program import Slot
from behave.kinds import Base, Kind
from behave.runtime.frame import Frame

Evaluate = Callable[[Frame], Any]
"""A compiled expression: a frame in, a value or None (absent) out."""

Write = Callable[[Frame, Any], None]
"""Writes a present value and its presence word."""


def reader(slot: Slot) -> Evaluate:
    """A closure that reads the slot; None where its presence word is 0 or a handle is -1."""
    return shown(slot.kind, raw_reader(slot))


def raw_reader(slot: Slot) -> Evaluate:
    """The same with vecs and rotations as tuples of floats."""
    read = _read(slot.kind, slot.offset)
    presence = slot.presence
    if presence < 0:
        return read

    def read_present(frame: Frame) -> Any:
        return read(frame) if frame.words[presence] != 0.0 else None

    return read_present


def writer(slot: Slot) -> Write:
    """A closure that writes a present value to the slot and marks it present."""
    write = _write(slot.kind, slot.offset)
    presence = slot.presence
    if presence < 0 or presence == slot.offset:
        return write

    def write_present(frame: Frame, value: Any) -> None:
        write(frame, value)
        frame.words[presence] = 1.0

    return write_present


def clear(words: Any, slot: Slot) -> None:
    """Make the slot absent: its presence word 0, its words 0 (a handle -1)."""
    rest = -1.0 if slot.kind.base in (Base.COLLIDER, Base.AGENT) else 0.0
    for offset in range(slot.offset, slot.offset + slot.width):
        words[offset] = rest
    if slot.presence >= 0:
        words[slot.presence] = 0.0


def _read(kind: Kind, offset: int) -> Evaluate:
    base = kind.base
    if base is Base.NUMBER:
        return lambda frame: frame.words[offset]
    if base is Base.BOOL:
        return lambda frame: frame.words[offset] != 0.0
    if base is Base.ENUM:
        return lambda frame: int(frame.words[offset])
    if base in (Base.VEC, Base.POINT):
        return _read_triple(offset)
    if base is Base.ROTATION:
        return _read_quadruple(offset)
    if base is Base.LIST:
        return _read_list(kind, offset)
    if base is Base.TEXT:
        return lambda frame: None
    return lambda frame: _handle(frame.words[offset])


def _read_triple(offset: int) -> Evaluate:
    second, third = offset + 1, offset + 2

    def read(frame: Frame) -> tuple[float, float, float]:
        words = frame.words
        return words[offset], words[second], words[third]

    return read


def _read_quadruple(offset: int) -> Evaluate:
    second, third, last = offset + 1, offset + 2, offset + 3

    def read(frame: Frame) -> tuple[float, float, float, float]:
        words = frame.words
        return words[offset], words[second], words[third], words[last]

    return read


def shown(kind: Kind, evaluate: Evaluate) -> Evaluate:
    """A closure whose vecs are pyrr Vectors and rotations Quaternions, for whoever looks."""
    if not _has_parts(kind):
        return evaluate
    return lambda frame: as_shown(kind, evaluate(frame))


def _has_parts(kind: Kind) -> bool:
    if kind.base is Base.LIST and kind.item is not None:
        return _has_parts(kind.item)
    return kind.base in (Base.VEC, Base.POINT, Base.ROTATION)


def as_shown(kind: Kind, value: Any) -> Any:
    """A value with its vecs as pyrr Vectors and its rotations as Quaternions."""
    if value is None:
        return None
    if kind.base is Base.LIST and kind.item is not None:
        return tuple(as_shown(kind.item, part) for part in value)
    if kind.base in (Base.VEC, Base.POINT):
        return np.array(value, np.float64).view(Vector3)
    if kind.base is Base.ROTATION:
        return np.array(value, np.float64).view(Quaternion)
    return value


def as_raw(value: Any) -> Any:
    """A value with its vecs and rotations as tuples of floats."""
    return tuple(value.tolist()) if isinstance(value, np.ndarray) else value


def _handle(word: float) -> int | None:
    return int(word) if word >= 0.0 else None


def _read_list(kind: Kind, offset: int) -> Evaluate:
    assert kind.item is not None
    step = kind.item.width
    if kind.item.base is Base.NUMBER:
        end = offset + kind.length
        return lambda frame: tuple(frame.words[offset:end])
    items = tuple(_read(kind.item, offset + number * step) for number in range(kind.length))
    return lambda frame: tuple(item(frame) for item in items)


def _write(kind: Kind, offset: int) -> Write:
    base = kind.base
    if base in (Base.VEC, Base.POINT, Base.ROTATION):
        return _write_words(offset, kind.width)
    if base is Base.LIST:
        return _write_list(kind, offset)
    if base is Base.TEXT:
        return lambda frame, value: None

    def write_word(frame: Frame, value: Any) -> None:
        frame.words[offset] = value

    return write_word


def _write_words(offset: int, width: int) -> Write:
    end = offset + width

    def write_words(frame: Frame, value: Any) -> None:
        if type(value) is not tuple:
            frame.row[offset:end] = value
            return
        words, place = frame.words, offset
        for part in value:
            words[place] = part
            place += 1

    return write_words


def _write_list(kind: Kind, offset: int) -> Write:
    assert kind.item is not None
    step = kind.item.width
    items = tuple(_write(kind.item, offset + number * step) for number in range(kind.length))

    def write_list(frame: Frame, value: Any) -> None:
        for write, item in zip(items, value, strict=True):
            write(frame, item)

    return write_list


def all_finite(values: tuple[float, ...]) -> bool:
    """Whether every number is finite."""
    return all(value - value == 0.0 for value in values)


def is_storable(value: Any) -> bool:
    """Whether a value may be stored in a variable: every number in it is finite."""
    if type(value) is float:
        return value - value == 0.0
    if type(value) is tuple:
        for item in value:
            if type(item) is float:
                if item - item != 0.0:
                    return False
            elif not is_storable(item):
                return False
        return True
    if isinstance(value, float):
        return bool(value - value == 0.0)
    if isinstance(value, np.ndarray):
        return all(part - part == 0.0 for part in value.tolist())
    return True
