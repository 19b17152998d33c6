"""``beh explain``: the page of a diagnostic, or of a word of the language."""

from __future__ import annotations

import sys

import click

from behave.cli import exits
from behave.cli.exits import CannotRun
from behave.diagnostics.catalog import CODES, page
from behave.diagnostics.suggest import closest
from behave.units import SPELLED_OUT, unit_from_text
from behave.vocabulary.words import OTHER_NAMES, Word, named, words


@click.command("explain", context_settings={"ignore_unknown_options": True})  # `->` is a word
@click.argument("name", required=False, metavar="[CODE | NAME]")
def command(name: str | None) -> int:
    """Explain a code (BEH0301, unit-mismatch) or a word of the language (ray, state).

    Without an argument it lists them.
    """
    if name is None:
        click.echo(_listing())
        return exits.CLEAN
    text = _page(name)
    if text is None:
        raise CannotRun(f"there is no code or word `{name}`{_did_you_mean(name)}")
    _show(text)
    return exits.CLEAN


def _page(name: str) -> str | None:
    """The markdown page of a code or word, or of both (`use`); None if there is none."""
    stripped = name.strip()
    upper = stripped.upper()
    code = f"BEH{upper}" if upper[:1].isdigit() else upper
    if code in CODES:
        return page(code)
    pages = [_word_page(word) for word in named(stripped) or named(stripped.lower())]
    pages += [page(entry.code) for entry in CODES.values() if entry.name == stripped.lower()]
    if not pages:
        pages = _unit_pages(stripped)
    return "\n".join(pages) if pages else None


def _unit_pages(name: str) -> list[str]:
    """The page of a unit made of others (`m/s`), or of one that is spelled out (`meters`)."""
    short = SPELLED_OUT.get(name.lower())
    if short is not None:
        return [_word_page(word) for word in named(short) if word.sort.startswith("unit")]
    unit = unit_from_text(name) if name else None
    if unit is None:
        return []
    doc = "A number and its unit are one word."
    return [_word_page(Word(name, f"unit of {unit.dimension.noun}", "", doc, f"2 {name}"))]


def _word_page(word: Word) -> str:
    form = f"\n\n    {word.form}" if word.form else ""
    example = "\n    ".join(word.example.splitlines())
    example = f"\n\nExample:\n\n    {example}" if example else ""
    return f"# {word.name}\n\n*{word.sort}*{form}\n\n{word.doc}{example}\n"


def _did_you_mean(name: str) -> str:
    near = (
        closest(name.upper(), sorted(CODES))
        or closest(name.lower(), sorted(entry.name for entry in CODES.values()))
        or closest(name.lower(), sorted({*words(), *OTHER_NAMES}))
    )
    return f"; did you mean `{near}`?" if near else "; `beh explain` lists them"


def _listing() -> str:
    """Every code and every word, one a line."""
    codes = [f"  {entry.code}  {entry.name}: {entry.summary}" for entry in CODES.values()]
    terms = [f"  {word.name}: {word.doc}" for name in words() for word in named(name)]
    return "\n".join(["Codes", *sorted(codes), "", "Words of the language", *terms])


def _show(text: str) -> None:
    """Typeset on a terminal, plain markdown where piped."""
    if not sys.stdout.isatty():
        click.echo(text.rstrip("\n"))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))
