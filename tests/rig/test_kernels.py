"""Every kernel of the world and the rig keeps to what may be compiled."""

import importlib
import pkgutil

import pytest

import behave.rig
import behave.world
from behave.jit.function import Compiled, module_text


def kernels():
    found = {}
    for package in (behave.world, behave.rig):
        for entry in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            for value in vars(importlib.import_module(entry.name)).values():
                if isinstance(value, Compiled):
                    found[f"{value.__module__}.{value.__qualname__}"] = value
    return found


KERNELS = kernels()


def test_there_are_some():
    assert len(KERNELS) > 15


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_has_a_text(name):
    kernel = KERNELS[name]
    assert "define ptr @enter(" in module_text(kernel.function, kernel.kinds)
