"""Diagnostics as values: what was seen, where, and what would be right."""

from __future__ import annotations

from enum import Enum

from behave.record import Record
from behave.source import Span


class Severity(Enum):
    """How much a finding weighs; the value is what the formats print."""

    ERROR = "error"
    WARNING = "warning"


class Label(Record):
    """A short remark at a further place."""

    span: Span
    text: str


class Edit(Record):
    """Replace the text of a span."""

    span: Span
    text: str


class Fix(Record):
    """A proposed change; ``safe`` means it cannot change what the file means."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool


class Reading(Record):
    """One value of a witness: the operand as written, its value in SI, and as it is shown."""

    text: str
    value: float
    shown: str


class Diagnostic(Record):
    """One finding.

    ``message`` stands alone without the snippet; ``label`` is the short remark at the spot;
    ``help`` proposes what would be right. ``witness`` holds the readings that prove a claim, such
    as those at which two states flap. The code (``BEH0201``) must stand in the catalog.
    """

    code: str
    message: str
    span: Span
    label: str = ""
    secondary: tuple[Label, ...] = ()
    help: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()
    severity: Severity = Severity.ERROR
    witness: tuple[Reading, ...] = ()
