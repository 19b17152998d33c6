"""What an action writes: variables, places of the rig, and the root's direction."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.environment import Environment
from behave.analysis.members import value_of, whole
from behave.analysis.symbols import Family, Reference, Spot
from behave.diagnostics import catalog
from behave.ir.ops import Op
from behave.ir.program import Node, Place, Store
from behave.kinds import ROTATION, VEC, Base, Kind
from behave.record import Record
from behave.syntax import ast
from behave.vocabulary.record import constant


class Target(Record):
    """What an action writes: the place, the kind its author gives, and how that is turned into
    the place's own value. A direction (``root.forward``) turns the rotation behind it.
    """

    place: Place
    aims: bool = False

    @property
    def wanted(self) -> Kind:
        """The kind of value the author gives."""
        return VEC if self.aims else self.place.kind

    def value(self, env: Environment, tree: ast.Expression, where: str) -> Node | None:
        """The value to write; a finding where it is of another kind."""
        if not self.aims:
            return expressions.of_kind(env, tree, self.place.kind, where)
        given = expressions.node(env, tree)
        if given is None:
            return None
        if given.kind.base is not Base.VEC:
            env.findings.wrong_kind("a direction (a vec)", given.kind, tree.span, where)
            return None
        return look_flat(given)


def look_flat(direction: Node) -> Node:
    """The upright rotation that looks along a direction, its height taken away."""
    kind = Kind(Base.NUMBER, direction.kind.dimension)
    x, z = (Node(Op.COMPONENT, (direction,), kind, axis) for axis in (0, 2))
    flat = Node(Op.VECTOR, (x, constant(0.0, kind), z), direction.kind)
    return Node(Op.LOOK, (flat, constant((0.0, 1.0, 0.0))), ROTATION, None, direction.span)


def place(env: Environment, tree: ast.Expression, verb: str) -> Target | None:
    """Something that can be written."""
    found = expressions.value(env, tree)
    why = ""
    if isinstance(found, Reference):
        if found.things[0].value:
            found = value_of(env, found, tree.span)
        else:
            why = f"`{tree.span.text}` is not one value"
    if found is None:
        return None
    text = " ".join(tree.span.text.split())
    if isinstance(found, Family) and found.listed and not found.agent:
        return Target(_whole_list(env, found, tree, text))
    if isinstance(found, Spot) and found.stores:
        return Target(Place(found.kind, found.read, found.stores, text))
    if isinstance(found, Spot) and found.aims is not None and found.aims.stores:
        rotation = found.aims
        return Target(Place(rotation.kind, rotation.read, rotation.stores, text), True)
    if isinstance(found, Spot):
        symbol = env.scope.find(tree.text) if isinstance(tree, ast.Name) else None
        why = f"`{tree.span.text}` is a {symbol.noun}" if symbol is not None else found.locked
    elif isinstance(tree, ast.Member) and tree.name.text in ("x", "y", "z"):
        why = "a component cannot be set by itself; set the whole vec"
    _locked(env, tree, verb, why or f"`{tree.span.text}` is computed, not stored")
    return None


def _whole_list(env: Environment, family: Family, tree: ast.Expression, text: str) -> Place:
    """A list variable as one place: each element is written from the new list."""
    read = whole(env, family, tree.span)
    assert read.kind.item is not None
    new = Node(Op.NEW, (), read.kind)
    stores = tuple(
        Store(
            (thing.fields[thing.value].slot,),
            None,
            Node(Op.ELEMENT, (new, constant(float(position))), read.kind.item),
        )
        for position, thing in enumerate(family.things)
    )
    return Place(read.kind, read, stores, text)


def _locked(env: Environment, tree: ast.Expression, verb: str, why: str) -> None:
    env.findings.add(
        catalog.MISPLACED,
        f"`{verb}` cannot write `{tree.span.text}`: {why}",
        tree.span,
        "cannot be written",
        (_instead(tree),),
    )


def _instead(tree: ast.Expression) -> str:
    """What can be done where a place cannot be written."""
    if isinstance(tree, ast.Member) and tree.name.text == "enabled":
        name = tree.of.span.text
        return f"write `enable {name}` or `disable {name}`, for each tick it shall last"
    return "variables (`var`) and the rig's targets, weights and rotations can be written"


def slot_place(env: Environment, slot: int, text: str) -> Place:
    """A slot that an action writes as it stands, under the name its author uses."""
    read = env.builder.read(slot)
    return Place(read.kind, read, (Store((slot,), None, Node(Op.NEW, (), read.kind)),), text)
