"""The turns of a tick: ``runtime.turns`` as instructions."""

from __future__ import annotations

from collections.abc import Sequence

from behave.ir.program import Machine, StateRef, Transition, Turn
from behave.native.code import Code
from behave.native.events import close, first_arrival, heard_number
from behave.native.firing import fire
from behave.native.lanes import Flag
from behave.native.leaves import leaves_under, paths, possible_leaves
from behave.native.statements import write_block, write_step
from behave.native.together import Alike, Step

Arrow = tuple[int, int, Transition]
"""A transition with the state it is written in (-1: the machine) and its number there."""


def arrows_of(machine: Machine) -> tuple[Arrow, ...]:
    """The transitions of a machine in the order their numbers in ``%fired`` follow, from 1."""
    found = [(-1, number, one) for number, one in enumerate(machine.transitions)]
    for position, state in enumerate(machine.states):
        found += [(position, number, one) for number, one in enumerate(state.transitions)]
    return tuple(found)


def write_turns(code: Code) -> None:
    """All turns of a tick; then every active state's timer moves on.

    The number of each machine's transition that fired (from 1; 0: none) is left in ``%fired``.
    Of several lanes some will be in one state and some in another: what several states ask and
    no turn changes is worked out before all of them.
    """
    behavior = code.behavior
    for reset in behavior.resets:
        if reset.value is not None:
            code.row.write(code.slot(reset.slot), code.value(reset.value))
    if code.body.lanes.count > 1:
        for decision in code.trees.decisions():
            code.value(decision)
    for turn in behavior.turns:
        if turn.machine < 0:
            write_block(code, turn.actions)
        else:
            _turn(code, turn)
    _count(code)


class _Deciding:
    """A machine's turn being decided: ``chosen`` is the place of the number chosen, ``%fired``'s
    cell or, for lanes, a place of the function's own."""

    def __init__(self, code: Code, number: int) -> None:
        self.code, self.number = code, number
        self.machine: Machine = code.behavior.machines[number]
        self.active = code.offset(self.machine.active)
        self.everywhere = possible_leaves(self.machine)
        self.arrows = arrows_of(self.machine)
        self.asked = False
        self.cell = code.cell("fired", "i32", number)
        self.kind, self.chosen = "i32", self.cell
        if code.body.lanes.count > 1:
            self.kind = code.body.counting
            self.chosen = code.body.place(self.kind)
        self.store("0")

    def store(self, text: str) -> None:
        """Choose, in the lanes of the mask."""
        body = self.code.body
        value = self.spread(text)
        if body.mask is not True:
            old = body.let(f"load {self.kind}, ptr {self.chosen}")
            mask = f"{body.lanes.vector('i1')} {body.bits_of(body.mask)}"
            value = body.let(f"select {mask}, {self.kind} {value}, {self.kind} {old}")
        body.do(f"store {self.kind} {value}, ptr {self.chosen}")

    def spread(self, text: str) -> str:
        """A number to choose, in every lane."""
        lanes = self.code.body.lanes
        return lanes.spread("i64" if lanes.masks else "i32", text)

    def report(self) -> None:
        """Leave what was chosen in ``%fired``."""
        body = self.code.body
        if self.chosen != self.cell:
            found = body.counted(body.let(f"load {self.kind}, ptr {self.chosen}"))
            body.do(f"store {body.lanes.vector('i32')} {found}, ptr {self.cell}, align 4")

    def written_in(self, state: int) -> list[int]:
        """The numbers of the transitions written in a state."""
        return [n for n, (source, _, _) in enumerate(self.arrows, 1) if source == state]

    def is_chosen(self, how: str, number: int) -> Flag:
        """Whether the choice compares so with a number."""
        body = self.code.body
        old = body.let(f"load {self.kind}, ptr {self.chosen}")
        other = self.spread(str(number))
        return body.flag_of(body.let(f"icmp {how} {self.kind} {old}, {other}"))

    def at(self, leaves: Sequence[int], among: Sequence[int]) -> Flag:
        """Whether the active leaf is one of some, being one of others for certain."""
        if set(leaves) >= set(among):
            return True
        rest = [leaf for leaf in among if leaf not in leaves]
        if len(rest) < len(leaves):
            outside = self.code.expressions.at_leaf(self.active, rest)
            return self.code.body.invert(outside)
        return self.code.expressions.at_leaf(self.active, leaves)


def _turn(code: Code, turn: Turn) -> None:
    deciding = _Deciding(code, turn.machine)
    machine, body = deciding.machine, code.body
    _try(deciding, deciding.written_in(-1), deciding.everywhere)
    _descend(deciding, -1, deciding.everywhere)
    deciding.report()
    if deciding.arrows:
        body.when(deciding.is_chosen("ne", 0), lambda: _fire_chosen(deciding), rare=True)
    write_block(code, turn.actions)
    write_block(code, machine.actions)
    if body.lanes.count > 1:
        _act_together(deciding)
    else:
        _act(deciding, -1, deciding.everywhere)


def _children(machine: Machine, parent: int) -> list[int]:
    return [n for n, state in enumerate(machine.states) if state.parent == parent]


