"""Calls: built-in functions and lets with formals."""

from __future__ import annotations

from collections.abc import Mapping

from behave.analysis.bounds import has_direction
from behave.analysis.environment import Environment
from behave.analysis.lookup import expand
from behave.analysis.members import field_spot, value_of
from behave.analysis.memory import cell_path, may_remember
from behave.analysis.symbols import Expanded, Reference, Spot, Value
from behave.diagnostics import catalog, suggest
from behave.diagnostics.diagnostic import Label
from behave.ir.ops import Op
from behave.ir.program import MemoryCell, Node
from behave.kinds import BOOL, Base, Kind, number
from behave.source import Span
from behave.syntax import ast
from behave.units import LENGTH, PLAIN
from behave.vocabulary import guards, reach
from behave.vocabulary.queries import NOT_YET
from behave.vocabulary.record import constant
from behave.vocabulary.signature import Accepts, Bindings, Parameter, bind
from behave.vocabulary.table import FUNCTION_NAMES, FUNCTIONS, QUERIES, ZONES

Arguments = dict[str, Node]


def settled(env: Environment, found: Value | None, span: Span) -> Value | None:
    """Variables and fields as nodes; other things as they are."""
    if isinstance(found, Spot):
        return found.read
    if isinstance(found, Reference) and found.things[0].value:
        spot = value_of(env, found, span)
        return spot.read if spot is not None else None
    return found


def call(
    env: Environment,
    tree: ast.Call,
    positional: list[Value | None],
    named: dict[str, Value | None],
) -> Value | None:
    """A call whose arguments are analysed."""
    assert isinstance(tree.function, ast.Name)
    name = tree.function.text
    symbol = env.scope.find(name)
    if symbol is not None:
        symbol.used = True
        return _call_symbol(env, tree, symbol, positional)
    if name == "nearer":
        return _nearer(env, tree, positional, named)
    if name == "reaches":
        return _reaches(env, tree, positional)
    if name == "moving_away":
        return _moving_away(env, tree, positional, named)
    if name in FUNCTIONS:
        record = FUNCTIONS[name]
        bindings: Bindings = {}
        found = arguments(env, tree, record.parameters, positional, named, bindings)
        if found is None:
            return None
        return record.lower(found, record.gives.kind(bindings), tree.span)
    if name in NOT_YET:
        env.findings.not_yet(f"`{name}`", tree.span)
    elif name in QUERIES or name in ZONES:
        env.findings.add(
            catalog.MISPLACED,
            f"`{name}` asks the world, and that happens only in a sensor or zone",
            tree.span,
            "not in an expression",
            (f"declare it: `sensor NAME = {name}(…)`, and read `NAME.point`",),
        )
    else:
        env.findings.undefined("function", name, tree.function.span, FUNCTION_NAMES)
    return None


def _call_symbol(
    env: Environment, tree: ast.Call, symbol: object, positional: list[Value | None]
) -> Value | None:
    assert isinstance(tree.function, ast.Name)
    if not isinstance(symbol, Expanded) or symbol.formals is None:
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{tree.function.text}` takes no arguments",
            tree.span,
            "called here",
        )
        return None
    if tree.named or len(positional) != len(symbol.formals):
        listed = ", ".join(f.name.text for f in symbol.formals)
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{symbol.name}({listed})` takes {len(symbol.formals)} arguments by position, "
            f"not {len(positional) + len(tree.named)}",
            tree.span,
            "called here",
            secondary=(Label(symbol.span, "declared here"),),
        )
        return None
    return expand(env, symbol, tuple(p for p in positional if p is not None), tree.span)


