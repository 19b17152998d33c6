"""``beh test``: run the tests written in files, at every rate they name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import click

from behave.cli import exits, files, findings
from behave.cli.compiling import compile_notice
from behave.cli.simulation import machine_code
from behave.diagnostics.diagnostic import Severity
from behave.ir.program import Program
from behave.scenario.testing import TestResult, render, run


@dataclass
class Tally:
    """How many runs of tests passed and failed, and which files had errors."""

    passed: int = 0
    failed: int = 0
    broken: int = 0


@click.command("test")
@click.argument("paths", nargs=-1, metavar="[PATHS]")
@click.option("-k", "keyword", default="", metavar="TEXT", help="Only tests with TEXT in the name.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, help="The seed of random.")
@click.option("--reference", is_flag=True, help="Decide without machine code.")
@compile_notice()
def command(paths: tuple[str, ...], keyword: str, seed: int, reference: bool) -> int:
    """Run the tests in .beh files, each at every rate in its `ticks:`.

    PATHS are files and folders (searched for *.beh); the current folder if none is given.

    \b
    Exit code: 0 all passed, 1 some failed or a file has errors, 2 there was nothing to run.
    """
    tally = Tally()
    native = None if reference else machine_code()
    for path, program in _programs(files.beh_files(paths or (".",)), tally):
        chosen = [test for test in program.tests if keyword.casefold() in test.name.casefold()]
        own = [test for test in chosen if test.span.source.name == path]
        if own:
            click.echo(path)
        for test in own:
            for result in run(program, test, seed=seed, pictures=files.read_picture, native=native):
                _count(result, tally)
                click.echo("  " + render(result).replace("\n", "\n  "))
    return _close(tally, keyword)


def _programs(paths: list[str], tally: Tally) -> Iterator[tuple[str, Program]]:
    """Each file's program; one with errors is shown and counted."""
    for path in paths:
        checked = findings.check_file(path)
        if checked.program is not None:
            yield path, checked.program
            continue
        tally.broken += 1
        found = findings.ordered(checked.diagnostics)
        findings.show([d for d in found if d.severity is Severity.ERROR])


def _count(result: TestResult, tally: Tally) -> None:
    if result.passed:
        tally.passed += 1
    else:
        tally.failed += 1


def _close(tally: Tally, keyword: str) -> int:
    ran = tally.passed + tally.failed
    if tally.broken:
        files_word = "file has" if tally.broken == 1 else "files have"
        click.echo(f"beh: {tally.broken} {files_word} errors and did not run", err=True)
    if not ran and tally.broken:
        return exits.FINDINGS
    if not ran:
        which = f" with {keyword!r} in the name" if keyword else ""
        click.echo(f"beh: there was no test{which} to run", err=True)
        return exits.COULD_NOT_RUN
    click.echo(f"{tally.passed} passed" + (f", {tally.failed} failed" if tally.failed else ""))
    return exits.FINDINGS if tally.failed or tally.broken else exits.CLEAN
