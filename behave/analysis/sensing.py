"""Zones and sensors: what is asked of the world, once a tick."""

from __future__ import annotations

from behave.analysis import calls, expressions
from behave.analysis.bounds import above_zero, has_direction, known_numbers
from behave.analysis.declarations import declare, declare_broken
from behave.analysis.environment import Environment
from behave.analysis.symbols import Field, Fixed, Reference, Thing, Value, ZoneHandle
from behave.diagnostics import catalog
from behave.ir.ops import Op
from behave.ir.program import Group, Node, Query, Reading, Sensor, Zone
from behave.kinds import BOOL, COLLIDER, VEC, Kind
from behave.record import replace
from behave.syntax import ast
from behave.vocabulary.queries import NOT_YET, QueryRecord
from behave.vocabulary.signature import Bindings
from behave.vocabulary.table import QUERIES, ZONES

ALL_LAYERS = -1


def zone_name(env: Environment, tree: ast.Zone, prefix: str) -> None:
    """Declare a zone before anything that may name it; what it is follows in ``zone``."""
    call = tree.value
    known = isinstance(call, ast.Call) and isinstance(call.function, ast.Name)
    name = call.function.text if known else ""  # type: ignore[union-attr]
    if name not in ZONES:
        env.findings.undefined("zone shape", name or tree.value.span.text, tree.value.span, ZONES)
        declare_broken(env, "zone", tree.name)
        return
    builder, span = env.builder, tree.name.span
    position = len(builder.zones)
    builder.laid_out[id(tree), prefix] = position
    made = Zone(prefix + tree.name.text, ZONES[name].shape, (), 0, env.scope.owner, span)
    builder.zones.append(made)
    declare(env, Fixed(tree.name.text, "zone", span, value=ZoneHandle(position)))


def zone(env: Environment, tree: ast.Zone, prefix: str) -> None:
    """``zone reach = box(size: …, center: …, turn: …)``."""
    position = env.builder.laid_out.get((id(tree), prefix))
    if position is None:
        return
    call = tree.value
    assert isinstance(call, ast.Call)
    assert isinstance(call.function, ast.Name)
    rest, layers = _take_layers(env, call)
    found = _arguments(env, rest, ZONES[call.function.text].parameters, 0)
    if found is None or layers is None or not _sizes(env, found, call.function.text):
        return
    made = env.builder.zones[position]
    env.builder.zones[position] = replace(made, arguments=tuple(found.items()), layers=layers)


def _take_layers(env: Environment, call: ast.Call) -> tuple[ast.Call, int | None]:
    """The call without its ``layer:`` and the layers as a bit mask; None where one is unknown."""
    given = [a for a in call.named if a.name.text == "layer"]
    for again in given[1:]:
        env.findings.given_twice("layer", again.span, given[0].span, "list them: `[a, b]`")
    rest = tuple(a for a in call.named if a.name.text != "layer")
    stripped = ast.Call(call.function, call.arguments, rest, call.span)
    if not given:
        return stripped, ALL_LAYERS
    names = given[0].value
    items = names.items if isinstance(names, ast.ListOf) else (names,)
    mask = 0
    for item in items:
        position = layer_position(env, item)
        if position is None:
            return stripped, None
        mask |= 1 << position
    return stripped, mask


def layer_position(env: Environment, tree: ast.Expression | ast.Range) -> int | None:
    """A layer by name as its position in the project's layers."""
    layers = env.project.layers
    if isinstance(tree, ast.Name) and tree.text in layers:
        return list(layers).index(tree.text)
    env.findings.undefined("layer", tree.span.text, tree.span, layers)
    return None


def _arguments(
    env: Environment, call: ast.Call, parameters: tuple[object, ...], skip: int
) -> calls.Arguments | None:
    """Arguments of a query or zone by its record; ``skip`` positional ones were taken already."""
    positional = []
    for argument in call.arguments[skip:]:
        found = expressions.value(env, argument)
        if found is None:
            return None
        positional.append(calls.settled(env, found, argument.span))
    named: dict[str, Value | None] = {}
    for option in call.named:
        if isinstance(option.value, ast.Range):
            env.findings.add(
                catalog.WRONG_CALL,
                f"`{option.name.text}` takes a value, not a range",
                option.value.span,
                "a range",
            )
            return None
        named[option.name.text] = expressions.value(env, option.value)
        if named[option.name.text] is None:
            return None
    bindings: Bindings = {}
    rest = ast.Call(call.function, call.arguments[skip:], call.named, call.span)
    return calls.arguments(env, rest, parameters, positional, named, bindings)  # type: ignore[arg-type]


def sensor_name(env: Environment, tree: ast.Sensor, prefix: str) -> None:
    """Declare a sensor and lay out its reading; what it asks follows in ``sensor``."""
    record = _record(env, tree)
    if record is None:
        declare_broken(env, "sensor", tree.name)
        return
    env.builder.laid_out[id(tree), prefix] = len(env.builder.sensors)
    _reading(env, tree, record, prefix)


def _record(env: Environment, tree: ast.Sensor) -> QueryRecord | None:
    """The query of a sensor; a finding where it has none."""
    call = tree.value
    if not isinstance(call, ast.Call) or not isinstance(call.function, ast.Name):
        env.findings.add(
            catalog.WRONG_CALL,
            "a sensor asks the world by a query",
            tree.value.span,
            "not a query",
            ("queries: " + ", ".join(QUERIES),),
        )
        return None
    name = call.function.text
    if name in NOT_YET:
        env.findings.not_yet(f"`{name}`", call.span)
        return None
    if name not in QUERIES:
        env.findings.undefined("query", name, call.function.span, QUERIES)
        return None
    return QUERIES[name]


