"""Runs the ``test`` blocks of a Program and says what failed, with every operand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from behave.ir.program import Always, Expect, Node, Program, Test
from behave.native.compiling import Native
from behave.runtime.clock import tick_at, time_of
from behave.runtime.frame import Frame
from behave.runtime.model import Model
from behave.runtime.record import TickRecord
from behave.runtime.reference import Scope
from behave.runtime.state import State, frames_by_name, initial
from behave.runtime.tick import tick
from behave.runtime.verdict import Context, verdict
from behave.runtime.verdict_text import render as render_verdict
from behave.scenario.build import build
from behave.scenario.checks import Watch, check_times, watch
from behave.scenario.constants import SceneError, constant, seconds
from behave.scenario.land import Pictures, no_pictures
from behave.scenario.overrides import OverrideValue
from behave.source import Span


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that failed: its text, where it stands, when, why, and the states then.

    ``states`` are texts ``hero: interaction in Engaged.Rise``; ``verdict`` the guard's verdict
    tree as text, every operand with its value.
    """

    text: str
    span: Span
    tick: int
    time: float
    message: str
    states: tuple[str, ...]
    verdict: str


@dataclass(frozen=True, slots=True)
class TestResult:
    """One test at one tick rate; ``error`` is set where its scene could not be built."""

    __test__ = False

    name: str
    span: Span
    rate: float
    ticks: int
    failures: tuple[Failure, ...]
    error: str = ""

    @property
    def passed(self) -> bool:
        """Whether everything expected came about."""
        return not self.failures and not self.error


def run(
    program: Program,
    test: Test,
    *,
    seed: int = 0,
    overrides: Mapping[str, OverrideValue] | None = None,
    pictures: Pictures = no_pictures,
    native: Native | None = None,
) -> list[TestResult]:
    """Run a test at each of its tick rates, in order; ``pictures`` reads those of heightfields.

    With ``native`` machine code decides and acts.
    """
    given = overrides or {}
    return [_at_rate(program, test, rate, seed, given, pictures, native) for rate in rates(test)]


def rates(test: Test) -> tuple[float, ...]:
    """Ticks a second the test runs at; what is not above 0 or not finite is left out."""
    found = [constant(node) for node in test.rates]
    return tuple(rate for rate in found if isinstance(rate, float) and rate > 0.0)


def duration(test: Test) -> float:
    """Seconds a test lasts: ``lasts``, else the latest time mentioned in it."""
    what = f'`lasts` of test "{test.name}"'
    if test.lasts is not None:
        return seconds(test.lasts, test.scene, what)
    times = [0.0]
    for check in test.checks:
        times.extend(time for time in check_times(check, test) if time is not None)
    nodes: list[Node | None] = [step.time for step in test.steps]
    for step in test.inputs:
        nodes.extend((step.start, step.end))
    times.extend(seconds(node, test.scene, what) for node in nodes if node is not None)
    return max(times)


def _at_rate(
    program: Program,
    test: Test,
    rate: float,
    seed: int,
    overrides: Mapping[str, OverrideValue],
    pictures: Pictures,
    native: Native | None,
) -> TestResult:
    dt = 1.0 / rate
    try:
        model = build(
            program,
            test.scene,
            dt=dt,
            seed=seed,
            overrides=overrides,
            inputs=test.inputs,
            steps=test.steps,
            pictures=pictures,
            native=native,
        )
        length = tick_at(duration(test), dt) + 1
        watches = [watch(check, test, dt, length) for check in test.checks]
    except SceneError as problem:
        return TestResult(test.name, test.span, rate, 0, (), str(problem))
    failures: list[Failure] = []
    scope = _scope(model)
    state = initial(model)
    for number in range(length):
        record = tick(model, state, model.script.sample(number, dt))
        failures.extend(_look(model, _context(model, scope, state), record, watches))
    for each in watches:
        if each.finish(length - 1) is not None:
            failures.append(_failure(model, record, each, None))
    return TestResult(test.name, test.span, rate, length, tuple(failures))


def _scope(model: Model) -> Scope:
    """The scope of a test: agents by name."""
    agents = {name: model.group_of(name).compiled.scope for name in model.places}
    return Scope(None, model.dt, agents)


def _context(model: Model, scope: Scope, state: State) -> Context:
    frame = Frame(np.zeros(0), model.dt, np.zeros(0, np.int64), 0)
    frame.others = frames_by_name(model, state)
    return Context(scope, frame, model.colliders.names)


def _look(
    model: Model, context: Context, record: TickRecord, watches: Sequence[Watch]
) -> Iterator[Failure]:
    open_watches = [each for each in watches if each.broken is None]
    with np.errstate(all="ignore"):
        for each in open_watches:
            each.look(record.tick, context.value)
            if each.broken is not None:
                yield _failure(model, record, each, context)


def _failure(model: Model, record: TickRecord, each: Watch, context: Context | None) -> Failure:
    check = each.check
    assert each.broken is not None
    shown = ""
    if context is not None:
        shown = render_verdict(verdict(check.guard, context))
    states = tuple(
        f"{name}: {machine} in {path}"
        for name, entry in record.agents.items()
        for machine, path in entry.states.items()
    )
    return Failure(
        _text(check),
        check.span,
        each.broken.tick,
        time_of(each.broken.tick, model.dt),
        each.broken.message,
        states,
        shown,
    )


def _text(check: Expect | Always) -> str:
    return " ".join(check.span.text.split())


def render(result: TestResult) -> str:
    """A result as text: one line where it passed, else every failure with its operands."""
    head = f'{"ok  " if result.passed else "FAIL"} "{result.name}" at {result.rate:g} Hz'
    if result.error:
        return f"{head}\n  {result.error}"
    blocks = [head]
    blocks.extend(render_failure(failure) for failure in result.failures)
    return "\n".join(blocks)


def render_failure(failure: Failure) -> str:
    """A failure as indented lines: where, the check, when and why, the states, the operands."""
    span = failure.span
    lines = [
        f"  {span.source.name}:{span.line}: {failure.text}",
        f"    tick {failure.tick}, {failure.time:.4g} s: {failure.message}",
    ]
    lines.extend(f"    {state}" for state in failure.states)
    lines.extend(f"      {line}" for line in failure.verdict.splitlines())
    return "\n".join(lines)
