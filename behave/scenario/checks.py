"""The checks of a test: what each wants of a run, followed tick by tick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from behave.ir.program import Always, Expect, Node, Test
from behave.runtime.clock import tick_at, ticks_until
from behave.scenario.constants import seconds

Holds = Callable[[Node], bool | None]
"""Evaluates a guard in the state after the current tick."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A check that failed: at which tick, and in words why."""

    tick: int
    message: str


@dataclass
class Watch:
    """One check over a run, from tick ``first`` to ``last`` (both looked at).

    ``broken`` is set when it has failed, ``met`` when nothing more can change that it holds.
    """

    check: Expect | Always
    first: int
    last: int
    broken: Broken | None = None
    met: bool = False
    _applied: bool = False

    def look(self, tick: int, holds: Holds) -> None:
        """Look at the state after a tick."""
        if self.broken is not None or self.met or not self.first <= tick <= self.last:
            return
        if isinstance(self.check, Always):
            self._always(self.check, tick, holds)
        elif self.check.due == "within":
            self._within(tick, holds)
        else:
            self._during(self.check, tick, holds)

    def finish(self, tick: int) -> Broken | None:
        """The run is over, ``tick`` was its last: what is broken only now, if anything."""
        if self.broken is not None or self.met:
            return None
        check = self.check
        if isinstance(check, Always) and check.when is not None and not self._applied:
            text = _words(check.when)
            self.broken = Broken(tick, f"`{text}` never held, so nothing was checked")
        elif tick < self.last and not isinstance(check, Always):
            self.broken = Broken(tick, "the run ended before this was due")
        return self.broken

    def _within(self, tick: int, holds: Holds) -> None:
        if holds(self.check.guard):
            self.met = True
        elif tick == self.last:
            self.broken = Broken(tick, "it never held in time")

    def _during(self, check: Expect, tick: int, holds: Holds) -> None:
        if not holds(check.guard):
            self.broken = Broken(tick, "it does not hold")
        elif tick == self.last:
            self.met = True

    def _always(self, check: Always, tick: int, holds: Holds) -> None:
        if check.when is not None and not holds(check.when):
            return
        self._applied = True
        value = holds(check.guard)
        if check.negated and value:
            self.broken = Broken(tick, "it holds")
        elif not check.negated and not value:
            self.broken = Broken(tick, "it does not hold")


def _words(node: Node) -> str:
    return "the `when`" if node.span is None else " ".join(node.span.text.split())


def watch(check: Expect | Always, test: Test, dt: float, length: int) -> Watch:
    """Follow a check in a run of ``length`` ticks of ``dt`` seconds.

    ``at T`` looks at the first tick that begins at T or later, ``within T`` at all that begin
    by T, ``during a .. b`` at all from a to b, both included.
    """
    start, end = check_times(check, test)
    if isinstance(check, Always):
        first = 0 if start is None else tick_at(start, dt)
        return Watch(check, first, length - 1 if end is None else _by(end, dt))
    assert start is not None
    if check.due == "within":
        return Watch(check, 0, _by(start, dt))
    if check.due == "at" or end is None:
        return Watch(check, tick_at(start, dt), tick_at(start, dt))
    return Watch(check, tick_at(start, dt), _by(end, dt))


def _by(time: float, dt: float) -> int:
    """The last tick that begins at or before a time."""
    return ticks_until(time, dt) - 1


def check_times(check: Expect | Always, test: Test) -> tuple[float | None, float | None]:
    """The times a check names, in seconds."""
    what = f'a check of test "{test.name}"'
    start = None if check.start is None else seconds(check.start, test.scene, what)
    end = None if check.end is None else seconds(check.end, test.scene, what)
    return start, end
