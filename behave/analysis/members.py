"""Members and indices: fields of things, components of vecs, axes of rotations."""

from __future__ import annotations

from collections.abc import Sequence

from behave.analysis.environment import Environment
from behave.analysis.layout import Builder
from behave.analysis.symbols import Family, Reference, Spot, Thing
from behave.diagnostics import catalog
from behave.ir.ops import Op
from behave.ir.program import Node, Store
from behave.kinds import BOOL, NUMBER, POINT, ROTATION, VEC, Base, Kind, enum, list_of, vec
from behave.record import replace
from behave.source import Span
from behave.syntax import ast
from behave.units import LENGTH
from behave.vocabulary.record import constant

COMPONENTS = {"x": 0, "y": 1, "z": 2}
AXES = {"forward": (0.0, 0.0, 1.0), "right": (-1.0, 0.0, 0.0), "up": (0.0, 1.0, 0.0)}
"""Directions of a rotation: +z ahead, y up, and so a character's right is -x."""


def of_agent(node: Node, agent: str) -> Node:
    """The node, evaluated for an agent where one is named."""
    if not agent:
        return node
    return Node(Op.OF_AGENT, (node,), node.kind, agent, node.span)


def member_of_node(env: Environment, node: Node, name: ast.Ident, span: Span) -> Node | None:
    """``v.x`` of vecs and points, ``q.forward`` of rotations."""
    kind = node.kind
    if kind.base in (Base.VEC, Base.POINT) and name.text in COMPONENTS:
        part = Kind(Base.NUMBER, kind.dimension)
        return Node(Op.COMPONENT, (node,), part, COMPONENTS[name.text], span)
    if kind.base is Base.ROTATION and name.text in AXES:
        return Node(Op.QROTATE, (node, constant(AXES[name.text])), VEC, None, span)
    known: tuple[str, ...] = ()
    if kind.base in (Base.VEC, Base.POINT):
        known = tuple(COMPONENTS)
    elif kind.base is Base.ROTATION:
        known = tuple(AXES)
    if not known:
        env.findings.add(
            catalog.UNDEFINED,
            f"{kind.noun} has no parts, so `.{name.text}` means nothing",
            name.span,
            "no such part",
        )
        return None
    env.findings.undefined(f"part of {kind.noun}", name.text, name.span, known)
    return None


def member_of_reference(
    env: Environment, ref: Reference, name: ast.Ident, span: Span
) -> Spot | Node | None:
    """A field of a thing, an alias of another thing's, or an axis of its rotation."""
    first = ref.things[0]
    if name.text in first.fields and not _hidden(env, ref, name.text):
        return field_spot(env, ref, name.text, span)
    if name.text in first.aliases:
        others = tuple(t.aliases[name.text][0] for t in ref.things)
        return field_spot(env, replace(ref, things=others), first.aliases[name.text][1], span)
    if name.text == "rest_rotation" and "rest_turn" in first.fields:
        turn = field_spot(env, ref, "rest_turn", span)
        body = _body_read(env.builder_of(ref.agent), "body.rotation")
        relative = Node(Op.QMUL, (of_agent(body, ref.agent), turn.read), ROTATION, None, span)
        return relative
    if name.text in AXES and "rotation" in first.fields:
        rotation = field_spot(env, ref, "rotation", span)
        axis = member_of_node(env, rotation.read, name, span)
        if axis is None or name.text != "forward" or not _is_root(env, ref):
            return axis
        return Spot(axis, aims=rotation, locked=rotation.locked)
    env.findings.undefined(
        f"part of {first.noun} `{first.name}`", name.text, name.span, names(env, ref)
    )
    return None


def _is_root(env: Environment, ref: Reference) -> bool:
    builder = env.builder_of(ref.agent)
    slot = ref.things[0].fields["rotation"].slot
    return builder.by_path.get("root.rotation") == slot


def names(env: Environment, ref: Reference) -> list[str]:
    """What can stand after the dot of a reference."""
    first = ref.things[0]
    known = [n for n in first.fields if not _hidden(env, ref, n)]
    known += first.aliases
    if "rest_turn" in first.fields:
        known.append("rest_rotation")
    if "rotation" in first.fields:
        known += AXES
    return known


def _hidden(env: Environment, ref: Reference, name: str) -> bool:
    slot = ref.things[0].fields[name].slot
    return env.builder_of(ref.agent).slots[slot].hidden


