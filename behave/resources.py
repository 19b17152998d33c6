"""Where the grammars and the shipped behaviors are: beside the package, or in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def grammar_path(name: str) -> Path:
    """Path of a file in ``grammars/``, such as ``beh.lark``."""
    return _folder("grammars") / name


def behaviors_path() -> Path:
    """The folder with the shipped behaviors and their rigs."""
    return _folder("behaviors")


def _folder(name: str) -> Path:
    """In a wheel the data lies inside the package; in a checkout beside it."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
