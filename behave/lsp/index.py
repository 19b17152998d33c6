"""From syntax trees to names: declares what is declared, then finds what each name stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from behave.lsp.declaring import declare_file
from behave.lsp.mentions import Reader
from behave.lsp.names import Mention, Scope, Symbol
from behave.source import Source
from behave.syntax import ast


@dataclass(eq=False)
class Index:
    """The names of a file and of all it uses."""

    top: Scope
    mentions: list[Mention] = field(default_factory=list)

    def at(self, source_name: str, offset: int) -> Mention | None:
        """The name at an offset of a file; behind its last character counts."""
        best: Mention | None = None
        for mention in self.mentions:
            span = mention.span
            if span.source.name == source_name and span.start <= offset <= span.end:
                if span.start <= offset < span.end:
                    return mention
                best = mention
        return best

    def of(self, key: tuple[str, int]) -> list[Mention]:
        """All mentions of the symbol declared at a place."""
        return [m for m in self.mentions if m.symbol.key == key]

    def scope_at(self, source_name: str, offset: int) -> Scope:
        """The innermost scope around an offset of a file."""
        scope = self.top
        while True:
            for inner in scope.inner:
                span = inner.span
                if (
                    span is not None
                    and span.source.name == source_name
                    and span.start < offset <= span.end
                ):
                    scope = inner
                    break
            else:
                return scope

    def symbols(self) -> list[Symbol]:
        """Every symbol, in the order of declaration."""
        return [m.symbol for m in self.mentions if m.declares]


def index_of(files: Sequence[tuple[Source, ast.File]]) -> Index:
    """The index of parsed files, used ones before their users."""
    top = Scope(None)
    index = Index(top)
    scopes: dict[int, Scope] = {}
    for _, tree in files:
        declare_file(tree, top, index.mentions, scopes)
    reader = Reader(top, index.mentions, scopes)
    for _, tree in files:
        for item in tree.items:
            reader.read(item, top)
    return index


def fields(node: Any) -> list[Any]:
    """The values of a tree node's fields."""
    return [getattr(node, name) for name in type(node).__match_args__]
