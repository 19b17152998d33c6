"""Which sensors are asked at once: the instances of one sensor of a machine array."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Node, Query, Sensor

TOGETHER = (Query.RAY, Query.BOXCAST, Query.SPHERECAST, Query.NEAREST)


def rounds(behavior: BehaviorProgram) -> tuple[tuple[int, ...], ...]:
    """The sensors by position, in the order they are asked; those of one round at once.

    A round is what one line of the file became for the instances of a machine array. It is only
    made where no one can tell: a sensor sees the same of every other one as in declared order.
    """
    sensors = behavior.sensors
    alone = tuple((number,) for number in range(len(sensors)))
    families: dict[object, list[int]] = {}
    for number, sensor in enumerate(sensors):
        key: object = number
        if sensor.query in TOGETHER:
            key = (sensor.span, sensor.query, tuple(name for name, _ in sensor.arguments))
        families.setdefault(key, []).append(number)
    together = tuple(tuple(members) for members in families.values())
    if len(together) == len(alone):
        return alone
    place = {number: turn for turn, members in enumerate(together) for number in members}
    for number, sensor in enumerate(sensors):
        for other in _sensors_read(sensor, sensors):
            if other != number and (other < number) != (place[other] < place[number]):
                return alone
            if other != number and place[other] == place[number]:
                return alone
    return together


def _sensors_read(sensor: Sensor, sensors: Sequence[Sensor]) -> set[int]:
    """The sensors whose readings a sensor's question depends on."""
    owner: dict[int, int] = {}
    for number, other in enumerate(sensors):
        reading = other.reading
        for slot in (*(s for _, s in reading.fields), reading.exists, reading.previous):
            owner[slot] = number
    roots = [node for _, node in sensor.arguments]
    roots += [sensor.when] if sensor.when is not None else []
    return {owner[slot] for slot in _slots(roots) if slot in owner}


def _slots(roots: Sequence[Node]) -> Iterator[int]:
    seen: set[int] = set()
    stack = list(roots)
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        stack += node.args
        if node.op is Op.SLOT:
            assert isinstance(node.data, int)
            yield node.data
        elif node.op is Op.SLOT_AT:
            assert isinstance(node.data, tuple)
            yield from node.data
