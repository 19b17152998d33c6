"""Which sensors are asked at once.

The instances of one sensor of a machine array, and sensors of one query that have nothing to do
with each other.
"""

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
    reads = [_sensors_read(sensor, sensors) for sensor in sensors]
    if len(together) == len(alone):
        return _merged(alone, sensors, reads)
    place = {number: turn for turn, members in enumerate(together) for number in members}
    for number, others in enumerate(reads):
        for other in others:
            if other != number and (other < number) != (place[other] < place[number]):
                return alone
            if other != number and place[other] == place[number]:
                return alone
    return _merged(together, sensors, reads)


def _merged(
    found: tuple[tuple[int, ...], ...], sensors: Sequence[Sensor], reads: Sequence[set[int]]
) -> tuple[tuple[int, ...], ...]:
    """Rounds of one query made one, where neither reads what is asked from the one to the other."""
    made: list[list[int]] = []
    for members in found:
        first = sensors[members[0]]
        for place in range(len(made) - 1, -1, -1):
            if any(b in reads[a] or a in reads[b] for a in members for b in made[place]):
                made.append(list(members))
                break
            other = sensors[made[place][0]]
            if first.query in TOGETHER and _asks_like(first, other):
                made[place] += members
                break
        else:
            made.append(list(members))
    return tuple(tuple(members) for members in made)


def _asks_like(one: Sensor, other: Sensor) -> bool:
    """Whether two sensors ask the same query with the same arguments."""
    names = [[name for name, _ in sensor.arguments] for sensor in (one, other)]
    return one.query == other.query and names[0] == names[1]


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
