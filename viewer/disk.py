"""Texts on the disk: read as they are, and replaced as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil


def read_text(path: str) -> str:
    """A file's text with its own line ends; raises ``OSError`` or ``UnicodeDecodeError``."""
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def write_text(path: str, text: str) -> None:
    """Replace a file's text; a write that is stopped leaves the old one.

    The file keeps its permissions, and a link goes on pointing to it. Where nothing can be put
    beside it (a folder one may not write to) it is written in place. Raises ``OSError``.
    """
    real = os.path.realpath(path)
    temporary = f"{real}.part"
    data = text.encode("utf-8")
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except PermissionError:
        with contextlib.suppress(OSError):
            os.remove(temporary)
        with open(real, "wb") as file:
            file.write(data)
        return
    except OSError:
        with contextlib.suppress(OSError):
            os.remove(temporary)
        raise
    try:
        if os.path.exists(real):
            shutil.copymode(real, temporary)
        os.replace(temporary, real)
    except OSError:
        with contextlib.suppress(OSError):
            os.remove(temporary)
        raise
