"""Machines made at random, and runs of them by the real turns in a world that stops at nothing.

The world gives any readings at all, tick by tick; that is more than a scene can do, so a claim
that holds here holds anywhere.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np

from behave.ir.program import BehaviorProgram
from behave.pipeline import Checked, check
from behave.runtime.compiled import CompiledBehavior
from behave.runtime.compiling import compile_behavior
from behave.runtime.frame import Frame
from behave.runtime.remember import remember
from behave.runtime.turns import enter_initial, take_turns
from behave.source import Source

HEAD = """
rig r {
  input go = key(Space)
  input walk = axis2(keys: WASD)
  bone a at (0 m, 1 m, 0 m)
}
behavior b for r {
  param near  = 1 m in 0.5 m .. 2 m
  param pause = 1 s in 0 s .. 2 s
  param fixed = 1.5 m
  sensor seen = nearest(root.position, within: 9 m)
  sensor wall = ray(from: root.position, along: ahead, length: 5 m)
  var mode = 0
"""
OPS = ("<", "<=", ">", ">=")
TIMES = (0.0, 0.3, 0.5, 1.0, 1.5, 2.0)
LENGTHS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0)
STATES = ("A", "B", "C", "D", "E")


class Maker:
    """Writes one behavior from a random source."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.apart = random.Random(draw.random())  # so that blocks leave the arrows as they are
        self.count = 0
        self.blocks = 0

    def text(self) -> str:
        """The whole file."""
        names = list(STATES[: self.draw.randint(2, 5)])
        nested = self.draw.random() < 0.4
        paths = [*names, "A.P", "A.Q"] if nested else names
        lines: list[str] = []
        if self.draw.random() < 0.25:
            lines.append(self.arrow(paths, ""))
        for number, name in enumerate(names):
            inner: list[str] = []
            if name == "A" and nested:
                for child in ("P", "Q"):
                    first = "initial " if child == "P" else ""
                    inner.append(f"{first}state {child} {{ {self.body(paths, f'A.{child}')} }}")
            first = "initial " if number == 0 else ""
            lines.append(
                f"{first}state {name} {{ {self.body(paths, name)}\n" + "\n".join(inner) + "\n}"
            )
        variables = "".join(f"  var x{n} = 0\n" for n in range(self.count))
        variables += "".join(f"  var p{n} = 0\n  var q{n} = 0\n" for n in range(self.blocks))
        return HEAD + variables + "\n".join(lines) + "\n}\n"

    def body(self, paths: list[str], here: str) -> str:
        """A lerp or none, and one to four arrows."""
        parts = []
        if self.draw.random() < 0.3:
            parts.append(f"lerp x{self.count} to 1 over {self.draw.choice((0.3, 1.0, 3.0))} s")
            self.count += 1
        parts += [self.arrow(paths, here) for _ in range(self.draw.randint(1, 4))]
        arrows, self.draw = self.draw, self.apart
        parts += [self.block(here) for _ in range(self.draw.randint(0, 2))]
        self.draw = arrows
        return "\n".join(parts)

    def block(self, here: str) -> str:
        """A condition of another sort: while it holds p is set, while it does not, q."""
        number, guard = self.blocks, self.guard(2, here)
        self.blocks += 1
        done, undone = f"set p{number} = 1", f"set q{number} = 1"
        return self.draw.choice(
            (
                f"when {guard} {{ {done} }} else {{ {undone} }}",
                f"{done} when {guard}",
                f"on enter when {guard} {{ {done} }}",
                f"every 0.3 s {{ when {guard} {{ {done} }} else {{ {undone} }} }}",
            )
        )

    def arrow(self, paths: list[str], here: str) -> str:
        """An arrow anywhere, with or without a time and a condition."""
        draw = self.draw
        target = draw.choice(paths)
        if target == here or here.startswith(f"{target}."):  # most often somewhere else
            target = draw.choice(paths)
        if here and draw.random() < 0.08:
            target = "restart"
        elif draw.random() < 0.08:
            target = f"resume {target}"
        after = f" after {draw.choice(TIMES)} s" if here and draw.random() < 0.15 else ""
        when = f" when {self.guard(2, here)}" if draw.random() < 0.92 else ""
        block = f" {{ set mode = {draw.randint(0, 2)} }}" if draw.random() < 0.3 else ""
        return f"-> {target}{after}{when}{block}"

    def guard(self, depth: int, here: str) -> str:
        """A condition."""
        draw = self.draw
        chance = draw.random()
        if depth == 0 or chance < 0.45:
            return self.atom(here)
        if chance < 0.55:
            return f"not ({self.guard(depth - 1, here)})"
        if chance < 0.6:
            return f"(({self.guard(depth - 1, here)}) for {draw.choice(TIMES)} s)"
        if chance < 0.63:
            return f"became ({self.guard(depth - 1, here)})"
        word = draw.choice(("and", "or"))
        return f"({self.guard(depth - 1, here)} {word} {self.guard(depth - 1, here)})"

    def atom(self, here: str) -> str:
        """One comparison or bool."""
        draw = self.draw
        op, length = draw.choice(OPS), draw.choice(LENGTHS)
        atoms = [
            f"seen.distance {op} {length} m",
            f"wall.distance {op} {length} m",
            f"seen.distance {op} near",
            f"wall.distance {op} fixed",
            f"2 * wall.distance + 0.5 m {op} {length} m",
            f"seen.distance - wall.distance {op} {length} m",
            f"(seen.distance otherwise {length} m) {op} 1 m",
            f"(seen.distance if go else wall.distance) {op} {length} m",
            f"seen.distance in 0.5 m .. {length} m",
            "seen.exists",
            "wall.exists",
            "go",
            f"length(walk) {op} {draw.choice((0, 0.25, 0.5, 1))}",
            f"mode == {draw.randint(0, 2)}",
            f"in {draw.choice(STATES[:2])}",
        ]
        if here:
            timer = [
                f"timer {op} {draw.choice(TIMES)} s",
                f"timer {op} pause",
                f"timer in {draw.choice(TIMES)} s .. 1.5 s",
                f"{draw.choice(STATES[:2])}.timer {op} {draw.choice(TIMES)} s",
            ]
            if draw.random() < 0.35:
                return draw.choice(timer)
        return draw.choice(atoms)


def made(seed: int) -> Checked:
    """A checked random behavior; what is wrong with it besides lint findings is a bug here."""
    text = Maker(random.Random(seed)).text()
    checked = check(Source("made.beh", text), lambda source, path: f"no file {path}")
    wrong = [d for d in checked.errors if d.code != "BEH0501"]
    assert not wrong, (text, [(d.code, d.message, d.span.text) for d in wrong])
    return checked


@dataclass
class Seen:
    """What happened in runs: arrows fired (by source and number), states entered and left, the
    variables that blocks have set, and the greatest timer a decision saw in each state.
    """

    fired: set[tuple[int, int]] = field(default_factory=set)
    entered: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    last: dict[int, float] = field(default_factory=dict)


class Run:
    """One agent whose readings are set from outside; the language's own turns decide."""

    def __init__(self, compiled: CompiledBehavior, behavior: BehaviorProgram, dt: float) -> None:
        self.behavior = behavior
        self.compiled = compiled
        self.machine = compiled.machines[0]
        row = np.zeros(behavior.width)
        self.frame = Frame(row, dt, np.zeros(compiled.random_places, np.int64), 1)
        self.words = self.frame.words
        self.dt = dt
        self.at = {slot.path: slot.offset for slot in behavior.slots}
        self.entered = np.zeros(compiled.state_count, bool)
        for param in behavior.params:
            self.put(param.name, float(param.default.data))  # type: ignore[arg-type]
        for state in self.machine.states:
            if state.last >= 0:
                self.words[state.last] = -1.0
        for cell in compiled.memory:
            cell.restart(self.frame)
        enter_initial(compiled, self.frame, self.entered)

    def put(self, path: str, value: float) -> None:
        """Set a number of the state vector."""
        self.words[self.at[path]] = value

    def read(self, readings: dict[str, float | None]) -> None:
        """Set what is sensed and held: distances (None: absent), `go` and the length of `walk`."""
        for name in ("seen", "wall"):
            distance = readings[name]
            self.put(f"{name}.exists", 0.0 if distance is None else 1.0)
            self.put(f"{name}.distance", distance or 0.0)
            self.put(f"{name}.collider", -1.0 if distance is None else 0.0)
            self.put(f"{name}.previous", 0.0)
        self.put("go", readings["go"] or 0.0)
        self.put("walk", readings["walk"] or 0.0)

    def put_into(self, leaf: int) -> None:
        """Make a leaf active as if it had been entered on the tick before."""
        for state in self.machine.states:
            self.words[state.ticks] = self.words[state.carry] = 0.0
        self.words[self.machine.active] = float(leaf)
        for position in self.active():
            state = self.machine.states[position]
            self.words[state.ticks] = 1.0
            for cell in state.memory:
                cell.restart(self.frame)

    def active(self) -> tuple[int, ...]:
        """The active states, outermost first."""
        return self.machine.states[int(self.words[self.machine.active])].path

    def tick(self) -> tuple[int, int] | None:
        """One tick with the readings as they are; the arrow that fired."""
        remember(self.compiled, self.frame, self.entered)
        fired = take_turns(self.compiled, self.frame, self.entered, (), lambda *_: "")
        if not fired:
            return None
        return fired[0].source, fired[0].number


def goes_round(
    behavior: BehaviorProgram, states: tuple[int, ...], readings: dict[str, float | None]
) -> bool:
    """Whether a machine put into the first state goes through all of them, one on each tick, and
    round again, at 30 and at 60 ticks a second, the readings held.
    """
    for dt in (1 / 30, 1 / 60):
        run = Run(compile_behavior(behavior, dt), behavior, dt)
        run.put_into(states[0])
        run.read(readings)
        for turn in range(3 * len(states)):
            if run.active()[-1] != states[turn % len(states)] or run.tick() is None:
                return False
    return True


def readings_at_random(draw: random.Random) -> dict[str, float | None]:
    """Anything the world might give, more often near the bounds the guards have."""
    near = (0.0, 0.24, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 9.0)
    return {
        "seen": None if draw.random() < 0.2 else draw.choice(near),
        "wall": None if draw.random() < 0.2 else draw.choice(near),
        "go": float(draw.random() < 0.5),
        "walk": draw.choice((0.0, 0.1, 0.25, 0.4, 0.5, 0.8, 1.0)),
    }


def explore(behavior: BehaviorProgram, seed: int, runs: int, ticks: int) -> Seen:
    """Runs of a behavior at several tick lengths, params and ways the readings change."""
    draw = random.Random(seed)
    seen = Seen()
    compiled = {dt: compile_behavior(behavior, dt) for dt in (1 / 20, 1 / 30, 1 / 60)}
    for _ in range(runs):
        dt = draw.choice((1 / 20, 1 / 20, 1 / 30, 1 / 60))
        run = Run(compiled[dt], behavior, dt)
        run.put("near", draw.uniform(0.5, 2.0))
        run.put("pause", draw.choice((0.0, 0.5, draw.uniform(0.0, 2.0), 2.0)))
        hold = draw.choice((1, 2, 5, 20, 60, 200))
        seen.entered.update(run.active())
        for number in range(ticks):
            if number % hold == 0 or draw.random() < 0.02:
                run.read(readings_at_random(draw))
            if hold > 2 and draw.random() < 0.05:
                hold = draw.choice((1, 5, 20, 60, 200))
            before = run.active()
            for state in before:
                clock = run.machine.states[state]
                timer = run.words[clock.ticks] * dt + run.words[clock.carry]
                seen.last[state] = max(seen.last.get(state, 0.0), timer)
            fired = run.tick()
            if fired is not None:
                seen.fired.add(fired)
                after = run.active()
                seen.entered.update(after)
                seen.left.update(set(before) - set(after))
        seen.done.update(
            p for p, at in run.at.items() if p[0] in "pq" and p[1:].isdigit() and run.words[at]
        )
    return seen
