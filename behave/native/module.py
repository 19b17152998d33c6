"""A behavior as one LLVM module: a function for each phase, and the ways in to them.

The functions work on one agent, or on as many as there are lanes. ``run.NAME`` takes the address of
a *context*, an array of 64-bit words with what the functions get (``code.ARGUMENTS``): for one
agent it gives how much there is to report; for lanes it also takes the first agent and the one
after the last, and runs them all. ``call.NAME`` is ``run.NAME`` as a function of Python's own kind,
which takes the context's address as an int.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from behave.ir.program import BehaviorProgram
from behave.native.beginning import write_begin
from behave.native.code import ARGUMENTS, Code, Sites
from behave.native.events import write_events
from behave.native.inputs import write_inputs
from behave.native.lanes import Lanes
from behave.native.listing import Listing
from behave.native.machines import write_turns
from behave.native.memory import write_remember
from behave.native.sensing import write_round
from behave.native.shared import SharedTrees
from behave.native.trees import Trees
from behave.native.zones import write_zones
from behave.runtime.rounds import rounds

MOST_NOTES = 1 << 16
"""How many skipped actions of one agent and tick are told apart; further ones go unreported."""

PHASES: dict[str, Callable[[Code], None]] = {
    "events": write_events,
    "remember": write_remember,
    "turns": write_turns,
}

CROWD_PHASES: dict[str, Callable[[Code], None]] = {"inputs": write_inputs, "zones": write_zones}
"""What else a crowd does by machine code."""

WAYS_IN: dict[str, tuple[str, ...]] = {
    "perceive": ("events", "remember"),
    "turns": ("turns",),
    "step": ("events", "remember", "turns"),
}
"""Phases run by one call, in order."""


def round_name(number: int) -> str:
    """The name of the phase that asks the sensors of a round."""
    return f"ask{number}"


LINE = 64
"""Bytes of a cache line."""

_SIZES = {
    "row": 8,
    "draws": 8,
    "keys": 8,
    "entered": 1,
    "heard": 1,
    "fired": 4,
    "skipped": 4,
    "before": 8,
    "zones": 4,
    "asked": 8,
    "ready": 1,
}
"""Bytes from one agent to the next, in the arrays of a crowd."""


@dataclass(frozen=True)
class Module:
    """The text of a module, and the texts its numbers of skipped actions stand for.

    ``loaded`` and ``stored`` are the words of the row it reads and writes, by offset.
    """

    text: str
    skips: tuple[str, ...]
    loaded: frozenset[int]
    stored: frozenset[int]


def write_module(
    behavior: BehaviorProgram,
    dt: float,
    lanes: Lanes,
    crowd: bool = False,
    constants: Mapping[int, float] | None = None,
    stride: int = 0,
) -> Module:
    """Write a behavior for ticks of ``dt`` seconds; raises ``NotNative``.

    For a crowd there are the phases ``CROWD_PHASES`` too. ``constants`` are words that are the
    same for all its agents and never change, by offset; ``stride`` how many words an agent's words
    are apart, where that is always the same.
    """
    written, ways_in = dict(PHASES), dict(WAYS_IN)
    if crowd:
        written |= CROWD_PHASES
        ways_in |= {name: (name,) for name in CROWD_PHASES}
    for number, members in enumerate(rounds(behavior)):
        written[round_name(number)] = partial(write_round, members)
        ways_in[round_name(number)] = (round_name(number),)
    return _write(behavior, dt, lanes, written, ways_in, Listing(constants or {}, stride), True)


def write_beginning(
    behavior: BehaviorProgram, dt: float, lanes: Lanes, constants: Mapping[int, float]
) -> Module:
    """Write the one phase ``begin`` that makes agents as they are before their first tick."""
    return _write(
        behavior,
        dt,
        lanes,
        {"begin": write_begin},
        {"begin": ("begin",)},
        Listing(constants),
        False,
    )


def _write(
    behavior: BehaviorProgram,
    dt: float,
    lanes: Lanes,
    written: Mapping[str, Callable[[Code], None]],
    ways_in: Mapping[str, Sequence[str]],
    listing: Listing,
    settled: bool,
) -> Module:
    trees, sites = Trees(behavior, settled), Sites()
    shared = SharedTrees(listing, lanes, behavior, trees, dt)
    for name, write in written.items():
        code = Code(behavior, dt, listing, lanes, trees, sites, shared, name == "turns")
        if lanes.count == 1 and name == WAYS_IN["step"][0]:
            code.body.do("store i32 0, ptr %skipped, align 4")
        write(code)
        code.finish(name)
    if lanes.count == 1:
        listing.functions["skip"] = _SKIP
        listing.functions["keep"] = _KEEP
        for name, phases in ways_in.items():
            listing.functions[f"run.{name}"] = _run_one(name, phases, len(behavior.machines))
            listing.functions[f"call.{name}"] = _call(name)
        listing.declarations["Python"] = (
            "declare ptr @PyLong_AsVoidPtr(ptr)\ndeclare ptr @PyLong_FromLongLong(i64)"
        )
    else:
        for name, phases in ways_in.items():
            words = behavior.width if listing.stride and name == "step" else 0
            fetch = _fetch(lanes, words, listing.stride)
            listing.functions[f"run.{name}"] = _run_many(name, phases, lanes, fetch)
        listing.declarations["prefetch"] = "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)"
    loaded, stored = frozenset(listing.loaded), frozenset(listing.stored)
    return Module(listing.text(), tuple(sites.texts), loaded, stored)


_SKIP = f"""define internal fastcc void @skip(ptr %skipped, i32 %site) nounwind {{
  %count = load i32, ptr %skipped, align 4
  %more = add i32 %count, 1
  %room = icmp slt i32 %count, {MOST_NOTES}
  br i1 %room, label %note, label %full
note:
  store i32 %more, ptr %skipped, align 4
  %place = getelementptr inbounds i32, ptr %skipped, i32 %more
  store i32 %site, ptr %place, align 4
  ret void
full:
  ret void
}}"""

_KEEP = """declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal fastcc void @keep(ptr %before, ptr %row, i64 %at, i64 %width) nounwind {
  %place = getelementptr inbounds double, ptr %before, i64 %at
  %bytes = mul i64 %width, 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %place, ptr align 8 %row, i64 %bytes, i1 false)
  ret void
}"""


def _arguments(names: Sequence[str] = ARGUMENTS) -> str:
    return ", ".join(f"i64 %{each}" if each == "stride" else f"ptr %{each}" for each in names)


def _unpack() -> list[str]:
    """Load what a context holds."""
    lines = []
    for number, name in enumerate(ARGUMENTS):
        kind = "i64" if name == "stride" else "ptr"
        lines.append(f"  %at.{name} = getelementptr inbounds i64, ptr %context, i64 {number}")
        lines.append(f"  %{name} = load {kind}, ptr %at.{name}, align 8")
    return lines


def _run_one(name: str, phases: Sequence[str], machines: int) -> str:
    """The way in for one agent; the result counts transitions and skipped actions."""
    lines = [f"define i64 @run.{name}(ptr %context) nounwind {{", *_unpack()]
    lines += [f"  call void @{phase}({_arguments()})" for phase in phases]
    lines += ["  %notes = load i32, ptr %skipped, align 4", "  %n0 = sext i32 %notes to i64"]
    total = "%n0"
    for machine in range(machines if "turns" in phases else 0):
        lines += [
            f"  %p{machine} = getelementptr inbounds i32, ptr %fired, i64 {machine}",
            f"  %f{machine} = load i32, ptr %p{machine}, align 4",
            f"  %b{machine} = icmp ne i32 %f{machine}, 0",
            f"  %i{machine} = zext i1 %b{machine} to i64",
            f"  %n{machine + 1} = add i64 {total}, %i{machine}",
        ]
        total = f"%n{machine + 1}"
    return "\n".join((*lines, f"  ret i64 {total}", "}"))


def _call(name: str) -> str:
    """The same for Python: one argument, the context's address as an int."""
    return f"""define ptr @call.{name}(ptr %self, ptr %address) nounwind {{
  %context = call ptr @PyLong_AsVoidPtr(ptr %address)
  %count = call i64 @run.{name}(ptr %context)
  %result = call ptr @PyLong_FromLongLong(i64 %count)
  ret ptr %result
}}"""


