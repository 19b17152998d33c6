"""The Pose phase of a block: a few agents at a time, by a rig laid out for so many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from behave.crowd.block import Block
from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Node
from behave.native.packs import packs_of
from behave.rig import rig
from behave.rig.held import Held
from behave.rig.options import Evaluate
from behave.rig.rig import RigModel
from behave.runtime.compiled import CompiledBehavior
from behave.scenario.params import evaluator
from behave.world.colliders import Colliders

TOGETHER = 256
"""Agents posed by one call: what that works on stays in the cache."""

MOST_KEPT = 8
"""Numbers of agents a rig is kept laid out for."""


class Rigs:
    """The rig of a behavior laid out for any number of agents whose params are the same.

    ``behavior`` has the rig's slots where the rig finds them.
    What is laid out for one agent is repeated for many: that of two tells which arrays have a row
    for each agent.
    """

    def __init__(
        self,
        compiled: CompiledBehavior,
        behavior: BehaviorProgram,
        template: np.ndarray,
        layers: Sequence[str],
    ) -> None:
        self.compiled, self.behavior, self.layers = compiled, behavior, tuple(layers)
        self.draws = False
        one = evaluator(compiled, template[np.newaxis], (0,))

        def evaluate(node: Node, count: int) -> np.ndarray:
            self.draws = self.draws or _draws(node)
            value: np.ndarray = np.repeat(one(node), count, axis=0)
            return value

        self.one = self._build(lambda node: evaluate(node, 1))
        self.two = self._build(lambda node: evaluate(node, 2))
        self.made: dict[int, RigModel] = {}

    def alike(self, count: int) -> RigModel:
        """For so many agents with the params of the template."""
        found = self.made.get(count)
        if found is None:
            if len(self.made) > MOST_KEPT:
                self.made.clear()
            found = self.made[count] = _repeated(self.one, self.two, count)
        return found

    def of(self, rows: np.ndarray, keys: Sequence[int]) -> RigModel:
        """For agents with params of their own, in rows f8[N,W]."""
        return self._build(evaluator(self.compiled, rows, keys))

    def _build(self, evaluate: Evaluate) -> RigModel:
        with np.errstate(all="ignore"):
            return rig.build(self.behavior.rig, self.behavior, evaluate, self.layers)


def _draws(node: Node) -> bool:
    return node.op is Op.RANDOM or any(_draws(argument) for argument in node.args)


def _repeated(one: Any, two: Any, count: int) -> Any:
    """What is laid out for one agent for many: arrays that grow with the agents are repeated."""
    if isinstance(one, np.ndarray):
        if one.shape == two.shape:
            return one
        (axis,) = [n for n, (a, b) in enumerate(zip(one.shape, two.shape, strict=True)) if a != b]
        return np.ascontiguousarray(np.repeat(one, count, axis=axis))
    if isinstance(one, tuple):
        return tuple(_repeated(a, b, count) for a, b in zip(one, two, strict=True))
    if is_dataclass(one) and not isinstance(one, type):
        changes = {
            each.name: _repeated(getattr(one, each.name), getattr(two, each.name), count)
            for each in fields(one)
        }
        return replace(one, **changes)
    return one


def parts(count: int) -> Iterator[tuple[int, int]]:
    """A block's agents in groups of ``TOGETHER``."""
    for begin in range(0, count, TOGETHER):
        yield begin, min(begin + TOGETHER, count)


def pose(
    block: Block,
    models: Sequence[tuple[int, int, RigModel]],
    held: Held | None,
    seen: Colliders,
    dt: float,
) -> None:
    """Move, animate and solve a block's agents against the world as the tick began.

    ``models`` are its parts, each with the rig laid out for it; one that is ``held`` is posed in
    lanes.
    """
    if held is not None:
        held.pose(block.lanes[: packs_of(block.count)], dt)
        return
    for begin, end, model in models:
        rig.pose(model, block.bodies[begin:end], seen, block.agents[begin:end], dt)
