"""Which numbers an expression can give at all: distances are not negative, angles within a turn.

``Domains`` answers for one behavior. A param counts as a constant unless a range is declared or a
scene sets it; then it is anything in its range, or anything. With ``fixed`` every param has its
default instead: that is what an example that claims to happen is made with.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, pi

from behave.ir.fold import number_of
from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Group, InputDevice, Node, Param, Query, Scene
from behave.kinds import Base
from behave.lint.boxes.values import EVERY, Values, between, hull, point, points

Bounds = tuple[float, float]

_ANY: Bounds = (-inf, inf)
_TURN = pi * (1.0 + 1e-12)
_OVER_ONE = 1.0 + 1e-9
_FIXED_RANGE: dict[Op, Bounds] = {
    Op.LENGTH: (0.0, inf),
    Op.SQRT: (0.0, inf),
    Op.ABS: (0.0, inf),
    Op.SIGN: (-1.0, 1.0),
    Op.SIN: (-1.0, 1.0),
    Op.COS: (-1.0, 1.0),
    Op.VANGLE: (0.0, _TURN),
    Op.QANGLE: (0.0, _TURN),
    Op.SIGNED_ANGLE: (-_TURN, _TURN),
}
_CASTS = (Query.RAY, Query.BOXCAST, Query.SPHERECAST)
_DEEPEST = 200


class Domains:
    """The numbers the slots and expressions of one behavior can have."""

    def __init__(
        self, behavior: BehaviorProgram, scenes: tuple[Scene, ...], fixed: bool = False
    ) -> None:
        self._behavior = behavior
        self._enums = {name: len(values) for name, values in behavior.enums}
        set_by_scenes = {
            name
            for scene in scenes
            for agent in scene.agents
            if agent.behavior == behavior.name
            for name, _ in agent.overrides
        }
        self._params: dict[int, Values] = {
            param.slot: _param(param, self.kind_values(param.default), fixed, set_by_scenes)
            for param in behavior.params
        }
        self._floors = _not_negative(behavior)
        self._known: dict[int, tuple[Node, Bounds]] = {}

    def kind_values(self, node: Node) -> Values:
        """What the kind of an expression allows: the values of an enum, 0 and 1 for a bool."""
        kind = node.kind
        if kind.base is Base.BOOL:
            return points((0, 1))
        if kind.base is Base.ENUM and kind.enum in self._enums:
            return points(range(self._enums[kind.enum]))
        return EVERY

    def values(self, node: Node) -> Values:
        """The numbers an expression can give where it is present."""
        if node.op is Op.SLOT and isinstance(node.data, int):
            known = self._params.get(node.data)
            if known is not None:
                return known
        if node.kind.base in (Base.BOOL, Base.ENUM):
            return self.kind_values(node)
        low, high = self.bounds(node)
        return EVERY if (low, high) == _ANY else between(low, high)

    def bounds(self, node: Node, depth: int = 0) -> Bounds:
        """The least and the greatest number an expression can give."""
        known = self._known.get(id(node))
        if known is not None:
            return known[1]
        found = _ANY
        if node.kind.base is Base.NUMBER and depth < _DEEPEST:
            found = self._bounds(node, depth)
            if found[0] > found[1]:
                found = _ANY
        self._known[id(node)] = (node, found)  # keeping the node keeps its id
        return found

    def _bounds(self, node: Node, depth: int) -> Bounds:
        op, args = node.op, node.args
        if op is Op.SLOT and isinstance(node.data, int):
            param = self._params.get(node.data)
            if param is not None:
                return hull(param) if param else _ANY
            return (self._floors.get(node.data, -inf), inf)
        if op is Op.DT:
            return 0.0, inf
        if op is Op.CONST:
            number = number_of(node)
            return _ANY if number is None else (number, number)
        if op is Op.COMPONENT:
            return _component(node, self, depth)
        parts = [self.bounds(a, depth + 1) for a in args]
        if op in (Op.SELECT, Op.CHOOSE):
            return _around(parts[1:])
        if op is Op.OTHERWISE:
            return _around(parts)
        if op is Op.ABS:
            return _magnitude(parts[0])
        if op in _FIXED_RANGE:
            return _FIXED_RANGE[op]
        return _arithmetic(op, parts)


def _param(param: Param, kind: Values, fixed: bool, set_by_scenes: set[str]) -> Values:
    """What a param can be: its default, anything in its range, or anything of its kind."""
    if param.default.kind.base is not Base.NUMBER:
        data = param.default.data if param.default.op is Op.CONST else None
        return point(float(data)) if fixed and isinstance(data, (bool, int)) else kind
    default = number_of(param.default)
    if fixed:
        return EVERY if default is None else point(default)
    if param.low is not None or param.high is not None:
        low = number_of(param.low) if param.low is not None else None
        high = number_of(param.high) if param.high is not None else None
        return between(-inf if low is None else low, inf if high is None else high)
    if default is None or param.name in set_by_scenes:
        return EVERY
    return point(default)


def _not_negative(behavior: BehaviorProgram) -> Mapping[int, float]:
    """Slots whose numbers have a least value: counted ticks, and how far a cast went."""
    floors = {i: 0.0 for i, slot in enumerate(behavior.slots) if slot.group is Group.CLOCK}
    for sensor in behavior.sensors:
        fields = dict(sensor.reading.fields)
        if sensor.query in _CASTS and "distance" in fields:
            floors[fields["distance"]] = 0.0
        if "tries" in fields:
            floors[fields["tries"]] = 0.0
    for given in behavior.inputs:
        if given.device is InputDevice.KEY and given.waiting >= 0:
            floors[given.waiting] = 0.0
    return floors


def _component(node: Node, domains: Domains, depth: int) -> Bounds:
    """One component of a vec: of a written one, of a constant, of a direction."""
    of, which = node.args[0], node.data
    if not isinstance(which, int):
        return _ANY
    if of.op is Op.VECTOR:
        return domains.bounds(of.args[which], depth + 1)
    if of.op is Op.CONST and isinstance(of.data, tuple):
        return float(of.data[which]), float(of.data[which])
    return (-_OVER_ONE, _OVER_ONE) if of.op is Op.NORMALIZE else _ANY


def _around(parts: list[Bounds]) -> Bounds:
    return min(low for low, _ in parts), max(high for _, high in parts)


def _magnitude(part: Bounds) -> Bounds:
    low, high = part
    least = 0.0 if low <= 0.0 <= high else min(abs(low), abs(high))
    return least, max(abs(low), abs(high))


def _arithmetic(op: Op, parts: list[Bounds]) -> Bounds:
    """Sums, products and the like, rounded outward."""
    match op:
        case Op.NEG:
            return -parts[0][1], -parts[0][0]
        case Op.ADD:
            return _outward(parts[0][0] + parts[1][0], parts[0][1] + parts[1][1])
        case Op.SUB:
            return _outward(parts[0][0] - parts[1][1], parts[0][1] - parts[1][0])
        case Op.MUL:
            return _product(parts[0], parts[1])
        case Op.DIV:
            low, high = parts[1]
            if low > 0.0 or high < 0.0:
                return _product(parts[0], (1.0 / high, 1.0 / low))
            return _ANY
        case Op.MIN:
            return min(parts[0][0], parts[1][0]), min(parts[0][1], parts[1][1])
        case Op.MAX:
            return max(parts[0][0], parts[1][0]), max(parts[0][1], parts[1][1])
        case Op.FLOOR:
            return parts[0][0] - 1.0, parts[0][1]
        case Op.MOD:
            low, high = parts[1]
            return (0.0, high) if low > 0.0 else _ANY
        case _:
            return _ANY


def _product(a: Bounds, b: Bounds) -> Bounds:
    products = [x * y for x in a for y in b]
    if any(p != p for p in products):
        return _ANY
    return _outward(min(products), max(products))


def _outward(low: float, high: float) -> Bounds:
    if low != low or high != high:
        return _ANY
    return low - 1e-12 * (1.0 + abs(low)), high + 1e-12 * (1.0 + abs(high))
