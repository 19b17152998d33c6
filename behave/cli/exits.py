"""What the exit codes mean, and how a command says it could not run."""

from __future__ import annotations

from typing import IO, Any

import click

CLEAN = 0  # ran, nothing to report
FINDINGS = 1  # ran, and found errors in the files or failed tests
COULD_NOT_RUN = 2  # a flag, path or name was wrong: nothing was judged
BUG = 3  # our fault
INTERRUPTED = 130  # Ctrl-C, as shells count it
BROKEN_PIPE = 141  # the reader of our output went away, as shells count it


class CannotRun(click.ClickException):
    """The command cannot do what was asked; the message says what would be right."""

    exit_code = COULD_NOT_RUN

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message on standard error."""
        click.echo(f"beh: {self.format_message()}", file=file, err=file is None)
