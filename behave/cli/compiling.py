"""Says so while the maths kernels are compiled, which happens on a machine's first run only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click


@contextmanager
def compile_notice() -> Iterator[None]:
    """Print one line on standard error at the first kernel compiled within the block.

    Kernels that load from the cache compile nothing and print nothing.
    """
    from numba.core import event

    class Notice(event.Listener):
        """Hears of every compilation; speaks once."""

        told = False

        def on_start(self, event: Any) -> None:
            if not self.told:
                self.told = True
                click.echo("preparing the maths kernels, once per machine …", err=True)

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Notice()):
        yield
