"""Noticing that a file was saved, by looking at its time and size now and then."""

from __future__ import annotations

import os
from collections.abc import Iterable

PERIOD = 0.25  # seconds between looks

Stamp = tuple[int, int] | None


class Watch:
    """Watches some files; ``changed`` says whether any differs from when it was last asked."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        self._stamps: dict[str, Stamp] = {}
        self._waited = 0.0
        self.set_files(files)

    def set_files(self, files: Iterable[str]) -> None:
        """Watch these from now on; files watched before keep their stamps."""
        self._stamps = {file: self._stamps.get(file, _stamp(file)) for file in files}

    def changed(self, seconds: float) -> bool:
        """Let time pass; looks at the files each ``PERIOD``."""
        self._waited += seconds
        if self._waited < PERIOD:
            return False
        self._waited = 0.0
        now = {file: _stamp(file) for file in self._stamps}
        differs = any(stamp is not None and stamp != self._stamps[f] for f, stamp in now.items())
        # a file that is gone for a moment is being replaced: wait for it
        self._stamps.update({f: stamp for f, stamp in now.items() if stamp is not None})
        return differs


def _stamp(file: str) -> Stamp:
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
