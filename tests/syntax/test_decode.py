"""From bytes to text, or a reason why not."""

from __future__ import annotations

import pytest

from behave.diagnostics.catalog import UNREADABLE
from behave.syntax import MAX_BYTES, decode


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"let x = 1\n", "let x = 1\n"),
        (b"\xef\xbb\xbflet x = 1", "let x = 1"),
        ("let 距離 = 1\r\n".encode(), "let 距離 = 1\r\n"),
        (b"a" * MAX_BYTES, "a" * MAX_BYTES),
    ],
)
def test_utf8(data: bytes, text: str) -> None:
    source, found = decode(data, "a.beh")
    assert (source.name, source.text, found) == ("a.beh", text, ())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"ok\n\xe4x", "the file is not UTF-8: byte 0xe4 in line 2, column 1"),
        ("é ".encode() + b"\xff", "the file is not UTF-8: byte 0xff in line 1, column 3"),
        (b"\x7fELF\n\0", "the file is not text: line 2 holds a zero byte"),
        ("let x".encode("utf-16"), "the file is UTF-16, not UTF-8"),
        (b"a" * (MAX_BYTES + 1), "the file is larger than 1 MB (more than 1,000,000 bytes)"),
    ],
)
def test_what_is_not(data: bytes, message: str) -> None:
    source, found = decode(data, "a.beh")
    assert source.text == ""
    assert [(d.code, d.message) for d in found] == [(UNREADABLE, message)]
    assert str(found[0].span) == "a.beh:1:1"