def _fetch(lanes: Lanes, words: int, stride: int) -> list[str]:
    """Ask for a share of the next agents' cache lines, so that they are there in time.

    There are too many lines at once for the processor to see by itself where they go on.
    """
    size = 8 if lanes.real == "double" else 4
    count = LINE // size
    parts = max(count // lanes.count, 1)
    share = -(-words // parts)
    lines = [
        f"  %turn = udiv i64 %agent, {lanes.count}",
        f"  %part = urem i64 %turn, {parts}",
        f"  %skip = mul i64 %part, {share * stride}",
        "  %from = add i64 %agent, %skip",
    ]
    for word in range(share):
        lines += [
            f"  %ahead{word} = add i64 %from, {word * stride + count}",
            f"  %line{word} = getelementptr {lanes.real}, ptr %row, i64 %ahead{word}",
            f"  call void @llvm.prefetch.p0(ptr %line{word}, i32 0, i32 3, i32 1)",
        ]
    return lines


def _run_many(name: str, phases: Sequence[str], lanes: Lanes, fetch: Sequence[str]) -> str:
    """The way in for agents ``begin`` to before ``end``; both are multiples of the lanes."""
    size = 8 if lanes.real == "double" else 4
    lines = [f"define void @run.{name}(ptr %context, i64 %begin, i64 %end) nounwind {{"]
    lines += _unpack()
    lines += ["  %some = icmp slt i64 %begin, %end", "  br label %start", "start:"]
    lines += ["  br i1 %some, label %loop, label %done", "loop:"]
    lines += ["  %agent = phi i64 [ %begin, %start ], [ %next, %loop ]"]
    lines += fetch
    given = []
    for each in ARGUMENTS:
        if each == "stride":
            given.append("i64 %stride")
            continue
        bytes_ = size if each in ("row", "asked") else _SIZES[each]
        lines.append(f"  %off.{each} = mul i64 %agent, {bytes_}")
        lines.append(f"  %own.{each} = getelementptr inbounds i8, ptr %{each}, i64 %off.{each}")
        given.append(f"ptr %own.{each}")
    lines += [f"  call void @{phase}({', '.join(given)})" for phase in phases]
    lines += [
        f"  %next = add i64 %agent, {lanes.count}",
        "  %more = icmp slt i64 %next, %end",
        "  br i1 %more, label %loop, label %done",
        "done:",
        "  ret void",
        "}",
    ]
    return "\n".join(lines)
