"""Diagnostics on their way to the user: choose, order, cut, render."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import click

from behave.cli import exits, files
from behave.cli.exits import CannotRun
from behave.diagnostics import render_full
from behave.diagnostics.catalog import CODES, UNREADABLE
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.diagnostics.suggest import closest
from behave.ir.program import Node, Program
from behave.pipeline import Checked, Reader, check, compile_expression
from behave.source import Source, Span


def check_file(path: str) -> Checked:
    """Read a file and all it uses and check them; raises `CannotRun` if it cannot be read."""
    source, problems = files.read_source(path)
    return check_source(source, problems, files.UseReader(source))


def check_source(source: Source, problems: tuple[Diagnostic, ...], read: Reader) -> Checked:
    """Check a decoded text; where it could not be decoded, ``problems`` is all there is to say."""
    checked = check(source, read)
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


def codes_named(words: Sequence[str], flag: str) -> frozenset[str]:
    """The codes that words name: a code, its number, its name, or the start of codes (BEH04).

    Raises `CannotRun` for a word that names none.
    """
    found: set[str] = set()
    for word in (part.strip() for text in words for part in text.split(",")):
        upper = word.upper()
        full = f"BEH{upper}" if upper[:1].isdigit() else upper
        by_code = {code for code in CODES if full.startswith("BEH") and code.startswith(full)}
        by_name = {code for code, entry in CODES.items() if entry.name == word.lower()}
        if not word or not (by_code or by_name):
            raise CannotRun(f"{flag}: there is no code `{word}`{_did_you_mean(word)}")
        found |= by_code | by_name
    return frozenset(found)


def _did_you_mean(word: str) -> str:
    near = closest(word.upper(), sorted(CODES)) or closest(
        word.lower(), sorted(entry.name for entry in CODES.values())
    )
    return f"; did you mean `{near}`?" if near else "; `beh explain` lists them"


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
    parts = [_count(n, word) for n, word in ((errors, "error"), (warnings, "warning")) if n]
    checked = _count(file_count, "file")
    return f"{' and '.join(parts)} in {checked}" if parts else f"{checked} checked, nothing found"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


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
