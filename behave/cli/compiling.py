"""Says so while kernels are compiled, which happens on a machine's first run only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

TEXT = "preparing the maths kernels, once per machine: a few seconds …"
UNKEPT = (
    "they cannot be kept in {folder}, so the next run prepares them again; "
    "BEH_CACHE_DIR names another folder"
)


@contextmanager
def compile_notice() -> Iterator[None]:
    """Print one line on standard error at the first kernel compiled within the block.

    On a terminal the line counts the kernels compiled. Kernels whose code was kept compile
    nothing and print nothing. A further line tells where the code could not be kept.
    """
    from behave.jit.folder import code_folder
    from behave.jit.function import noticing

    count = unkept = 0

    def notice(name: str, kept: bool | None) -> None:
        nonlocal count, unkept
        if kept is not None:
            unkept += not kept
            return
        count += 1
        if sys.stderr.isatty():
            click.echo(f"\r{TEXT} {count} ", nl=False, err=True)
        elif count == 1:
            click.echo(TEXT, err=True)

    with noticing(notice):
        try:
            yield
        finally:
            if count and sys.stderr.isatty():
                click.echo(err=True)
            if unkept:
                click.echo(UNKEPT.format(folder=code_folder()), err=True)
