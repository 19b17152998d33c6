"""The built wheel and an editable install work from another folder, with the shipped behaviors."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = "interaction.beh"

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, code: int = 0) -> str:
    """Run a command without the checkout on any path; returns its standard output."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    environment["PYTHONUTF8"] = "1"
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=570,
    )
    assert done.returncode == code, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def fresh_environment(folder: Path) -> tuple[Path, Path]:
    """A virtual environment that sees the outer one's packages; its python and its ``beh``.

    A ``.pth`` file adds the outer folder but not the outer's own ``.pth`` files, so a checkout
    installed there in editable mode stays out of sight.
    """
    venv.create(folder, with_pip=False)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    suffix = ".exe" if os.name == "nt" else ""
    python = scripts / f"python{suffix}"
    inside = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder)
    outer = sysconfig.get_path("purelib")
    (Path(inside.strip()) / "outer.pth").write_text(f"{outer}\n", encoding="utf-8")
    return python, scripts / f"beh{suffix}"


def install(python: Path, *what: str | Path) -> None:
    """Install into another environment with this one's pip, and without dependencies."""
    flags = ["install", "-q", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    run(sys.executable, "-m", "pip", "--python", python, *flags, *what, cwd=python.parent)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution."""
    out = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "hatchling", "build", "-d", out, cwd=ROOT)
    return out


def test_the_wheel_holds_what_runs_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for needed in (
        "behave/cli/__init__.py",
        "behave/py.typed",
        "behave/grammars/beh.lark",
        f"behave/behaviors/{SHIPPED}",
        "behave/behaviors/rigs/humanoid.beh",
        "behave/diagnostics/pages/BEH0101.md",
        "viewer/__init__.py",
    ):
        assert needed in names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"behave", "viewer"}
    assert not [name for name in names if "__pycache__" in name or "/tests/" in name]


def test_the_source_distribution_is_whole(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.split("/", 1)[1] for name in tar.getnames() if "/" in name}
    for needed in (
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "grammars/beh.lark",
        f"behaviors/{SHIPPED}",
        "viewer/__init__.py",
        "tests/packaging/test_installed.py",
        "benchmarks/tick.py",
        "docs/language.md",
        ".ci/run",
    ):
        assert needed in names


def check_commands(python: Path, beh: Path, elsewhere: Path) -> None:
    """Lint, run and explain, from a folder that has nothing to do with the checkout."""
    listed = run(
        python, "-c", "from behave.resources import *; print(behaviors_path())", cwd=elsewhere
    )
    shipped = Path(listed.strip()) / SHIPPED
    run(beh, "lint", shipped, cwd=elsewhere)
    timeline = run(beh, "run", shipped, "--scene", "corridor", "--for", "8s", cwd=elsewhere)
    assert "Touch" in timeline
    assert "unit" in run(python, "-m", "behave", "explain", "BEH0301", cwd=elsewhere)
    assert run(beh, "--version", cwd=elsewhere).startswith("beh 0.")
    own = elsewhere / "mine.beh"
    own.write_text(
        'use "rigs/humanoid.beh"\nbehavior mine for humanoid {\n  initial state Only { }\n}\n',
        encoding="utf-8",
    )
    run(beh, "lint", own, cwd=elsewhere)


def test_the_wheel_works_from_another_folder(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    python, beh = fresh_environment(tmp_path / "venv")
    install(python, wheel)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    where = run(python, "-c", "import behave; print(behave.__file__)", cwd=elsewhere)
    assert Path(where.strip()).is_relative_to(tmp_path / "venv")
    check_commands(python, beh, elsewhere)


def test_an_editable_install_works_from_another_folder(tmp_path: Path) -> None:
    python, beh = fresh_environment(tmp_path / "venv")
    install(python, "-e", ROOT)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    where = run(python, "-c", "import behave; print(behave.__file__)", cwd=elsewhere)
    assert Path(where.strip()) == ROOT / "behave" / "__init__.py"
    check_commands(python, beh, elsewhere)
