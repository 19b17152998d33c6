"""Things measured in turn, and what came out as a table and as JSON."""

from __future__ import annotations

import json
import os
import platform
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter, process_time

import click

PACKAGES = ("behave-engine", "numpy", "llvmlite")


@dataclass
class Measured:
    """Something done again and again: ``run`` does it once, for ``units`` agents or ticks.

    ``processor`` and ``wall`` are seconds a sample, of all threads together and as they passed.
    """

    name: str
    unit: str
    units: int
    run: Callable[[], object]
    processor: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def sample(self) -> None:
        """Measure once."""
        busy, start = _busy(), perf_counter()
        self.run()
        self.wall.append(perf_counter() - start)
        self.processor.append(_busy() - busy)

    def each(self, samples: Sequence[float]) -> tuple[float, float]:
        """Median and least nanoseconds a unit."""
        scale = 1e9 / max(self.units, 1)
        return statistics.median(samples) * scale, min(samples) * scale


def _busy() -> float:
    """Processor seconds of this process and of those it has waited for."""
    times = os.times()
    return process_time() + times.children_user + times.children_system


def in_turn(measured: Sequence[Measured], repeat: int) -> None:
    """Measure everything once unheeded, then round by round: a noisy machine is so to each."""
    for one in measured:
        one.run()
    for _ in range(repeat):
        for one in measured:
            one.sample()


def show(title: str, measured: Sequence[Measured]) -> None:
    """Print a table."""
    click.echo(f"\n{title:<44}{'processor: median':>18}{'least':>12}{'wall: median':>15}")
    for one in measured:
        middle, least = one.each(one.processor)
        passed, _ = one.each(one.wall)
        numbers = f"{middle:>15,.0f} ns{least:>9,.0f} ns{passed:>12,.0f} ns"
        click.echo(f"  {one.name:<42}{numbers}  / {one.unit}")


def versions() -> dict[str, str]:
    """Python, machine and package versions."""
    found = {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def to_json(parts: dict[str, Sequence[Measured]], more: dict[str, object]) -> str:
    """All samples in nanoseconds a unit, with the versions."""
    samples = {
        title: {
            one.name: {
                "unit": one.unit,
                "processor_ns": [1e9 * s / max(one.units, 1) for s in one.processor],
                "wall_ns": [1e9 * s / max(one.units, 1) for s in one.wall],
            }
            for one in measured
        }
        for title, measured in parts.items()
    }
    return json.dumps({"versions": versions(), "samples": samples, **more}, indent=2)
