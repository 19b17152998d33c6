"""Where machine code is kept from one command to the next: a folder beside numba's."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from pathlib import Path

MOST_FILES = 200
"""So many pieces of code are kept; beyond that the ones unused longest go."""

SUFFIX = ".code"


def code_folder() -> Path:
    """By numba's rules: ``NUMBA_CACHE_DIR``, else beside the package where that may be written to,
    else the user's own cache."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given) / "behave"
    package = Path(__file__).resolve().parents[1]
    if os.access(package, os.W_OK):
        return package / "native" / "__pycache__"
    return _users_cache() / "behave"


def _users_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


class CodeFolder:
    """Pieces of code by key. What is cut short or spoilt counts as not there; a folder that cannot
    be written to keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}{SUFFIX}"

    def read(self, key: str) -> bytes | None:
        """What was kept under a key."""
        file = self._file(key)
        try:
            data = file.read_bytes()
        except OSError:
            return None
        digest, code = data[:32], data[32:]
        if hashlib.sha256(code).digest() != digest:
            return None
        with contextlib.suppress(OSError):
            os.utime(file)
        return code

    def write(self, key: str, data: bytes) -> None:
        """Keep it; another process sees all of it or nothing."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(hashlib.sha256(data).digest() + data)
                os.replace(name, self._file(key))
            except OSError:
                os.unlink(name)
                raise
            self._make_room()

    def _make_room(self) -> None:
        files = list(self.folder.glob(f"*{SUFFIX}"))
        if len(files) > MOST_FILES:
            files.sort(key=lambda file: file.stat().st_mtime)
            for file in files[: len(files) - MOST_FILES]:
                file.unlink(missing_ok=True)
