"""Did you mean."""

from __future__ import annotations

import pytest

from behave.diagnostics.suggest import close, closest

NAMES = (
    "lerp",
    "set",
    "distance",
    "moving",
    "moving_away",
    "stopped",
    "left",
    "right",
    "x",
    "Idle",
)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("distanse", "distance"),
        ("ditsance", "distance"),
        ("lrep", "lerp"),
        ("idle", "Idle"),
        ("IDLE", "Idle"),
        ("movingaway", "moving_away"),
        ("away_moving", "moving_away"),
        ("rigth", "right"),
        ("X", "x"),
        ("y", None),
        ("lift", "left"),
        ("potato", None),
        ("", None),
        ("left", None),  # itself is no advice
        ("é", None),
    ],
)
def test_closest(written: str, meant: str | None) -> None:
    assert closest(written, NAMES) == meant


def test_ties_do_not_depend_on_the_order_of_candidates() -> None:
    assert closest("cat", ["hat", "bat", "rat"]) == closest("cat", ["rat", "hat", "bat"]) == "bat"
    assert close("ovr", {"over", "or", "of"}) == ("or", "over")


def test_names_are_compared_in_nfc() -> None:
    assert closest("Gro\u0308se", ["Gr\u00f6sse"]) == "Gr\u00f6sse"
