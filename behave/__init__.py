"""behave: a data-driven behaviour engine for characters.

A ``.beh`` text is checked and compiled to a Program, run as state machines at a fixed tick,
and shown in a viewer. Importing this package loads nothing heavy.
"""

from __future__ import annotations

DISTRIBUTION = "behave-engine"

__all__ = ["DISTRIBUTION", "__version__"]


def __getattr__(name: str) -> str:
    """Look up ``__version__`` when asked for: reading package metadata takes milliseconds."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "0+uninstalled"
