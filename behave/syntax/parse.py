"""From text to syntax tree: the one way in."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice, pairwise
from typing import Any

from behave.collector import collector_off
from behave.diagnostics.catalog import LIMIT
from behave.diagnostics.diagnostic import Diagnostic
from behave.diagnostics.order import in_order
from behave.source import Source, Span
from behave.syntax import ast
from behave.syntax.braces import balance, by_looks
from behave.syntax.builder import Builder
from behave.syntax.grammar import grammar_table
from behave.syntax.limits import MAX_TOKENS, over_limit
from behave.syntax.lookalikes import Reading, read_lookalikes
from behave.syntax.newlines import Statements
from behave.syntax.places import items
from behave.syntax.recovery import Driver
from behave.syntax.rescan import rescan
from behave.syntax.reuse import Remembered, Reuse
from behave.syntax.table import Table
from behave.syntax.tokens import TRIVIA, Token, scan

# A text of more words and signs is not read a second time for its braces.
_LARGE = 50_000


def parse(
    source: Source, remembered: Remembered | None = None
) -> tuple[ast.File, tuple[Diagnostic, ...]]:
    """The syntax tree of a file and what is wrong with its form; takes any text at all.

    What did not parse is left out of the tree, the rest is in it. ``remembered``: statements of
    earlier texts of the file, which are taken over where they stand in this one too.
    """
    refused = over_limit(source, source.text)
    if refused is not None:
        return ast.File((), Span(source, 0, len(source.text))), (refused,)
    if remembered is not None:
        remembered.begin()
    value, builder, findings = _run(source, "start", remembered)
    kept = items(builder, value) if value is not None else ()
    whole = Span(source, 0, len(source.text))
    found = dict.fromkeys((*findings, *builder.diagnostics))
    return ast.File(kept, whole, builder.lost_names()), _told(found)


def _told(found: Collection[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings of a file in order, each mistake once."""
    if not found:
        return ()
    from behave.syntax.mistakes.characters import told_once  # only where something is wrong

    return in_order(told_once(found))


def parse_expression(source: Source) -> tuple[ast.Expression | None, tuple[Diagnostic, ...]]:
    """One expression, such as a probe; None where it did not parse."""
    refused = over_limit(source, source.text)
    if refused is not None:
        return None, (refused,)
    value, builder, findings = _run(source, "expression")
    found = (*findings, *builder.diagnostics)
    return (None if found else value), found


def _run(
    source: Source, start: str, remembered: Remembered | None = None
) -> tuple[Any, Builder, tuple[Diagnostic, ...]]:
    with collector_off():
        reading, findings = read_lookalikes(source)
        table = grammar_table()
        raw = _scanned(table, reading, remembered)
        refused = _too_many(source, raw)
        if refused is not None:
            return None, Builder(source, []), (refused,)
        if start != "start":
            value, builder = _once(table, start, source, raw)
            return value, builder, findings
        balanced, unbalanced = balance(source, raw)
        reuse = _reuse(remembered, source, balanced, unbalanced)
        value, builder = _once(table, start, source, balanced, reuse)
        told_now = len(builder.diagnostics)
        if told_now > 1 and not unbalanced and len(raw) < _LARGE:
            # One brace missing here and one too many there: looks may tell, if the rest agrees.
            # That is two findings, so it is no better where there is one.
            other = by_looks(source, raw)
            if other is not None and len(other[1]) <= told_now:
                reuse = _reuse(remembered, source, *other)
                again, second = _once(table, start, source, other[0], reuse)
                if len(second.diagnostics) + len(other[1]) <= told_now:
                    value, builder, unbalanced = again, second, other[1]
        told = {d.span.line for d in builder.diagnostics}
        return value, builder, (*findings, *(d for d in unbalanced if not _explained(d, told)))


def _scanned(table: Table, reading: Reading, remembered: Remembered | None) -> list[Token]:
    """The tokens of a text; those of lines that are as they were come from before."""
    if remembered is None or reading.places is not None:
        return scan(table, reading, MAX_TOKENS)
    before = remembered.tokens
    raw = rescan(table, *before, reading.text, MAX_TOKENS) if before is not None else None
    if raw is None:
        raw = scan(table, reading, MAX_TOKENS)
    remembered.tokens = (reading.text, raw) if len(raw) <= MAX_TOKENS else None
    return raw


def _too_many(source: Source, raw: list[Token]) -> Diagnostic | None:
    """What to say of a text with more words and signs than any real file of its size has."""
    if len(raw) <= MAX_TOKENS:
        return None
    meant = (token for token in raw if token.type not in TRIVIA)
    token = next(islice(meant, MAX_TOKENS, None), None)
    if token is None:
        return None
    return Diagnostic(
        LIMIT,
        f"the file has more than {MAX_TOKENS:,} words and signs",
        Span(source, token.start, token.end),
        "nothing from here on was read",
        help=("split it: a file takes in another with `use`",),
    )


def _explained(brace: Diagnostic, told: set[int]) -> bool:
    """Whether a finding about a brace is one with another: something else stands in its place.

    A `}` that is missing behind a line may be misspelt at the start of the next one.
    """
    line = brace.span.line
    return line in told or (bool(brace.secondary) and line + 1 in told)


def _reuse(
    remembered: Remembered | None,
    source: Source,
    raw: list[Token],
    repairs: Collection[Diagnostic],
) -> Reuse | None:
    """What one run over the tokens takes over; nothing where a text is not what is parsed."""
    if remembered is None:
        return None
    doubtful: list[int] = []
    if repairs:
        doubtful = [t.start for t in raw if t.start == t.end]
        doubtful += [before.end for before, t in pairwise(raw) if before.end != t.start]
    return Reuse(remembered, source, raw, doubtful)


def _once(
    table: Table, start: str, source: Source, raw: list[Token], reuse: Reuse | None = None
) -> tuple[Any, Builder]:
    builder = Builder(source, raw)
    driver = Driver(table, start, source, Statements(raw, len(source.text)), builder, reuse)
    return driver.run(), builder
