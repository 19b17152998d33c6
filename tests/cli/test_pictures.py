"""Pictures that a file names: read beside it, inside the project, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from behave.cli import files
from behave.source import Source
from tests.cli.conftest import WAVE, Beh

LAND = 'heightfield hills at (0 m, -9 m, 0 m), size: (6 m, 5 m, 4 m), file: "NAME"\n'


def write(project: Path, name: str = "hills.png") -> None:
    path = project / name
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(np.arange(12, dtype=np.uint8).reshape(3, 4)).save(path)


def scene(project: Path, picture: str) -> None:
    text = WAVE.replace("scene alone {\n", "scene alone {\n  " + LAND.replace("NAME", picture))
    (project / "wave.beh").write_text(text, encoding="utf-8")


def test_a_picture_beside_the_file_is_read(project: Path, beh: Beh) -> None:
    write(project, "maps/hills.png")
    scene(project, "maps/hills.png")
    done = beh("run", "wave.beh", "--scene", "alone", "--ticks", "3")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("gone.png", 'there is no file "gone.png" beside wave.beh'),
        ("../outside.png", "leaves the project folder"),
        ("/etc/passwd", "is not relative"),
        ("C:/hills.png", "is not relative"),
        ("maps\\\\hills.png", "forward slashes"),
        ("link.png", "leaves the project folder"),
        ("wave.beh", "it is no picture that can be read"),
        (".", "there is no file"),
    ],
)
def test_anything_else_is_refused(picture: str, message: str, project: Path, beh: Beh) -> None:
    write(project.parent, "outside.png")
    (project / "link.png").symlink_to(project.parent / "outside.png")
    scene(project, picture)
    done = beh("run", "wave.beh", "--scene", "alone", "--ticks", "3")
    assert done.exit_code != 0
    assert message in done.output
    assert "Traceback" not in done.output


def test_a_picture_too_large_to_hold_is_refused(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project)
    monkeypatch.setattr(files, "MOST_PICTURE_BYTES", 20)
    answer = files.read_picture(Source(str(project / "wave.beh"), ""), "hills.png")
    assert isinstance(answer, str)
    assert "is larger than" in answer
