"""The ``beh`` group: finds a command without importing the others, and ends every run tidily."""

from __future__ import annotations

import atexit
import errno
import gc
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, TextIO

import click

from behave.cli import exits
from behave.collector import collector_off

# Command name → module and function; only the one that is asked for is imported.
COMMANDS = {
    "lint": ("behave.cli.lint", "Check .beh files and show what is wrong with them."),
    "fmt": ("behave.cli.fmt", "Write .beh files as everybody writes them."),
    "run": ("behave.cli.run", "Run a scene and print what each machine did when."),
    "test": ("behave.cli.test", "Run the tests written in .beh files."),
    "why": ("behave.cli.why", "Show why transitions fire or do not fire at a time."),
    "view": ("behave.cli.view", "Watch a scene in a window, or take pictures of it."),
    "graph": ("behave.cli.graph", "Draw the states of a file: svg, png, mermaid or dot."),
    "report": ("behave.cli.report", "Write a run as one page: graph, timeline, curves, pictures."),
    "bench": ("behave.cli.bench", "Measure what crowds and agents cost on this machine."),
    "demo": ("behave.cli.demo", "Show the shipped hand-on-the-wall scene."),
    "rules": ("behave.cli.rules", "List every code a finding may carry."),
    "lsp": ("behave.cli.lsp", "Serve an editor: findings while typing, completion and more."),
    "explain": ("behave.cli.explain", "Explain a code (BEH0201) or a word of the language."),
}


class _ReaderLeftError(Exception):
    """Nobody reads our output any more."""


class Commands(click.Group):
    """A group that imports a command's module when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Command names in the order help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None for an unknown one."""
        if cmd_name not in COMMANDS:
            return None
        with collector_off():  # what an import makes stays
            module = importlib.import_module(COMMANDS[cmd_name][0])
        gc.freeze()  # nor is it looked through later
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the nearest command proposed for a misspelt one."""
        name = args[0]
        if not name.startswith("-") and name not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, n=1)
            hint = f"did you mean `beh {near[0]}`?" if near else f"there is: {', '.join(COMMANDS)}"
            raise exits.CannotRun(f"there is no command `{name}`; {hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """As click does, which would end a broken pipe with the code for findings."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise _ReaderLeftError from None
        return result

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table, importing none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry[1]) for name, entry in COMMANDS.items()])

    def main(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        **extra: Any,
    ) -> None:
        """Run and leave the process with the right exit code; never a traceback."""
        extra.pop("standalone_mode", None)
        _tolerant_streams()
        if args is None:
            _collect_little(sys.argv[1:2])
        code = exits.CLEAN
        try:
            result = super().main(
                args=args, prog_name=prog_name or "beh", standalone_mode=False, **extra
            )
            code = result if isinstance(result, int) else exits.CLEAN
        except click.exceptions.Abort:
            code = _interrupted()
        except click.ClickException as problem:
            problem.show()
            code = problem.exit_code
        except KeyboardInterrupt:
            code = _interrupted()
        except _ReaderLeftError:
            code = _reader_left()
        except OSError as problem:
            code = _cannot_write(problem)
        except Exception as problem:
            code = _report_bug(problem)
        sys.exit(code)


def _collect_little(command: list[str]) -> None:
    """Spare a process of its own from looking for garbage where it is over before it matters.

    That costs a tenth of a short run; `lint` and `fmt` clear up between files themselves.
    """
    atexit.register(gc.freeze)
    if command in (["lint"], ["fmt"]):
        gc.disable()


def _tolerant_streams() -> None:
    """Let a terminal that lacks a character show an escape instead of failing.

    A stream that was closed before we began is replaced by one that goes nowhere.
    """
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _interrupted() -> int:
    click.echo("beh: interrupted", err=True)
    return exits.INTERRUPTED


def _nowhere() -> TextIO:
    from behave.cli import files  # only for a stream that is closed or full

    return files.null_stream()


def _cannot_write(problem: OSError) -> int:
    """A full disk or another failing output: nothing of ours is wrong."""
    if problem.errno not in (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EDQUOT):
        return _report_bug(problem)
    click.echo(f"beh: cannot write the output: {problem.strerror}", err=True)
    sys.stdout = _nowhere()
    return exits.COULD_NOT_RUN


def _reader_left() -> int:
    """Send the rest of the output nowhere, so that closing it at exit is silent too."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return exits.BROKEN_PIPE


def _report_bug(problem: Exception) -> int:
    """One line with what a report needs; the whole traceback with BEH_DEBUG=1."""
    import traceback

    if os.environ.get("BEH_DEBUG", "") not in ("", "0"):
        traceback.print_exception(problem)
    frames = traceback.extract_tb(problem.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    text = " ".join(str(problem).split()) or "no message"
    click.echo(
        f"beh: internal error: {type(problem).__name__}: {text[:300]}{place}. This is a bug in "
        "behave, not in your file: please report this line with the file and the command "
        "(BEH_DEBUG=1 shows the whole traceback).",
        err=True,
    )
    return exits.BUG


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version without reading package metadata on every other run."""
    if wanted:
        import behave

        click.echo(f"beh {behave.__version__}")
        ctx.exit()


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and leave.",
)
def main() -> None:
    """Check, run, test and watch behaviors written in .beh files."""
