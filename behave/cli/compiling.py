"""Says so while the maths kernels are compiled, which happens on a machine's first run only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

TEXT = "preparing the maths kernels, once per machine: about a minute …"


@contextmanager
def compile_notice() -> Iterator[None]:
    """Print one line on standard error at the first kernel compiled within the block.

    On a terminal the line counts the functions compiled. Kernels that load from the cache
    compile nothing and print nothing.
    """
    from numba.core import event

    class Notice(event.Listener):
        """Hears of every compilation."""

        count = 0

        def on_start(self, event: Any) -> None:
            self.count += 1
            if sys.stderr.isatty():
                click.echo(f"\r{TEXT} {self.count} ", nl=False, err=True)
            elif self.count == 1:
                click.echo(TEXT, err=True)

        def on_end(self, event: Any) -> None:
            pass

    notice = Notice()
    with event.install_listener("numba:compile", notice):
        yield
    if notice.count and sys.stderr.isatty():
        click.echo(err=True)
