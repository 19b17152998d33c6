"""Modules written by a test, and a folder for the code of its functions."""

import importlib.util
import itertools
import sys

import pytest

_COUNT = itertools.count()


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BEH_CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.fixture
def module(tmp_path):
    """Import a module from its text."""

    def made(text):
        name = f"written_{next(_COUNT)}"
        file = tmp_path / f"{name}.py"
        file.write_text(text)
        spec = importlib.util.spec_from_file_location(name, file)
        found = importlib.util.module_from_spec(spec)
        sys.modules[name] = found
        spec.loader.exec_module(found)
        return found

    return made
