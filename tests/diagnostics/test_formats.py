"""Findings for programs: GitHub annotations, SARIF, JUnit, and JSON by its schema."""

from __future__ import annotations

import json
import math
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import jsonschema
import pytest

from behave.diagnostics import render_full, render_json
from behave.diagnostics.catalog import CODES, LOOKALIKE, SYNTAX, UNUSED
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Reading, Severity
from behave.diagnostics.render_github import render_github
from behave.diagnostics.render_junit import render_junit
from behave.diagnostics.render_sarif import render_sarif
from behave.source import Source, Span

HERE = Path(__file__).parent
SCHEMA = json.loads((HERE.parents[1] / "docs" / "lint.schema.json").read_text(encoding="utf-8"))
SARIF = json.loads((HERE / "sarif.schema.json").read_text(encoding="utf-8"))

SOURCE = Source("behaviors/手, 50%.beh", "# 🙂\nlet 🙂x ＝ 1\nlet b = x\n")
SPAN = Span(SOURCE, SOURCE.text.index("＝"), SOURCE.text.index("＝") + 1)
WITNESS = (Reading("contact.distance", 0.62, "0.62 m"), Reading("timer", math.inf, "inf s"))
WARNING = Diagnostic(UNUSED, "first, of 100%: x", SPAN, severity=Severity.WARNING)
ERROR = Diagnostic(
    LOOKALIKE,
    "a <b> & `c`",
    SPAN,
    "read as `=`",
    (Label(Span(SOURCE, 4, 7), "there"),),
    ("do this",),
    (Fix("write `=`", (Edit(SPAN, "="),), safe=True), Fix("or", (Edit(SPAN, "-"),), safe=False)),
    witness=WITNESS,
)
ODD = Diagnostic(SYNTAX, "odd \x07\ud800\ufffe\u202e", Span(Source("<stdin>", ""), 0, 0))
ALL = (WARNING, ERROR, ODD)


def test_full_shows_the_witness() -> None:
    lines = render_full([ERROR]).splitlines()
    assert "  = with contact.distance = 0.62 m" in lines
    assert "         timer = inf s" in lines


def test_github_has_errors_first_and_escapes() -> None:
    lines = render_github(ALL).splitlines()
    place = "line=2,endLine=2,col=8,endColumn=9"
    assert lines[0] == (
        f"::error file=behaviors/手%2C 50%25.beh,{place},title=BEH0103 look-alike::"
        "a <b> & `c`%0Awith contact.distance = 0.62 m%0A     timer = inf s%0Ahelp: do this"
    )
    assert lines[1].startswith("::error file=<stdin>,line=1,endLine=1,col=1,endColumn=1,")
    assert lines[2] == (
        f"::warning file=behaviors/手%2C 50%25.beh,{place},title=BEH0203 unused-name::"
        "first, of 100%25: x"
    )
    assert render_github(()) == ""


def test_junit_has_a_suite_for_each_file_and_a_case_for_each_finding() -> None:
    text = render_junit(ALL, ["clean.beh", SOURCE.name])
    root = ElementTree.fromstring(text)
    assert (root.attrib["tests"], root.attrib["failures"]) == ("4", "3")
    clean, broken, piped = root
    assert [case.attrib["name"] for case in clean] == ["no findings"]
    assert clean[0].find("failure") is None
    assert (broken.attrib["name"], broken.attrib["failures"]) == (SOURCE.name, "2")
    failure = broken[1].find("failure")
    assert failure is not None
    assert (failure.attrib["type"], failure.attrib["message"]) == ("error", "a <b> & `c`")
    assert failure.text is not None
    assert failure.text.splitlines()[0] == f"{SOURCE.name}:2:8"
    assert "timer = inf s" in failure.text
    assert piped.attrib["failures"] == "1"


def sarif(*found: Diagnostic) -> dict[str, object]:
    text = render_sarif(found, "1.2.3")
    assert text.encode("utf-8")
    log = json.loads(text)
    jsonschema.validate(log, SARIF)
    (run,) = log["runs"]
    assert isinstance(run, dict)
    return run


def test_sarif_is_as_the_standard_says() -> None:
    run = sarif(*ALL)
    driver = run["tool"]["driver"]  # type: ignore[index]
    assert [rule["id"] for rule in driver["rules"]] == list(CODES)
    assert all(len(rule["help"]["markdown"]) > 100 for rule in driver["rules"])
    _, error, odd = run["results"]  # type: ignore[misc]
    assert driver["rules"][error["ruleIndex"]]["id"] == error["ruleId"] == LOOKALIKE
    location = error["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {
        "uri": "behaviors/%E6%89%8B%2C%2050%25.beh",
        "uriBaseId": "%SRCROOT%",
    }
    region = {"startLine": 2, "startColumn": 8, "endLine": 2, "endColumn": 9}
    assert location["region"] == {**region, "snippet": {"text": "＝"}}
    assert run["columnKind"] == "unicodeCodePoints"
    assert error["relatedLocations"][0]["message"] == {"text": "there"}
    safe, unsafe = error["fixes"]
    assert safe["artifactChanges"][0]["replacements"] == [
        {"deletedRegion": region, "insertedContent": {"text": "="}}
    ]
    assert "may change" in unsafe["description"]["text"]
    assert error["properties"]["witness"][1] == {
        "text": "timer",
        "value": "inf",
        "shown": "inf s",
    }
    assert "contact.distance = 0.62 m" in error["message"]["text"]
    assert odd["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "%3Cstdin%3E"


@pytest.mark.parametrize(
    ("version", "semantic"),
    [("1.2.3", True), ("0.1.0-rc.1", True), ("0+uninstalled", False), ("0.1.0.dev1", False)],
)
def test_a_version_is_called_semantic_only_where_it_is(version: str, semantic: bool) -> None:
    log = json.loads(render_sarif([ERROR], version))
    jsonschema.validate(log, SARIF)
    driver = log["runs"][0]["tool"]["driver"]
    assert driver["version"] == version
    assert driver.get("semanticVersion") == (version if semantic else None)


def test_sarif_of_nothing_still_says_what_ran() -> None:
    run = sarif()
    assert run["results"] == []


def test_a_finding_keeps_its_fingerprint_where_lines_move() -> None:
    def prints(text: str) -> list[str]:
        source = Source("a.beh", text)
        at = [i for i in range(len(text)) if text.startswith("xx", i)]
        found = (Diagnostic(UNUSED, "m", Span(source, i, i + 2)) for i in at)
        results = sarif(*found)["results"]
        return [r["partialFingerprints"]["behLine/v1"] for r in results]  # type: ignore[attr-defined]

    before, after = (
        prints("let xx = 1\nlet xx = 1\n"),
        prints("# new\n\n  let xx = 1\nlet xx = 1\n"),
    )
    assert before == after
    assert len(set(before)) == 2


def test_an_absolute_path_is_a_file_uri() -> None:
    source = Source("/home/a b/c.beh", "x")
    result = sarif(Diagnostic(UNUSED, "m", Span(source, 0, 1)))["results"][0]  # type: ignore[index]
    artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": "file:///home/a%20b/c.beh"}


def test_json_keeps_to_its_schema() -> None:
    jsonschema.validate(json.loads(render_json(ALL)), SCHEMA)


@pytest.mark.parametrize("key", ["witness", "utf16_column", "fixes", "code"])
def test_the_schema_misses_what_is_left_out(key: str) -> None:
    findings = json.loads(render_json(ALL))
    del findings[1][key]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(findings, SCHEMA)
