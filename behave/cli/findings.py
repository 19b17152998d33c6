"""Diagnostics on their way to the user: choose, order, cut, render."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence

import click

from behave.cli import exits, files
from behave.cli.exits import CannotRun
from behave.diagnostics import render_full
from behave.diagnostics.catalog import UNREADABLE
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.ir.program import Node, Program
from behave.lint.policy import DEFAULT_SETTINGS, Settings
from behave.pipeline import Checked, Reader, check, compile_expression
from behave.record import replace
from behave.source import Source, Span


def check_file(path: str) -> Checked:
    """Read a file and all it uses and check them; raises `CannotRun` if it cannot be read."""
    source, problems = files.read_source(path)
    return check_source(source, problems, files.UseReader(source))


def check_source(
    source: Source,
    problems: tuple[Diagnostic, ...],
    read: Reader,
    settings: Settings = DEFAULT_SETTINGS,
) -> Checked:
    """Check a decoded text; where it could not be decoded, ``problems`` is all there is to say."""
    checked = check(source, read, settings)
    return replace(checked, program=None, diagnostics=problems) if problems else checked


def check_again(path: str) -> Checked:
    """`check_file` for a file that is watched: one that cannot be read just now is a finding."""
    try:
        return check_file(path)
    except CannotRun as problem:
        source = Source(path, "")
        finding = Diagnostic(UNREADABLE, problem.message, Span(source, 0, 0))
        return check_source(source, (finding,), files.UseReader(source))


def wants_color(choice: str, stream_is_terminal: bool, environment: Mapping[str, str]) -> bool:
    """Whether to colour: ``--color`` decides; on ``auto`` a terminal and no ``NO_COLOR``."""
    if choice != "auto":
        return choice == "always"
    return stream_is_terminal and not environment.get("NO_COLOR")


def ordered(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Each finding once, by file as first met, then by place; equal text counts as equal."""
    kept: dict[tuple[str, int, int, str, str], Diagnostic] = {}
    ranks: dict[str, int] = {}
    for finding in diagnostics:
        span = finding.span
        ranks.setdefault(span.source.name, len(ranks))
        kept.setdefault(
            (span.source.name, span.start, span.end, finding.code, finding.message), finding
        )
    return sorted(
        kept.values(),
        key=lambda d: (ranks[d.span.source.name], d.span.start, d.span.end, d.code, d.message),
    )


def in_one_line(problems: Sequence[Diagnostic]) -> str:
    """The first problem of an expression given as a flag, with what would be right."""
    if not problems:
        return "that is not an expression"
    return "; ".join((problems[0].message, *problems[0].help[:1]))


def expression_of(
    checked: Checked, behavior: str, text: str
) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Compile an expression given as a flag; none where there is any problem."""
    node, problems = compile_expression(checked, behavior, text)
    return (None if problems else node), problems


def tally(diagnostics: Sequence[Diagnostic], file_count: int) -> str:
    """The closing line: ``2 errors and 1 warning in 3 files``."""
    errors = sum(d.severity is Severity.ERROR for d in diagnostics)
    warnings = len(diagnostics) - errors
    parts = [count(n, word) for n, word in ((errors, "error"), (warnings, "warning")) if n]
    checked = count(file_count, "file")
    return f"{' and '.join(parts)} in {checked}" if parts else f"{checked} checked, nothing found"


def count(number: int, word: str, words: str = "") -> str:
    """A number with its noun; ``words`` is the plural where `s` does not make it."""
    return f"{number} {word}" if number == 1 else f"{number} {words or word + 's'}"


def checked_to_run(path: str) -> tuple[Checked, Program]:
    """Check a file that is to run; shows the findings and leaves with 1 if it has errors.

    Warnings do not keep a file from running and are left to ``beh lint``.
    """
    checked = check_file(path)
    if checked.program is not None:
        return checked, checked.program
    findings = [d for d in ordered(checked.diagnostics) if d.severity is Severity.ERROR]
    show(findings)
    click.echo(f"beh: {path} cannot run: {tally(findings, 1)}", err=True)
    raise click.exceptions.Exit(exits.FINDINGS)


def show(findings: Sequence[Diagnostic]) -> None:
    """Print findings in full on standard error."""
    color = wants_color("auto", sys.stderr.isatty(), os.environ)
    click.echo(render_full(findings, color=color), nl=False, err=True, color=color)
