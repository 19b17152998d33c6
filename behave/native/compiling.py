"""Behaviors compiled as they are needed: quickly at once, well while that already runs."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from behave.ir.program import BehaviorProgram
from behave.native.engine import QUICK, WELL, Code, Store, compiled, key_of
from behave.native.lanes import Lanes
from behave.native.module import Module, write_module
from behave.native.step import Step
from behave.native.values import NotNative
from behave.runtime.compiled import CompiledBehavior


@dataclass(eq=False)
class Native:
    """Makes steps; one behavior at one tick length is compiled once, however many ask for it.

    ``store`` keeps machine code between processes. ``level`` is how well the first code is made;
    with ``improve`` better code takes over as soon as it is there.
    """

    store: Store | None = None
    level: int = QUICK
    improve: bool = True
    made: dict[tuple[int, float], tuple[BehaviorProgram, Module, list[Code]]] = field(
        default_factory=dict
    )
    threads: list[threading.Thread] = field(default_factory=list)

    def step(self, compiled_behavior: CompiledBehavior, keys: Sequence[int]) -> Step | None:
        """A behavior as machine code; None for one native code cannot say."""
        behavior, dt = compiled_behavior.behavior, compiled_behavior.scope.dt
        found = self.made.get((id(behavior), dt))
        if found is None:
            try:
                module = write_module(behavior, dt, Lanes())
            except NotNative:
                return None
            codes: list[Code] = []
            found = self.made[id(behavior), dt] = (behavior, module, codes)
        _, module, codes = found
        step = Step(compiled_behavior, module, keys)
        if codes:
            step.use(codes[-1])
            return step
        best = WELL if self.improve else self.level
        ready = self._kept(module.text, best)
        codes.append(ready or compiled(module.text, self.level, self.store))
        step.use(codes[-1])
        if ready is None and best > self.level:
            self._improve(step, module, codes)
        return step

    def _kept(self, text: str, level: int) -> Code | None:
        """The code of a text if it is in the store."""
        if self.store is None or self.store.read(key_of(text, level)) is None:
            return None
        return compiled(text, level, self.store)

    def _improve(self, step: Step, module: Module, codes: list[Code]) -> None:
        """Compile well in a thread of its own, and let the step use it from then on."""

        def work() -> None:
            better = compiled(module.text, WELL, self.store)
            codes.append(better)
            step.use(better)

        thread = threading.Thread(target=work, name="compiling")
        self.threads.append(thread)
        thread.start()

    def settle(self) -> None:
        """Wait until all code is as good as it gets."""
        while self.threads:
            self.threads.pop().join()
