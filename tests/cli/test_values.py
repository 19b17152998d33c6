"""Flags that carry units: what they accept, and what they say otherwise."""

from __future__ import annotations

import click
import pytest

from behave.cli.values import Size, TickLength, Time, quantity, tick_count
from behave.units import LENGTH, PLAIN, TIME


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("20s", 20.0, TIME),
        ("1.5 s", 1.5, TIME),
        ("250ms", 0.25, TIME),
        ("2 min", 120.0, TIME),
        (".5 s", 0.5, TIME),
        ("5 cm", 0.05, LENGTH),
        ("3", 3.0, PLAIN),
        ("60 %", 0.6, PLAIN),
        ("1e-2 m", 0.01, LENGTH),
    ],
)
def test_quantities(text: str, value: float, dimension: object) -> None:
    assert quantity(text) == (pytest.approx(value, rel=1e-15), dimension)


@pytest.mark.parametrize("text", ["", "s", "nan", "inf s", "1e999 s", "2 parsecs", "１ s", "1 s s"])
def test_what_is_no_quantity(text: str) -> None:
    assert quantity(text) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1/60", 1 / 60), ("20ms", 0.02), ("0.01", 0.01), ("60Hz", 1 / 60), ("1/144 s", 1 / 144)],
)
def test_tick_lengths(text: str, seconds: float) -> None:
    assert TickLength().convert(text, None, None) == pytest.approx(seconds, rel=1e-15)


@pytest.mark.parametrize(
    "text", ["0", "-1/60", "nan", "1/0", "2 m", "0 Hz", "5 s", "1 us", "", "1/2/3", "1..2/3"]
)
def test_wrong_tick_lengths(text: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        TickLength().convert(text, None, None)
    assert "tick" in caught.value.message


@pytest.mark.parametrize(
    ("text", "said"),
    [("-1", "0 s or more"), ("-1s", "0 s or more"), ("3 m", "a length"), ("soon", "20s")],
)
def test_wrong_times(text: str, said: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        Time().convert(text, None, None)
    assert said in caught.value.message


def test_a_positive_time_is_not_zero() -> None:
    with pytest.raises(click.BadParameter, match="more than 0 s"):
        Time(positive=True).convert("0 s", None, None)


def test_sizes() -> None:
    assert Size().convert("960x540", None, None) == (960, 540)
    assert Size().convert("960×540", None, None) == (960, 540)
    for text in ("0x100", "960", "960x", "-1x5", "99999x99999", "９６０x540"):
        with pytest.raises(click.BadParameter):
            Size().convert(text, None, None)


@pytest.mark.parametrize(
    ("seconds", "dt", "ticks"),
    [
        (1.0, 1 / 60, 60),
        (20.0, 1 / 60, 1200),
        (0.0, 1 / 60, 0),
        (0.01, 1 / 60, 1),
        (7.0, 1 / 144, 1008),
    ],
)
def test_a_run_covers_its_time_in_whole_ticks(seconds: float, dt: float, ticks: int) -> None:
    assert tick_count(seconds, dt) == ticks


def test_an_absurd_run_is_refused() -> None:
    with pytest.raises(click.UsageError, match="at most 10,000,000 ticks"):
        tick_count(1e300, 1 / 60)
