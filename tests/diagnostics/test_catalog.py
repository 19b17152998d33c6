"""The catalog of codes and its pages; that every code is a closed loop is in tests/architecture."""

from __future__ import annotations

import pytest

from behave.diagnostics.catalog import CODES, examples, page
from behave.syntax import decode


def test_codes_are_in_order() -> None:
    assert list(CODES) == sorted(CODES)


def test_there_is_no_page_without_a_code() -> None:
    with pytest.raises(KeyError):
        page("BEH9999")


def test_examples_are_the_marked_blocks_of_a_page() -> None:
    (bad,) = examples("BEH0203", "bad")
    assert bad.startswith("rig stick {\n")
    assert bad.endswith("}\n")
    assert bad in page("BEH0203")


def test_what_cannot_be_decoded_has_a_code_with_a_page() -> None:
    (finding,) = decode(b"\xff\xfe", "x")[1]
    assert finding.code in CODES
