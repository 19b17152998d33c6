"""Whatever the file: the right exit code and a clear message, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import WAVE, Beh

CHINESE = WAVE.replace("wave", "挥手").replace("Resting", "休息").replace("Waving", "挥动")


def spoil(folder: Path, name: str, data: bytes) -> str:
    """Write a file of the project; returns its name."""
    (folder / name).write_bytes(data)
    return name


GOOD = {
    "empty": b"",
    "only a comment": b"# nothing\n",
    "bom": b"\xef\xbb\xbf" + WAVE.encode(),
    "crlf": WAVE.replace("\n", "\r\n").encode(),
    "old mac": WAVE.replace("\n", "\r").encode(),
    "chinese": CHINESE.encode(),
    "no newline at the end": WAVE.rstrip("\n").encode(),
}

BAD = {
    "binary": (bytes(range(256)) * 40, "BEH0102"),
    "nul": (b"behavior \x00\x00", "BEH01"),
    "utf-16": (WAVE.encode("utf-16"), "BEH0102"),
    "latin-1": ("# caf\u00e9\n".encode("latin-1"), "BEH0102"),
    "full-width": ("behavior a for humanoid \uff5b\uff5d\n".encode(), "BEH0103"),
    "full-width arrow": (WAVE.replace("->", "\uff0d\uff1e").encode(), "BEH0103"),
    "brackets": (b"(" * (1 << 20), "BEH010"),
    "too large": (b"# " + b"x" * (1 << 20), "BEH0102"),
    "deep": (b"let a = " + b"(" * 5000 + b"1" + b")" * 5000 + b"\n", "BEH0102"),
    "unclosed text": (b'use "rigs\n', "BEH0101"),
    "missing use": (b'use "gone.beh"\n', "BEH0"),
}


@pytest.mark.parametrize("name", GOOD)
def test_odd_but_good_files_are_clean(name: str, project: Path, beh: Beh) -> None:
    result = beh("lint", spoil(project, "odd.beh", GOOD[name]))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("name", BAD)
def test_bad_files_give_their_code(name: str, project: Path, beh: Beh) -> None:
    data, code = BAD[name]
    path = spoil(project, "odd.beh", data)
    result = beh("lint", "--format", "concise", path)
    assert result.exit_code == 1
    assert code in result.stdout
    assert result.stdout.startswith("odd.beh:")
    assert len(result.stdout.splitlines()) <= 120
    assert beh("lint", "--format", "json", path).exit_code == 1
    assert beh("lint", path).exit_code == 1


@pytest.mark.parametrize("name", ["binary", "brackets", "missing use", "full-width"])
@pytest.mark.parametrize("command", ["run", "why"])
def test_bad_files_do_not_run(name: str, command: str, project: Path, beh: Beh) -> None:
    path = spoil(project, "odd.beh", BAD[name][0])
    extra = ["--scene", "alone", "--at", "1s"] if command == "why" else []
    result = beh(command, path, *extra)
    assert result.exit_code == 1
    assert "BEH0" in result.stderr
    assert "odd.beh cannot run" in result.stderr


def test_a_file_that_is_not_there_names_a_near_one(beh: Beh) -> None:
    for command in ("lint", "run", "test", "view"):
        result = beh(command, "wafe.beh")
        assert result.exit_code == 2
        assert "wafe.beh" in result.stderr
        assert "wave.beh" in result.stderr


def test_a_folder_where_a_file_is_wanted(project: Path, beh: Beh) -> None:
    (project / "inner").mkdir()
    for command in ("run", "view"):
        result = beh(command, "inner")
        assert result.exit_code == 2
        assert "is a folder" in result.stderr


def test_a_folder_called_like_a_file(project: Path, beh: Beh) -> None:
    (project / "odd.beh").mkdir()
    result = beh("lint", "odd.beh")
    assert result.exit_code == 2
    assert "no .beh files" in result.stderr


def test_a_link_to_nothing(project: Path, beh: Beh) -> None:
    (project / "odd.beh").symlink_to("gone.beh")
    result = beh("lint", "odd.beh")
    assert result.exit_code == 2
    assert "no file 'odd.beh'" in result.stderr


def test_a_file_the_system_refuses_to_read(
    project: Path, beh: Beh, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str, *_: object, **__: object) -> object:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("behave.cli.files.open", refuse, raising=False)
    result = beh("lint", "wave.beh")
    assert result.exit_code == 2
    assert "cannot read 'wave.beh': Permission denied" in result.stderr


def test_a_circle_of_use(project: Path, beh: Beh) -> None:
    spoil(project, "a.beh", b'use "b.beh"\n')
    spoil(project, "b.beh", b'use "a.beh"\n')
    result = beh("lint", "a.beh")
    assert result.exit_code == 1
    assert "circle" in result.stdout
    assert "a.beh" in result.stdout
    assert "b.beh" in result.stdout


def test_a_file_that_uses_itself(project: Path, beh: Beh) -> None:
    spoil(project, "a.beh", b'use "a.beh"\n')
    result = beh("lint", "a.beh")
    assert result.exit_code == 1
    assert "circle" in result.stdout


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("../outside.beh", "leaves the project"),
        ("../../../../../../etc/outside.beh", "leaves the project"),
        ("/etc/outside.beh", "not relative"),
        ("~/outside.beh", "not relative"),
        ("C:/outside.beh", "not relative"),
        ("rigs\\\\humanoid.beh", "forward slashes"),
        ("secrets.txt", "not a .beh file"),
        ("", "names a file"),
        ("inner", "not a .beh file"),
        ("folder.beh", "no file"),
        ("gone.beh", "no file"),
        ("link.beh", "leaves the project"),
        ("linked/outside.beh", "leaves the project"),
    ],
)
def test_what_use_may_not_name(path: str, said: str, project: Path, beh: Beh) -> None:
    outside = project.parent / "outside.beh"
    outside.write_text("secret words here\n", encoding="utf-8")
    (project / "folder.beh").mkdir()
    (project / "secrets.txt").write_text("secret words here\n", encoding="utf-8")
    (project / "link.beh").symlink_to(outside)
    (project / "linked").symlink_to(project.parent)
    spoil(project, "odd.beh", f'use "{path}"\n'.encode())
    result = beh("lint", "odd.beh")
    assert result.exit_code == 1
    assert said in result.stdout
    assert "secret words" not in result.output


def test_use_of_a_file_that_is_not_text(project: Path, beh: Beh) -> None:
    spoil(project, "blob.beh", bytes(range(256)))
    spoil(project, "odd.beh", b'use "blob.beh"\n')
    result = beh("lint", "odd.beh")
    assert result.exit_code == 1
    assert "blob.beh" in result.stdout


def test_use_goes_up_inside_the_project(project: Path, beh: Beh) -> None:
    (project / "inner").mkdir()
    spoil(project, "inner/odd.beh", b'use "../wave.beh"\n')
    assert beh("lint", "inner/odd.beh").exit_code == 0


def test_a_file_of_ones_own_comes_before_a_shipped_one(project: Path, beh: Beh) -> None:
    (project / "rigs").mkdir()
    spoil(project, "rigs/humanoid.beh", b"layers nothing\n")
    result = beh("lint", "wave.beh")
    assert result.exit_code == 1
    assert "humanoid" in result.stdout
