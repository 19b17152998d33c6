"""A behavior as one LLVM module: a function for each phase, and the ways in to them.

The functions work on one agent, or on as many as there are lanes. ``run.NAME`` takes the address of
a *context*, an array of 64-bit words with what the functions get (``code.ARGUMENTS``): for one
agent it gives how much there is to report; for lanes it also takes the first agent and the one
after the last, and runs them all. ``python`` has the ways in that are functions of Python's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from behave.ir.program import BehaviorProgram
from behave.native.beginning import write_begin
from behave.native.code import ARGUMENTS, Code, Sites
from behave.native.events import write_events
from behave.native.inputs import given_columns, write_inputs
from behave.native.lanes import Lanes
from behave.native.listing import Listing
from behave.native.machines import write_turns
from behave.native.memory import write_remember
from behave.native.packs import LINE, PACK
from behave.native.python import write_calls, write_giving
from behave.native.sensing import write_round
from behave.native.shared import SharedTrees
from behave.native.sizes import kind_of, rows_of_arrays
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


@dataclass(frozen=True)
class Module:
    """The text of a module, and the texts its numbers of skipped actions stand for.

    ``loaded`` and ``stored`` are the words of the row it reads and writes, by offset; ``stepping``
    are those a step does.
    """

    text: str
    skips: tuple[str, ...]
    loaded: frozenset[int]
    stored: frozenset[int]
    stepping: frozenset[int]


def write_module(
    behavior: BehaviorProgram,
    dt: float,
    lanes: Lanes,
    crowd: bool = False,
    constants: Mapping[int, float] | None = None,
) -> Module:
    """Write a behavior for ticks of ``dt`` seconds; raises ``NotNative``.

    A crowd has the phases ``CROWD_PHASES`` too, and of the ways in only ``step``. ``constants`` are
    words that are the same for all its agents and never change, by offset.
    """
    written, ways_in = dict(PHASES), dict(WAYS_IN)
    if lanes.count == 1:
        written["inputs"], ways_in["inputs"] = write_inputs, ("inputs",)
    if crowd:
        written |= CROWD_PHASES
        ways_in = {"step": WAYS_IN["step"], **{name: (name,) for name in CROWD_PHASES}}
    for number, members in enumerate(rounds(behavior)):
        written[round_name(number)] = partial(write_round, members)
        ways_in[round_name(number)] = (round_name(number),)
    return _write(behavior, dt, lanes, written, ways_in, Listing(constants or {}), True)


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
    trees, sites = Trees(behavior, settled, lanes.count), Sites()
    shared = SharedTrees(listing, lanes, behavior, trees, dt)
    stepping: set[int] = set()
    for name, write in written.items():
        earlier = listing.forget_words()
        code = Code(behavior, dt, listing, lanes, trees, sites, shared, name == "turns")
        if lanes.count == 1 and name == WAYS_IN["step"][0]:
            code.body.do("store i32 0, ptr %skipped, align 4")
        write(code)
        code.finish(name)
        if name in WAYS_IN["step"]:
            stepping |= listing.loaded | listing.stored
        listing.remember_words(earlier)
    if lanes.count == 1:
        listing.functions["skip"] = _SKIP
        listing.functions["keep"] = _KEEP
        for name, phases in ways_in.items():
            listing.functions[f"run.{name}"] = _run_one(name, phases, len(behavior.machines))
        write_calls(listing, tuple(ways_in))
        if settled:
            width = max((end for _, end in given_columns(behavior)), default=0)
            write_giving(listing, "step", width)
    else:
        rows = rows_of_arrays(behavior, behavior.width)
        for name, phases in ways_in.items():
            ahead = sorted(stepping) if name == "step" else []
            fetch = _fetch(lanes, ahead, rows["row"])
            listing.functions[f"run.{name}"] = _run_many(name, phases, lanes, rows, fetch)
        listing.declarations["prefetch"] = "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)"
    loaded, stored = frozenset(listing.loaded), frozenset(listing.stored)
    return Module(listing.text(), tuple(sites.texts), loaded, stored, frozenset(stepping))


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
    return ", ".join(f"ptr %{each}" for each in names)


def _unpack() -> list[str]:
    """Load what a context holds."""
    lines = []
    for number, name in enumerate(ARGUMENTS):
        lines.append(f"  %at.{name} = getelementptr inbounds i64, ptr %context, i64 {number}")
        lines.append(f"  %{name} = load ptr, ptr %at.{name}, align 8")
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


def _fetch(lanes: Lanes, words: Sequence[int], width: int) -> list[str]:
    """Ask for the cache lines some words of the next pack are in, so that they are there in time.

    Each of a pack's vectors asks for its share: the lines from its own place on in the list. One
    of two lines is asked for, to be written to: processors bring the other one along.
    """
    bytes_ = PACK * (8 if lanes.real == "double" else 4)
    lines = sorted({word * bytes_ // LINE // 2 * 2 for word in words})
    parts = PACK // lanes.count
    share = -(-len(lines) // parts)
    result = []
    for part in range(parts if lines else 0):
        own = lines[part * share : (part + 1) * share]
        result += [
            f"  %turn{part} = icmp eq i64 %in.pack, {part * lanes.count}",
            f"  br i1 %turn{part}, label %fetch{part}, label %fetched{part}",
            f"fetch{part}:",
        ]
        for line in own:
            at = width * bytes_ + line * LINE
            result += [
                f"  %line{line} = getelementptr i8, ptr %pack.row, i64 {at}",
                f"  call void @llvm.prefetch.p0(ptr %line{line}, i32 1, i32 3, i32 1)",
            ]
        result += [f"  br label %fetched{part}", f"fetched{part}:"]
    return result


def _run_many(
    name: str,
    phases: Sequence[str],
    lanes: Lanes,
    rows: Mapping[str, int],
    fetch: Sequence[str],
) -> str:
    """The way in for agents ``begin`` to before ``end``; both are multiples of the lanes."""
    lines = [f"define void @run.{name}(ptr %context, i64 %begin, i64 %end) nounwind {{"]
    lines += _unpack()
    lines += ["  %some = icmp slt i64 %begin, %end", "  br label %start", "start:"]
    lines += ["  br i1 %some, label %loop, label %done", "loop:"]
    lines += ["  %agent = phi i64 [ %begin, %start ], [ %next, %last ]"]
    lines += [f"  %pack = udiv i64 %agent, {PACK}", f"  %in.pack = urem i64 %agent, {PACK}"]
    for each, count in rows.items():
        size = kind_of(each, lanes).itemsize
        lines += [
            f"  %far.{each} = mul i64 %pack, {count * PACK * size}",
            f"  %pack.{each} = getelementptr i8, ptr %{each}, i64 %far.{each}",
            f"  %lane.{each} = mul i64 %in.pack, {size}",
            f"  %own.{each} = getelementptr i8, ptr %pack.{each}, i64 %lane.{each}",
        ]
    lines += fetch
    lines += ["  br label %last", "last:"]
    given = ", ".join(f"ptr %own.{each}" if each in rows else "ptr null" for each in ARGUMENTS)
    lines += [f"  call void @{phase}({given})" for phase in phases]
    lines += [
        f"  %next = add i64 %agent, {lanes.count}",
        "  %more = icmp slt i64 %next, %end",
        "  br i1 %more, label %loop, label %done",
        "done:",
        "  ret void",
        "}",
    ]
    return "\n".join(lines)
