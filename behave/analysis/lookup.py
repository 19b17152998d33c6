"""Names: variables, lets, built-in constants, states, and what belongs to an agent of a test."""

from __future__ import annotations

from behave.analysis.environment import Environment
from behave.analysis.layout import Builder
from behave.analysis.members import chosen, of_agent
from behave.analysis.symbols import (
    AgentHandle,
    Expanded,
    Family,
    Fixed,
    MachineFamily,
    MachineHandle,
    Reference,
    Spot,
    StateHandle,
    Symbol,
    Value,
    ZoneHandle,
)
from behave.analysis.timers import owner_timer
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Label
from behave.ir.ops import Op
from behave.ir.program import Node, StateRef
from behave.ir.size import LARGEST_DEPTH, LARGEST_SIZE, too_large
from behave.kinds import Base, Kind, enum
from behave.record import replace
from behave.source import Span
from behave.syntax import ast
from behave.vocabulary.maths import CONSTANTS
from behave.vocabulary.record import constant
from behave.vocabulary.table import FUNCTION_NAMES


def name_value(env: Environment, tree: ast.Name, wanted: Kind | None) -> Value | None:
    """What a bare name stands for."""
    symbol = env.scope.find(tree.text)
    if symbol is None and wanted is not None and wanted.base is Base.ENUM:
        chosen = _enum_value(env, tree, wanted)
        if chosen is not None:
            return chosen
    if symbol is not None:
        symbol.used = True
        return _respan(symbol_value(env, symbol, tree.span), tree.span)
    if tree.text == "timer":
        return timer_here(env, tree.span)
    if tree.text in CONSTANTS:
        return replace(constant(CONSTANTS[tree.text]), span=tree.span)
    if tree.text in FUNCTION_NAMES:
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{tree.text}` is a function and needs its arguments",
            tree.span,
            "not called",
            (f"`beh explain {tree.text}` shows what it takes",),
        )
        return None
    states = [path.rsplit(".", 1)[-1] for _, paths in env.builder.state_paths for path in paths]
    if tree.text in states:
        env.findings.add(
            catalog.WRONG_KIND,
            f"`{tree.text}` is a state, not a value",
            tree.span,
            "a state",
            (f"to ask whether it is active, write `in {tree.text}`",),
        )
        return None
    values = enum_values(env, wanted) if wanted is not None else ()
    candidates = [*values, *env.scope.visible(), *CONSTANTS, "timer", *FUNCTION_NAMES]
    env.findings.undefined("name", tree.text, tree.span, candidates, values)
    return None


MOST_EXPANSIONS = 20_000
"""How many lets and guards with arguments a behavior may expand, so that checking it ends."""


def timer_here(env: Environment, span: Span) -> Node | None:
    """The timer of what this is written in; scenes, tests and top-level lets have none."""
    if env.builder.ticks >= 0:
        return owner_timer(env.builder, env.scope.owner, span)
    env.findings.add(
        catalog.MISPLACED,
        "there is no timer outside a behavior",
        span,
        "no timer here",
        ("a state's timer is read as `agent.State.timer` in a test",)
        if env.agents
        else ("move this into the behavior that needs it",),
    )
    return None


def symbol_value(env: Environment, symbol: Symbol, span: Span) -> Value | None:
    """The value of a declared name without arguments."""
    if isinstance(symbol, Fixed):
        return symbol.value
    assert isinstance(symbol, Expanded)
    if symbol.formals is not None:
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{symbol.name}` takes {len(symbol.formals)} arguments",
            span,
            "not called",
            secondary=(Label(symbol.span, "declared here"),),
        )
        return None
    if not symbol.made:
        symbol.value = expand(env, symbol, (), span)
        symbol.made = True
    return symbol.value


def expand(
    env: Environment, symbol: Expanded, arguments: tuple[Value, ...], span: Span
) -> Value | None:
    """A let or guard with its arguments put in place; recursion is an error."""
    if symbol.expanding:
        env.findings.add(
            catalog.RECURSIVE,
            f"`{symbol.name}` is defined by itself",
            span,
            "needs itself here",
            ("a let or guard is expanded in place, so it cannot use itself",),
            (Label(symbol.span, "declared here"),),
        )
        return None
    if not _may_expand(env, symbol):
        return None
    symbol.expanding = True
    try:
        found = symbol.make(arguments)
    finally:
        symbol.expanding = False
    if isinstance(found, Node) and too_large(found):
        env.findings.add(
            catalog.LIMIT,
            f"`{symbol.name}` grows too large once everything in it is put in place",
            symbol.span,
            "too large",
            (f"at most {LARGEST_SIZE} operations, {LARGEST_DEPTH} deep; use a `var` in between",),
        )
        return None
    return found


