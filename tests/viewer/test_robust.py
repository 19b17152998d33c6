"""What a viewer must survive: old OpenGL or none, no agents, very many colliders."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.viewer.conftest import REACH, session_for
from viewer.capture import Take, shot

ROOT = Path(__file__).absolute().parents[2]
OLD_GL = {"MESA_GL_VERSION_OVERRIDE": "2.1", "MESA_GLSL_VERSION_OVERRIDE": "120"}


def python(script: str, *before: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a process of its own."""
    return subprocess.run(
        [*before, sys.executable, "-c", textwrap.dedent(script)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("version", ["330", "410"])
def test_all_shaders_compile_and_link(version: str) -> None:
    """Each pair as the renderer uses it, at the version it names and at 4.1's, quick or not."""
    script = f"""
        from importlib import resources
        from viewer.gl import shader
        from viewer.gl.context import GLError, open_hidden
        from viewer.probe import ability
        can = ability()
        if not (can.egl or can.window):
            print("no GL")
            raise SystemExit
        window = open_hidden(egl=can.egl)
        plain = shader.source
        def changed(name, *defines):
            text = plain(name, *defines)
            if not name.endswith(".glsl"):
                assert text.startswith("#version 330 core"), name
            return text.replace("#version 330 core", "#version {version} core", 1)
        shader.source = changed
        names = sorted(p.name for p in (resources.files("viewer.gl") / "shaders").iterdir())
        vertex = [n for n in names if n.endswith(".vert")]
        for name in vertex:
            pair = name.replace(".vert", ".frag")
            assert pair in names, name
            for which in ((), ("BOX",), ("GLASS",), ("BOX", "GLASS"), ("FLOOR",)):
                for quick in ((), ("QUICK",)):
                    shader.Shader(name, pair, *which, *quick)
        print(len(vertex), "pairs")
    """
    done = python(script, MESA_GL_VERSION_OVERRIDE="4.1FC", MESA_GLSL_VERSION_OVERRIDE="410")
    assert done.returncode == 0, done.stderr
    count = len(list((ROOT / "viewer" / "gl" / "shaders").glob("*.vert")))
    assert done.stdout.strip() in (f"{count} pairs", "no GL")


def test_with_old_gl_pictures_are_drawn_without_it_and_it_is_said(beh_file: Path) -> None:
    out = beh_file.with_name("a.png")
    script = f"""
        from behave.cli import main
        import sys
        sys.argv = ["beh", "view", {str(beh_file)!r}, "--scene", "empty", "--shot", {str(out)!r},
                    "--panels", "--size", "160x90"]
        main()
    """
    done = python(script, **OLD_GL)
    assert done.returncode == 0, done.stderr
    assert Image.open(out).size == (160, 90)
    said = [line for line in done.stderr.splitlines() if "OpenGL" in line]
    assert len(said) == 1
    assert said[0].startswith("beh: no OpenGL here")


def test_a_window_with_old_gl_is_refused_in_a_line(beh_file: Path) -> None:
    before: list[str] = []
    if not os.environ.get("DISPLAY") and shutil.which("xvfb-run"):
        before = ["xvfb-run", "-a", "-s", "-screen 0 800x600x24"]
    script = f"""
        from behave.cli import main
        import sys
        sys.argv = ["beh", "view", {str(beh_file)!r}, "--scene", "empty"]
        main()
    """
    done = python(script, *before, **OLD_GL)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    told = [line for line in done.stderr.splitlines() if line.startswith("beh: ")]
    assert len(told) == 1
    assert "need no window" in told[0]


def test_a_scene_without_agents_has_panels_that_say_so(beh_file: Path) -> None:
    model = session_for(beh_file, "empty").load().model
    assert model is not None
    out = beh_file.with_name("a.png")
    shot(model, str(out), 0.5, Take(panels=True), note=lambda line: None)
    picture = np.asarray(Image.open(out).convert("RGB"))
    assert picture.shape == (720, 1280, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100


def test_two_thousand_colliders_are_drawn(beh_file: Path) -> None:
    """A field of boxes: the picture is full of their colour, which that of the room is not."""
    boxes = "\n".join(
        f"  box b{k} at ({1.5 * (k % 50) - 37} m, 0.5 m, {1.5 * (k // 50) + 2} m),"
        " size: (1.4 m, 1 m, 1.4 m), layer: touchable"
        for k in range(2000)
    )
    text = REACH.replace(
        "scene empty {", f"scene many {{\n{boxes}\n  humanoid hero at (0 m, 0 m, 0 m) with reach\n"
    )
    beh_file.write_text(text, encoding="utf-8")
    model = session_for(beh_file, "many").load().model
    assert model is not None
    out = beh_file.with_name("a.png")
    shot(model, str(out), 0.1, Take(size=(320, 180), pitch=0.5, distance=12.0), note=lambda _: None)
    picture = np.asarray(Image.open(out).convert("RGB")).astype(int)
    assert np.isfinite(picture).all()
    edges = np.abs(np.diff(picture.sum(axis=2), axis=1)) > 40
    assert edges.sum() > 2000  # sides and tops of very many boxes


def test_without_a_display_it_is_said_in_a_line(beh_file: Path) -> None:
    script = f"""
        import os, sys
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            os.environ.pop(name, None)
        sys.platform = "linux"
        from behave.cli import main
        sys.argv = ["beh", "view", {str(beh_file)!r}, "--scene", "empty"]
        main()
    """
    done = python(script)
    assert done.returncode == 2, done.stderr
    told = [line for line in done.stderr.splitlines() if line.startswith("beh: ")]
    assert len(told) == 1
    assert "DISPLAY" in told[0]
    assert "need no window" in told[0]
    assert "Traceback" not in done.stderr
