"""The Events phase: ``runtime.events`` and ``runtime.sending`` as instructions.

``%heard`` has a byte for each event a handler or a transition waits for; ``%zones`` says how many
colliders entered, stayed in and left each zone, three numbers of 32 bits a zone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from behave.ir.program import BehaviorProgram, Emitter, EventRef, Handler, Node
from behave.native.code import Code
from behave.native.lanes import Flag
from behave.native.memory import subjects
from behave.native.statements import write_block

ZONE_HAPPENINGS = ("enter", "stay", "exit")
SENSOR_HAPPENINGS = ("lost", "found")


def awaited(behavior: BehaviorProgram) -> tuple[EventRef, ...]:
    """Every event there may be, in the order they happen; its place is its number."""
    own = [EventRef("event", n, "sent") for n in range(len(behavior.events))]
    zones = [
        EventRef("zone", n, what) for n in range(len(behavior.zones)) for what in ZONE_HAPPENINGS
    ]
    sensors = [
        EventRef("sensor", n, what)
        for n in range(len(behavior.sensors))
        for what in SENSOR_HAPPENINGS
    ]
    return (*own, *zones, *sensors)


def heard_number(behavior: BehaviorProgram, event: EventRef) -> int:
    """The place of an event among all; -1 for one that never happens."""
    every = awaited(behavior)
    return every.index(event) if event in every else -1


def write_events(code: Code) -> None:
    """Deliver what was emitted, say what is heard, and run the handlers."""
    behavior = code.behavior
    _deliver(code)
    listened = _listened(behavior)
    for number in range(len(behavior.events)):
        sent = [
            code.row.flag(code.offset(e.current)) for e in behavior.emitters if e.event == number
        ]
        _hear(code, number, code.body.either(*sent), listened)
    counts = _zone_counts(code)
    first = len(behavior.events)
    for number, count in enumerate(counts):
        _hear(code, first + number, _more_than(code, count, 0), listened)
    flags = _sensor_flags(code)
    first += len(counts)
    for number, flag in enumerate(flags):
        _hear(code, first + number, flag, listened)
    _handle_own(code)
    every = awaited(behavior)[len(behavior.events) :]
    for event, count in zip(every, counts, strict=False):
        _handle_often(code, event, count)
    for event, flag in zip(every[len(counts) :], flags, strict=True):
        handlers = handlers_of(behavior, event)
        if handlers:
            code.body.when(flag, partial(_run_handlers, code, handlers))


def _listened(behavior: BehaviorProgram) -> frozenset[int]:
    """The numbers of the events transitions wait for."""
    every = awaited(behavior)
    waited = {
        transition.trigger
        for machine in behavior.machines
        for own in (machine.transitions, *(state.transitions for state in machine.states))
        for transition in own
    }
    return frozenset(number for number, event in enumerate(every) if event in waited)


def _hear(code: Code, number: int, flag: Flag, listened: Collection[int]) -> None:
    """Write the byte of an event; for lanes only where a transition looks at it."""
    body = code.body
    if body.lanes.count > 1 and number not in listened:
        return
    kind = body.lanes.vector("i8")
    byte = body.let(f"zext {body.lanes.vector('i1')} {body.bits_of(flag)} to {kind}")
    body.do(f"store {kind} {byte}, ptr {code.cell('heard', 'i8', number)}, align 1")


def _zone_counts(code: Code) -> list[str]:
    body = code.body
    kind = body.lanes.vector("i32")
    places = range(len(code.behavior.zones) * len(ZONE_HAPPENINGS))
    return [
        body.let(f"load {kind}, ptr {code.cell('zones', 'i32', place)}, align 4")
        for place in places
    ]


def _more_than(code: Code, count: str, number: int | str) -> Flag:
    kind = code.body.lanes.vector("i32")
    other = number if isinstance(number, str) else code.body.lanes.spread("i32", str(number))
    return code.body.flag_of(code.body.let(f"icmp sgt {kind} {count}, {other}"))


def _sensor_flags(code: Code) -> list[Flag]:
    """For each sensor whether something was lost and whether something was found."""
    body = code.body
    found: list[Flag] = []
    for sensor in code.behavior.sensors:
        now, before = subjects(code, sensor)
        changed = body.compare("une", now, before)
        found.append(body.both(changed, body.compare("oge", before, 0.0)))
        found.append(body.both(changed, body.compare("oge", now, 0.0)))
    return found


def handlers_of(behavior: BehaviorProgram, event: EventRef) -> list[Handler]:
    """The handlers that wait for an event, in textual order."""
    return [handler for handler in behavior.handlers if handler.event == event]


def _run_handlers(code: Code, handlers: Sequence[Handler]) -> None:
    body = code.body
    for handler in handlers:
        active: Flag = True if handler.owner is None else code.expressions.inside(handler.owner)

        def run(handler: Handler = handler) -> None:
            holds: Flag = True if handler.when is None else code.holds(handler.when)
            body.when(holds, lambda: write_block(code, handler.body))

        body.when(active, run)


def _handle_often(code: Code, event: EventRef, count: str) -> None:
    """Run the handlers of an event as often as it happened."""
    handlers = handlers_of(code.behavior, event)
    if not handlers:
        return
    body = code.body
    kind = body.lanes.vector("i32")
    done = body.place(kind)
    body.do(f"store {kind} {body.lanes.spread('i32', '0')}, ptr {done}")

    def load() -> str:
        return body.let(f"load {kind}, ptr {done}")

    def turn() -> None:
        one = body.lanes.spread("i32", "1")
        body.do(f"store {kind} {body.let(f'add {kind} {load()}, {one}')}, ptr {done}")
        _run_handlers(code, handlers)

    body.loop(lambda: _more_than(code, count, load()), turn)


# ---- events of the behavior's own ----------------------------------------------------------


def _deliver(code: Code) -> None:
    """Take over what was emitted last tick."""
    behavior, row, body = code.behavior, code.row, code.body
    if behavior.emitted < 0:
        return
    row.store(code.offset(behavior.emitted), 0.0)
    for emitter in behavior.emitters:
        pending = code.offset(emitter.pending)
        row.store(code.offset(emitter.current), row.load(pending))

        def arrive(emitter: Emitter = emitter, pending: int = pending) -> None:
            row.store(pending, 0.0)
            for source, target in zip(emitter.values, emitter.arrived, strict=True):
                row.write(code.slot(target), row.read(code.slot(source)))

        body.when(row.flag(pending), arrive)


def _copy(code: Code, emitter: Emitter) -> None:
    """Let the event's arguments hold what an emission carries."""
    event = code.behavior.events[emitter.event]
    for source, target in zip(emitter.arrived, event.arguments, strict=True):
        value = code.row.read(code.slot(source))
        code.body.when(value.present, partial(code.row.write, code.slot(target), value))


