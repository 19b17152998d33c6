"""``beh fmt``: write files as everybody writes them, or say which are not."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Sequence

import click

from behave.cli import exits, files, findings
from behave.cli.configuration import excluded
from behave.cli.exits import CannotRun
from behave.diagnostics.diagnostic import Diagnostic
from behave.format import Formatted, format_source
from behave.source import Source

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


@click.command("fmt")
@click.argument("paths", nargs=-1, metavar="[PATHS | -]")
@click.option("--check", is_flag=True, help="Change nothing; exit 1 if any file would change.")
@click.option("--diff", is_flag=True, help="Show what would change; change nothing, exit 1 if so.")
@click.option("--stdin-filename", metavar="NAME", help="What to call the text read from -.")
def command(paths: tuple[str, ...], check: bool, diff: bool, stdin_filename: str | None) -> int:
    """Format .beh files: indentation, blanks, columns, blank lines; nothing else.

    PATHS are files and folders (searched for *.beh), or - for standard input, whose formatted
    text goes to standard output; the current folder if none is given. Comments stay where they
    are. A file with syntax errors is left alone.

    \b
    Exit code: 0 formatted, 1 --check or --diff found changes, 2 could not run or a file is
    broken, 3 a bug in behave.
    """
    if "-" in paths:
        if len(paths) > 1:
            raise CannotRun("- (standard input) cannot be combined with other paths")
        return _standard_input(stdin_filename or "<stdin>", check, diff)
    if stdin_filename is not None:
        raise CannotRun("--stdin-filename goes with -, which reads standard input")
    return _files(files.beh_files(paths or (".",), excluded), check, diff)


def _standard_input(name: str, check: bool, diff: bool) -> int:
    """Format what is piped in; where it is broken nothing is printed on standard output."""
    source, problems = files.read_standard_input(name)
    formatted = _formatted(source, problems)
    if formatted.errors:
        _refuse([formatted.errors])
        return exits.COULD_NOT_RUN
    if diff:
        click.echo(_difference(source, formatted.text), nl=False)
    elif not check:
        _print_as_it_is(formatted.text)
    changes = formatted.text != source.text
    return exits.FINDINGS if changes and (check or diff) else exits.CLEAN


def _files(names: Sequence[str], check: bool, diff: bool) -> int:
    """Format files one by one; a broken one does not keep the others from being formatted."""
    broken: list[Sequence[Diagnostic]] = []
    changed = 0
    for name in names:
        gc.collect(0)  # what the file before left behind
        source, problems = files.read_source(name)
        formatted = _formatted(source, problems)
        if formatted.errors:
            broken.append(formatted.errors)
            continue
        if formatted.text == source.text:
            continue
        changed += 1
        if diff:
            click.echo(_difference(source, formatted.text), nl=False)
        elif check:
            click.echo(f"would format {name}", err=True)
        else:
            files.rewrite_source(name, formatted.text)
            click.echo(f"formatted {name}", err=True)
    _tell(len(names), changed, len(broken), check or diff)
    if broken:
        _refuse(broken)
        return exits.COULD_NOT_RUN
    return exits.FINDINGS if changed and (check or diff) else exits.CLEAN


def _formatted(source: Source, problems: tuple[Diagnostic, ...]) -> Formatted:
    return Formatted(source.text, problems) if problems else format_source(source)


def _print_as_it_is(text: str) -> None:
    """Bytes, so that no system changes the line ends."""
    sys.stdout.buffer.write(text.encode("utf-8"))
    sys.stdout.buffer.flush()


def _difference(source: Source, text: str) -> str:
    """A unified diff whose every line ends, as tools that apply it expect."""
    import difflib  # only where a difference is shown

    before, after = _LINE.findall(source.text), _LINE.findall(text)
    pieces = []
    for line in difflib.unified_diff(before, after, source.name, source.name):
        pieces.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return "".join(pieces)


def _refuse(broken: Sequence[Sequence[Diagnostic]]) -> None:
    found = findings.ordered(finding for errors in broken for finding in errors)
    findings.show(found)
    click.echo(
        f"beh: not formatted, for there are errors: {findings.tally(found, len(broken))}", err=True
    )


def _tell(count: int, changed: int, broken: int, dry: bool) -> None:
    verb = "would be formatted" if dry else "formatted"
    left = count - changed - broken
    parts = [f"{changed} {verb}"] if changed else []
    parts += [f"{left} left as they are"] if left else []
    parts += [f"{broken} broken"] if broken else []
    files_word = "file" if count == 1 else "files"
    click.echo(f"{count} {files_word}: {', '.join(parts)}", err=True)
