"""Writing changed params back into their files, touching nothing but the numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from behave.ir.program import Param, Program
from behave.source import Source
from behave.units import unit_from_text
from viewer.disk import read_text, write_text


def write_overrides(program: Program, overrides: Mapping[str, Any]) -> str:
    """Replace the defaults of overridden params in their files; returns a line that tells.

    A file that has changed since it was read is left alone.
    """
    edits: dict[str, tuple[Source, list[tuple[int, int, str]]]] = {}
    for behavior in program.behaviors:
        for param in behavior.params:
            key = f"{param.owner}.{param.name}"
            span = param.default.span
            if key not in overrides or span is None:
                continue
            text = param_text(param, overrides[key])
            source, places = edits.setdefault(span.source.name, (span.source, []))
            if (span.start, span.end, text) not in places:
                places.append((span.start, span.end, text))
    if not edits:
        return "nothing to write"
    for source, places in edits.values():
        problem = _write(source, places)
        if problem:
            return problem
    count = sum(len(places) for _, places in edits.values())
    return f"wrote {count} param{'s' if count != 1 else ''} into {', '.join(edits)}"


def overridden_files(program: Program, overrides: Mapping[str, Any]) -> set[str]:
    """The names of the files that `write_overrides` would write to."""
    return {
        param.default.span.source.name
        for behavior in program.behaviors
        for param in behavior.params
        if f"{param.owner}.{param.name}" in overrides and param.default.span is not None
    }


def param_text(param: Param, value: Any) -> str:
    """A param's value as the language writes it, in the param's own unit."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    unit = unit_from_text(param.unit)
    factor = unit.factor if unit is not None else 1.0
    number = f"{float(value) / factor:.4g}"
    if "e" in number:
        number = f"{float(value) / factor:.6f}".rstrip("0").rstrip(".")
    return f"{number} {param.unit}" if param.unit else number


def _write(source: Source, places: list[tuple[int, int, str]]) -> str:
    """Write a file with some ranges replaced; returns what is wrong, or nothing."""
    try:
        if read_text(source.name) != source.text:
            return f"{source.name} has changed on disk; save or reload it first"
        text = source.text
        for start, end, new in sorted(places, reverse=True):
            text = text[:start] + new + text[end:]
        write_text(source.name, text)
    except (OSError, UnicodeDecodeError) as error:
        return f"cannot write {source.name}: {error}"
    return ""
