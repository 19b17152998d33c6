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
    """One behavior at one tick length: its code, and the steps that run it."""

    behavior: BehaviorProgram
    module: Module | None
    code: Code | None = None
    steps: WeakSet[Step] = field(default_factory=WeakSet)
    improving: bool = False

    def use(self, code: Code) -> None:
        """From now on every step runs this code."""
        self.code = code
        for step in tuple(self.steps):
            step.use(code)


@dataclass(eq=False)
class Native:
    """Makes steps; one behavior at one tick length is compiled once, however many ask for it.

    ``store`` keeps machine code between processes. ``level`` is how well the first code is made;
    after ``patience`` turns better code is made in a thread and takes over (never, for None).
    Where no machine code can be made the reference decides; ``tell`` is given the reason, once.
    """

    store: Store | None = None
    level: int = QUICK
    patience: int | None = WORTH_IT
    tell: Callable[[str], None] = lambda problem: None
    made: dict[tuple[int, float], Compiled] = field(default_factory=dict)
    threads: list[threading.Thread] = field(default_factory=list)
    problem: str = ""

    def step(self, own: CompiledBehavior, keys: Sequence[int]) -> Step | None:
        """A behavior as machine code; None for one that native code cannot say."""
        found = self._compiled(own.behavior, own.scope.dt)
        if found.module is None or found.code is None:
            return None
        step = Step(own, found.module, keys)
        step.use(found.code)
        found.steps.add(step)
        if self.patience is not None and not found.improving:
            step.left, step.out_of_patience = self.patience, lambda: self._improve(found)
        return step

    def _compiled(self, behavior: BehaviorProgram, dt: float) -> Compiled:
        found = self.made.get((id(behavior), dt))
        if found is not None:
            return found
        try:
            module = write_module(behavior, dt, Lanes())
            best = self._kept(module.text) if self.patience is not None else None
            code = best or compiled(module.text, self.level, self.store)
            found = Compiled(behavior, module, code, improving=best is not None)
        except NotNative:
            found = Compiled(behavior, None)
        except CannotCompile as problem:
            self._note(str(problem))
            found = Compiled(behavior, None)
        self.made[id(behavior), dt] = found
        while len(self.made) > MOST_KEPT:
            del self.made[next(iter(self.made))]
        return found

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
        text = found.module.text

        def improve() -> None:
            # Where it fails the code that is there runs on.
            with contextlib.suppress(CannotCompile):
                found.use(compiled(text, WELL, self.store))

        thread = threading.Thread(target=improve, name="compiling")
        self.threads.append(thread)
        thread.start()

    def _note(self, problem: str) -> None:
        if not self.problem:
            self.problem = problem
            self.tell(problem)

    def settle(self) -> None:
        """Wait until the code that is being made is there."""
        while self.threads:
            self.threads.pop().join()
