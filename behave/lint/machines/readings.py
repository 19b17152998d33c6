"""Readings that prove a claim: values the world can give, one for each unknown of a box.

A proof of "never" may know too little about an unknown and stays a proof. An example may not: each
value has to be one that the world can give, and independent of the others. So a box is turned into
readings only where all its unknowns are free, and none shares a slot with another.
"""

from __future__ import annotations

from math import inf

from behave.diagnostics.diagnostic import Reading
from behave.ir.nodes import blocks, statements
from behave.ir.ops import Op
from behave.ir.program import (
    Advance,
    Arc,
    Assign,
    BehaviorProgram,
    Group,
    InputDevice,
    Lerp,
    Node,
    Sensor,
    StateRef,
)
from behave.kinds import Base
from behave.lint.boxes.guards import Guards
from behave.lint.boxes.identity import slots_of
from behave.lint.boxes.search import Box, impossible
from behave.lint.boxes.values import EVERY, NO, YES, Values, between, hull, meet
from behave.lint.wording import value_text
from behave.units import fitting_unit

Where = tuple[int, tuple[int, ...], Box]
"""A state: its machine, its path, and which states are active while it is."""

_MARGIN = 1e-6
_NARROW = 1e-7
"""An interval that is no wider, in proportion, may be there only because sets are widened."""
_VECS = (Base.VEC, Base.POINT)
_BETWEEN = (Op.VSUB, Op.VADD)
_ANGLES = (Op.VANGLE, Op.SIGNED_ANGLE)


class Readings:
    """Tells for one behavior which unknowns are free, and finds values for them."""

    def __init__(self, behavior: BehaviorProgram, examples: Guards) -> None:
        self._behavior = behavior
        self._guards = examples
        self._written = written_slots(behavior)
        self._inputs = {i.value: i.device for i in behavior.inputs}
        self._sensors: dict[int, Sensor] = {}
        self._by_presence: dict[int, Sensor] = {}
        for sensor in behavior.sensors:
            for _, slot in sensor.reading.fields:
                self._sensors[slot] = sensor
            offset = behavior.slots[sensor.reading.exists].offset
            self._by_presence[examples.presence_of(offset)] = sensor

    def of(self, box: Box, states: list[Where]) -> list[Reading] | None:
        """Readings for what a box says, or None where one of its unknowns is not free.

        ``states`` are those the readings are for.
        """
        there: dict[str, Reading] = {}
        found: list[Reading] = []
        unknowns: list[Node] = []
        for key, values in box.items():
            if values == (self._guards.domain(key) or EVERY) or self._guards.comparisons.is_echo(
                key
            ):
                continue
            sensor = self._by_presence.get(key)
            if sensor is not None:
                if not self._steady(sensor, states):
                    return None
                yes = values == YES
                there[sensor.name] = Reading(
                    f"{sensor.name}.exists", float(yes), "yes" if yes else "no"
                )
                continue
            node = self._guards.comparisons.node_of.get(key)
            if node is not None and self._gone(node, box):
                continue
            reading = self._reading(node, values) if node is not None else None
            if node is None or reading is None or not self._all_steady(slots_of(node), states):
                return None
            if self._guards.comparisons.near_edge(key, reading.value, _NARROW):
                return None
            unknowns.append(node)
            found.append(reading)
        if not self._independent(unknowns):
            return None
        read = {self._sensors[s].name for n in unknowns for s in slots_of(n) if s in self._sensors}
        return [r for name, r in there.items() if name not in read or not r.value] + found

    def _gone(self, node: Node, box: Box) -> bool:
        """Whether an expression reads a sensor that has no reading, so that its value is none."""
        slots = self._behavior.slots
        sensors = [self._sensors[s] for s in slots_of(node) if s in self._sensors]
        offsets = (slots[sensor.reading.exists].offset for sensor in sensors)
        return any(box.get(self._guards.presence_of(offset)) == NO for offset in offsets)

    def _independent(self, unknowns: list[Node]) -> bool:
        """Whether each can be given its value without changing that of another.

        One can be set last whose driver no other reads; then the rest likewise.
        """
        left = [(self._driver(node), self._tokens(node)) for node in unknowns]
        while left:
            last = next(
                (
                    i
                    for i, (driver, _) in enumerate(left)
                    if all(driver not in tokens for j, (_, tokens) in enumerate(left) if j != i)
                ),
                None,
            )
            if last is None:
                return False
            left.pop(last)
        return True

    def _all_steady(self, slots: set[int], states: list[Where]) -> bool:
        sensors = {self._sensors[s].name: self._sensors[s] for s in slots if s in self._sensors}
        return all(self._steady(sensor, states) for sensor in sensors.values())

    def _steady(self, sensor: Sensor, states: list[Where]) -> bool:
        """Whether a sensor is on in all the states, so that its reading can stay as it is."""
        for machine, path, facts in states:
            owner = sensor.owner
            if owner is not None and not _active(owner, machine, path):
                return False
            if sensor.when is None:
                continue
            off = self._guards.not_true(sensor.when)
            if not impossible(self._guards, (off,), facts):
                return False
        return True

    def _reading(self, node: Node, values: Values) -> Reading | None:
        if node.span is None or self._driver(node) is None:
            return None
        allowed = meet(values, self._range(node))
        chosen = pick(node, allowed)
        if chosen is None:
            return None
        enums = dict(self._behavior.enums)
        text = " ".join(node.span.text.split())
        return Reading(text, chosen, value_text(node, chosen, enums))

    def _range(self, node: Node) -> Values:
        """What the world can surely give for an expression."""
        whole = self._guards.domains.values(node)
        inputs = [self._inputs[s] for s in slots_of(node) if s in self._inputs]
        if not inputs or node.kind.base is not Base.NUMBER:
            return whole
        low, high = (0.0, 1.0) if node.op is Op.LENGTH else (-1.0, 1.0)
        return meet(whole, between(low, high))

    def _token(self, slot: int) -> str:
        """What a slot hangs together with: its sensor, the whole rig, else nothing."""
        if slot in self._sensors:
            return f"sensor {self._sensors[slot].name}"
        return "rig" if self._behavior.slots[slot].group is Group.RIG else f"slot {slot}"

    def _tokens(self, node: Node) -> set[str]:
        return {self._token(slot) for slot in slots_of(node)}

    def _driver(self, node: Node) -> str | None:
        """What the world may change to give an expression any number of its range; None if none."""
        op, args = node.op, node.args
        if op is Op.SLOT and isinstance(node.data, int):
            return self._token(node.data) if self._free_slot(node.data) else None
        if op in (Op.ABS, Op.NEG):
            return self._driver(args[0])
        if op in (Op.LENGTH, Op.COMPONENT):
            return self._driver_of_vec(args[0])
        if op in _ANGLES and (op is Op.VANGLE or args[2].op is Op.CONST):
            return self._one_of(args[0], args[1])
        return None

    def _driver_of_vec(self, node: Node) -> str | None:
        """The same for a vec: any direction and length."""
        op, args = node.op, node.args
        if node.kind.base not in _VECS:
            return None
        if op is Op.SLOT and isinstance(node.data, int):
            return self._token(node.data) if self._free_slot(node.data) else None
        if op in _BETWEEN:
            return self._one_of(args[0], args[1])
        if op is Op.VNEG:
            return self._driver_of_vec(args[0])
        if op is Op.VECTOR:  # flat(v): the height is 0, the rest is the vec's own
            parts = [a for a in args if a.op is Op.COMPONENT]
            level = all(a.op is Op.CONST and a.data == 0.0 for a in args if a not in parts)
            if len(parts) == 2 and level and parts[0].args[0] is parts[1].args[0]:
                return self._driver_of_vec(parts[0].args[0])
        return None

    def _one_of(self, a: Node, b: Node) -> str | None:
        """The driver of one of two vecs that the other does not hang together with."""
        for one, other in ((a, b), (b, a)):
            driver = self._driver_of_vec(one)
            if driver is not None and driver not in self._tokens(other):
                return driver
        return None

    def _free_slot(self, slot: int) -> bool:
        """Readings, inputs held, and what the rig does by itself; nothing a statement writes."""
        if slot in self._written:
            return False
        declared = self._behavior.slots[slot]
        if declared.hidden:
            return False
        if declared.group is Group.INPUT:
            device = self._inputs.get(slot)
            return device in (InputDevice.KEY, InputDevice.AXIS, InputDevice.AXIS2)
        if declared.group is Group.READING:
            return slot in self._sensors and not declared.path.endswith(".collider")
        return declared.group is Group.RIG


