"""What an expression is analysed in: a scope, the behavior being laid out, the findings."""

from __future__ import annotations

from collections.abc import Mapping

from behave.analysis.findings import Findings
from behave.analysis.layout import Builder
from behave.analysis.symbols import NOTHING, Scope, Symbol
from behave.record import Record
from behave.source import Span


class Compiled(Record):
    """A behavior after analysis: its rig's name, its builder, its outermost scope and all
    scopes in it.
    """

    rig: str
    builder: Builder
    scope: Scope
    scopes: tuple[Scope, ...]


class Project(Record):
    """What all files share: layers in order, top-level enums, behaviors analysed so far.

    ``locals``: every let, guard, argument and name of a loop with the scope it is declared in,
    those of scopes too that nothing keeps (poses, scenes, clips, blocks).
    """

    findings: Findings
    scope: Scope
    layers: dict[str, Span]
    behaviors: dict[str, Compiled]
    enums: dict[str, tuple[str, ...]]
    locals: list[tuple[Symbol, Scope]]


class Each:
    """What `count` and `mean` go over: one element at a time of the families in their argument.

    ``size`` is how many there are, 0 until the first family is met; ``name`` what that is called.
    """

    def __init__(self, position: int = 0, size: int = 0, name: str = "") -> None:
        self.position = position
        self.size = size
        self.name = name


class Environment(Record):
    """The surroundings of an expression. ``agents``: agent name → behavior, in tests; ``each``:
    what a family without an index stands for, inside `count` and `mean`.
    """

    project: Project
    builder: Builder
    scope: Scope
    agents: Mapping[str, str] = NOTHING
    each: Each | None = None

    @property
    def findings(self) -> Findings:
        """Where findings go."""
        return self.project.findings

    def within(self, scope: Scope) -> Environment:
        """The same surroundings in another scope."""
        return Environment(self.project, self.builder, scope, self.agents, self.each)

    def builder_of(self, agent: str) -> Builder:
        """The builder whose slots a reference reads: this behavior's, or the agent's."""
        if not agent:
            return self.builder
        return self.project.behaviors[self.agents[agent]].builder