def arguments(
    env: Environment,
    tree: ast.Call,
    parameters: tuple[Parameter, ...],
    positional: list[Value | None],
    named: dict[str, Value | None],
    bindings: Bindings,
) -> Arguments | None:
    """Arguments matched to parameters and checked; None (with findings) where they do not fit."""
    name = tree.function.span.text
    spans = _argument_spans(tree, parameters)
    given: dict[str, Value | None] = {}
    by_position = [p for p in parameters if p.positional]
    if len(positional) > len(by_position):
        _arity(env, tree, parameters)
        return None
    for parameter, found in zip(by_position, positional, strict=False):
        given[parameter.name] = found
    known = {p.name for p in parameters}
    for argument in tree.named:
        key = argument.name.text
        if key not in known:
            close = suggest.closest(key, sorted(known))
            env.findings.add(
                catalog.WRONG_CALL,
                f"`{name}` has no option `{key}`",
                argument.name.span,
                f"did you mean `{close}`?" if close else "not known",
                (f"it takes {_listed(parameters)}",),
            )
            return None
        if key in given:
            env.findings.add(
                catalog.WRONG_CALL, f"`{key}` is given twice", argument.span, "given again"
            )
            return None
        given[key] = named[key]
    result: Arguments = {}
    for parameter in parameters:
        if parameter.name not in given:
            if parameter.required:
                _missing(env, tree, parameters, given)
                return None
            if parameter.default is not None:
                result[parameter.name] = _default(parameter)
            continue
        node = argument_node(
            env, given[parameter.name], parameter.name, spans[parameter.name], name
        )
        if node is None or not accepted(
            env,
            parameter.accepts,
            node,
            bindings,
            spans[parameter.name],
            f"`{parameter.name}` of `{name}`",
        ):
            return None
        if parameter.name == "about" and not has_direction(
            env, node, f"`about` of `{name}`", spans["about"]
        ):
            return None
        result[parameter.name] = node
    return result


def _argument_spans(tree: ast.Call, parameters: tuple[Parameter, ...]) -> dict[str, Span]:
    names = [p.name for p in parameters if p.positional]
    spans = {n: a.span for n, a in zip(names, tree.arguments, strict=False)}
    spans.update({a.name.text: a.value.span for a in tree.named})
    return spans


def argument_node(
    env: Environment, found: Value | None, name: str, span: Span, function: str
) -> Node | None:
    """An argument as a value at run time."""
    found = settled(env, found, span)
    if found is None or isinstance(found, Node):
        return found
    env.findings.add(
        catalog.WRONG_KIND,
        f"`{name}` of `{function}` needs a value, and `{span.text}` is none",
        span,
        "not a value",
    )
    return None


def accepted(
    env: Environment, accepts: Accepts, node: Node, bindings: Bindings, span: Span, where: str
) -> bool:
    """Whether a node fits a pattern; a finding where it does not."""
    mismatch = bind(accepts, node.kind, bindings)
    if mismatch is None:
        return True
    if mismatch.dimension is not None:
        bare = span.text.replace(".", "", 1).isdigit()
        wanted = Kind(node.kind.base, mismatch.dimension)
        env.findings.wrong_unit(wanted, node.kind, span, where, bare)
    else:
        env.findings.wrong_kind(mismatch.wanted, node.kind, span, where)
    return False


def _default(parameter: Parameter) -> Node:
    """The value of an argument left out, of the kind the parameter accepts."""
    accepts = parameter.accepts
    value = parameter.default
    assert value is not None
    base = accepts.bases[0]
    if base in (Base.NUMBER, Base.VEC):
        dimension = accepts.dimension
        assert not isinstance(dimension, str)
        return constant(value, Kind(base, dimension if dimension is not None else PLAIN))
    return constant(value, Kind(base))


def _listed(parameters: tuple[Parameter, ...]) -> str:
    parts = []
    for p in parameters:
        text = f"`{p.name}`" if p.positional else f"`{p.name}:`"
        parts.append(f"{text} ({p.accepts.describe()}{'' if p.required else ', may be left out'})")
    return ", ".join(parts)


def _arity(env: Environment, tree: ast.Call, parameters: tuple[Parameter, ...]) -> None:
    name = tree.function.span.text
    env.findings.add(
        catalog.WRONG_CALL,
        f"`{name}` does not take these arguments",
        tree.span,
        "arguments do not fit",
        (f"it takes {_listed(parameters)}",),
    )


def _missing(
    env: Environment, tree: ast.Call, parameters: tuple[Parameter, ...], given: Mapping[str, object]
) -> None:
    """Arguments that are needed and not there, by name."""
    lacking = [p for p in parameters if p.required and p.name not in given]
    listed = [f"`{p.name}{'' if p.positional else ':'}` ({p.accepts.describe()})" for p in lacking]
    names = " and ".join(f"`{p.name}`" for p in lacking)
    env.findings.add(
        catalog.WRONG_CALL,
        f"`{tree.function.span.text}` needs {' and '.join(listed)}",
        tree.span,
        f"{names} {'is' if len(lacking) == 1 else 'are'} missing",
        (f"it takes {_listed(parameters)}",),
    )


