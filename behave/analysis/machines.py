"""Machines: their states laid out first, then transitions, actions and handlers."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.bodies import Body
from behave.analysis.declarations import misplaced, settle, unsupported
from behave.analysis.environment import Environment
from behave.analysis.events import event, handlers, with_arguments
from behave.analysis.layout import slots_read, walk
from behave.analysis.lookup import find_state
from behave.analysis.operators import TIME_TOLERANCE, logic
from behave.analysis.sentences import Context
from behave.analysis.statements import statements
from behave.analysis.symbols import Fixed, MachineHandle, Scope
from behave.analysis.timers import clock_paths, owner_timer
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Label
from behave.ir.ops import Op
from behave.ir.program import (
    Group,
    Machine,
    Node,
    State,
    Statement,
    StateRef,
    Transition,
)
from behave.kinds import BOOL, NUMBER, number
from behave.source import Span
from behave.syntax import ast
from behave.units import TIME

STATEMENTS = (ast.Set, ast.When, ast.Every, ast.ForEach, ast.Sentence)


class Outline:
    """A state before its contents: where it stands and what was written."""

    def __init__(
        self,
        tree: ast.StateDecl,
        path: str,
        parent: int,
        depth: int,
        children: list[int],
        scope: Scope | None = None,
    ) -> None:
        self.tree = tree
        self.path = path
        self.parent = parent
        self.depth = depth
        self.children = children
        self.scope = scope


class Plan:
    """A machine laid out: its states in textual order, parents before children.

    One of a machine array has its name as ``family`` and its ``index``, a constant. ``paths`` gives
    the position of each state's path.
    """

    def __init__(
        self,
        name: str,
        position: int,
        body: tuple[ast.Declaration, ...],
        span: Span,
        states: list[Outline],
        tops: list[int],
        initial: int,
        scope: Scope | None = None,
        active: int = -1,
        family: str = "",
        index: Node | None = None,
    ) -> None:
        self.name = name
        self.position = position
        self.body = body
        self.span = span
        self.states = states
        self.tops = tops
        self.initial = initial
        self.scope = scope
        self.active = active
        self.family = family
        self.index = index
        self.paths: dict[str, int] = {}

    def ref(self, state: int) -> StateRef:
        """The reference to one of its states."""
        return StateRef(self.position, state)


def plan(env: Environment, name: str, body: tuple[ast.Declaration, ...], span: Span) -> Plan | None:
    """Lay out a machine's states and clock slots; None (with a finding) where it has none."""
    builder = env.builder
    made = Plan(name, len(builder.state_paths), body, span, [], [], -1)
    made.tops = _outline(env, made, body, -1, "", 0)
    if not made.states:
        env.findings.add(
            catalog.INITIAL_STATE,
            f"the machine `{name}` has no states",
            span,
            "no states",
            ("give it one: `initial state NAME { … }`",),
        )
        return None
    made.paths = {s.path: i for i, s in enumerate(made.states)}
    builder.state_paths.append((name, list(made.paths)))
    made.active = builder.slot(f"{name}.active", NUMBER, Group.CLOCK, hidden=True, span=span)
    for index, state in enumerate(made.states):
        ticks, carry = clock_paths(name, state.path)
        at = state.tree.name.span
        builder.clocks[made.ref(index)] = (
            builder.slot(ticks, NUMBER, Group.CLOCK, hidden=True, span=at),
            builder.slot(carry, number(TIME), Group.CLOCK, hidden=True, span=at),
        )
    made.initial = _initial(env, made, made.tops, f"the machine `{name}`", span)
    return made


def _outline(
    env: Environment,
    made: Plan,
    body: tuple[ast.Declaration, ...],
    parent: int,
    prefix: str,
    depth: int,
) -> list[int]:
    """Collect the states of a body and of the states inside them."""
    here: list[int] = []
    names: dict[str, Span] = {}
    for tree in body:
        if not isinstance(tree, ast.StateDecl):
            continue
        name = tree.name.text
        if name in names:
            env.findings.duplicate(name, tree.name.span, names[name])
            continue
        names[name] = tree.name.span
        index = len(made.states)
        made.states.append(Outline(tree, prefix + name, parent, depth, []))
        here.append(index)
        children = _outline(env, made, tree.body, index, prefix + name + ".", depth + 1)
        made.states[index].children = children
    return here


