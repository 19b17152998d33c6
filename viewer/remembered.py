"""What the window remembers of each project: its size, its panels, what is plotted and marked.

One small JSON file a project, in the user's own settings folder; nothing is written into the
project. A file that cannot be read, or is not as it should be, counts as none.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

FOLDER = "behave"
LEAST, MOST = 200, 16384  # points of a window that is believed
MOST_TEXT = 64 * 1024


@dataclass(frozen=True)
class Remembered:
    """How a window was left. ``layout`` is the panels' own text (imgui's ini)."""

    width: int = 0
    height: int = 0
    panels: bool = True
    ghost: bool = True
    gizmos: tuple[tuple[str, bool], ...] = ()
    plots: tuple[str, ...] = ()
    layout: str = ""
    source_wide: bool = False

    @property
    def size(self) -> tuple[int, int] | None:
        """The window's size, where one is remembered."""
        return (self.width, self.height) if self.width and self.height else None


def settings_folder(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Path:
    """Where the viewer keeps what a user chose; ``BEH_SETTINGS`` names another folder."""
    if environment.get("BEH_SETTINGS"):
        return Path(environment["BEH_SETTINGS"])
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or ".")
    if platform == "win32":
        return Path(environment.get("APPDATA") or home / "AppData" / "Roaming") / FOLDER
    if platform == "darwin":
        return home / "Library" / "Application Support" / FOLDER
    return Path(environment.get("XDG_CONFIG_HOME") or home / ".config") / FOLDER


def project_of(file: str) -> Path:
    """The project of a file: the nearest folder above with a ``pyproject.toml`` or ``.git``,
    else the file's own."""
    folder = Path(file).resolve().parent
    for above in (folder, *folder.parents):
        if (above / "pyproject.toml").exists() or (above / ".git").exists():
            return above
    return folder


def place_of(file: str, folder: Path) -> Path:
    """The file in a settings folder that remembers the window of a file's project."""
    project = str(project_of(file))
    name = hashlib.sha256(project.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return folder / "windows" / f"{name}.json"


def recall(place: Path) -> Remembered:
    """What is remembered at a place; nothing where it cannot be read."""
    try:
        with open(place, encoding="utf-8") as file:
            return _believed(json.loads(file.read(MOST_TEXT)))
    except (OSError, ValueError, RecursionError):
        return Remembered()


def _believed(found: Any) -> Remembered:
    """As much of a JSON value as is of the right kind and size."""
    if not isinstance(found, dict):
        return Remembered()
    sizes: list[Any] = [found.get(name) for name in ("width", "height")]
    good = all(type(n) is int and LEAST <= n <= MOST for n in sizes)
    gizmos, plots, layout = (found.get(name) for name in ("gizmos", "plots", "layout"))
    width, height = (int(n) for n in sizes) if good else (0, 0)
    return Remembered(
        width,
        height,
        panels=found.get("panels") is not False,
        ghost=found.get("ghost") is not False,
        gizmos=tuple(
            (pair[0], pair[1])
            for pair in (gizmos if isinstance(gizmos, list) else [])
            if isinstance(pair, list)
            and len(pair) == 2
            and isinstance(pair[0], str)
            and isinstance(pair[1], bool)
        ),
        plots=tuple(t for t in (plots if isinstance(plots, list) else []) if isinstance(t, str)),
        layout=layout if isinstance(layout, str) else "",
        source_wide=found.get("source_wide") is True,
    )


def keep(place: Path, window: Remembered) -> bool:
    """Remember a window; whether that could be written. A stopped write changes nothing."""
    temporary = place.with_suffix(".part")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(asdict(window), file, indent=1)
        os.replace(temporary, place)
    except OSError:
        return False
    return True
