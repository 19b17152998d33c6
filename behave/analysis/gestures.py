"""``arc``, ``turn``, ``aim`` and ``laser``: what moves and points parts of a rig."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.declarations import misplaced
from behave.analysis.environment import Environment
from behave.analysis.lerps import speed_or_time
from behave.analysis.members import field_spot
from behave.analysis.sentences import Context, only_each_tick, phrases
from behave.analysis.symbols import Reference, Spot
from behave.analysis.targets import place
from behave.diagnostics import catalog
from behave.ir.fold import number_of
from behave.ir.ops import Op
from behave.ir.program import Arc, Assign, Form, Lerp, Node, Part, Place, Statement, Store
from behave.kinds import POINT, VEC, number
from behave.record import replace
from behave.syntax import ast
from behave.units import ANGLE, LENGTH, TIME
from behave.vocabulary.record import constant
from behave.vocabulary.rig_parts import RIG_PARTS
from behave.vocabulary.verbs import ACTIONS


def arc(env: Environment, tree: ast.Sentence, context: Context) -> list[Statement]:
    """``arc PLACE from A to B over T, height: h``."""
    if not only_each_tick(env, tree, context):
        return []
    heights = [o for o in tree.options if o.name.text == "height"]
    rest = tuple(o for o in tree.options if o.name.text != "height")
    found = phrases(env, replace(tree, options=rest), ("from", "to", "over"), ())
    if found is None or not _complete(env, tree, found, ("from", "to", "over")):
        return []
    assert tree.object is not None
    target = place(env, tree.object, "arc")
    if target is None:
        return []
    if target.place.kind != POINT:
        env.findings.wrong_kind("a point", target.place.kind, tree.object.span, "`arc`")
        return []
    start = expressions.of_kind(env, found["from"], POINT, "the start of `arc`")
    goal = expressions.of_kind(env, found["to"], POINT, "the goal of `arc`")
    duration = expressions.of_kind(env, found["over"], number(TIME), "`over`")
    height: Node | None = constant(0.0, number(LENGTH))
    for option in heights:
        if isinstance(option.value, ast.Range) or len(heights) > 1:
            env.findings.add(
                catalog.WRONG_CALL, "`arc` takes one `height:`, a length", option.span, "not one"
            )
            return []
        height = expressions.of_kind(env, option.value, number(LENGTH), "the height of `arc`")
    if start is None or goal is None or duration is None or height is None:
        return []
    return [Arc(target.place, start, goal, duration, height, context.owner, tree.span)]


def _complete(
    env: Environment, tree: ast.Sentence, found: dict[str, ast.Expression], needed: tuple[str, ...]
) -> bool:
    """Whether a sentence has an object and every phrase it needs; a finding where it has not."""
    verb = tree.verb.text
    missing = [f"`{name}`" for name in needed if name not in found]
    if tree.object is not None and not missing:
        return True
    what = "what it is about" if tree.object is None else " and ".join(missing)
    env.findings.add(
        catalog.WRONG_CALL,
        f"`{verb}` needs {what}",
        tree.span,
        "not complete",
        (f"for example `{ACTIONS[verb][1]}`",),
    )
    return False


# ---- turn -----------------------------------------------------------------------------


def turn(env: Environment, tree: ast.Sentence, context: Context) -> list[Statement]:
    """``turn BONE by A rate k | at v | over T``: a lerp of its hinge's angle to angle + A.

    With ``over`` the angle is counted from the one at entry.
    """
    if not only_each_tick(env, tree, context):
        return []
    found = phrases(env, tree, ("by", "about", "rate", "at", "over"), ())
    if found is None or not _complete(env, tree, found, ("by",)):
        return []
    assert tree.object is not None
    if isinstance(tree.object, ast.Name) and tree.object.text == "body":
        misplaced(env, "`turn body`", context.where, tree.verb.span, "it belongs to the `pose`")
        return []
    spot = _hinge(env, tree.object, found.get("about"))
    by = expressions.of_kind(env, found["by"], number(ANGLE), "`by`")
    made = speed_or_time(env, tree, number(ANGLE), found)
    if spot is None or by is None or made is None:
        return []
    form, amount = made
    text = f"{' '.join(tree.object.span.text.split())}.angle"
    target = Place(number(ANGLE), spot.read, spot.stores, text)
    start, capture, captured = spot.read, -1, -1
    if form is Form.OVER:
        path = f"{context.prefix}~turn@{tree.span.line}:{tree.span.column}"
        capture, captured = env.builder.capture(path, number(ANGLE), context.owner, tree.span)
        begun = env.builder.read(captured)
        start = Node(Op.SELECT, (begun, env.builder.read(capture), spot.read), number(ANGLE))
    goal = Node(Op.ADD, (start, by), number(ANGLE), None, found["by"].span)
    owner = context.owner
    return [Lerp(target, goal, form, amount, "linear", owner, capture, captured, tree.span)]


def _hinge(env: Environment, tree: ast.Expression, about: ast.Expression | None) -> Spot | None:
    """The angle of the hinge that turns a bone, about the axis where one is said."""
    found = expressions.value(env, tree)
    if found is None:
        return None
    axis = expressions.of_kind(env, about, VEC, "`about`") if about is not None else None
    if about is not None and axis is None:
        return None
    things = found.things if isinstance(found, Reference) else ()
    hinges = [p for p in env.builder.parts if p.verb == "hinge"]
    slots: list[int] = []
    for thing in things:
        here = [p for p in hinges if dict(p.bones).get("bone") == thing.name]
        fitting = [p for p in here if axis is None or _same_axis(axis, p)]
        if not here or thing.noun != "the bone":
            _no_hinge(env, tree, thing.noun == "the bone")
            return None
        if not fitting:
            assert about is not None
            env.findings.add(
                catalog.WRONG_CALL,
                f"the hinge of `{thing.name}` turns about another axis",
                about.span,
                "not the hinge's axis",
                (f"the hinge is `{' '.join(here[0].span.text.split())}`",),
            )
            return None
        slots.append(env.builder.by_path[f"{fitting[0].name}.angle"])
    if not isinstance(found, Reference) or not slots:
        _no_hinge(env, tree, False)
        return None
    read = env.builder.read_any(tuple(slots), found.index, tree.span)
    return Spot(read, (Store(tuple(slots), found.index, Node(Op.NEW, (), read.kind)),))


def _no_hinge(env: Environment, tree: ast.Expression, bone: bool) -> None:
    text = " ".join(tree.span.text.split())
    env.findings.add(
        catalog.MISPLACED if bone else catalog.WRONG_KIND,
        f"`{text}` has no hinge to turn about"
        if bone
        else f"`turn` turns a bone, and `{text}` is none",
        tree.span,
        "no hinge" if bone else "not a bone",
        (f"in the rig: `hinge NAME, bone: {text}, about: up`",) if bone else (),
    )


def _same_axis(axis: Node, hinge: Part) -> bool:
    """Whether an axis is surely that of a hinge: the same constants, or the same expression."""
    other = dict(hinge.values)["about"]
    first, second = _components(axis), _components(other)
    if first is not None and second is not None:
        return first == second
    return _same(axis, other)


def _components(node: Node) -> tuple[float, ...] | None:
    if node.op is Op.CONST and isinstance(node.data, tuple):
        return tuple(float(part) for part in node.data)
    parts = [number_of(a) for a in node.args] if node.op is Op.VECTOR else []
    return tuple(p for p in parts if p is not None) if parts and None not in parts else None


def _same(a: Node, b: Node) -> bool:
    same = a.op is b.op and a.data == b.data and len(a.args) == len(b.args)
    return same and all(_same(x, y) for x, y in zip(a.args, b.args, strict=True))


# ---- aim and laser --------------------------------------------------------------------


def aim(env: Environment, tree: ast.Sentence, context: Context) -> list[Statement]:
    """``aim PART at POINT``: its target, and its switch for this tick."""
    if not only_each_tick(env, tree, context):
        return []
    found = phrases(env, tree, ("at",), ())
    if found is None or not _complete(env, tree, found, ("at",)):
        return []
    ref = _part(env, tree, "aim", ("target", "enabled"))
    goal = expressions.of_kind(env, found["at"], POINT, "what `aim` looks at")
    if ref is None or goal is None:
        return []
    stores = (_store(ref, "target"), _store(ref, "enabled", constant(True)))
    return [_written(env, tree, ref, "target", stores, goal)]


def laser(env: Environment, tree: ast.Sentence, context: Context) -> list[Statement]:
    """``laser PART from A to B``: both its ends, and its switch for this tick."""
    if not only_each_tick(env, tree, context):
        return []
    found = phrases(env, tree, ("from", "to"), ())
    if found is None or not _complete(env, tree, found, ("from", "to")):
        return []
    ref = _part(env, tree, "laser", ("from", "to", "on"))
    start = expressions.of_kind(env, found["from"], POINT, "the start of `laser`")
    goal = expressions.of_kind(env, found["to"], POINT, "the end of `laser`")
    if ref is None or start is None or goal is None:
        return []
    stores = (_store(ref, "to"), _store(ref, "from", start), _store(ref, "on", constant(True)))
    return [_written(env, tree, ref, "to", stores, goal)]


def _part(
    env: Environment, tree: ast.Sentence, verb: str, needed: tuple[str, ...]
) -> Reference | None:
    """The part of the rig a sentence is about."""
    assert tree.object is not None
    found = expressions.value(env, tree.object)
    if isinstance(found, Reference) and all(n in found.things[0].fields for n in needed):
        return found
    if found is not None:
        text = " ".join(tree.object.span.text.split())
        env.findings.add(
            catalog.WRONG_KIND,
            f"`{verb}` needs a part of the rig made with `{verb}`, and `{text}` is none",
            tree.object.span,
            "not such a part",
            (f"in the rig: `{RIG_PARTS[verb].example}`",),
        )
    return None


def _store(ref: Reference, name: str, value: Node | None = None) -> Store:
    slots = tuple(thing.fields[name].slot for thing in ref.things)
    return Store(slots, ref.index, Node(Op.NEW, (), POINT) if value is None else value)


def _written(
    env: Environment,
    tree: ast.Sentence,
    ref: Reference,
    name: str,
    stores: tuple[Store, ...],
    value: Node,
) -> Assign:
    """All stores of a sentence as one assignment: either all are written or none."""
    assert tree.object is not None
    read = field_spot(env, ref, name, tree.object.span).read
    text = " ".join(tree.object.span.text.split())
    return Assign(Place(read.kind, read, stores, text), value, tree.span)
