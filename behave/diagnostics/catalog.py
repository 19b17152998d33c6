"""Every code a diagnostic may carry: its constant, its name, what it weighs, what it is about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from behave.diagnostics.diagnostic import Severity

SYNTAX = "BEH0101"
UNREADABLE = "BEH0102"
LIMIT = UNREADABLE
LOOKALIKE = "BEH0103"
NOT_YET = "BEH0104"
USE = "BEH0105"
UNDEFINED = "BEH0201"
DUPLICATE = "BEH0202"
UNUSED = "BEH0203"
WRONG_CALL = "BEH0205"
WRONG_KIND = "BEH0206"
MISPLACED = "BEH0207"
RECURSIVE = "BEH0208"
UNIT_MISMATCH = "BEH0301"
MISSING_UNIT = "BEH0302"
OUT_OF_RANGE = "BEH0304"
UNREACHABLE = "BEH0401"
INITIAL_STATE = "BEH0403"
TWO_WRITERS = "BEH0604"


@dataclass(frozen=True)
class Code:
    """One kind of finding; ``severity`` is what it weighs unless a setting says otherwise."""

    code: str
    name: str
    severity: Severity
    summary: str


def _codes(*rows: tuple[str, str, Severity, str]) -> dict[str, Code]:
    return {row[0]: Code(*row) for row in rows}


_ERROR, _WARNING = Severity.ERROR, Severity.WARNING

CODES: dict[str, Code] = _codes(
    (SYNTAX, "syntax", _ERROR, "the text does not follow the grammar here"),
    (UNREADABLE, "unreadable", _ERROR, "the file is not text, too large or too deeply nested"),
    (LOOKALIKE, "look-alike", _ERROR, "a character that only looks like the one the language uses"),
    (NOT_YET, "not-yet", _ERROR, "the language has it, but this version cannot run it yet"),
    (USE, "use", _ERROR, "a used file is missing, used in a circle or outside the project"),
    (UNDEFINED, "undefined-name", _ERROR, "a name that nothing declares"),
    (DUPLICATE, "duplicate-name", _ERROR, "one name declared twice in one place"),
    (UNUSED, "unused-name", _WARNING, "a name that is declared and never read"),
    (WRONG_CALL, "wrong-call", _ERROR, "a call or sentence with the wrong arguments"),
    (WRONG_KIND, "wrong-kind", _ERROR, "a value of a kind that cannot stand here"),
    (
        MISPLACED,
        "misplaced",
        _ERROR,
        "a statement in the wrong place, or a value that cannot be set",
    ),
    (RECURSIVE, "recursive", _ERROR, "a definition that needs itself"),
    (UNIT_MISMATCH, "unit-mismatch", _ERROR, "two quantities of different dimensions"),
    (MISSING_UNIT, "missing-unit", _ERROR, "a plain number where a quantity is needed"),
    (OUT_OF_RANGE, "out-of-range", _ERROR, "a param outside its range, or an empty range"),
    (UNREACHABLE, "unreachable-state", _WARNING, "a state nothing leads to"),
    (INITIAL_STATE, "initial-state", _ERROR, "no initial state among several, or more than one"),
    (TWO_WRITERS, "two-writers", _ERROR, "one value written from two places at once"),
)


@lru_cache(maxsize=64)
def page(code: str) -> str:
    """The page of a code, as markdown; raises KeyError for a code that is not in the catalog."""
    if code not in CODES:
        raise KeyError(code)
    path = Path(__file__).resolve().parent / "pages" / f"{code}.md"
    return path.read_text(encoding="utf-8")


def examples(code: str, kind: str) -> tuple[str, ...]:
    """The example files on a code's page: ``kind`` is ``bad`` or ``good``."""
    pattern = re.compile(rf"^```beh {kind}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return tuple(pattern.findall(page(code)))