def sensor(env: Environment, tree: ast.Sensor, prefix: str) -> None:
    """``sensor contact = track(reach, layer: touchable) when in Engaged else keep``."""
    position = env.builder.laid_out.get((id(tree), prefix))
    if position is None:
        return
    call = tree.value
    assert isinstance(call, ast.Call)
    assert isinstance(call.function, ast.Name)
    made = _query(env, call, QUERIES[call.function.text])
    when = expressions.truth(env, tree.when, "`when`") if tree.when is not None else None
    if made is None or (tree.when is not None and when is None):
        return
    arguments, layers, zone_index = made
    env.builder.sensors[position] = replace(
        env.builder.sensors[position],
        arguments=tuple(arguments.items()),
        layers=layers,
        zone=zone_index,
        when=when,
    )


_Made = tuple[calls.Arguments, int, int]


def _query(env: Environment, call: ast.Call, record: QueryRecord) -> _Made | None:
    stripped, layers = _take_layers(env, call)
    zone_index, skip = -1, 0
    if record.zone:
        found = expressions.value(env, call.arguments[0]) if call.arguments else None
        if call.arguments and found is None:
            return None
        if not isinstance(found, ZoneHandle):
            env.findings.add(
                catalog.WRONG_CALL,
                f"`{record.name}` needs a zone first",
                call.arguments[0].span if call.arguments else call.span,
                "not a zone",
                (f"for example `{record.example}`",),
            )
            return None
        zone_index, skip = found.index, 1
    arguments = _arguments(env, stripped, record.parameters, skip)
    if arguments is None or layers is None:
        return None
    if record.one_of and sum(n in arguments for n in record.one_of) != 1:
        wanted = " or ".join(f"`{n}:`" for n in record.one_of)
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{record.name}` needs exactly one of {wanted}",
            call.span,
            "none or both given",
        )
        return None
    if not _within_bounds(env, arguments, record) or not _sizes(env, arguments, record.name):
        return None
    if not _stepping(env, call):
        return None
    lowered = _lowered(env, arguments, record, zone_index)
    return None if lowered is None else (lowered, layers, zone_index)


_SIZES = ("radius", "size", "length")


def _sizes(env: Environment, arguments: calls.Arguments, name: str) -> bool:
    """Whether what has a size has one, and what points somewhere does."""
    good = True
    for key in _SIZES:
        node = arguments.get(key)
        if node is not None and node.span is not None:
            good = above_zero(env, node, f"`{key}` of `{name}`", node.span) and good
    along = arguments.get("along")
    if along is not None and along.span is not None:
        good = has_direction(env, along, f"`along` of `{name}`", along.span) and good
    return good


def _stepping(env: Environment, call: ast.Call) -> bool:
    """Whether a cast that tries again says where; a finding where it does not."""
    named = {a.name.text: a for a in call.named}
    if "retry" not in named or "step" in named:
        return True
    env.findings.add(
        catalog.WRONG_CALL,
        "`retry` needs `step:`, how far beside the last cast the next one begins",
        named["retry"].span,
        "`step:` is missing",
        (f"for example `{named['retry'].span.text}, step: 20 cm * right`",),
    )
    return False


def _within_bounds(env: Environment, arguments: calls.Arguments, record: QueryRecord) -> bool:
    """Constants that no query can use are reported: a size below 0, too many tries."""
    good = True
    for name, low, high in record.bounds:
        node = arguments[name]
        for value in known_numbers(node):
            if low <= value <= high or node.span is None:
                continue
            bound = f"at least {low:g}" if value < low else f"at most {high:g}"
            env.findings.add(
                catalog.OUT_OF_RANGE,
                f"`{name}` of `{record.name}` must be {bound}",
                node.span,
                "outside its range",
            )
            good = False
            break
    return good


def _lowered(
    env: Environment, arguments: calls.Arguments, record: QueryRecord, zone_index: int
) -> calls.Arguments | None:
    """``toward`` as a direction; a track without a probe takes its zone's centre."""
    if "toward" in arguments:
        toward = arguments.pop("toward")
        offset = Node(Op.VSUB, (toward, arguments["from"]), Kind(VEC.base, toward.kind.dimension))
        arguments["along"] = Node(Op.NORMALIZE, (offset,), VEC, None, toward.span)
    if record.query is Query.TRACK and "probe" not in arguments:
        center = dict(env.builder.zones[zone_index].arguments).get("center")
        if center is None:
            return None
        arguments["probe"] = center
    return arguments


def _reading(env: Environment, tree: ast.Sensor, record: QueryRecord, prefix: str) -> None:
    """The slots of a sensor, its name, and the sensor itself with nothing asked yet."""
    builder, name, span = env.builder, prefix + tree.name.text, tree.name.span
    exists = builder.slot(f"{name}.exists", BOOL, Group.READING, span=span)
    presence = builder.slots[exists].offset
    fields = tuple(
        (field, builder.slot(f"{name}.{field}", kind, Group.READING, presence=presence, span=span))
        for field, kind in record.fields
    )
    previous = builder.slot(f"{name}.previous", COLLIDER, Group.READING, hidden=True, span=span)
    position = len(builder.sensors)
    reading = Reading(fields, exists, dict(fields)["collider"], previous)
    owner = env.scope.owner
    builder.sensors.append(
        Sensor(name, record.query, (), 0, -1, None, tree.keep, owner, reading, span)
    )
    for _, slot in fields:
        builder.sensor_of_slot[slot] = position
    members = {f: Field(s) for f, s in fields} | {"exists": Field(exists)}
    thing = Thing(tree.name.text, "the sensor", members)
    declare(env, Fixed(tree.name.text, "sensor", span, value=Reference((thing,))))
