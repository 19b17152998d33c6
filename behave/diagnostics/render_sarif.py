"""Findings as SARIF 2.1.0, which code hosts and editors read.

Columns count code points. A finding's help and witness stand in its message, and as data in its
properties; its other places are related locations, its fixes are fixes.
"""

from __future__ import annotations

import hashlib
import json
import os.path
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from behave.diagnostics.catalog import CODES, Code, page
from behave.diagnostics.diagnostic import Diagnostic, Fix, Severity
from behave.diagnostics.render_json import encodable, reading
from behave.diagnostics.witness import reading_lines
from behave.source import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"
_SEMANTIC = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+([-+][0-9A-Za-z.+-]+)?")


def render_sarif(diagnostics: Iterable[Diagnostic], version: str) -> str:
    """One run of ``beh`` in the version given, with every rule and the findings in their order."""
    found = list(diagnostics)
    names = dict.fromkeys(d.span.source.name for d in found)
    run = {
        "tool": {"driver": _driver(version)},
        "invocations": [{"executionSuccessful": True}],
        "artifacts": [{"location": _artifact(name)} for name in names],
        "columnKind": "unicodeCodePoints",
        "results": _results(found),
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return encodable(json.dumps(log, ensure_ascii=False, indent=2)) + "\n"


def _driver(version: str) -> dict[str, Any]:
    rules = [_rule(entry) for entry in CODES.values()]
    driver: dict[str, Any] = {"name": "beh", "version": version}
    if _SEMANTIC.fullmatch(version):
        driver["semanticVersion"] = version
    return {**driver, "rules": rules}


def _rule(entry: Code) -> dict[str, Any]:
    text = page(entry.code)
    about = text.split("\n## ", 1)[0].partition("\n")[2]
    return {
        "id": entry.code,
        "name": entry.name,
        "shortDescription": {"text": entry.summary},
        "fullDescription": {"text": " ".join(about.split())},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"enabled": entry.on, "level": entry.severity.value},
        "properties": {"tags": ["error" if entry.severity is Severity.ERROR else "warning"]},
    }


def _results(found: list[Diagnostic]) -> list[dict[str, Any]]:
    numbers = {code: number for number, code in enumerate(CODES)}
    seen: dict[str, int] = {}
    results = []
    for d in found:
        fingerprint = _fingerprint(d)
        seen[fingerprint] = seen.get(fingerprint, 0) + 1
        text = "\n".join((d.message, *reading_lines(d.witness), *(f"help: {h}" for h in d.help)))
        result: dict[str, Any] = {
            "ruleId": d.code,
            "ruleIndex": numbers[d.code],
            "level": d.severity.value,
            "message": {"text": text},
            "locations": [{"physicalLocation": _location(d.span)}],
            "partialFingerprints": {"behLine/v1": f"{fingerprint}:{seen[fingerprint]}"},
            "properties": {
                "label": d.label,
                "help": list(d.help),
                "witness": [reading(r) for r in d.witness],
            },
        }
        if d.secondary:
            result["relatedLocations"] = [
                {"id": n, "physicalLocation": _location(s.span), "message": {"text": s.text}}
                for n, s in enumerate(d.secondary)
            ]
        if d.fixes:
            result["fixes"] = [_fix(fix) for fix in d.fixes]
        results.append(result)
    return results


def _fingerprint(d: Diagnostic) -> str:
    """The same for a finding that only moved: its code, file and the text of its line."""
    line = d.span.source.line_text(d.span.line).strip()
    text = "\0".join((d.code, d.span.source.name, line))
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _location(span: Span) -> dict[str, Any]:
    region = {**_region(span), "snippet": {"text": span.text}}
    return {"artifactLocation": _artifact(span.source.name), "region": region}


def _region(span: Span) -> dict[str, Any]:
    line, column = span.source.line_column(span.start)
    end_line, end_column = span.source.line_column(span.end)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _fix(fix: Fix) -> dict[str, Any]:
    changes: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        changes.setdefault(edit.span.source.name, []).append(
            {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        )
    title = fix.title if fix.safe else f"{fix.title} (may change what the file means)"
    return {
        "description": {"text": title},
        "artifactChanges": [
            {"artifactLocation": _artifact(name), "replacements": replacements}
            for name, replacements in changes.items()
        ],
    }


def _artifact(name: str) -> dict[str, str]:
    """A path as a URI: from the project's root where it is relative."""
    path = encodable(name.replace("\\", "/"))
    if os.path.isabs(name):
        return {"uri": "file://" + quote(path if path.startswith("/") else f"/{path}")}
    return {"uri": quote(path), "uriBaseId": _ROOT}
