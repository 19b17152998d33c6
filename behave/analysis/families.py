"""Machine arrays and lists: one of several by an index, and `count` and `mean` over all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from behave.analysis.environment import Each, Environment
from behave.analysis.layout import Builder
from behave.analysis.lookup import find_state, of_a_machine
from behave.analysis.members import chosen, element, index_fits, of_agent, position_of
from behave.analysis.operators import joined, same_kind
from behave.analysis.symbols import (
    AgentHandle,
    Family,
    MachineChoice,
    MachineFamily,
    MachineHandle,
    Reference,
    Spot,
    StateChoice,
    StateHandle,
    Value,
)
from behave.analysis.timers import state_timer
from behave.diagnostics import catalog
from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import BOOL, NUMBER, Base, list_of
from behave.record import replace
from behave.source import Span
from behave.syntax import ast
from behave.vocabulary.record import constant

AnalyseNode = Callable[[Environment, ast.Expression], Node | None]


def taken(env: Environment, found: Value | None, span: Span) -> Value | None:
    """Inside `count` and `mean`, the element of a family whose turn it is; else what it was."""
    each = env.each
    if each is None or not isinstance(found, (Family, MachineFamily)):
        return found
    size = len(found.things) if isinstance(found, Family) else len(found.machines)
    if each.size == 0:
        each.size, each.name = size, found.name
    elif each.size != size:
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{each.name}` has {each.size} and `{found.name}` has {size}: they cannot be counted "
            "side by side",
            span,
            f"{size} of them",
        )
        return None
    if isinstance(found, Family):
        return Reference((found.things[each.position],), None, found.agent)
    return MachineHandle(found.machines[each.position], found.agent)


# ---- indices --------------------------------------------------------------------------


def indexed(env: Environment, found: Value, index: Node, tree: ast.Index) -> Value | None:
    """``found[index]`` of a family, a machine array or a list."""
    if isinstance(found, Family):
        return element(env, found, index, tree.span)
    if isinstance(found, MachineFamily):
        return _instance(env, found, index, tree.span)
    if isinstance(found, Node) and found.kind.base is Base.LIST:
        return _item(env, found, index, tree)
    env.findings.add(
        catalog.WRONG_KIND,
        f"`{tree.of.span.text}` is one thing; it takes no index",
        tree.index.span,
        "no index here",
    )
    return None


def _instance(
    env: Environment, family: MachineFamily, index: Node, span: Span
) -> MachineHandle | MachineChoice | None:
    if not index_fits(env, family.name, family.enum, index, span):
        return None
    if index.op is Op.CONST and index.data is not None:
        position = position_of(env, family.name, len(family.machines), index, span)
        if position is None:
            return None
        return MachineHandle(family.machines[position], family.agent)
    return MachineChoice(tuple(MachineHandle(m, family.agent) for m in family.machines), index)


def _item(env: Environment, found: Node, index: Node, tree: ast.Index) -> Node | None:
    name = tree.of.span.text
    assert found.kind.item is not None
    if not index_fits(env, name, "", index, tree.span):
        return None
    if index.op is Op.CONST and index.data is not None:
        position = position_of(env, name, found.kind.length, index, tree.span)
        if position is None:
            return None
        if found.op is Op.LIST:
            return found.args[position]
    elif found.op is Op.LIST:
        return chosen(index, found.args, tree.span)
    return Node(Op.ELEMENT, (found, index), found.kind.item, None, tree.span)


# ---- one machine of an array, chosen at run time ---------------------------------------


def of_a_choice(
    env: Environment, choice: MachineChoice, name: ast.Ident, span: Span
) -> Value | None:
    """``leg[i].landing``: what each instance has under the name, chosen by the index."""
    found = [of_a_machine(env, machine, name, span) for machine in choice.machines]
    good = [value for value in found if value is not None]
    if len(good) < len(found):
        return None
    return _chosen_value(env, choice.index, good, name, span)


def _chosen_value(
    env: Environment, index: Node, values: list[Value], name: ast.Ident, span: Span
) -> Value | None:
    references = [v for v in values if isinstance(v, Reference) and v.index is None]
    if len(references) == len(values):
        things = tuple(r.things[0] for r in references)
        if all(t.fields.keys() == things[0].fields.keys() for t in things):
            return Reference(things, index, references[0].agent)
    states = [v for v in values if isinstance(v, StateHandle)]
    if len(states) == len(values):
        return StateChoice(tuple(states), index)
    reads = [v.read if isinstance(v, Spot) else v for v in values if isinstance(v, (Node, Spot))]
    if len(reads) == len(values) and all(same_kind(r.kind, reads[0].kind) for r in reads):
        return chosen(index, reads, span)
    env.findings.add(
        catalog.WRONG_KIND,
        f"`{name.text}` cannot be chosen by an index that changes",
        span,
        "not one value",
        ("give each instance a `let` or `var` with the value itself, and read that",),
    )
    return None


def state_of_choice(
    env: Environment, choice: MachineChoice, path: tuple[ast.Ident, ...], span: Span
) -> Node | None:
    """``leg[i] in Swing``."""
    found = [in_state(env, machine, path, span) for machine in choice.machines]
    good = [node for node in found if node is not None]
    return chosen(choice.index, good, span) if len(good) == len(found) else None


def in_state(
    env: Environment,
    subject: MachineHandle | AgentHandle,
    path: tuple[ast.Ident, ...],
    span: Span,
) -> Node | None:
    """Whether a machine (or any of an agent's) is in a state."""
    handle = find_state(env, path, subject)
    if handle is None:
        return None
    inner = Node(Op.IN_STATE, (), BOOL, handle.ref, span)
    return of_agent(inner, subject.name if isinstance(subject, AgentHandle) else subject.agent)


def timer_of_choice(builder: Builder, choice: StateChoice, span: Span) -> Node:
    """``leg[i].Swing.timer``."""
    return chosen(choice.index, [state_timer(builder, s, span) for s in choice.states], span)


# ---- lists, count and mean -------------------------------------------------------------


def list_value(env: Environment, items: Sequence[Node], tree: ast.ListOf) -> Node | None:
    """``[a, b, …]`` of values of one kind."""
    if not items:
        env.findings.add(catalog.WRONG_KIND, "a list needs at least one item", tree.span, "empty")
        return None
    kind = items[0].kind
    for item, part in zip(items[1:], tree.items[1:], strict=True):
        if not same_kind(item.kind, kind):
            first = (items[0].kind, tree.items[0].span)
            env.findings.mismatch("put into one list", first, (item.kind, part.span), part.span)
            return None
        kind = joined(kind, item.kind)
    if kind.base in (Base.TEXT, Base.LIST):
        env.findings.wrong_kind("a number, bool, vec, point or enum", kind, tree.span, "a list")
        return None
    return Node(Op.LIST, tuple(items), list_of(kind, len(items)), None, tree.span)


AGGREGATES = ("count", "mean")


def aggregate(env: Environment, tree: ast.Call, node: AnalyseNode) -> Node | None:
    """``count(leg in Swing)`` and ``mean(foot.target)``: over a family, a machine array, a list."""
    assert isinstance(tree.function, ast.Name)
    name = tree.function.text
    if len(tree.arguments) != 1 or tree.named:
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{name}` takes one argument",
            tree.span,
            "arguments do not fit",
            (f"for example `{_EXAMPLES[name]}`",),
        )
        return None
    items = _items(env, tree.arguments[0], node, name)
    if items is None:
        return None
    return (_count if name == "count" else _mean)(env, items, tree)


_EXAMPLES = {"count": "count(leg in Swing)", "mean": "mean(foot.target)"}


def _items(
    env: Environment, tree: ast.Expression, node: AnalyseNode, name: str
) -> list[Node] | None:
    """The argument for every element of the families in it, or the items of a list."""
    each = Each()
    first = node(replace(env, each=each), tree)
    if first is None:
        return None
    if each.size == 0:
        if first.kind.base is Base.LIST:
            return _all_of(first)
        env.findings.add(
            catalog.WRONG_KIND,
            f"`{name}` goes over a list or over everything under one name, and "
            f"`{' '.join(tree.span.text.split())}` is one thing",
            tree.span,
            "only one",
            (f"for example `{_EXAMPLES[name]}`",),
        )
        return None
    found: list[Node] = [first]
    for position in range(1, each.size):
        other = node(replace(env, each=Each(position, each.size, each.name)), tree)
        if other is None:
            return None
        found.append(other)
    return found


def _all_of(found: Node) -> list[Node]:
    if found.op is Op.LIST:
        return list(found.args)
    assert found.kind.item is not None
    return [
        Node(Op.ELEMENT, (found, constant(float(i))), found.kind.item, None, found.span)
        for i in range(found.kind.length)
    ]


def _count(env: Environment, items: list[Node], tree: ast.Call) -> Node | None:
    """How many hold; what is absent does not count."""
    total: Node | None = None
    for item in items:
        if item.kind.base is not Base.BOOL:
            where = "what `count` counts"
            env.findings.wrong_kind("a yes or no", item.kind, tree.arguments[0].span, where)
            return None
        one = Node(Op.SELECT, (item, constant(1.0), constant(0.0)), NUMBER)
        total = one if total is None else Node(Op.ADD, (total, one), NUMBER)
    return replace(total, span=tree.span) if total is not None else None


def _mean(env: Environment, items: list[Node], tree: ast.Call) -> Node | None:
    """The sum over the number of them; absent where one is."""
    base = items[0].kind.base
    if base not in (Base.NUMBER, Base.VEC, Base.POINT):
        wanted = "a number, vec or point"
        env.findings.wrong_kind(wanted, items[0].kind, tree.arguments[0].span, "`mean`")
        return None
    add, divide = (Op.ADD, Op.DIV) if base is Base.NUMBER else (Op.VADD, Op.VDIV)
    total = items[0]
    for item in items[1:]:
        total = Node(add, (total, item), total.kind)
    return Node(divide, (total, constant(float(len(items)))), total.kind, None, tree.span)
