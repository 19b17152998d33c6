"""A behavior: its rig laid out, its declarations, its machines, in one builder."""

from __future__ import annotations

from collections.abc import Iterable

from behave.analysis import machines
from behave.analysis.bodies import Body, declare_all
from behave.analysis.declarations import declare, declare_broken, misplaced, settle, unsupported
from behave.analysis.environment import Compiled, Environment, Project
from behave.analysis.events import handler
from behave.analysis.laid_rigs import LaidRigs
from behave.analysis.layout import Builder
from behave.analysis.poses import pose
from behave.analysis.rigs import rig
from behave.analysis.sentences import Context
from behave.analysis.statements import statements
from behave.analysis.symbols import Expanded, Fixed, MachineFamily, MachineHandle, Scope
from behave.analysis.variables import instances
from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Group, Node, Rig, Statement, Turn
from behave.kinds import NUMBER, Base, enum
from behave.syntax import ast


def behavior(
    project: Project, tree: ast.Behavior, rigs: dict[str, ast.Rig], laid: LaidRigs | None = None
) -> BehaviorProgram | None:
    """Analyse a behavior for its rig; what is found wrong goes to the findings.

    ``laid``: rigs as they were analysed before.
    """
    rig_tree = rigs.get(tree.rig.text)
    if rig_tree is None:
        project.findings.undefined("rig", tree.rig.text, tree.rig.span, rigs)
        return None
    env = _with_rig(project, tree.name.text, rig_tree, laid)
    env = env.within(env.scope.inner("behavior"))
    plans = _plans(env, tree)
    bodies = [Body(env, tree.body, "", tree.name.text)]
    for made, implicit in plans:
        bodies += machines.open_bodies(env, made, implicit)
    declare_all(bodies)
    settle(env)
    _behavior_handlers(env, tree)
    built = {id(made): machines.build(env, made, implicit) for made, implicit in plans}
    env.builder.machines += [built[id(made)] for made, _ in plans]
    env.builder.turns += _turns(env, tree, plans)
    posed = pose(env, tree.body)
    if posed is not None:
        env.builder.turns.append(posed)
    env.builder.closed = True
    inner = [made.scope for made, _ in plans] + [s.scope for m, _ in plans for s in m.states]
    scopes = dict.fromkeys([env.scope, *(s for s in inner if s is not None)])
    project.behaviors[tree.name.text] = Compiled(
        tree.rig.text, env.builder, env.scope, tuple(scopes)
    )
    return _program(env.builder, tree, rig_tree, _named_guards(scopes))


def rig_alone(project: Project, tree: ast.Rig) -> None:
    """Analyse a rig that no behavior here uses, for its findings."""
    settle(_with_rig(project, tree.name.text, tree))


def _with_rig(
    project: Project, name: str, tree: ast.Rig, laid: LaidRigs | None = None
) -> Environment:
    known = laid.get(project, name, tree) if laid is not None else None
    if known is not None:
        return known
    asked, locals_before = project.findings.asked, len(project.locals)
    builder = Builder(name, enums=dict(project.enums))
    builder.ticks = builder.slot("ticks", NUMBER, Group.CLOCK, hidden=True, span=tree.name.span)
    env = Environment(project, builder, project.scope.inner("rig"))
    rig(env, tree)
    settle(env)
    if laid is not None:
        laid.put(env, tree, asked, locals_before)
    return env


_Plans = list[tuple[machines.Plan, bool]]


def _plans(env: Environment, tree: ast.Behavior) -> _Plans:
    """The machines in declared order; states of the behavior itself make one of its name."""
    plans: _Plans = []
    implicit = False
    for item in tree.body:
        if isinstance(item, ast.StateDecl) and not implicit:
            implicit = True
            made = machines.plan(env, tree.name.text, tree.body, tree.name.span)
            if made is not None:
                plans.append((made, True))
        elif isinstance(item, ast.Machine):
            plans += [(made, False) for made in _machine_plans(env, item)]
    return plans


