"""``beh lint``: check files, show what is wrong, mend what can be mended."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from behave.cli import exits, files, findings
from behave.cli.codes import levels_given
from behave.cli.configuration import FAIL_ON, Configuration, excluded
from behave.cli.exits import CannotRun
from behave.cli.linting import Fixed, Report, Subject, check_all, fix_all, standard_input, subject
from behave.cli.reports import FORMATS, QUIET, statistics, written
from behave.cli.values import TickLength
from behave.record import Record
from behave.syntax import MAX_BYTES


class Output(Record):
    """How and where findings are written."""

    form: str
    path: str | None
    color: str
    most: int | None
    statistics: bool


@click.command("lint")
@click.argument("paths", nargs=-1, metavar="[PATHS | -]")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="full",
    show_default=True,
    help="How findings are written; json and sarif are stable enough to parse.",
)
@click.option("--output", metavar="FILE", help="Write the findings to FILE instead of printing.")
@click.option("--select", multiple=True, metavar="CODE", help="Report these codes only.")
@click.option("--ignore", multiple=True, metavar="CODE", help="Leave these codes out.")
@click.option(
    "--severity",
    multiple=True,
    metavar="CODE=LEVEL",
    help="What a code weighs: error, warning or off.",
)
@click.option("--fix", "fixing", is_flag=True, help="Make the safe fixes in the files.")
@click.option("--unsafe-fixes", is_flag=True, help="Also those that may change what a file means.")
@click.option("--diff", is_flag=True, help="Show what --fix would change; change nothing.")
@click.option("--dt", type=TickLength(), help="Length of a tick the rules assume; 1/60 if unsaid.")
@click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    help="The least serious finding that makes the exit code 1; error if unsaid.",
)
@click.option(
    "--max-errors",
    type=click.IntRange(min=0),
    metavar="N",
    help="Show at most N findings; the exit code still counts all.",
)
@click.option("--statistics", "counts", is_flag=True, help="Count the findings of each code.")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="auto: on a terminal, unless NO_COLOR is set.",
)
@click.option("--stdin-filename", metavar="NAME", help="What to call the text read from -.")
def command(
    paths: tuple[str, ...],
    form: str,
    output: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: tuple[str, ...],
    fixing: bool,
    unsafe_fixes: bool,
    diff: bool,
    dt: float | None,
    fail_on: str | None,
    max_errors: int | None,
    counts: bool,
    color: str,
    stdin_filename: str | None,
) -> int:
    """Check .beh files: syntax, names, kinds, units, states, timing.

    PATHS are files and folders (searched for *.beh), or - for standard input; the current folder
    if none is given. CODE may be BEH0201, its name, or the start of several (BEH02). What the
    flags leave open is taken from [tool.beh] in the nearest pyproject.toml.

    \b
    Exit code: 0 clean, 1 findings, 2 could not run, 3 a bug in behave.
    """
    flags = Configuration(
        "", select or None, ignore or None, levels_given(severity, "--severity"), fail_on, dt
    )
    flags.policy()  # says now what is wrong with a code
    if output is not None:
        files.check_writable(output)
    if counts and form not in ("full", "concise", "json"):
        raise CannotRun(f"--statistics has no {form} form; it goes with full, concise or json")
    if unsafe_fixes and not (fixing or diff):
        raise CannotRun("--unsafe-fixes goes with --fix, which makes them, or with --diff")
    subjects = _subjects(paths or (".",), stdin_filename, flags)
    shown = Output(form, output, color, max_errors, counts)
    if diff:
        return _show_changes(subjects, unsafe_fixes, shown)
    made = fix_all(subjects, unsafe_fixes) if fixing else []
    piped = "-" in paths
    if made:
        _write_back(subjects, made, piped)
    report = check_all([m.subject for m in made] or subjects)
    _write(report, subjects, shown, to_stderr=piped and bool(made))
    _close(report, subjects, made, shown)
    return exits.FINDINGS if report.fails else exits.CLEAN


def _subjects(
    paths: Sequence[str], stdin_filename: str | None, flags: Configuration
) -> list[Subject]:
    """Everything named, each file once."""
    if "-" in paths:
        if len(paths) > 1:
            raise CannotRun("- (standard input) cannot be combined with other paths")
        return [standard_input(stdin_filename, flags)]
    if stdin_filename is not None:
        raise CannotRun("--stdin-filename goes with -, which reads standard input")
    return [subject(name, flags) for name in files.beh_files(paths, excluded)]


def _show_changes(subjects: Sequence[Subject], unsafe: bool, shown: Output) -> int:
    """Print what fixing would change, as a unified diff; 1 where there is anything."""
    import difflib  # only where a difference is shown

    lines: list[str] = []
    count = 0
    for of, made in zip(subjects, fix_all(subjects, unsafe), strict=True):
        count += made.count
        name = of.source.name
        before, after = (s.source.text.splitlines(keepends=True) for s in (of, made.subject))
        for line in difflib.unified_diff(before, after, name, name):
            lines.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    text = "".join(lines)
    if shown.path is not None:
        files.write_text(shown.path, text)
    else:
        click.echo(text, nl=False)
    click.echo(f"{findings.count(count, 'fix', 'fixes')} would be made", err=True)
    return exits.FINDINGS if lines else exits.CLEAN


def _write_back(subjects: Sequence[Subject], made: Sequence[Fixed], piped: bool) -> None:
    """The fixed texts to where they came from; what was piped in goes on to standard output."""
    for of, fixed in zip(subjects, made, strict=True):
        text = fixed.subject.source.text
        if piped and not of.problems:
            click.echo(text, nl=False)
        elif text != of.source.text and len(text.encode("utf-8")) <= MAX_BYTES:
            files.rewrite_source(of.source.name, text)


def _write(
    report: Report, subjects: Sequence[Subject], shown: Output, to_stderr: bool = False
) -> None:
    kept = report.found if shown.most is None else report.found[: shown.most]
    stream = sys.stderr if to_stderr else sys.stdout
    terminal = shown.path is None and stream.isatty()
    colored = findings.wants_color(shown.color, terminal, os.environ)
    if shown.statistics:
        text = statistics(report.found, shown.form)
    else:
        names = [of.source.name for of in subjects]
        text = written(kept, shown.form, names, colored)
    if shown.path is not None:
        files.write_text(shown.path, text)
    else:
        click.echo(text, nl=False, color=colored, err=to_stderr)


def _close(
    report: Report, subjects: Sequence[Subject], made: Sequence[Fixed], shown: Output
) -> None:
    """The closing line on standard error; none where a program reads the output."""
    if shown.form in QUIET:
        return
    parts = [findings.tally(report.found, len(subjects))]
    left = 0 if shown.most is None or shown.statistics else len(report.found) - shown.most
    if left > 0:
        parts.append(f" ({left} not shown: --max-errors {shown.most})")
    count = sum(m.count for m in made)
    if count:
        parts.append(f"; {findings.count(count, 'fix', 'fixes')} made")
    elif not made:
        safe = sum(any(fix.safe for fix in d.fixes) for d in report.found)
        if safe:
            parts.append(f"; --fix mends {safe} of them")
    click.echo("".join(parts), err=True)
