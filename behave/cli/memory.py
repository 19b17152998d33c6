"""How much memory this process may still take, as far as the system says."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path

_GROUP = Path("/sys/fs/cgroup")


def available() -> int | None:
    """Bytes that are free, or could be made free, and that no limit forbids; None: not known."""
    found = [_free(), _group_rest(), _limit_rest()]
    known = [number for number in found if number is not None]
    return max(min(known), 0) if known else None


def _free() -> int | None:
    if sys.platform == "win32":
        return _free_on_windows()
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    with suppress(OSError, ValueError, AttributeError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4
    return None


class _Status(ctypes.Structure):
    """Windows' MEMORYSTATUSEX."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        *((name, ctypes.c_uint64) for name in ("whole", "free", "pages", "pages_free")),
        *((name, ctypes.c_uint64) for name in ("virtual", "virtual_free", "extended")),
    )


def _free_on_windows() -> int | None:
    status = _Status(length=ctypes.sizeof(_Status))
    with suppress(AttributeError, OSError):
        kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
        if kernel.GlobalMemoryStatusEx(ctypes.byref(status)):
            return int(status.free)
    return None


def _group_rest() -> int | None:
    """What the control group of a container leaves."""
    with suppress(OSError, ValueError):
        most = (_GROUP / "memory.max").read_text(encoding="ascii").strip()
        used = int((_GROUP / "memory.current").read_text(encoding="ascii"))
        return None if most == "max" else int(most) - used
    return None


def _limit_rest() -> int | None:
    """What the limit on this process's address space leaves."""
    with suppress(ImportError, OSError, ValueError, IndexError):
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_AS)
        if soft != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
            return soft - pages * os.sysconf("SC_PAGE_SIZE")
    return None
