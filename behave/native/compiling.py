"""Behaviors compiled as they are needed: quickly at once, well while that already runs."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from weakref import WeakSet

from behave.ir.program import BehaviorProgram
from behave.native.engine import QUICK, WELL, CannotCompile, Code, Store, compiled, key_of
from behave.native.lanes import Lanes
from behave.native.module import Module, write_module
from behave.native.step import Step
from behave.native.values import NotNative
from behave.runtime.compiled import CompiledBehavior

WORTH_IT = 20_000
"""After so many turns better code is made; sooner, making it costs more than it spares."""

MOST_KEPT = 64
"""So many compiled behaviors are kept at hand: a file that is changed often leaves many behind."""


@dataclass(eq=False)
class Compiled:
    """One behavior at one tick length: its code, and the steps that run it.

    ``impossible``: the reference runs it.
    """

    behavior: BehaviorProgram
    dt: float
    module: Module | None = None
    code: Code | None = None
    impossible: bool = False
    improving: bool = False
    steps: WeakSet[Step] = field(default_factory=WeakSet)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, step: Step) -> None:
        """Let a step run the code as soon as it is there."""
        with self.lock:
            self.steps.add(step)
            if self.module is not None and self.code is not None:
                step.use(self.module, self.code)

    def use(self, module: Module, code: Code) -> None:
        """From now on every step runs this code."""
        with self.lock:
            self.module, self.code = module, code
            for step in tuple(self.steps):
                step.use(module, code)


@dataclass(eq=False)
class Native:
    """Makes steps; one behavior at one tick length is compiled once, however many ask for it.

    ``store`` keeps machine code between processes. ``level`` is how well the first code is made;
    after ``patience`` turns better code is made in a thread and takes over (never, for None).
    ``at_once``: a step has its code when it is given out; else a thread makes the first code too,
    and the reference goes on until it is there. Where no machine code can be made the reference
    decides; ``tell`` is given the reason, once.
    """

    store: Store | None = None
    level: int = QUICK
    patience: int | None = WORTH_IT
    at_once: bool = True
    tell: Callable[[str], None] = lambda problem: None
    made: dict[tuple[int, float], Compiled] = field(default_factory=dict)
    threads: list[threading.Thread] = field(default_factory=list)
    problem: str = ""

    def step(self, own: CompiledBehavior, keys: Sequence[int]) -> Step | None:
        """A behavior as machine code; None for one that native code cannot say."""
        found = self._compiled(own.behavior, own.scope.dt)
        if found.impossible:
            return None
        step = Step(own, keys)
        if self.patience is not None:
            step.left, step.out_of_patience = self.patience, lambda: self._improve(found)
        found.add(step)
        return step

    def _compiled(self, behavior: BehaviorProgram, dt: float) -> Compiled:
        found = self.made.get((id(behavior), dt))
        if found is not None:
            return found
        found = self.made[id(behavior), dt] = Compiled(behavior, dt)
        while len(self.made) > MOST_KEPT:
            del self.made[next(iter(self.made))]
        if self.at_once:
            self._make(found)
        else:
            self._start(lambda: self._make(found))
        return found

    def _make(self, found: Compiled) -> None:
        """The first code of a behavior: the best of it that is kept, else what is made quickly."""
        try:
            module = write_module(found.behavior, found.dt, Lanes())
            best = self._kept(module.text) if self.patience is not None else None
            found.improving = best is not None
            found.use(module, best or compiled(module.text, self.level, self.store))
        except NotNative:
            found.impossible = True
        except CannotCompile as problem:
            found.impossible = True
            if not self.problem:
                self.problem = str(problem)
                self.tell(self.problem)

    def _kept(self, text: str) -> Code | None:
        """The best code of a text if it is in the store."""
        if self.store is None or self.store.read(key_of(text, WELL)) is None:
            return None
        return compiled(text, WELL, self.store)

    def _improve(self, found: Compiled) -> None:
        """Compile well in a thread of its own, and let the steps use it from then on."""
        if found.improving or found.module is None:
            return
        found.improving = True
        module = found.module

        def improve() -> None:
            # Where it fails the code that is there runs on.
            with contextlib.suppress(CannotCompile):
                found.use(module, compiled(module.text, WELL, self.store))

        self._start(improve)

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name="compiling")
        self.threads.append(thread)
        thread.start()

    def settle(self) -> None:
        """Wait until the code that is being made is there."""
        while self.threads:
            self.threads.pop().join()
