"""Noticing that a file was saved: told by the system where it can, else by looking now and then.

What decides is always the files' stamps; the system's word (watchfiles) only says when to look.
So nothing is lost where it says too much, too little or nothing: a slow look goes on beside it.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable

PERIOD = 0.25  # seconds between looks where nobody tells
SLOW = 2.0  # seconds between looks where the system tells
SETTLED = 50  # milliseconds without a change until one is told
LONGEST = 400  # milliseconds after which one is told though changes go on

NETWORK = frozenset(
    ("nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "afs", "9p", "vboxsf", "davfs", "ceph",
     "glusterfs", "lustre", "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.davfs2",
     "fuse.gvfsd-fuse", "drvfs", "prl_fs", "vmhgfs")
)  # fmt: skip
"""File systems on which what others write raises no event here."""

Stamp = tuple[int, int, int] | None


class Watch:
    """Watches some files; ``changed`` says whether any differs from when it was last asked.

    It looks by itself until ``listen`` is called. ``reason`` says why the system does not tell,
    empty where it does or was not asked to.
    """

    def __init__(self, files: Iterable[str] = ()) -> None:
        self._stamps: dict[str, Stamp] = {}
        self._waited = 0.0
        self._listens = False
        self._told: Told | None = None
        self.reason = ""
        self.set_files(files)

    @property
    def told(self) -> bool:
        """Whether the system tells of changes."""
        return self._told is not None and self._told.works

    def set_files(self, files: Iterable[str]) -> None:
        """Watch these from now on; files watched before keep their stamps."""
        self._stamps = {file: self._stamps.get(file, _stamp(file)) for file in files}
        if self._listens:
            self._follow()

    def seen(self) -> None:
        """All files are known as they are now; what was there is no change any more."""
        for file in self._stamps:
            self._stamps[file] = _stamp(file) or self._stamps[file]

    def changed(self, seconds: float) -> bool:
        """Let time pass; looks at the files when it was told to, and each period."""
        self._waited += seconds
        told = self._told is not None and self._told.take()
        if self._told is not None and self._told.problem:
            self.reason = self._told.problem
            self._stop()
        if not told and self._waited < (SLOW if self.told else PERIOD):
            return False
        self._waited = 0.0
        now = {file: _stamp(file) for file in self._stamps}
        differs = any(stamp is not None and stamp != self._stamps[f] for f, stamp in now.items())
        # a file that is gone for a moment is being replaced: wait for it
        self._stamps.update({f: stamp for f, stamp in now.items() if stamp is not None})
        if differs and not told and self.told:
            self._stop()  # it has gone deaf: a folder was replaced, say
            self._follow()
        return differs

    # ---- the system's word -----------------------------------------------------------

    def listen(self) -> None:
        """Let the system tell of changes, where it can; ``close`` ends that."""
        self._listens = True
        self._follow()

    def close(self) -> None:
        """Let the system tell nothing more."""
        self._listens = False
        self._stop()

    def _follow(self) -> None:
        """Be told about the folders of the files; a file itself is another one after a save."""
        folders = sorted({os.path.dirname(os.path.realpath(file)) for file in self._stamps})
        if self._told is not None and self._told.folders == folders:
            return
        self._stop()
        if not folders:
            return
        remote = next((found for found in map(remote_kind, folders) if found), "")
        if remote:
            self.reason = f"on a network drive ({remote}) nobody tells of changes"
            return
        self.reason = ""
        self._told = Told(folders)

    def _stop(self) -> None:
        if self._told is not None:
            self._told.close()
            self._told = None


class Told:
    """A thread that is told when something in some folders changes."""

    def __init__(self, folders: list[str]) -> None:
        self.folders = folders
        self.problem = ""  # why it cannot be told, in a few words
        self._changed = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="beh watch")
        self._thread.start()

    @property
    def works(self) -> bool:
        """Whether it is being told."""
        return not self.problem

    def take(self) -> bool:
        """Whether something changed since this was asked last."""
        changed = self._changed.is_set()
        self._changed.clear()
        return changed

    def close(self) -> None:
        """End the thread; it ends soon by itself."""
        self._stop.set()

    def _run(self) -> None:
        try:
            import watchfiles
        except ImportError:
            self.problem = "watchfiles is not installed"
            return
        try:
            for _ in watchfiles.watch(
                *self.folders,
                watch_filter=None,
                debounce=LONGEST,
                step=SETTLED,
                stop_event=self._stop,
                raise_interrupt=False,
                recursive=False,
            ):
                self._changed.set()
        except Exception as problem:  # a limit of the system, a folder that is gone
            self.problem = " ".join(str(problem).split())[:120] or type(problem).__name__
            return
        if not self._stop.is_set():
            self.problem = "the system stopped telling"


def remote_kind(folder: str) -> str:
    """The kind of network drive a folder lies on; empty on a drive of this machine, or where
    that cannot be known."""
    if sys.platform == "win32":
        return "a shared folder" if os.path.realpath(folder).startswith("\\\\") else ""
    return mount_kind(folder)


def mount_kind(folder: str, mounts: str = "/proc/self/mounts") -> str:
    """The kind of network drive among a system's mounts that a folder lies on, or nothing."""
    try:
        with open(mounts, encoding="utf-8", errors="replace") as file:
            lines = [line.split() for line in file]
    except OSError:
        return ""
    best, kind = "", ""
    for words in lines:
        if len(words) < 3:
            continue
        place = words[1].encode().decode("unicode_escape", "replace")  # blanks are \040
        inside = folder == place or folder.startswith(place.rstrip("/") + "/")
        if inside and len(place) >= len(best):
            best, kind = place, words[2]
    return kind if kind in NETWORK else ""


def _stamp(file: str) -> Stamp:
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