def close(code: Code, event: int) -> None:
    """Let the event's arguments be absent again."""
    for slot in code.behavior.events[event].arguments:
        code.row.clear(code.slot(slot))


def _in_order(
    code: Code,
    emitters: Sequence[Emitter],
    more: Callable[[], Flag],
    deliver: Callable[[Callable[[int], Flag]], None],
) -> None:
    """Go through one sender's emissions of this tick by their numbers, while ``more`` holds.

    ``deliver`` is written once; it is given a function that tells of each emitter, by its place
    among them, whether it is the one whose turn it is.
    """
    body = code.body
    numbers = [code.row.load(code.offset(emitter.current)) for emitter in emitters]
    if len(emitters) == 1:
        there = body.compare("une", numbers[0], 0.0)
        body.when(body.both(there, more()), lambda: deliver(lambda place: True))
        return
    last = body.place(body.number)
    body.do(f"store {body.number} {body.n(0.0)}, ptr {last}")
    turn: list[str] = []

    def waiting() -> Flag:
        before = body.let(f"load {body.number}, ptr {last}")
        lowest = body.n(1e300)
        for number in numbers:
            next_one = body.both(
                body.compare("ogt", number, before), body.compare("olt", number, lowest)
            )
            lowest = body.n(body.select(next_one, number, lowest))
        turn[:] = [lowest]
        return body.both(body.compare("olt", lowest, 1e300), more())

    def once() -> None:
        at = turn[0]
        body.do(f"store {body.number} {at}, ptr {last}")
        deliver(lambda place: body.compare("oeq", numbers[place], at))

    body.loop(waiting, once)


def _senders(emitters: Sequence[Emitter]) -> list[list[Emitter]]:
    """The emitters by who sends, in the order of delivery."""
    senders = sorted({emitter.machine for emitter in emitters})
    return [[e for e in emitters if e.machine == sender] for sender in senders]


def _handle_own(code: Code) -> None:
    """The handlers of every emission, in order, with its arguments open."""
    behavior, body = code.behavior, code.body
    for emitters in _senders(behavior.emitters):
        events = sorted({emitter.event for emitter in emitters})

        def deliver(
            is_turn: Callable[[int], Flag],
            emitters: Sequence[Emitter] = emitters,
            events: Sequence[int] = events,
        ) -> None:
            flags = [is_turn(place) for place in range(len(emitters))]
            for event in events:
                own = [n for n, emitter in enumerate(emitters) if emitter.event == event]

                def handle(event: int = event, own: Sequence[int] = own) -> None:
                    for n in own:
                        one = emitters[n]
                        body.when(flags[n], partial(_copy, code, one))
                    _run_handlers(code, handlers_of(behavior, EventRef("event", event, "sent")))
                    close(code, event)

                body.when(body.either(*(flags[n] for n in own)), handle)

        _in_order(code, emitters, lambda: True, deliver)


def first_arrival(code: Code, event: int, guard: Node) -> Flag:
    """Open the first arrival of an event for which a guard holds; whether there is one."""
    body = code.body
    found = body.place(body.flag)
    body.do(f"store {body.flag} {body.f(False)}, ptr {found}")

    def is_found() -> Flag:
        return body.let(f"load {body.flag}, ptr {found}")

    def none_yet() -> Flag:
        return body.invert(is_found())

    emitters = [e for e in code.behavior.emitters if e.event == event]
    for group in _senders(emitters):

        def deliver(is_turn: Callable[[int], Flag], group: Sequence[Emitter] = group) -> None:
            for place, emitter in enumerate(group):
                body.when(is_turn(place), partial(_copy, code, emitter))
            holds = code.holds(guard)
            here = body.both(body.mask, holds) if body.lanes.count > 1 else holds
            kept = body.either(is_found(), here)
            body.do(f"store {body.flag} {body.f(kept)}, ptr {found}")
            body.when(body.invert(holds), lambda: close(code, event))

        _in_order(code, group, none_yet, deliver)
    return is_found()
