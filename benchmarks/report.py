"""Medians as a table and as JSON, with the versions of everything measured."""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter

PACKAGES = ("behave-engine", "lark", "numpy", "pyrr", "llvmlite", "click")


@dataclass(frozen=True)
class Result:
    """A name with its samples in seconds."""

    name: str
    samples: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle sample, in seconds."""
        return statistics.median(self.samples)


def measure(name: str, action: Callable[[], object], repeat: int) -> Result:
    """Time an action ``repeat`` times, after one run that does not count."""
    action()
    samples = []
    for _ in range(repeat):
        start = perf_counter()
        action()
        samples.append(perf_counter() - start)
    return Result(name, tuple(samples))


def versions() -> dict[str, str]:
    """Python, machine and package versions."""
    found = {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "processor": processor(),
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def processor() -> str:
    """The processor's name, as far as the system says."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def arguments(description: str) -> argparse.ArgumentParser:
    """The flags every benchmark takes: ``--repeat`` and ``--json``."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--repeat", type=int, default=9, help="samples a measurement (default 9)")
    parser.add_argument("--json", metavar="FILE", help="write the samples and versions to FILE")
    return parser


def show(results: Sequence[Result], json_path: str | None) -> None:
    """Print a table in milliseconds; write JSON where asked to."""
    width = max(len(result.name) for result in results)
    print(f"{'':{width}}  {'median':>10}  {'least':>10}  {'most':>10}  samples")
    for result in results:
        numbers = (result.median, min(result.samples), max(result.samples))
        cells = "  ".join(f"{1e3 * number:7.3f} ms" for number in numbers)
        print(f"{result.name:{width}}  {cells}  {len(result.samples)}")
    print(", ".join(f"{name} {number}" for name, number in versions().items()))
    if json_path is not None:
        data = {
            "versions": versions(),
            "seconds": {
                r.name: {"median": r.median, "least": min(r.samples), "samples": r.samples}
                for r in results
            },
        }
        with open(json_path, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=2)
            file.write("\n")
    sys.stdout.flush()