def _initial(env: Environment, made: Plan, among: list[int], whose: str, span: Span) -> int:
    """The one state marked initial; the first where none or several are, with a finding."""
    marked = [i for i in among if made.states[i].tree.initial]
    if len(marked) == 1:
        return marked[0]
    names = [made.states[i].tree.name for i in among]
    if not marked and env.findings.may_be_lost("initial"):
        return among[0]
    if not marked:
        env.findings.add(
            catalog.INITIAL_STATE,
            f"{whose} does not say which state it starts in",
            names[0].span,
            "no state is marked `initial`",
            (f"mark one: `initial state {names[0].text}`",),
        )
        return among[0]
    second = made.states[marked[1]].tree
    env.findings.add(
        catalog.INITIAL_STATE,
        f"{whose} has {len(marked)} initial states",
        second.name.span,
        "also marked `initial`",
        ("keep `initial` on one of them",),
        (Label(made.states[marked[0]].tree.name.span, "the first one"),),
    )
    return marked[0]


def open_bodies(env: Environment, made: Plan, implicit: bool) -> list[Body]:
    """The scopes of the machine's body and its states, outer before inner, with what they hold."""
    bodies: list[Body] = []
    if implicit:
        made.scope = env.scope
    else:
        made.scope = env.scope.inner("machine")
        made.scope.machine = made.position
        if made.index is not None:
            name = Fixed("index", "index", made.span, True, made.index)
            made.scope.names["index"] = name
        bodies.append(Body(env.within(made.scope), made.body, f"{made.name}."))
    env.builder.machine_scopes[made.position] = made.scope
    for index, state in enumerate(made.states):
        outer = made.scope if state.parent < 0 else made.states[state.parent].scope
        assert outer is not None
        state.scope = outer.inner("state", made.ref(index))
        prefix = f"{made.name}.{state.path}."
        bodies.append(Body(env.within(state.scope), state.tree.body, prefix))
    return bodies


def build(env: Environment, made: Plan, implicit: bool) -> Machine:
    """The machine itself: every state with its actions and transitions."""
    assert made.scope is not None
    inside = env.within(made.scope)
    settle(inside)
    states = tuple(_state(env, made, index) for index in range(len(made.states)))
    actions: tuple[Statement, ...] = ()
    if not implicit:
        _check_members(inside, made.body, "a machine")
        actions = _actions(inside, made.body, f"{made.name}.", None)
        handlers(inside, made.body, f"{made.name}.", None)
    transitions = _transitions(inside, made, -1, made.body)
    return Machine(
        *(made.name, states, made.initial, made.active, actions, transitions, made.span),
        family=made.family,
    )


def _state(env: Environment, made: Plan, index: int) -> State:
    outline = made.states[index]
    assert outline.scope is not None
    inside = env.within(outline.scope)
    settle(inside)
    tree, ref = outline.tree, made.ref(index)
    initial, last = -1, -1
    if outline.children:
        whose = f"the state `{outline.path}`"
        initial = _initial(env, made, outline.children, whose, tree.name.span)
        path = f"{made.name}.{outline.path}.last"
        last = env.builder.slot(path, NUMBER, Group.CLOCK, hidden=True, span=tree.name.span)
    prefix = f"{made.name}.{outline.path}."
    _check_members(inside, tree.body, "a state")
    actions = _actions(inside, tree.body, prefix, ref)
    enter, leave = handlers(inside, tree.body, prefix, ref)
    transitions = _transitions(inside, made, index, tree.body)
    if tree.final:
        _not_left(env, tree)
    ticks, carry = env.builder.clocks[ref]
    return State(
        tree.name.text,
        outline.path,
        outline.parent,
        initial,
        outline.depth,
        tree.final,
        ticks,
        carry,
        last,
        actions,
        enter,
        leave,
        transitions,
        tuple(env.builder.captures.get(ref, ())),
        tree.name.span,
    )


def _not_left(env: Environment, tree: ast.StateDecl) -> None:
    """A final state has no arrow of its own; a state around it may still be left."""
    for arrow in (item for item in tree.body if isinstance(item, ast.Transition)):
        env.findings.add(
            catalog.MISPLACED,
            f"the final state `{tree.name.text}` is not left, and this arrow leaves it",
            arrow.arrow_span,
            "never taken",
            ("take `final` away, or the arrow; an arrow of a state around it still leaves it",),
            (Label(tree.name.span, "said to be final here"),),
        )


