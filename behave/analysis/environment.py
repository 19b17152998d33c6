"""What an expression is analysed in: a scope, the behavior being laid out, the findings."""

from __future__ import annotations

from collections.abc import Mapping

from behave.analysis.findings import Findings
from behave.analysis.layout import Builder
from behave.analysis.symbols import NOTHING, Scope
from behave.record import Record, replace
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
    """What all files share: layers in order, top-level enums, behaviors analysed so far."""

    findings: Findings
    scope: Scope
    layers: dict[str, Span]
    behaviors: dict[str, Compiled]
    enums: dict[str, tuple[str, ...]]


class Environment(Record):
    """The surroundings of an expression. ``agents``: agent name → behavior, in tests."""

    project: Project
    builder: Builder
    scope: Scope
    agents: Mapping[str, str] = NOTHING

    @property
    def findings(self) -> Findings:
        """Where findings go."""
        return self.project.findings

    def within(self, scope: Scope) -> Environment:
        """The same surroundings in another scope."""
        return replace(self, scope=scope)

    def builder_of(self, agent: str) -> Builder:
        """The builder whose slots a reference reads: this behavior's, or the agent's."""
        if not agent:
            return self.builder
        return self.project.behaviors[self.agents[agent]].builder
