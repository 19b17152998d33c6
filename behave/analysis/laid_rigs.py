"""Rigs as they were analysed before: an editor checks the same rig again for every key.

A rig's analysis follows from its tree and from little else. Where it depended on nothing else, its
outcome is handed out again: copies of whatever a behavior adds to.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from behave.analysis.environment import Environment, Project
from behave.analysis.layout import Builder
from behave.analysis.symbols import Expanded, Scope, Symbol
from behave.record import Record
from behave.syntax import ast

_MOST = 8


class _Laid(Record):
    """What analysing a rig left: the builder's fields, the scope with its names, the locals."""

    tree: ast.Rig
    layers: tuple[str, ...]
    fields: dict[str, Any]
    scope: Scope
    names: dict[str, Symbol]
    locals: tuple[tuple[Symbol, Scope], ...]


class LaidRigs:
    """The last rigs that were analysed, by their trees."""

    def __init__(self) -> None:
        self._laid: dict[int, _Laid] = {}

    def get(self, project: Project, name: str, tree: ast.Rig) -> Environment | None:
        """A rig laid out for a behavior of a name, if that is known."""
        laid = self._laid.get(id(tree))
        if laid is None or not _alone(project) or laid.layers != tuple(project.layers):
            return None
        builder = Builder(name)
        vars(builder).update(_copied(laid.fields), name=name)
        scope = project.scope.inner(laid.scope.noun)
        fresh = {id(symbol): copy(symbol) for symbol in laid.names.values()}
        scope.names = {key: fresh[id(symbol)] for key, symbol in laid.names.items()}
        for symbol, where in laid.locals:
            own = fresh.get(id(symbol)) or copy(symbol)
            project.locals.append((own, scope if where is laid.scope else where))
        return Environment(project, builder, scope)

    def put(self, env: Environment, tree: ast.Rig, told: int, locals_before: int) -> None:
        """Remember a rig that has just been analysed.

        ``told``: how often findings were asked about before it; ``locals_before``: how many
        locals there were.
        """
        if not _alone(env.project) or env.findings.asked != told:
            return
        symbols = env.scope.names.values()
        if any(isinstance(s, Expanded) and (s.formals is not None or not s.made) for s in symbols):
            return  # its body is analysed later, among what this check knows
        fields = vars(env.builder)
        if any(fields[held] for held in ("captures", "state_paths", "laid_out", "clocks")):
            return
        added = env.project.locals[locals_before:]
        kept = {id(symbol): copy(symbol) for symbol in symbols}
        laid = _Laid(
            tree,
            tuple(env.project.layers),
            _copied(fields),
            env.scope,
            {key: kept[id(symbol)] for key, symbol in env.scope.names.items()},
            tuple((kept.get(id(symbol), symbol), where) for symbol, where in added),
        )
        self._laid.pop(id(tree), None)
        while len(self._laid) >= _MOST:
            del self._laid[next(iter(self._laid))]
        self._laid[id(tree)] = laid


def _alone(project: Project) -> bool:
    """Whether there are no names outside of rigs and behaviors, which a rig could speak of."""
    return not project.scope.names and not project.enums


def _copied(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value.copy() if isinstance(value, (list, dict)) else value
        for name, value in fields.items()
    }
