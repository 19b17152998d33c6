"""Codes and levels as flags and settings name them."""

from __future__ import annotations

from collections.abc import Sequence

from behave.cli.exits import CannotRun
from behave.diagnostics.catalog import CODES
from behave.diagnostics.diagnostic import Severity
from behave.diagnostics.suggest import closest

LEVELS = {"error": Severity.ERROR, "warning": Severity.WARNING, "off": None}


def codes_named(words: Sequence[str], flag: str, exact: bool = False) -> frozenset[str]:
    """The codes that words name: a code, its number, its name, or the start of codes (BEH04).

    ``exact``: only those named outright, not by a start they share. Raises `CannotRun` for a
    word that names none.
    """
    found: set[str] = set()
    for word in (part.strip() for text in words for part in text.split(",")):
        upper = word.upper()
        full = f"BEH{upper}" if upper[:1].isdigit() else upper
        by_code = {code for code in CODES if full.startswith("BEH") and code.startswith(full)}
        by_name = {code for code, entry in CODES.items() if entry.name == word.lower()}
        if not word or not (by_code or by_name):
            raise CannotRun(f"{flag}: there is no code `{word}`{_did_you_mean(word)}")
        if exact:
            by_code &= {full}
        found |= by_code | by_name
    return frozenset(found)


def level_named(word: str, flag: str) -> Severity | None:
    """What a code shall weigh, None for off; raises `CannotRun` for another word."""
    if word not in LEVELS:
        near = next((n for n in LEVELS if word and n.startswith(word)), closest(word, LEVELS))
        hint = f"; did you mean `{near}`?" if near else ""
        raise CannotRun(f"{flag}: a level is {', '.join(LEVELS)}, not `{word}`{hint}")
    return LEVELS[word]


def levels_given(words: Sequence[str], flag: str) -> dict[str, Severity | None]:
    """``CODE=LEVEL``, several separated by commas; a later one wins."""
    levels: dict[str, Severity | None] = {}
    for word in (part.strip() for text in words for part in text.split(",")):
        name, equals, level = word.partition("=")
        if not equals:
            raise CannotRun(f"{flag} takes CODE=LEVEL, such as BEH0203=off, not `{word}`")
        for code in codes_named((name,), flag):
            levels[code] = level_named(level.strip().lower(), flag)
    return levels


def _did_you_mean(word: str) -> str:
    near = closest(word.upper(), sorted(CODES)) or closest(
        word.lower(), sorted(entry.name for entry in CODES.values())
    )
    return f"; did you mean `{near}`?" if near else "; `beh rules` lists them"
