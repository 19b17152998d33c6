"""Which way of drawing this machine can give. Asked before pyglet's GL is imported: a failed
window spoils the process for anything else."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

# Debian's package for each library
PACKAGES = {
    "GL": ("libGL.so.1", "libgl1"),
    "EGL": ("libEGL.so.1", "libegl1"),
    "X11": ("libX11.so.6", "libx11-6"),
    "Xrender": ("libXrender.so.1", "libxrender1"),
}

_TRY_WINDOW = """
import pyglet
pyglet.options.shadow_window = False
from pyglet import gl
config = gl.Config(double_buffer=True, depth_size=24, major_version=3, minor_version=3)
window = pyglet.window.Window(64, 64, config=config, visible=False)
window.switch_to()
"""


@dataclass(frozen=True)
class Ability:
    """What can be used: a ``window``, off-screen ``egl``, and ``missing``: packages to install."""

    window: bool
    egl: bool
    missing: tuple[str, ...]


def has_library(name: str) -> bool:
    """Whether a shared library can be loaded."""
    soname, _ = PACKAGES[name]
    for candidate in (ctypes.util.find_library(name), soname):
        if candidate:
            try:
                ctypes.CDLL(candidate)
            except OSError:
                continue
            return True
    return False


def ability(
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    has: Callable[[str], bool] = has_library,
) -> Ability:
    """What the libraries and the display allow, without opening anything."""
    if platform != "linux":
        return Ability(window=True, egl=False, missing=())
    found = {name: has(name) for name in PACKAGES}
    display = bool(environment.get("DISPLAY"))
    egl = found["GL"] and found["EGL"]
    window = display and found["GL"] and found["X11"] and found["Xrender"]
    needed = ("GL", "EGL", "X11", "Xrender") if display else ("GL", "EGL")
    missing = tuple(PACKAGES[name][1] for name in needed if not found[name])
    return Ability(window, egl, missing)


def window_problem(environment: Mapping[str, str] = os.environ) -> str:
    """Why no window can be opened here, in one line; empty where it can. Tries it in another
    process, since a failure would spoil this one."""
    can = ability(environment)
    if sys.platform == "linux" and not environment.get("DISPLAY"):
        return "there is no screen (DISPLAY is not set)"
    if not can.window:
        return f"a window needs {' '.join(can.missing)} (apt install {' '.join(can.missing)})"
    try:
        done = subprocess.run(
            [sys.executable, "-c", _TRY_WINDOW],
            capture_output=True,
            text=True,
            timeout=30,
            env=dict(environment),
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"a window could not be tried: {error}"
    if done.returncode == 0:
        return ""
    lines = done.stderr.strip().splitlines()
    return f"no window could be opened: {lines[-1] if lines else 'unknown reason'}"


def soft_notice(can: Ability, reason: str = "") -> str:
    """The line to show where pictures are drawn without OpenGL."""
    why = f" ({reason})" if reason else ""
    packages = can.missing or ("libegl1", "libgl1", "libgl1-mesa-dri")
    advice = f"; apt install {' '.join(packages)} for OpenGL" if sys.platform == "linux" else ""
    return f"no OpenGL here{why}: drawing with numpy, slower and without panels{advice}"
