"""Real files saved in the ways editors save them; noticed by looking, and told by the system."""

from __future__ import annotations

import builtins
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from viewer.watch import PERIOD, SLOW, Watch, mount_kind


def in_place(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def by_rename(path: Path, text: str) -> None:
    """As VS Code's atomic save and most others do: a new file takes the place of the old."""
    other = path.with_name("4913.tmp")
    other.write_text(text, encoding="utf-8")
    os.replace(other, path)


def with_backup(path: Path, text: str) -> None:
    """As vim does: the old file becomes the backup, and a new one is written."""
    os.replace(path, path.with_name(path.name + "~"))
    path.write_text(text, encoding="utf-8")


def by_deletion(path: Path, text: str) -> None:
    path.unlink()
    path.write_text(text, encoding="utf-8")


SAVES: tuple[Callable[[Path, str], None], ...] = (in_place, by_rename, with_backup, by_deletion)


def until(found: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Whether something comes true in that time; looked at often."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found():
            return True
        time.sleep(0.005)
    return False


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """A behaviour, and a rig in a folder of its own."""
    (tmp_path / "rigs").mkdir()
    found = [tmp_path / "a.beh", tmp_path / "rigs" / "b.beh"]
    for path in found:
        path.write_text("old", encoding="utf-8")
    return found


@pytest.fixture
def told(files: list[Path]) -> Iterator[Watch]:
    """A watch that the system tells; it has begun to, which a first change shows."""
    watch = Watch(map(str, files))
    watch.listen()

    def begun() -> bool:
        files[0].write_text(f"{time.monotonic_ns()}", encoding="utf-8")
        return until(lambda: watch.changed(0.0), 0.5)

    assert until(begun), watch.reason
    until(lambda: watch.changed(0.0), 0.2)  # what the last of these writes may still tell
    yield watch
    watch.close()


@pytest.mark.parametrize("save", SAVES)
@pytest.mark.parametrize("which", [0, 1])
def test_a_look_sees_every_way_to_save(
    files: list[Path], save: Callable[[Path, str], None], which: int
) -> None:
    watch = Watch(map(str, files))
    assert not watch.changed(PERIOD)
    save(files[which], "new text")
    assert watch.changed(PERIOD)
    assert not watch.changed(PERIOD)


def test_looks_are_a_period_apart(files: list[Path]) -> None:
    watch = Watch(map(str, files))
    in_place(files[0], "new text")
    assert not watch.changed(PERIOD * 0.9)
    assert watch.changed(PERIOD * 0.2)


@pytest.mark.parametrize("save", SAVES)
def test_the_system_tells_of_every_way_to_save(
    told: Watch, files: list[Path], save: Callable[[Path, str], None]
) -> None:
    """No time is let pass, so that no look of its own can have seen it."""
    for path in files:
        save(path, f"new text of {path.name}")
        assert until(lambda: told.changed(0.0)), path
    assert told.told
    assert told.reason == ""


def test_a_file_that_is_gone_and_comes_back_is_told_once_it_is_there(
    told: Watch, files: list[Path]
) -> None:
    files[1].unlink()
    assert not until(lambda: told.changed(0.0), 0.3)
    files[1].write_text("back again", encoding="utf-8")
    assert until(lambda: told.changed(0.0))


def test_of_a_series_of_writes_the_last_is_seen(told: Watch, files: list[Path]) -> None:
    """However the writes are told, whoever reads at each telling ends with the last text."""
    read = [""]

    def ended() -> bool:
        if told.changed(0.0):
            read[0] = files[0].read_text(encoding="utf-8")
        return read[0] == "text 39"

    for number in range(40):
        in_place(files[0], f"text {number}")
        ended()
    assert until(ended)
    assert not until(lambda: told.changed(0.0), 0.2)


def test_other_files_of_the_folder_are_no_change(told: Watch, files: list[Path]) -> None:
    files[0].with_name("other.beh").write_text("new", encoding="utf-8")
    assert not until(lambda: told.changed(0.0), 0.3)
    assert told.told


def test_a_folder_that_was_replaced_is_noticed_and_told_of_again(
    told: Watch, files: list[Path]
) -> None:
    folder = files[1].parent
    shutil.rmtree(folder)
    folder.mkdir()
    files[1].write_text("in another folder", encoding="utf-8")
    assert until(lambda: told.changed(SLOW), 5.0)

    def saved_again() -> bool:
        files[1].write_text(f"{time.monotonic_ns()}", encoding="utf-8")
        return until(lambda: told.changed(0.0), 0.5)

    assert until(saved_again), told.reason


def test_what_is_known_already_is_no_change(files: list[Path]) -> None:
    watch = Watch(map(str, files))
    in_place(files[0], "written by ourselves")
    watch.seen()
    assert not watch.changed(PERIOD)
    in_place(files[0], "written by somebody else")
    assert watch.changed(PERIOD)


def test_without_watchfiles_it_looks_and_says_so(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = builtins.__import__

    def without(name: str, *words: Any, **named: Any) -> Any:
        if name == "watchfiles":
            raise ImportError(name)
        return plain(name, *words, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    watch = Watch(map(str, files))
    watch.listen()
    assert until(lambda: watch.changed(0.0) or bool(watch.reason))
    assert watch.reason == "watchfiles is not installed"
    assert not watch.told
    in_place(files[0], "new text")
    assert watch.changed(PERIOD)


def test_a_folder_that_cannot_be_told_of_is_looked_at(files: list[Path]) -> None:
    watch = Watch([str(files[0].parent / "nowhere" / "c.beh")])
    watch.listen()
    assert until(lambda: watch.changed(0.0) or bool(watch.reason))
    assert "nowhere" in watch.reason or "exist" in watch.reason or "No such" in watch.reason
    watch.close()


MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
tmpfs /tmp tmpfs rw 0 0
server:/export /home/me/shared\\040files nfs4 rw 0 0
host /mnt/c 9p rw 0 0
"""


def test_network_drives_are_known_by_their_mount(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(MOUNTS, encoding="utf-8")
    for folder, kind in {
        "/home/me": "",
        "/home/me/shared files": "nfs4",
        "/home/me/shared files/a/b": "nfs4",
        "/home/me/shared filesystem": "",
        "/mnt/c/work": "9p",
        "/mnt/cd": "",
        "/tmp/x": "",
    }.items():
        assert mount_kind(folder, str(mounts)) == kind, folder
    assert mount_kind("/home", str(tmp_path / "none")) == ""


def test_on_a_network_drive_it_looks_and_says_why(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.watch.remote_kind", lambda folder: "nfs4")
    watch = Watch(map(str, files))
    watch.listen()
    assert watch.reason == "on a network drive (nfs4) nobody tells of changes"
    in_place(files[0], "new text")
    assert watch.changed(PERIOD)