def _descend(deciding: _Deciding, parent: int, among: Sequence[int]) -> None:
    """Decide in the states below a state (-1: the outermost), each before what is inside it."""
    machine, body = deciding.machine, deciding.code.body
    for child in _children(machine, parent):
        under = leaves_under(machine, child)
        if not _has_transitions(machine, child):
            continue

        def inside(child: int = child, under: Sequence[int] = under) -> None:
            _try(deciding, deciding.written_in(child), under)
            _descend(deciding, child, under)

        here = deciding.at(under, among)
        nothing: Flag = deciding.is_chosen("eq", 0) if deciding.asked else True
        body.when(body.both(here, nothing), inside)


def _has_transitions(machine: Machine, state: int) -> bool:
    if machine.states[state].transitions:
        return True
    return any(_has_transitions(machine, child) for child in _children(machine, state))


def _try(deciding: _Deciding, listed: Sequence[int], among: Sequence[int]) -> None:
    """The transitions of one state, by number, one after another until one fires."""
    if not listed:
        return
    number, *rest = listed
    code, body = deciding.code, deciding.code.body
    transition = deciding.arrows[number - 1][2]
    deciding.asked = True
    opened = _open(deciding, transition, among)
    chosen: list[Flag] = []

    def ask() -> None:
        event = _own_event(transition)
        if event >= 0:
            holds = first_arrival(code, event, transition.guard)
        else:
            holds = code.holds(transition.guard)
        chosen.append(holds)
        body.when(holds, lambda: deciding.store(str(number)))

    body.when(opened, ask)
    if opened is False:
        _try(deciding, rest, among)
    elif opened is True and chosen[0] is not True:
        body.when(body.invert(chosen[0]), lambda: _try(deciding, rest, among))
    elif rest and opened is not True:
        body.when(deciding.is_chosen("eq", 0), lambda: _try(deciding, rest, among))


def _own_event(transition: Transition) -> int:
    trigger = transition.trigger
    return trigger.index if trigger is not None and trigger.source == "event" else -1


def _open(deciding: _Deciding, transition: Transition, among: Sequence[int]) -> Flag:
    """Whether a transition may fire at all: its target is inactive, its event happened."""
    code, body = deciding.code, deciding.code.body
    opened: Flag = True
    if not transition.restart:
        inside = leaves_under(deciding.machine, transition.target)
        here = [leaf for leaf in inside if leaf in among]
        if here:
            opened = body.invert(deciding.at(here, among))
    if transition.trigger is not None:
        number = heard_number(code.behavior, transition.trigger)
        heard: Flag = code.is_marked("heard", number) if number >= 0 else False
        opened = body.both(opened, heard)
    return opened


def _fire_chosen(deciding: _Deciding) -> None:
    """Run the transition that was chosen."""
    code, body = deciding.code, deciding.code.body
    if body.lanes.count == 1:
        _keep_row(deciding)
    leaf = code.row.load(deciding.active)
    for number, (source, _, transition) in enumerate(deciding.arrows, 1):
        own = None if source < 0 else StateRef(deciding.number, source)
        leaves = deciding.everywhere if own is None else leaves_under(deciding.machine, source)

        def run(
            transition: Transition = transition,
            leaves: tuple[int, ...] = leaves,
            own: StateRef | None = own,
        ) -> None:
            fire(code, deciding.number, transition, leaves, leaf, own)
            event = _own_event(transition)
            if event >= 0:
                close(code, event)

        alone = len(deciding.arrows) == 1
        body.when(True if alone else deciding.is_chosen("eq", number), run, rare=True)


def _keep_row(deciding: _Deciding) -> None:
    """Copy the row as its guard has seen it, for whoever tells the reason."""
    width = deciding.code.behavior.width
    deciding.code.body.do(
        f"call fastcc void @keep(ptr %before, ptr %row, i64 {deciding.number * width}, i64 {width})"
    )


def _act(deciding: _Deciding, parent: int, among: Sequence[int]) -> None:
    """The actions of the active states, outer to inner."""
    machine, code = deciding.machine, deciding.code
    for child in _children(machine, parent):
        if not _has_actions(machine, child):
            continue
        under = leaves_under(machine, child)

        def inside(child: int = child, under: Sequence[int] = under) -> None:
            write_block(code, machine.states[child].actions)
            _act(deciding, child, under)

        code.body.when(deciding.at(under, among), inside)


def _act_together(deciding: _Deciding) -> None:
    """The same for lanes, each of which may be in another leaf."""
    machine, code = deciding.machine, deciding.code
    every = {
        leaf: [one for state in path for one in machine.states[state].actions]
        for leaf, path in ((leaf, paths(machine)[leaf]) for leaf in deciding.everywhere)
    }
    for step in Alike(code.behavior, code.trees).steps(every):
        leaves = tuple(sorted({leaf for some, _ in step for leaf in some}))

        def run(step: Step = step, leaves: tuple[int, ...] = leaves) -> None:
            write_step(code, [(deciding.at(some, leaves), one) for some, one in step])

        code.body.when(deciding.at(leaves, deciding.everywhere), run)


def _has_actions(machine: Machine, state: int) -> bool:
    if machine.states[state].actions:
        return True
    return any(_has_actions(machine, child) for child in _children(machine, state))


def _count(code: Code) -> None:
    """One tick more for every active state."""
    body, row, behavior = code.body, code.row, code.behavior
    for number, machine in enumerate(behavior.machines):
        for position, state in enumerate(machine.states):
            one = body.number_of(code.expressions.inside(StateRef(number, position)))
            ticks = code.offset(state.ticks)
            row.store(ticks, body.add(row.load(ticks), one))
    since = code.offset(behavior.ticks)
    row.store(since, body.add(row.load(since), 1.0))