def _may_expand(env: Environment, symbol: Expanded) -> bool:
    """Count an expansion; the first one too many is reported, those after it are not."""
    env.builder.expansions += 1
    if env.builder.expansions == MOST_EXPANSIONS + 1:
        env.findings.add(
            catalog.LIMIT,
            f"too much is put in place: more than {MOST_EXPANSIONS} lets and guards",
            symbol.span,
            "too often",
            ("use a `var` in between",),
        )
    return env.builder.expansions <= MOST_EXPANSIONS


def _respan(found: Value | None, span: Span) -> Value | None:
    """Let a variable's reading point at where it is read (shared lets keep their own text)."""
    if isinstance(found, Node) and found.span is None:
        return replace(found, span=span)
    return found


def _enum_value(env: Environment, tree: ast.Name, wanted: Kind) -> Node | None:
    values = enum_values(env, wanted)
    if tree.text not in values:
        return None
    return Node(Op.CONST, (), enum(wanted.enum), values.index(tree.text), tree.span)


def enum_values(env: Environment, kind: Kind) -> tuple[str, ...]:
    """The values of an enum, of this behavior or another; of a bool `yes` and `no`; else none."""
    if kind.base is Base.BOOL:
        return ("yes", "no")
    builders = [env.builder, *(c.builder for c in env.project.behaviors.values())]
    found = (
        b.enums[kind.enum] for b in builders if kind.base is Base.ENUM and kind.enum in b.enums
    )
    return tuple(next(found, ()))


def find_state(
    env: Environment,
    path: tuple[ast.Ident, ...],
    subject: MachineHandle | AgentHandle | None,
) -> StateHandle | None:
    """A state by its name or dotted path, in one machine or in any of the behavior."""
    agent = ""
    if isinstance(subject, AgentHandle):
        agent = subject.name
    elif subject is not None:
        agent = subject.agent
    builder = env.builder_of(agent)
    only = subject.machine if isinstance(subject, MachineHandle) else None
    if subject is None and env.scope.machine >= 0:
        own = _own_state(builder, env.scope.machine, path)
        if own is not None:
            return own
    machines, names = _strip_machine(builder, path, only)
    wanted = ".".join(i.text for i in names)
    span = path[0].span.to(path[-1].span)
    found = [
        StateRef(m, s)
        for m, (_, paths) in enumerate(builder.state_paths)
        if m in machines
        for s, full in enumerate(paths)
        if full == wanted or full.endswith("." + wanted)
    ]
    exact = [r for r in found if builder.state_paths[r.machine][1][r.state] == wanted]
    found = exact if len(exact) == 1 else found
    if len(found) == 1:
        return StateHandle(found[0], agent)
    if found:
        listed = ", ".join(
            f"`{builder.state_paths[r.machine][0]}.{builder.state_paths[r.machine][1][r.state]}`"
            for r in found
        )
        env.findings.add(
            catalog.UNDEFINED,
            f"`{wanted}` may be one of several states: {listed}",
            span,
            "ambiguous",
            ("write the machine or the parent state before it",),
        )
        return None
    if len(path) > 1 and path[0].text in (whose for whose, _ in builder.state_paths):
        env.findings.add(
            catalog.UNDEFINED,
            f"`{wanted}` is not in this machine",
            span,
            "of another machine",
            ("an arrow stays in its machine; let the other one have an arrow of its own",),
        )
        return None
    every = [p.rsplit(".", 1)[-1] for m in machines for p in builder.state_paths[m][1]]
    env.findings.undefined("state", wanted, span, every)
    return None


def _own_state(builder: Builder, machine: int, path: tuple[ast.Ident, ...]) -> StateHandle | None:
    """A state of the machine something is written in goes before those of other machines."""
    wanted = ".".join(i.text for i in path)
    paths = builder.state_paths[machine][1]
    found = [s for s, full in enumerate(paths) if full == wanted or full.endswith("." + wanted)]
    exact = [s for s in found if paths[s] == wanted]
    found = exact if len(exact) == 1 else found
    return StateHandle(StateRef(machine, found[0])) if len(found) == 1 else None


