"""The window under a virtual screen: a process of its own opens it, uses it and closes it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

import viewer
from tests.viewer.conftest import REACH, session_for

ROOT = Path(__file__).absolute().parents[2]
DRIVER = Path(__file__).with_name("drive_window.py")


def run(beh_file: Path, *words: str, driver: Path = DRIVER) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(driver), str(beh_file), *words]
    environment = dict(os.environ, PYTHONPATH=str(ROOT), BEH_SETTINGS=str(beh_file.parent / "set"))
    if not environment.get("DISPLAY"):
        command = ["xvfb-run", "-a", "-s", "-screen 0 1400x900x24", *command]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False
    )


def can_show() -> bool:
    return bool(os.environ.get("DISPLAY")) or shutil.which("xvfb-run") is not None


@pytest.mark.parametrize("panels", ["imgui", "plain"])
def test_the_window_opens_is_used_and_closes(beh_file: Path, panels: str) -> None:
    if not can_show():  # then the reason must be told in a line instead
        session = session_for(beh_file)
        loaded = session.load()
        with pytest.raises(viewer.WindowError) as caught:
            viewer.open_window(session, loaded)
        assert "\n" not in str(caught.value)
        return
    done = run(beh_file, panels)
    assert done.returncode == 0, done.stdout + done.stderr
    told = dict(line.split(" ", 1) for line in done.stdout.splitlines() if " " in line)
    assert told["panels"] == str(panels == "imgui")
    assert float(told["orbited"]) == pytest.approx(-0.8, abs=1e-6)
    assert float(told["zoomed"]) < 1.0
    assert float(told["walked"]) > 0.1
    assert told["live"] == "True"
    assert told["help"] == "True"
    assert float(told["help_pixels"]) > 0.02
    assert told["broken"] == "True"
    assert int(told["ran_on"]) > 0
    assert "Wating" in told["error"]
    assert float(told["error_pixels"]) > 0.01
    assert told["mended"] == "True"
    assert told["scenes"] == "True"
    assert "Traceback" not in done.stderr
    assert beh_file.read_text(encoding="utf-8") == REACH


def test_the_window_is_worked_in_and_remembered(beh_file: Path, tmp_path: Path) -> None:
    """Records, writes a param back, is minimised and made tiny, looks at nowhere, and opens
    the next time as it was left."""
    if not can_show():  # the test above tells what is said then
        return
    film = tmp_path / "a.gif"
    told = []
    for _ in range(2):
        done = run(beh_file, str(film), driver=DRIVER.with_name("drive_workbench.py"))
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        told.append(dict(x.split(" ", 1) for x in done.stdout.splitlines() if " " in x))
    first, second = told
    assert first["size"] == "1280 720"
    assert first["opened_at"] == second["opened_at"] == "18"
    assert second["size"] == "1000 620"
    assert second["plots"] == "pause"
    assert first["graph"] == first["paused"] == "True"
    assert first["recorded"].startswith(f"wrote {film} ({first['wanted']} pictures)")
    with Image.open(film) as picture:
        assert picture.n_frames == int(second["wanted"])
    assert first["told"].startswith("wrote 1 param into ")
    assert first["broken"] == "False"
    text = beh_file.read_text(encoding="utf-8")
    assert text == REACH.replace("pause  = 0.5 s", "pause  = 1.75 s")
    assert int(first["alive"]) >= 18
