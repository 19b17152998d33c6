"""Variables: one value or a list of values, and how many instances an index in brackets means."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.declarations import (
    declare,
    declare_broken,
    named_kind,
    quantities,
    slot_symbol,
)
from behave.analysis.environment import Environment
from behave.analysis.operators import same_kind
from behave.analysis.symbols import EnumHandle, Family, Field, Fixed, Thing
from behave.diagnostics import catalog
from behave.ir.fold import number_of
from behave.ir.ops import Op
from behave.ir.program import Group, Initial, Node
from behave.kinds import NUMBER, Base, Kind, list_of
from behave.record import replace
from behave.syntax import ast
from behave.vocabulary.record import constant


def var(env: Environment, tree: ast.Var, prefix: str) -> None:
    """``var a, b : kind = value``; ``= none`` makes it absent at first."""
    _var(env, tree, prefix)
    for name in tree.names:
        declare_broken(env, "variable", name)


def _var(env: Environment, tree: ast.Var, prefix: str) -> None:
    if tree.kind is not None and tree.kind.count is not None:
        list_variable(env, tree, prefix)
        return
    absent = isinstance(tree.value, ast.NoneValue)
    declared = named_kind(env, tree.kind) if tree.kind is not None else None
    initial = None
    if tree.value is not None and not absent:
        where = f"the variable `{tree.names[0].text}`"
        if declared is not None:
            initial = expressions.of_kind(env, tree.value, declared, where)
        else:
            initial = expressions.node(env, tree.value)
        if initial is None:
            return
    kind = declared if declared is not None else initial.kind if initial is not None else None
    if kind is None or (initial is None and not absent):
        if tree.kind is None or tree.value is None:
            env.findings.add(
                catalog.WRONG_CALL,
                f"the variable `{tree.names[0].text}` needs a value, and a kind where it is `none`",
                tree.names[0].span,
                "not clear what it holds",
                (f"for example `var {tree.names[0].text} : length = 0 m`",),
            )
        return
    if kind.base is Base.LIST:
        assert initial is not None
        listed_slots(env, tree, prefix, kind, "", initial)
        return
    for ident in tree.names:
        slot = env.builder.slot(
            prefix + ident.text,
            kind,
            Group.VARIABLE,
            optional=absent,
            doc=tree.tooltip,
            unit=next((q.unit for q in quantities(tree.value)), "") if tree.value else "",
            span=ident.span,
        )
        env.builder.initials.append(Initial(slot, initial))
        declare(env, slot_symbol(ident.text, "variable", ident.span, slot, True))


def list_variable(env: Environment, tree: ast.Var, prefix: str) -> None:
    """``var holder : number[2] = [0, 3]``; one value alone fills the list, `none` empties it."""
    assert tree.kind is not None
    assert tree.kind.count is not None
    counted = instances(env, tree.kind.count, "a list")
    item = named_kind(env, replace(tree.kind, count=None))
    if counted is None or item is None:
        return
    name, enum_name, size = tree.names[0].text, counted[0], len(counted[1])
    where = f"the variable `{name}`"
    if tree.value is None:
        env.findings.add(
            catalog.WRONG_CALL,
            f"{where} needs a value",
            tree.names[0].span,
            "not clear what it holds",
            (f"for example `var {name} : {tree.kind.span.text} = [ … ]`, or `= none`",),
        )
        return
    if isinstance(tree.value, ast.NoneValue):
        listed_slots(env, tree, prefix, list_of(item, size), enum_name, None)
        return
    kind = list_of(item, size)
    if isinstance(tree.value, ast.ListOf):
        items = [expressions.of_kind(env, i, item, where) for i in tree.value.items]
        good = tuple(i for i in items if i is not None)
        if len(good) < len(items):
            return
        if len(good) != size:
            env.findings.add(
                catalog.WRONG_KIND,
                f"{where} has {size} elements, and this list has {len(good)}",
                tree.value.span,
                f"{len(good)} of {size}",
            )
            return
        listed_slots(env, tree, prefix, kind, enum_name, Node(Op.LIST, good, kind))
        return
    given = expressions.node(env, tree.value, item)
    if given is None:
        return
    if given.kind == kind:
        listed_slots(env, tree, prefix, kind, enum_name, given)
    elif same_kind(given.kind, item):
        filled = Node(Op.LIST, (given,) * size, kind)
        listed_slots(env, tree, prefix, kind, enum_name, filled)
    else:
        env.findings.wrong_kind(kind.noun, given.kind, tree.value.span, where)


def listed_slots(
    env: Environment, tree: ast.Var, prefix: str, kind: Kind, enum_name: str, initial: Node | None
) -> None:
    """The elements of list variables, a slot each, under the variable's name with an index."""
    assert kind.item is not None
    for ident in tree.names:
        things = []
        for position in range(kind.length):
            index = env.builder.enums[enum_name][position] if enum_name else str(position)
            name = f"{ident.text}[{index}]"
            slot = env.builder.slot(
                prefix + name,
                kind.item,
                Group.VARIABLE,
                optional=initial is None,
                doc=tree.tooltip,
                span=ident.span,
            )
            env.builder.initials.append(Initial(slot, _element_of(initial, position, kind.item)))
            things.append(Thing(name, "variable", {"value": Field(slot, True)}, value="value"))
        family = Family(ident.text, enum_name, tuple(things), listed=True)
        declare(env, Fixed(ident.text, "variable", ident.span, value=family))


def _element_of(initial: Node | None, position: int, kind: Kind) -> Node | None:
    if initial is None:
        return None
    if initial.op is Op.LIST:
        return initial.args[position]
    return Node(Op.ELEMENT, (initial, constant(float(position))), kind)


MOST_INSTANCES = 64
"""How many elements a list, or instances a machine array, may have."""


def instances(
    env: Environment, tree: ast.Expression, what: str
) -> tuple[str, tuple[str, ...]] | None:
    """A count in brackets, a whole number or an enum: (the enum or "", the index of each)."""
    found = expressions.value(env, tree)
    if isinstance(found, EnumHandle):
        return found.name, found.values
    if found is None:
        return None
    size = number_of(found) if isinstance(found, Node) and found.kind == NUMBER else None
    if size is not None and size == int(size) and 1 <= size <= MOST_INSTANCES:
        return "", tuple(str(i) for i in range(int(size)))
    env.findings.add(
        catalog.WRONG_KIND,
        f"{what} has 1 to {MOST_INSTANCES} elements, a whole number known now, or one for each "
        "value of an enum",
        tree.span,
        "not such a number",
    )
    return None