def written_slots(behavior: BehaviorProgram) -> set[int]:
    """Every slot some statement writes, or that is set back each tick."""
    found = {reset.slot for reset in behavior.resets}
    for body in blocks(behavior):
        for statement in statements(body):
            if isinstance(statement, (Assign, Lerp, Advance, Arc)):
                found |= {slot for store in statement.place.stores for slot in store.slots}
    return found


def _active(owner: StateRef, machine: int, path: tuple[int, ...]) -> bool:
    return owner.machine == machine and owner.state in path


def pick(node: Node, values: Values) -> float | None:
    """A number of a set that is short to write in the unit it is shown in, well inside."""
    for (low, _), (high, _) in values:
        if low == high:
            return low
    for interval in sorted(values, key=lambda i: i[0][0] - i[1][0]):
        if node.kind.base is not Base.NUMBER:
            return interval[0][0]
        low, high = hull((interval,))
        if low == -inf and high == inf:
            return 0.0
        if high - low < _NARROW * (1.0 + min(abs(low), abs(high))):
            continue
        size = max(abs(low) if low > -inf else 0.0, abs(high) if high < inf else 0.0)
        _, factor = fitting_unit(node.kind.dimension, size)
        found = _short(low * factor, high * factor)
        if found is not None:
            return found / factor
    return None


def _short(low: float, high: float) -> float | None:
    """The number with the fewest digits between two others and not too near either."""
    room = min(_MARGIN * (1.0 + max(abs(x) for x in (low, high) if abs(x) < inf)), (high - low) / 8)
    if high == inf:
        middle = low + max(1.0, 0.25 * abs(low))
    elif low == -inf:
        middle = high - max(1.0, 0.25 * abs(high))
    else:
        middle = 0.5 * (low + high)
    for digits in range(-6, 10):
        rounded = round(middle, digits)
        if low + room < rounded < high - room:
            return float(rounded)
    return middle if low < middle < high else None