def _machine_plans(env: Environment, item: ast.Machine) -> list[machines.Plan]:
    """A machine, or every instance of a machine array, in the order of the index."""
    name = item.name
    if item.count is None:
        handle = MachineHandle(len(env.builder.state_paths))
        made = machines.plan(env, name.text, item.body, name.span)
        symbol = Fixed(name.text, "machine", name.span, True, handle)
        return [made] if made is not None and declare(env, symbol) else []
    counted = instances(env, item.count, f"the machine array `{name.text}`")
    if counted is None:
        declare_broken(env, "machine", name)
        return []
    of_enum, indices = counted
    kind = enum(of_enum) if of_enum else NUMBER
    found: list[machines.Plan] = []
    for position, index in enumerate(indices):
        made = machines.plan(env, f"{name.text}[{index}]", item.body, name.span)
        if made is None:
            declare_broken(env, "machine", name)
            return []
        made.family = name.text
        value = position if of_enum else float(position)
        made.index = Node(Op.CONST, (), kind, value)
        found.append(made)
    family = MachineFamily(name.text, of_enum, tuple(m.position for m in found))
    symbol = Fixed(name.text, "machine", name.span, True, family)
    return found if declare(env, symbol) else []


def _behavior_handlers(env: Environment, tree: ast.Behavior) -> None:
    """Handlers of the behavior, and what cannot stand there or run yet."""
    for item in tree.body:
        match item:
            case ast.On():
                made = handler(env, item, "", None)
                if made is not None and made.event.source == "state":
                    misplaced(env, "`on enter`", "a behavior", item.span, "it belongs to a state")
                elif made is not None:
                    env.builder.handlers.append(made)
            case ast.ActionDecl() | ast.Choose():
                unsupported(env, item, item.span)
            case ast.Transition() if not any(isinstance(i, ast.StateDecl) for i in tree.body):
                misplaced(
                    env, "an arrow", "a behavior without states", item.span, "declare its states"
                )
            case _:
                continue


def _turns(env: Environment, tree: ast.Behavior, plans: _Plans) -> list[Turn]:
    """Machines and the behavior's own actions, in declared order."""
    positions: dict[int, list[int]] = {}
    for i, (made, _) in enumerate(plans):
        positions.setdefault(id(made.body), []).append(i)
    turns: list[Turn] = []
    own: list[Statement] = []
    for item in tree.body:
        if isinstance(item, machines.STATEMENTS):
            own += statements(env, (item,), Context(True, "a behavior", None, ""))
            continue
        body = tree.body if isinstance(item, ast.StateDecl) else getattr(item, "body", None)
        is_machine = isinstance(item, (ast.StateDecl, ast.Machine))
        here = positions.pop(id(body), []) if is_machine else []
        if own and here:
            turns.append(Turn(-1, tuple(own)))
            own = []
        turns += [Turn(i, ()) for i in here]
    if own:
        turns.append(Turn(-1, tuple(own)))
    return turns


def _named_guards(scopes: Iterable[Scope]) -> tuple[tuple[str, Node], ...]:
    """Every guard and bool let without arguments that some scope or one around it declares.

    A let that only renames another shares its node; the node keeps the name declared first.
    """
    found: dict[Node, str] = {}
    for scope in dict.fromkeys(s for inner in scopes for s in _outward(inner)):
        for symbol in scope.names.values():
            if not isinstance(symbol, Expanded) or symbol.formals is not None or not symbol.made:
                continue
            if isinstance(symbol.value, Node) and symbol.value.kind.base is Base.BOOL:
                found.setdefault(symbol.value, symbol.name)
    return tuple((name, node) for node, name in found.items())


def _outward(scope: Scope) -> tuple[Scope, ...]:
    """The scope and all around it, outermost first."""
    return (scope,) if scope.parent is None else (*_outward(scope.parent), scope)


def _program(
    builder: Builder,
    tree: ast.Behavior,
    rig_tree: ast.Rig,
    guards: tuple[tuple[str, Node], ...],
) -> BehaviorProgram:
    return BehaviorProgram(
        tree.name.text,
        Rig(rig_tree.name.text, tuple(builder.bones), tuple(builder.parts), rig_tree.name.span),
        tuple(builder.slots),
        builder.width,
        tuple(builder.enums.items()),
        tuple(builder.params),
        tuple(builder.initials),
        tuple(builder.inputs),
        tuple(builder.zones),
        tuple(builder.sensors),
        tuple(builder.handlers),
        tuple(builder.memory),
        tuple(builder.machines),
        tuple(builder.turns),
        builder.ticks,
        tree.name.span,
        dict(builder.by_path),
        guards,
        tuple(builder.resets),
        tuple(builder.events),
        tuple(builder.emitters),
        builder.emitted,
    )
