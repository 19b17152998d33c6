"""The grammar's table, built once per machine and loaded from the user's cache afterwards.

The cache holds JSON, never code, in a folder only its user may write to; it is keyed by the
grammar, Lark's version and Python's. Whatever is wrong with it, the table is built anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from behave.resources import grammar_path
from behave.syntax.table import Table, build_table, from_data, to_data

# Raised by one whenever the shape of the cached data changes.
_FORMAT = 1


@lru_cache(maxsize=1)
def grammar_table() -> Table:
    """The table of grammars/beh.lark, from the cache where that is possible."""
    grammar = grammar_path("beh.lark").read_text(encoding="utf-8")
    folder = cache_folder()
    return cached_table(grammar, folder)


def cached_table(grammar: str, folder: Path | None) -> Table:
    """The table of a grammar, read from or written to ``folder`` (None: no cache at all)."""
    key = table_key(grammar)
    if folder is not None:
        table = _read(folder / f"{key}.json")
        if table is not None:
            return table
    table = build_table(grammar)
    if folder is not None:
        _write(folder, key, table)
    return table


def table_key(grammar: str) -> str:
    """Names a table: changes with the grammar, Lark, Python and the cache's own format."""
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    text = f"{_FORMAT}\n{_lark_version()}\n{python}\n{grammar}"
    return hashlib.sha256(text.encode()).hexdigest()


def _lark_version() -> str:
    """Lark's version, read without importing it or the slow package metadata."""
    spec = find_spec("lark")
    if spec is None or spec.origin is None:
        return "none"
    try:
        text = Path(spec.origin).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return spec.origin
    match = re.search(r"__version__[^=\n]*=\s*[\"']([^\"']+)", text)
    return match[1] if match else spec.origin


def cache_folder() -> Path | None:
    """The user's cache folder for tables; None where there is none to be trusted.

    ``BEH_CACHE_DIR`` overrides it; empty switches the cache off.
    """
    chosen = os.environ.get("BEH_CACHE_DIR")
    if chosen is not None:
        return Path(chosen) if chosen else None
    try:
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # no home folder
        return None
    return base / "behave-engine" if base.is_absolute() else None


def _private(folder: Path) -> bool:
    """Whether only this user may write to the folder (on Windows the profile sees to that)."""
    if os.name != "posix":
        return True
    status = os.lstat(folder)
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _read(path: Path) -> Table | None:
    try:
        if not _private(path.parent):
            return None
        digest, _, body = path.read_bytes().partition(b"\n")
        if hashlib.sha256(body).hexdigest().encode() != digest:
            return None
        table = from_data(json.loads(body))
        table.scanner, table.pieces  # noqa: B018 - a pattern that cannot be compiled is corrupt
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return table


def _write(folder: Path, key: str, table: Table) -> None:
    import tempfile  # only here: most runs read the cache

    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _private(folder):
            return
        body = json.dumps(to_data(table), ensure_ascii=True, separators=(",", ":")).encode()
        handle, name = tempfile.mkstemp(dir=folder, prefix="table-", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
            os.replace(name, folder / f"{key}.json")
        except OSError:
            os.unlink(name)
            raise
    except OSError:
        return