def _nearer(
    env: Environment,
    tree: ast.Call,
    positional: list[Value | None],
    named: dict[str, Value | None],
) -> Node | None:
    """Which named point is nearest: the names are values of one enum."""
    names = [a.name.text for a in tree.named]
    enum_name = next((e for e, vs in env.builder.enums.items() if set(names) <= set(vs)), None)
    if len(positional) != 1 or len(names) < 2 or enum_name is None:
        env.findings.add(
            catalog.WRONG_CALL,
            "`nearer` takes a point and at least two points named after the values of one enum",
            tree.span,
            "arguments do not fit",
            ("for example `nearer(contact.point, left: a, right: b)`",),
        )
        return None
    values = env.builder.enums[enum_name]
    kind = Kind(Base.ENUM, enum=enum_name)
    to_points = Accepts((Base.POINT, Base.VEC), LENGTH)
    point = argument_node(env, positional[0], "point", tree.arguments[0].span, "nearer")
    if point is None or not accepted(env, to_points, point, {}, tree.arguments[0].span, "`nearer`"):
        return None
    best: tuple[Node, Node] | None = None
    for argument in reversed(tree.named):
        other = argument_node(
            env, named[argument.name.text], argument.name.text, argument.span, "nearer"
        )
        if other is None or not accepted(
            env, to_points, other, {}, argument.value.span, "`nearer`"
        ):
            return None
        chosen = Node(Op.CONST, (), kind, values.index(argument.name.text))
        offset = Node(Op.VSUB, (point, other), other.kind)
        away = Node(Op.LENGTH, (offset,), number(LENGTH), None, argument.span)
        if best is None:
            best = chosen, away
            continue
        closer = Node(Op.LT, (away, best[1]), BOOL, 0.0, argument.span)
        best = (
            Node(Op.SELECT, (closer, chosen, best[0]), kind, None, tree.span),
            Node(Op.SELECT, (closer, away, best[1]), number(LENGTH)),
        )
    assert best is not None
    known = Node(Op.PRESENT, (best[1],), BOOL)
    nothing = Node(Op.CONST, (), kind, None)
    return Node(Op.SELECT, (known, best[0], nothing), kind, None, tree.span)


def _reaches(env: Environment, tree: ast.Call, positional: list[Value | None]) -> Node | None:
    """Whether a chain of the rig can bring its last joint to a point."""
    chain = positional[0] if positional else None
    if (
        len(positional) != 2
        or tree.named
        or not isinstance(chain, Reference)
        or "reach" not in chain.things[0].fields
    ):
        env.findings.add(
            catalog.WRONG_CALL,
            "`reaches` takes a `ccd` chain of the rig and a point",
            tree.span,
            "arguments do not fit",
            (f"for example `{reach.EXAMPLE}`",),
        )
        return None
    span = tree.arguments[1].span
    point = argument_node(env, positional[1], "point", span, "reaches")
    to_point = Accepts((Base.POINT, Base.VEC), LENGTH)
    if point is None or not accepted(env, to_point, point, {}, span, "`reaches`"):
        return None
    base, frame, held = (
        field_spot(env, chain, place, tree.span).read for place in ("base", "frame", "reach")
    )
    return reach.reaches(base, frame, held, point, tree.span)


def _moving_away(
    env: Environment,
    tree: ast.Call,
    positional: list[Value | None],
    named: dict[str, Value | None],
) -> Node | None:
    found = arguments(env, tree, guards.MOVING_AWAY, positional, named, {})
    if found is None or not may_remember(env, tree.span):
        return None
    owner = env.scope.owner
    operands = tuple(found.values())
    path = cell_path(env, "moving_away", tree.span)
    cell, subjects = env.builder.cell(path, number(LENGTH), owner, operands, tree.span)
    kept = guards.moving_away(found, cell, tree.span)
    assert isinstance(cell.data, int)
    env.builder.memory.append(
        MemoryCell(cell.data, kept.initial, kept.update, subjects, owner, tree.span)
    )
    return kept.verdict