def _check_members(env: Environment, body: tuple[ast.Declaration, ...], where: str) -> None:
    """What may not stand in a machine or state, and what cannot run yet."""
    for tree in body:
        match tree:
            case ast.Machine():
                env.findings.not_yet(f"a machine in {where}", tree.name.span)
            case ast.Param() | ast.Input() | ast.EnumDecl():
                misplaced(
                    env,
                    f"`{tree.name.text}`",
                    where,
                    tree.name.span,
                    "params, inputs and enums belong to the behavior",
                )
            case ast.Event():
                where_to = "an event belongs to the behavior"
                misplaced(env, f"`{tree.name.text}`", where, tree.name.span, where_to)
            case ast.ActionDecl() | ast.Choose():
                unsupported(env, tree, tree.span)
            case ast.Pose():
                at = Span(tree.span.source, tree.span.start, tree.span.start + len("pose"))
                misplaced(env, "`pose`", where, at, "it belongs to the behavior")
            case _:
                continue


def _actions(
    env: Environment,
    body: tuple[ast.Declaration, ...],
    prefix: str,
    owner: StateRef | None,
) -> tuple[Statement, ...]:
    """The per-tick actions of a body, in textual order."""
    context = Context(True, "a state", owner, prefix)
    return tuple(
        s
        for tree in body
        if isinstance(tree, STATEMENTS)
        for s in statements(env, (tree,), context)
    )


def _transitions(
    env: Environment, made: Plan, index: int, body: tuple[ast.Declaration, ...]
) -> tuple[Transition, ...]:
    found = [
        _transition(env, made, index, tree) for tree in body if isinstance(tree, ast.Transition)
    ]
    return tuple(t for t in found if t is not None)


def _transition(
    env: Environment, made: Plan, index: int, tree: ast.Transition
) -> Transition | None:
    target = _target(env, made, index, tree)
    trigger = event(env, tree.trigger) if tree.trigger is not None else None
    env = with_arguments(env, trigger, tree.trigger_names)
    for option in tree.options:
        env.findings.add(
            catalog.WRONG_CALL,
            f"an arrow has no option `{option.name.text}`",
            option.span,
            "not known",
            ("an arrow takes `on`, `after`, `when` and a block",),
        )
    guard, after = _guard(env, tree)
    owner = made.ref(index) if index >= 0 else None
    context = Context(False, "the block of an arrow", owner, f"{made.name}.")
    body = statements(env, tree.body, context)
    if target is None or guard is None or (tree.trigger is not None and trigger is None):
        return None
    return Transition(
        target,
        guard,
        trigger,
        after,
        body,
        tree.resume,
        tree.restart,
        _buffered(env, guard),
        tree.span,
    )


def _guard(env: Environment, tree: ast.Transition) -> tuple[Node | None, Node | None]:
    """The whole guard (``after`` and ``when`` joined), and the delay of ``after``."""
    parts: list[Node] = []
    after = None
    good = True
    if tree.after is not None:
        after = expressions.of_kind(env, tree.after, number(TIME), "`after`")
        if after is None:
            good = False
        else:
            timer = owner_timer(env.builder, env.scope.owner, tree.after.span)
            parts.append(Node(Op.GE, (timer, after), BOOL, TIME_TOLERANCE, tree.after.span))
    if tree.when is not None:
        when = expressions.truth(env, tree.when, "`when`")
        if when is None:
            good = False
        else:
            parts.append(when)
    if not good:
        return None, after
    if not parts:
        return Node(Op.CONST, (), BOOL, True, tree.span), after
    guard = parts[0]
    if len(parts) == 2:
        guard = logic(Op.AND, (parts[0], parts[1]), tree.span)
    return guard, after


def _target(env: Environment, made: Plan, index: int, tree: ast.Transition) -> int | None:
    """The target: nearest by name, from the state's own children outward."""
    if tree.restart:
        if index >= 0:
            return index
        misplaced(env, "`-> restart`", "a machine", tree.arrow_span, "it belongs to a state")
        return None
    if not tree.target:
        return None
    wanted = ".".join(i.text for i in tree.target)
    paths = made.paths
    at = index
    while True:
        prefix = made.states[at].path + "." if at >= 0 else ""
        found = paths.get(prefix + wanted)
        if found is not None:
            return found
        if at < 0:
            break
        at = made.states[at].parent
    handle = find_state(env, tree.target, MachineHandle(made.position))
    return handle.ref.state if handle is not None else None


def _buffered(env: Environment, guard: Node) -> tuple[int, ...]:
    """The inputs whose buffered press this guard reads."""
    read = {slot for node in walk((guard,)) for slot in slots_read(node)}
    return tuple(
        position
        for position, item in enumerate(env.builder.inputs)
        if item.buffer is not None and item.pressed in read
    )