def field_spot(env: Environment, ref: Reference, name: str, span: Span) -> Spot:
    """The place of a field (which must exist), for one thing or one of several."""
    builder = env.builder_of(ref.agent)
    fields = [t.fields[name] for t in ref.things]
    slots = tuple(f.slot for f in fields)
    if ref.agent:
        looked = [of_agent(builder.read(slot, span), ref.agent) for slot in slots]
        return Spot(chosen(ref.index, looked, span), (), "a test only looks")
    read = builder.read_any(slots, ref.index, span)
    if not fields[0].writable:
        return Spot(read, (), f"`{name}` of {ref.things[0].noun} is read only")
    new = Node(Op.NEW, (), read.kind)
    stores = [Store(slots, ref.index, new)]
    pins = tuple(f.pinned for f in fields)
    if pins[0] < 0:
        return Spot(read, tuple(stores))
    stores.append(Store(pins, ref.index, constant(True)))
    if read.kind.base is not Base.POINT:
        return Spot(read, tuple(stores))
    local = _Local(builder, slots, pins, ref.index, read)
    return Spot(read, tuple(stores), members={"local": local.spot})


class _Local:
    """``target.local``: the target in the body's frame; written so, it moves with the body."""

    def __init__(
        self,
        builder: Builder,
        slots: tuple[int, ...],
        pins: tuple[int, ...],
        index: Node | None,
        read: Node,
    ) -> None:
        self._builder = builder
        self._slots = slots
        self._pins = pins
        self._index = index
        self._read = read

    def spot(self) -> Spot:
        """The derived place."""
        frame = vec(LENGTH)
        turn = _body_read(self._builder, "body.rotation")
        origin = _body_read(self._builder, "body.position")
        offset = Node(Op.VSUB, (self._read, origin), frame)
        back = Node(Op.QINVERSE, (turn,), ROTATION)
        read = Node(Op.QROTATE, (back, offset), frame, None, self._read.span)
        new = Node(Op.NEW, (), frame)
        world = Node(Op.VADD, (origin, Node(Op.QROTATE, (turn, new), frame)), POINT)
        stores = (
            Store(self._slots, self._index, world),
            Store(self._pins, self._index, constant(False)),
        )
        return Spot(read, stores)


def chosen(index: Node | None, values: Sequence[Node], span: Span) -> Node:
    """One of some values of one kind, by an index that may be known at run time only."""
    if index is None:
        return values[0]
    return Node(Op.CHOOSE, (index, *values), values[0].kind, None, span)


def position_of(env: Environment, name: str, size: int, index: Node, span: Span) -> int | None:
    """A constant index as a position; None with a finding where it is outside."""
    assert isinstance(index.data, (int, float))
    position = int(index.data)
    if position == index.data and 0 <= position < size:
        return position
    env.findings.add(
        catalog.WRONG_CALL,
        f"`{name}` has elements 0 to {size - 1}, not {index.data:g}",
        index.span or span,
        "outside",
    )
    return None


def index_fits(env: Environment, name: str, enum_name: str, index: Node, span: Span) -> bool:
    """Whether an index is of the kind that a family goes by; a finding where it is not."""
    wanted = enum(enum_name) if enum_name else NUMBER
    if index.kind == wanted:
        return True
    env.findings.wrong_kind(
        wanted.noun if enum_name else "a plain number",
        index.kind,
        index.span or span,
        f"the index of `{name}`",
    )
    return False


def _body_read(builder: Builder, path: str) -> Node:
    return builder.read(builder.by_path[path])


def element(env: Environment, family: Family, index: Node, span: Span) -> Reference | None:
    """One thing of a family: chosen now for a constant index, at run time otherwise."""
    if not index_fits(env, family.name, family.enum, index, span):
        return None
    if index.op is not Op.CONST or index.data is None:
        return Reference(family.things, index, family.agent)
    position = position_of(env, family.name, len(family.things), index, span)
    if position is None:
        return None
    return Reference((family.things[position],), None, family.agent)


def whole(env: Environment, family: Family, span: Span) -> Node:
    """A list variable as one value."""
    items = [
        field_spot(env, Reference((thing,), None, family.agent), thing.value, span).read
        for thing in family.things
    ]
    return Node(Op.LIST, tuple(items), list_of(items[0].kind, len(items)), None, span)


def value_of(env: Environment, ref: Reference, span: Span) -> Spot | None:
    """A thing used as a value: the variable, param or input itself."""
    first: Thing = ref.things[0]
    if not first.value:
        known = ", ".join(f"`.{n}`" for n in names(env, ref)[:6])
        env.findings.add(
            catalog.WRONG_KIND,
            f"{first.noun} `{first.name}` is not a value by itself",
            span,
            "which part of it?",
            (f"say which part: {known}",),
        )
        return None
    return field_spot(env, ref, first.value, span)


def present(env: Environment, ref: Reference, span: Span) -> Node:
    """``x.exists`` of a place that may be absent."""
    spot = field_spot(env, ref, ref.things[0].value, span)
    return Node(Op.PRESENT, (spot.read,), BOOL, None, span)
