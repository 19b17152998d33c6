"""``move``, and ``enable`` and ``disable``: what lasts for the tick it is written in."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.environment import Environment
from behave.analysis.members import field_spot
from behave.analysis.sentences import SWITCHED, Context, only_each_tick, phrases
from behave.analysis.symbols import Reference
from behave.analysis.targets import slot_place
from behave.diagnostics import catalog
from behave.ir.ops import Op
from behave.ir.program import Advance, Assign, Node, Place, Statement
from behave.kinds import BOOL, VEC, number, vec
from behave.syntax import ast
from behave.units import SPEED
from behave.vocabulary.rig_parts import RIG_PARTS
from behave.vocabulary.switches import SWITCHES
from behave.vocabulary.verbs import ACTIONS


def move(env: Environment, tree: ast.Sentence, context: Context) -> list[Statement]:
    """``move [THING] by V at SPEED``: the character, or a point of its rig that stands free."""
    if not only_each_tick(env, tree, context):
        return []
    found = phrases(env, tree, ("by", "at"), ())
    if found is not None and "by" not in found:
        env.findings.add(
            catalog.WRONG_CALL,
            "`move` needs a way to go: `by …`",
            tree.span,
            "no direction",
            (f"for example `{ACTIONS['move'][1]}`",),
        )
        return []
    if found is None:
        return []
    rate = _velocity(env, found)
    target = _moved(env, tree.object)
    if rate is None or target is None:
        return []
    return [Advance(target, rate, tree.span)]


def _moved(env: Environment, tree: ast.Expression | None) -> Place | None:
    """What a `move` writes: the way of the character, or the position of a point."""
    whole = tree is None or (isinstance(tree, ast.Name) and tree.text == "root")
    if whole or tree is None:
        return slot_place(env, env.builder.by_path["root.moved"], "move")
    found = expressions.value(env, tree)
    if found is None:
        return None
    text = " ".join(tree.span.text.split())
    if isinstance(found, Reference) and found.things[0].noun == "the point":
        spot = field_spot(env, found, "position", tree.span)
        if spot.stores:
            return Place(spot.kind, spot.read, spot.stores, f"{text}.position")
        why = f"`{text}` goes along with what it hangs on"
    else:
        why = f"`{text}` is no point of the rig"
    help = f"move the character itself with `move by …`, or in the rig: `{_POINT_EXAMPLE}`"
    env.findings.add(
        catalog.WRONG_CALL, f"`move` cannot move this: {why}", tree.span, "not moved", (help,)
    )
    return None


_POINT_EXAMPLE = "point leader at (0 m, 2 m, 0 m)"


def _velocity(env: Environment, found: dict[str, ast.Expression]) -> Node | None:
    """A direction times a speed, or a velocity as it stands."""
    if "at" not in found:
        way = expressions.node(env, found["by"])
        if way is not None and way.kind == VEC:
            text = f"move by {' '.join(found['by'].span.text.split())} at 1 m/s"
            env.findings.add(
                catalog.UNIT_MISMATCH,
                "this `move` has a direction and no speed",
                found["by"].span,
                "a direction",
                (f"say how fast: `{text}`",),
            )
            return None
        return expressions.of_kind(env, found["by"], vec(SPEED), "`move by` without `at`")
    direction = expressions.of_kind(env, found["by"], VEC, "the direction of `move`")
    speed = expressions.of_kind(env, found["at"], number(SPEED), "the speed of `move`")
    if direction is None or speed is None:
        return None
    return Node(Op.VSCALE, (direction, speed), vec(SPEED), None, found["by"].span)


def switch(env: Environment, tree: ast.Sentence, context: Context) -> list[Statement]:
    """``enable NAME`` and ``disable NAME``, for as long as it is written every tick."""
    if not only_each_tick(env, tree, context) or phrases(env, tree, (), ()) is None:
        return []
    verb = tree.verb.text
    slot = _switched(env, tree)
    if slot is None:
        return []
    assert tree.object is not None
    value = Node(Op.CONST, (), BOOL, SWITCHED[verb], tree.verb.span)
    text = " ".join(tree.object.span.text.split())
    return [Assign(slot_place(env, slot, text), value, tree.span)]


def _switched(env: Environment, tree: ast.Sentence) -> int | None:
    """The slot of what can be switched on and off; a finding where it cannot."""
    here = [name for name, path in SWITCHES.items() if path in env.builder.by_path]
    listed = " and ".join(f"`{name}`" for name in here) or "nothing"
    verb = tree.verb.text
    if tree.object is None:
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{verb}` needs what it switches",
            tree.span,
            "no name",
            (f"{listed} can be switched in this rig",),
        )
        return None
    name = tree.object.text if isinstance(tree.object, ast.Name) else ""
    if name in SWITCHES and name not in here and env.scope.find(name) is None:
        verbs = [
            v for v, part in RIG_PARTS.items() if any(p.path == SWITCHES[name] for p in part.places)
        ]
        env.findings.add(
            catalog.UNDEFINED,
            f"there is no `{name}` here: it comes with a `{verbs[0]}`, and this rig has none",
            tree.object.span,
            "not in this rig",
            (f"in the rig: `{RIG_PARTS[verbs[0]].example}`",),
        )
        return None
    if name and env.scope.find(name) is None:
        env.findings.undefined("thing to switch", name, tree.object.span, here)
        return None
    found = expressions.value(env, tree.object)
    if isinstance(found, Reference) and "enabled" in found.things[0].fields:
        return found.things[0].fields["enabled"].slot
    if found is not None:
        env.findings.add(
            catalog.WRONG_KIND,
            f"`{tree.object.span.text}` cannot be switched on and off",
            tree.object.span,
            "not a switch",
            (f"{listed} can be switched in this rig",),
        )
    return None
