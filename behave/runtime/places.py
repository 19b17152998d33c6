"""Places compiled: how a variable or a part of the rig is read and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Place, Store
from behave.runtime.frame import Frame
from behave.runtime.reference import Scope, whole_index
from behave.runtime.slots import Evaluate, Write, is_storable, writer


@dataclass(frozen=True, slots=True)
class CompiledPlace:
    """``read`` gives the value; ``store`` writes one and says whether it could.

    A store whose index is absent or outside, or whose word would be absent or not finite,
    writes nothing at all, its sister stores included.
    """

    read: Evaluate
    store: Callable[[Frame, Any], bool]


def compile_place(place: Place, scope: Scope, behavior: BehaviorProgram) -> CompiledPlace:
    """Compile a place of a behavior."""
    read = scope.raw(place.read)
    stores = place.stores
    if len(stores) == 1:
        return CompiledPlace(read, _single(stores[0], scope, behavior))
    targets = tuple(_target(store, scope, behavior) for store in stores)

    def store_all(frame: Frame, new: Any) -> bool:
        frame.new = new
        writes: list[tuple[Write, Any]] = []
        for target in targets:
            found = target(frame)
            if found is None:
                return False
            writes.append(found)
        for write, value in writes:
            write(frame, value)
        return True

    return CompiledPlace(read, store_all)


def _single(store: Store, scope: Scope, behavior: BehaviorProgram) -> Callable[[Frame, Any], bool]:
    if store.value.op is Op.NEW and store.index is None:
        write = writer(behavior.slots[store.slots[0]])

        def store_plain(frame: Frame, new: Any) -> bool:
            write(frame, new)
            return True

        return store_plain
    target = _target(store, scope, behavior)

    def store_derived(frame: Frame, new: Any) -> bool:
        frame.new = new
        found = target(frame)
        if found is None:
            return False
        found[0](frame, found[1])
        return True

    return store_derived


def _target(
    store: Store, scope: Scope, behavior: BehaviorProgram
) -> Callable[[Frame], tuple[Write, Any] | None]:
    writers = tuple(writer(behavior.slots[number]) for number in store.slots)
    value = scope.raw(store.value)
    index = None if store.index is None else scope.raw(store.index)
    count = len(writers)

    def target(frame: Frame) -> tuple[Write, Any] | None:
        number = 0 if index is None else whole_index(index(frame), count)
        if number is None:
            return None
        word = value(frame)
        if word is None or not is_storable(word):
            return None
        return writers[number], word

    return target
