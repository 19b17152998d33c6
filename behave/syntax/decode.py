"""From the bytes of a file to its text."""

from __future__ import annotations

from behave.diagnostics.catalog import UNREADABLE
from behave.diagnostics.diagnostic import Diagnostic
from behave.source import Source, Span
from behave.syntax.limits import MAX_BYTES

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def decode(data: bytes, name: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The text of a file, or an empty one and the reason it cannot be read as text.

    UTF-8, with or without a byte order mark; at most 1 MB.
    """
    if len(data) > MAX_BYTES:
        shown = f"more than {MAX_BYTES:,} bytes"
        return _refused(
            name, f"the file is larger than 1 MB ({shown})", "a behavior fits in a few kilobytes"
        )
    if data.startswith(_UTF16):
        return _refused(name, "the file is UTF-16, not UTF-8", "save it as UTF-8")
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        return _refused(
            name, f"the file is not text: line {line} holds a zero byte", "is this the right file?"
        )
    try:
        return Source(name, data.decode("utf-8-sig")), ()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8-sig", "replace")) + 1
        byte = f"0x{data[error.start]:02x}"
        return _refused(
            name,
            f"the file is not UTF-8: byte {byte} in line {line}, column {column}",
            "save it as UTF-8",
        )


def _refused(name: str, message: str, help: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    source = Source(name, "")
    span = Span(source, 0, 0)
    return source, (Diagnostic(UNREADABLE, message, span, help=(help,)),)