def _strip_machine(
    builder: Builder, path: tuple[ast.Ident, ...], only: int | None
) -> tuple[set[int], tuple[ast.Ident, ...]]:
    """The machines to look in, and the path without a leading machine name."""
    machines = set(range(len(builder.state_paths))) if only is None else {only}
    if only is None and len(path) > 1:
        named = [m for m, (name, _) in enumerate(builder.state_paths) if name == path[0].text]
        if named:
            return set(named), path[1:]
    return machines, path


def of_an_agent(env: Environment, agent: AgentHandle, name: ast.Ident, span: Span) -> Value | None:
    """``hero.side``: a name in the scope of the agent's behavior, evaluated for that agent."""
    compiled = env.project.behaviors[agent.behavior]
    for machine, (machine_name, _) in enumerate(compiled.builder.state_paths):
        if machine_name == name.text:
            return MachineHandle(machine, agent.name)
    symbol = compiled.scope.find(name.text)
    states = [p.rsplit(".", 1)[-1] for _, paths in compiled.builder.state_paths for p in paths]
    if symbol is None and name.text in states:
        return find_state(env, (name,), agent)
    if symbol is None:
        known = [*compiled.scope.visible(), *(n for n, _ in compiled.builder.state_paths)]
        env.findings.undefined(f"name in `{agent.name}`", name.text, name.span, known)
        return None
    inside = replace(env, builder=compiled.builder, scope=compiled.scope)
    symbol.used = True
    return _tag(symbol_value(inside, symbol, span), agent.name, span)


def of_a_machine(
    env: Environment, machine: MachineHandle, name: ast.Ident, span: Span
) -> Value | None:
    """``travel.prey``: a name that a machine of the behavior (or of an agent's) declares.

    A state of it too, and ``timer``: how long it has been in the state it is in.
    """
    builder = env.builder_of(machine.agent)
    scope = builder.machine_scopes.get(machine.machine)
    whose, paths = builder.state_paths[machine.machine]
    symbol = scope.names.get(name.text) if scope is not None else None
    if symbol is None and name.text in paths:
        state = StateRef(machine.machine, paths.index(name.text))
        return StateHandle(state, machine.agent)
    if symbol is None and name.text == "timer":
        return of_agent(_active_timer(builder, machine.machine, span), machine.agent)
    if symbol is None or scope is None:
        names = [n for n, s in scope.names.items() if s.noun != "index"] if scope else []
        known = [*names, *paths, "timer"]
        env.findings.undefined(f"name in the machine `{whose}`", name.text, name.span, known)
        return None
    symbol.used = True
    inside = replace(env, builder=builder, scope=scope, each=None)
    found = symbol_value(inside, symbol, span)
    return _tag(found, machine.agent, span) if machine.agent else found


def _active_timer(builder: Builder, machine: int, span: Span) -> Node:
    """The timer of the innermost active state of a machine."""
    name, paths = builder.state_paths[machine]
    active = builder.read(builder.by_path[f"{name}.active"])
    timers = [owner_timer(builder, StateRef(machine, s), span) for s in range(len(paths))]
    return chosen(active, timers, span)


def state_inside(
    env: Environment, outer: StateHandle, name: ast.Ident, span: Span
) -> StateHandle | None:
    """``leg[0].Engaged.Rise``: a state in a state."""
    paths = env.builder_of(outer.agent).state_paths[outer.ref.machine][1]
    start = paths[outer.ref.state] + "."
    if start + name.text in paths:
        return StateHandle(StateRef(outer.ref.machine, paths.index(start + name.text)), outer.agent)
    known = [p[len(start) :] for p in paths if p.startswith(start)]
    env.findings.undefined(f"part of the state `{start[:-1]}`", name.text, name.span, known)
    return None


def _tag(found: Value | None, agent: str, span: Span) -> Value | None:
    match found:
        case Node():
            return of_agent(replace(found, span=found.span or span), agent)
        case Spot():
            return of_agent(replace(found.read, span=found.read.span or span), agent)
        case Reference() if found.index is not None:
            return replace(found, agent=agent, index=of_agent(found.index, agent))
        case Reference() | Family() | StateHandle() | MachineHandle() | MachineFamily():
            return replace(found, agent=agent)
        case ZoneHandle() | AgentHandle() | None:
            return None
        case _:
            return found
