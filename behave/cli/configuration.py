"""Settings of a project: the table ``[tool.beh]`` of the nearest ``pyproject.toml`` that has one.

Flags win over it, one by one. An unknown key or a wrong value is an error that says what is right.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click

from behave.cli.codes import codes_named, level_named
from behave.cli.exits import CannotRun
from behave.cli.values import TickLength
from behave.diagnostics.diagnostic import Severity
from behave.diagnostics.suggest import closest
from behave.lint.policy import DEFAULT_DT, Policy
from behave.record import Record, replace

FILE_NAME = "pyproject.toml"
FAIL_ON = ("error", "warning", "never")
KEYS = ("select", "ignore", "severity", "fail-on", "dt", "exclude")

_NOTHING: Mapping[str, Severity | None] = MappingProxyType({})


class Configuration(Record):
    """What a project, or the flags of a command, say; None for what is left open."""

    folder: str = ""
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    severity: Mapping[str, Severity | None] = _NOTHING
    fail_on: str | None = None
    dt: float | None = None
    exclude: tuple[str, ...] = ()
    where: str = ""

    def over(self, other: Configuration) -> Configuration:
        """This one's settings where it has them, the other's where it does not.

        Codes selected here are reported whatever the other ignores or switches off.
        """
        chosen = other
        if self.select is not None:
            named = codes_named(self.select, f"{self.where}--select")
            levels = {c: v for c, v in other.severity.items() if c not in named or v is not None}
            chosen = replace(other, select=self.select, ignore=None, severity=levels)
        changes: dict[str, Any] = {
            name: value
            for name in ("ignore", "fail_on", "dt")
            if (value := getattr(self, name)) is not None
        }
        return replace(chosen, severity={**chosen.severity, **self.severity}, **changes)

    def policy(self) -> Policy:
        """The settings as what decides about each finding."""
        label = f"{self.where}: " if self.where else "--"
        select = self.select
        return Policy(
            None if select is None else codes_named(select, f"{label}select"),
            codes_named(self.ignore or (), f"{label}ignore"),
            frozenset() if select is None else codes_named(select, f"{label}select", exact=True),
            self.severity,
            DEFAULT_DT if self.dt is None else self.dt,
        )


def configuration_of(path: str) -> Configuration:
    """The settings for a file; none at all where no project above it has any."""
    return _nearest(os.path.dirname(os.path.abspath(path)))


def excluded(path: str) -> bool:
    """Whether the project leaves a file out of the folders it lies in."""
    settings = configuration_of(path)
    if not settings.exclude:
        return False
    inside = os.path.relpath(os.path.abspath(path), settings.folder).replace(os.sep, "/")
    return any(fnmatch(inside, pattern) for pattern in settings.exclude)


@lru_cache(maxsize=256)
def _nearest(folder: str) -> Configuration:
    candidate = os.path.join(folder, FILE_NAME)
    if os.path.isfile(candidate):
        table = _table(candidate)
        if table is not None:
            return _read(candidate, folder, table)
    parent = os.path.dirname(folder)
    return Configuration() if parent == folder else _nearest(parent)


def _table(path: str) -> dict[str, Any] | None:
    """The table ``[tool.beh]`` of a file; None where it has none."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise CannotRun(f"cannot read the settings in {path!r}: {problem}") from None
    if "beh" not in text:
        return None  # reading TOML takes longer than checking a small file
    import tomllib

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise CannotRun(f"{path}: {problem}") from None
    tool = data.get("tool", {})
    table = tool.get("beh") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise CannotRun(f"{path}: tool.beh must be a table, `[tool.beh]`")
    return table


def _read(path: str, folder: str, table: dict[str, Any]) -> Configuration:
    where = f"{path}: [tool.beh]"
    for key in table:
        if key not in KEYS:
            near = closest(key, KEYS) or closest(key.replace("_", "-"), KEYS)
            hint = f"did you mean `{near}`?" if near else f"there is: {', '.join(KEYS)}"
            raise CannotRun(f"{where} has no key `{key}`; {hint}")
    fail_on = table.get("fail-on")
    if fail_on is not None and fail_on not in FAIL_ON:
        raise CannotRun(f"{where}: fail-on is one of {', '.join(FAIL_ON)}, not {fail_on!r}")
    made = Configuration(
        folder,
        _words(table, "select", where),
        _words(table, "ignore", where),
        _levels(table.get("severity", {}), where),
        fail_on,
        _dt(table.get("dt"), where),
        _words(table, "exclude", where) or (),
        where,
    )
    made.policy()  # says now what is wrong with a code
    return made


def _words(table: dict[str, Any], key: str, where: str) -> tuple[str, ...] | None:
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise CannotRun(f'{where}: {key} is a list of texts, such as ["BEH0203"]')
    return tuple(value)


def _levels(value: Any, where: str) -> dict[str, Severity | None]:
    if not isinstance(value, dict):
        raise CannotRun(f'{where}: severity is a table, such as {{ BEH0203 = "off" }}')
    levels: dict[str, Severity | None] = {}
    for word, level in value.items():
        if not isinstance(level, str):
            raise CannotRun(f"{where}: severity of {word} is a text, not {level!r}")
        for code in codes_named((word,), f"{where}: severity"):
            levels[code] = level_named(level, f"{where}: severity of {word}")
    return levels


def _dt(value: Any, where: str) -> float | None:
    if value is None:
        return None
    try:
        return TickLength().convert(str(value), None, None)
    except click.BadParameter as problem:
        raise CannotRun(f"{where}: dt: {problem.message}") from None
