"""``beh lint``: check files, show what is wrong, and say so with the exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

import click

from behave.cli import exits, files, findings
from behave.cli.exits import CannotRun
from behave.diagnostics import render_concise, render_full, render_json
from behave.diagnostics.diagnostic import Diagnostic, Severity


@click.command("lint")
@click.argument("paths", nargs=-1, metavar="[PATHS | -]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["full", "concise", "json"]),
    default="full",
    show_default=True,
    help="How findings are written; only json is stable enough to parse.",
)
@click.option("--output", metavar="FILE", help="Write the findings to FILE instead of printing.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "never"]),
    default="error",
    show_default=True,
    help="The least serious finding that makes the exit code 1.",
)
@click.option(
    "--max-errors",
    type=click.IntRange(min=0),
    metavar="N",
    help="Show at most N findings; the exit code still counts all.",
)
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="auto: on a terminal, unless NO_COLOR is set.",
)
@click.option("--stdin-filename", metavar="NAME", help="What to call the text read from -.")
@click.option("--select", multiple=True, metavar="CODE", help="Report these codes only.")
@click.option("--ignore", multiple=True, metavar="CODE", help="Leave these codes out.")
def command(
    paths: tuple[str, ...],
    form: str,
    output: str | None,
    fail_on: str,
    max_errors: int | None,
    color: str,
    stdin_filename: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
) -> int:
    """Check .beh files: syntax, names, kinds, units, states.

    PATHS are files and folders (searched for *.beh), or - for standard input; the current folder
    if none is given. CODE may be BEH0201, its name, or the start of several (BEH02).

    \b
    Exit code: 0 clean, 1 findings, 2 could not run, 3 a bug in behave.
    """
    chosen = findings.codes_named(select, "--select") if select else None
    ignored = findings.codes_named(ignore, "--ignore") if ignore else frozenset()
    if output is not None:
        files.check_writable(output)
    found, count = _check_all(paths or (".",), stdin_filename)
    kept = [d for d in found if d.code not in ignored and (chosen is None or d.code in chosen)]
    shown = kept if max_errors is None else kept[:max_errors]
    _write(shown, form, output, color)
    if form != "json":
        left = len(kept) - len(shown)
        more = f" ({left} not shown: --max-errors {max_errors})" if left else ""
        click.echo(findings.tally(kept, count) + more, err=True)
    return exits.FINDINGS if _fails(kept, fail_on) else exits.CLEAN


def _check_all(paths: Sequence[str], stdin_filename: str | None) -> tuple[list[Diagnostic], int]:
    """Every finding in everything named, in order and each once, and how many files it was."""
    if "-" in paths:
        if len(paths) > 1:
            raise CannotRun("- (standard input) cannot be combined with other paths")
        return findings.ordered(_check_standard_input(stdin_filename)), 1
    if stdin_filename is not None:
        raise CannotRun("--stdin-filename goes with -, which reads standard input")
    names = files.beh_files(paths)
    found: list[Diagnostic] = []
    for name in names:
        gc.disable()  # a check makes little garbage, and is over before it matters
        found.extend(findings.check_file(name).diagnostics)
        gc.enable()
    return findings.ordered(found), len(names)


def _check_standard_input(name: str | None) -> Sequence[Diagnostic]:
    shown = name or "<stdin>"
    source, problems = files.read_standard_input(shown)
    reader = files.UseReader(source, name or "stdin.beh")
    return findings.check_source(source, problems, reader).diagnostics


def _write(shown: list[Diagnostic], form: str, output: str | None, color: str) -> None:
    terminal = output is None and sys.stdout.isatty()
    colored = findings.wants_color(color, terminal, os.environ)
    if form == "json":
        text = render_json(shown)
    elif form == "concise":
        text = render_concise(shown, color=colored)
    else:
        text = render_full(shown, color=colored)
    if text and not text.endswith("\n"):
        text += "\n"
    if output is not None:
        files.write_text(output, text)
    else:
        click.echo(text, nl=False, color=colored)


def _fails(found: Sequence[Diagnostic], fail_on: str) -> bool:
    if fail_on == "never":
        return False
    return any(fail_on == "warning" or d.severity is Severity.ERROR for d in found)
