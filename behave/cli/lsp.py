"""``beh lsp``: the language server, for editors."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

import behave
from behave.analysis.laid_rigs import LaidRigs
from behave.cli import exits, files
from behave.cli.configuration import configuration_of
from behave.cli.exits import CannotRun
from behave.cli.findings import ordered
from behave.cli.linting import Subject, outcome_of
from behave.diagnostics.catalog import UNREADABLE
from behave.diagnostics.diagnostic import Diagnostic
from behave.lint.policy import Policy
from behave.lint.suppressions import judge
from behave.pipeline import Checked, Parser, Reader, check
from behave.source import Source, Span

_MOST_FILES = 2000


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Speak over standard input and output, as always.")
def command(stdio: bool) -> int:
    """Serve an editor: findings while typing, completion, hover, renaming, formatting.

    Editors start it themselves; see docs/editor.md.
    """
    try:
        from behave.lsp.server import serve
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise CannotRun('`beh lsp` needs pygls: pip install "behave-engine[lsp]"') from None
    serve(ProjectFiles(), behave.__version__)
    return exits.CLEAN


class ProjectFiles:
    """The disk and the project's settings, for the server."""

    def name(self, path: Path) -> str:
        """What messages call a file."""
        return files.shown_path(path)

    def read(self, path: Path) -> Source | str:
        """The text of a file, or why it cannot be read."""
        try:
            source, problems = files.read_source(files.shown_path(path))
        except CannotRun as problem:
            return problem.message
        return problems[0].message if problems else source

    def reader(self, main: Source, path: Path, opened: Mapping[Path, Source]) -> Reader:
        """Opens what a file uses, open texts before the disk's."""
        return files.UseReader(main, str(path), opened)

    def findings(
        self, main: Source, path: Path, reader: Reader, parser: Parser, laid: LaidRigs | None = None
    ) -> tuple[Checked, list[Diagnostic]]:
        """Check a file as `beh lint` does; wrong settings are a finding in it."""
        policy, wrong = self._policy(main, path)
        checked = check(main, reader, policy.settings, parser, laid)
        subject = Subject(main, (), str(path), policy, "error")
        outcome = outcome_of(subject, checked)
        judged = policy.judged(judge(main, outcome.used, outcome.judged))
        return checked, ordered([*wrong, *outcome.found, *judged])

    @staticmethod
    def _policy(main: Source, path: Path) -> tuple[Policy, list[Diagnostic]]:
        try:
            return configuration_of(str(path)).policy(), []
        except CannotRun as problem:
            return Policy(), [Diagnostic(UNREADABLE, problem.message, Span(main, 0, 0))]

    def project(self, path: Path) -> list[Path]:
        """The .beh files of the project a file lies in."""
        try:
            found = files.beh_files([str(files.project_root(path))])
        except CannotRun:
            return []
        return [Path(name).resolve() for name in found[:_MOST_FILES]]

    def shipped(self, path: Path) -> bool:
        """Whether a file comes with an installed behave."""
        return files.is_shipped(path)
