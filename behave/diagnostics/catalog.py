"""Every code a diagnostic may carry: its constant, its name, what it weighs, what it is about."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from behave.diagnostics.diagnostic import Severity
from behave.record import Record

SYNTAX = "BEH0101"
UNREADABLE = "BEH0102"
LIMIT = UNREADABLE
LOOKALIKE = "BEH0103"
NOT_YET = "BEH0104"
USE = "BEH0105"
UNDEFINED = "BEH0201"
DUPLICATE = "BEH0202"
UNUSED = "BEH0203"
SHADOWED = "BEH0204"
WRONG_CALL = "BEH0205"
WRONG_KIND = "BEH0206"
MISPLACED = "BEH0207"
RECURSIVE = "BEH0208"
UNIT_MISMATCH = "BEH0301"
MISSING_UNIT = "BEH0302"
MAGNITUDE = "BEH0303"
OUT_OF_RANGE = "BEH0304"
TOO_OFTEN = "BEH0305"
UNREACHABLE = "BEH0401"
DEAD_END = "BEH0402"
INITIAL_STATE = "BEH0403"
STARVED_TIMER = "BEH0404"
IDLE_ARROW = "BEH0405"
NEVER_TRUE = "BEH0501"
ALWAYS_TRUE = "BEH0502"
BEATEN = "BEH0503"
OUTLIVED = "BEH0504"
EXACT_TIME = "BEH0505"
ABSENCE = "BEH0506"
LOOSE_FOR = "BEH0507"
FLAPPING = "BEH0601"
ZERO_TIME_CYCLE = "BEH0602"
CUT_OFF = "BEH0603"
TWO_WRITERS = "BEH0604"
FRAME_RATE = "BEH0605"
UNHEARD = "BEH0701"
NEVER_SENT = "BEH0702"
UNUSED_SUPPRESSION = "BEH0901"
UNKNOWN_SUPPRESSION = "BEH0902"


class Code(Record):
    """One kind of finding; ``severity`` is what it weighs unless a setting says otherwise.

    ``on``: whether it is looked for without being asked for by its own code. ``fix``: ``safe`` or
    ``unsafe`` where a change may be proposed, empty where none is.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    on: bool = True
    fix: str = ""


def _codes(*codes: Code) -> dict[str, Code]:
    return {entry.code: entry for entry in codes}


_ERROR, _WARNING = Severity.ERROR, Severity.WARNING

CODES: dict[str, Code] = _codes(
    Code(SYNTAX, "syntax", _ERROR, "the text does not follow the grammar here", fix="unsafe"),
    Code(UNREADABLE, "unreadable", _ERROR, "the file is not text, too large or too deeply nested"),
    Code(
        LOOKALIKE,
        "look-alike",
        _ERROR,
        "a character that only looks like the one the language uses",
        fix="safe",
    ),
    Code(NOT_YET, "not-yet", _ERROR, "the language has it, but this version cannot run it yet"),
    Code(USE, "use", _ERROR, "a used file is missing, used in a circle or outside the project"),
    Code(UNDEFINED, "undefined-name", _ERROR, "a name that nothing declares", fix="unsafe"),
    Code(DUPLICATE, "duplicate-name", _ERROR, "one name declared twice in one place"),
    Code(UNUSED, "unused-name", _WARNING, "a name that is declared and never read"),
    Code(SHADOWED, "shadowed-name", _WARNING, "a name that hides another one of the same file"),
    Code(WRONG_CALL, "wrong-call", _ERROR, "a call or sentence with the wrong arguments"),
    Code(WRONG_KIND, "wrong-kind", _ERROR, "a value of a kind that cannot stand here"),
    Code(
        MISPLACED,
        "misplaced",
        _ERROR,
        "a statement in the wrong place, or a value that cannot be set",
        fix="unsafe",
    ),
    Code(RECURSIVE, "recursive", _ERROR, "a definition that needs itself"),
    Code(UNIT_MISMATCH, "unit-mismatch", _ERROR, "two quantities of different dimensions"),
    Code(
        MISSING_UNIT,
        "missing-unit",
        _ERROR,
        "a plain number where a quantity is needed",
        fix="unsafe",
    ),
    Code(
        MAGNITUDE,
        "suspicious-magnitude",
        _WARNING,
        "a number that is likely given in another unit, such as `90 rad`",
        on=False,
        fix="unsafe",
    ),
    Code(OUT_OF_RANGE, "out-of-range", _ERROR, "a value outside what can stand there"),
    Code(TOO_OFTEN, "shorter-than-tick", _WARNING, "an `every` that runs several times a tick"),
    Code(UNREACHABLE, "unreachable-state", _WARNING, "a state nothing leads to"),
    Code(DEAD_END, "dead-end", _WARNING, "a state that cannot be left and is not marked final"),
    Code(
        INITIAL_STATE, "initial-state", _ERROR, "no initial state among several, or more than one"
    ),
    Code(STARVED_TIMER, "starved-timer", _WARNING, "a restart resets what a later arrow waits for"),
    Code(
        IDLE_ARROW,
        "idle-arrow",
        _WARNING,
        "an arrow to a state that is active already",
        fix="unsafe",
    ),
    Code(NEVER_TRUE, "never-true", _ERROR, "a condition no reading satisfies"),
    Code(
        ALWAYS_TRUE,
        "always-true",
        _WARNING,
        "a condition every reading satisfies",
        fix="unsafe",
    ),
    Code(BEATEN, "shadowed-transition", _WARNING, "an arrow that an earlier one beats every time"),
    Code(OUTLIVED, "outlived", _WARNING, "an arrow that needs more time than its state lasts"),
    Code(
        EXACT_TIME,
        "exact-time",
        _WARNING,
        "a timer compared with ==, which ticks step over",
        fix="unsafe",
    ),
    Code(
        ABSENCE,
        "absence-not-covered",
        _WARNING,
        "a state left only through readings that may be absent",
    ),
    Code(LOOSE_FOR, "loose-for", _WARNING, "`a and b for T` makes only b last", fix="unsafe"),
    Code(
        FLAPPING, "flapping-pair", _WARNING, "one reading sends a machine to and fro on every tick"
    ),
    Code(ZERO_TIME_CYCLE, "zero-time-cycle", _WARNING, "a machine that goes round and never rests"),
    Code(CUT_OFF, "cut-off", _WARNING, "a lerp or arc that lasts longer than its state"),
    Code(TWO_WRITERS, "two-writers", _ERROR, "one value written from two places at once"),
    Code(
        FRAME_RATE,
        "frame-rate-weight",
        _WARNING,
        "a blend by a share of the way each tick",
        fix="unsafe",
    ),
    Code(UNHEARD, "unheard-event", _WARNING, "an event that is sent and nothing waits for"),
    Code(NEVER_SENT, "never-sent-event", _WARNING, "an event that is waited for and never sent"),
    Code(
        UNUSED_SUPPRESSION,
        "unused-suppression",
        _WARNING,
        "a suppression where there is nothing to suppress",
        fix="safe",
    ),
    Code(
        UNKNOWN_SUPPRESSION,
        "unknown-suppression",
        _WARNING,
        "a suppression that names no code, or none there is",
        fix="safe",
    ),
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
