"""Characters, numbers and texts that are wrong wherever they stand."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from behave.diagnostics.catalog import SYNTAX
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label
from behave.diagnostics.suggest import closest
from behave.record import replace
from behave.source import Span
from behave.syntax.newlines import STOPS
from behave.syntax.repairs import Repair
from behave.syntax.situation import Change, Situation
from behave.syntax.tokens import Token
from behave.syntax.wording import shortened
from behave.units import SPELLED_OUT, UNIT_NAMES

# Signs of other languages: the tokens they are read as, and what is written here.
_SIGNS = {
    "&": ("AND", "and"),
    "|": ("OR", "or"),
    "!": ("NOT", "not"),
    "\u2227": ("AND", "and"),
    "\u2228": ("OR", "or"),
    "\u00ac": ("NOT", "not"),
}
_HINTS = {
    "'": "a text stands in double quotes",
    "`": "a text stands in double quotes",
    "%": "for the remainder write `mod(a, b)`; a percentage is a number: `60 %`",
    "^": "there is no power sign: multiply, or in a unit write `m/s^2`",
    "\u00b2": "in a unit write `^2`: `m/s^2`",
    "\u00b3": "in a unit write `^3`",
    "\u00b0": "write `deg` for degrees",
    "?": "a choice is written `a if c else b`",
    "\\": "a line goes on by itself inside brackets and after an operator or a comma",
    "@": "a place is given with the word `at`",
}
_LETTERS = "names are made of letters of any script, digits and `_`"
_NUMBER = re.compile(r"([0-9][0-9_]*(?:\.[0-9]+)?)(.*)", re.DOTALL)


def unclosed_string(s: Situation) -> Repair | None:
    """A text whose second quote is missing in its line."""
    token = s.token
    if token.type != "UNCLOSED_STRING":
        return None
    text = token.text.rstrip()
    start = Span(s.source, token.start, token.start + 1)
    end = Span(s.source, token.start + len(text), token.start + len(text))
    fix = Fix('close it with `"`', (Edit(end, '"'),), safe=False)
    diagnostic = Diagnostic(
        SYNTAX, "this text is not closed in its line", start, 'no second `"`', fixes=(fix,)
    )
    return Repair(_kept(s, Change(s.at, 1, (s.as_type(token, "STRING"),))), diagnostic)


def _kept(s: Situation, change: Change) -> Change | None:
    """A change if the statement then parses, else none: the statement is left out."""
    return change if s.works(change) else None


def bad_number(s: Situation) -> Repair | None:
    """A number with something attached to it that is no unit."""
    token = s.token
    if token.type != "BAD_NUMBER":
        return None
    span = s.span(token)
    match = _NUMBER.match(token.text)
    number, rest = (match[1], match[2]) if match else (token.text, "")
    help: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()
    label = "not a number"
    close = None
    if "_" in number:
        plain = token.text.replace("_", "")
        help = ("digits are written without `_` between them",)
        fixes = (Fix(f"write `{plain}`", (Edit(span, plain),), safe=False),)
    elif rest.startswith("."):
        help = ("write at least one digit after the point: `1.0`",)
    else:
        close = SPELLED_OUT.get(rest.casefold()) or closest(rest, UNIT_NAMES)
        label = f"did you mean `{number} {close}`?" if close else "not a number with a unit"
        help = ("units: " + ", ".join(UNIT_NAMES) + "; a name cannot begin with a digit",)
        if close:
            fixes = (
                Fix(f"write `{number} {close}`", (Edit(span, f"{number} {close}"),), safe=False),
            )
    message = f"`{shortened(token.text)}` is not a number with a unit"
    meant = f"{number} {close}" if close else ""
    for terminal, text in (("QUANTITY", meant), ("BROKEN", ""), ("NAME", "")):
        change = Change(s.at, 1, (Token(terminal, text, token.start, token.end),))
        if terminal == "QUANTITY" and not meant:
            continue
        if s.works(change):
            break
    else:
        change = None
    return Repair(change, Diagnostic(SYNTAX, message, span, label, help=help, fixes=fixes))


def bad_character(s: Situation) -> Repair | None:
    """A character the language has no use for."""
    token = s.token
    if token.type != "BAD_CHARACTER":
        return None
    count = 1
    while s.look(count).type == "BAD_CHARACTER" and s.look(count).start == s.look(count - 1).end:
        count += 1
    text = s.source.text[token.start : s.look(count - 1).end]
    span = Span(s.source, token.start, s.look(count - 1).end)
    first = text[0]
    if first == "." or s.source.text[token.start :].startswith("."):
        count = max(count, 1)
    if first in _SIGNS and len(set(text)) == 1:
        terminal, word = _SIGNS[first]
        change = Change(s.at, count, (s.as_type(token, terminal),))
        if s.helps(change):
            text_put = f"{word} " if terminal == "NOT" else word
            fix = Fix(f"write `{word}`", (Edit(span, text_put),), safe=False)
            message = f"`{text}` is written `{word}`"
            label = f"expected `{word}`"
            return Repair(change, Diagnostic(SYNTAX, message, span, label, fixes=(fix,)))
    if first in "'`":
        quoted = _quoted(s)
        if quoted is not None:
            return quoted
    help = (_HINTS[first],) if first in _HINTS else ()
    if not help and "NAME" in s.accepted and "BROKEN" not in s.accepted:
        help = (_LETTERS,)
    shown = shortened(text, 8)
    message = f"the language has no use for {_name(shown)}"
    diagnostic = Diagnostic(SYNTAX, message, span, "not expected here", help=help)
    for put in ((), (s.made("BROKEN"),), (Token("NAME", "", token.start, token.end),)):
        change = Change(s.at, count, put)
        if s.works(change):
            return Repair(change, diagnostic)
    return Repair(None, diagnostic)


def told_once(findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """A character that is no letter and stands in many names is one finding: the first."""
    places: dict[str, list[Span]] = {}
    kept: list[Diagnostic] = []
    for finding in findings:
        if finding.code == SYNTAX and finding.help == (_LETTERS,):
            places.setdefault(finding.message, []).append(finding.span)
            if len(places[finding.message]) > 1:
                continue
        kept.append(finding)
    for finding in kept:
        again = places.get(finding.message, [])[1:]
        if not again or finding.help != (_LETTERS,):
            yield finding
            continue
        labels = tuple(Label(span, "here too") for span in again[:_SHOWN])
        more = len(again) - len(labels)
        count = (f"it stands in {more} more {'places' if more > 1 else 'place'}",) if more else ()
        yield replace(finding, secondary=labels, help=(_LETTERS, *count))


_SHOWN = 4


def _quoted(s: Situation) -> Repair | None:
    """`'text'`: single quotes around a text."""
    quote = s.token
    count = 1
    while s.look(count).type not in STOPS and s.look(count).text[:1] != quote.text[:1]:
        count += 1
        if count > 40:
            return None
    end = s.look(count)
    if end.type != "BAD_CHARACTER":
        return None
    span = Span(s.source, quote.start, end.end)
    inner = s.source.text[quote.end : end.start]
    put = Token("STRING", f'"{inner}"', quote.start, end.end, quote.index)
    fix = Fix("write double quotes", (Edit(span, f'"{inner}"'),), safe=False)
    return Repair(
        _kept(s, Change(s.at, count + 1, (put,))),
        Diagnostic(
            SYNTAX,
            "a text stands in double quotes",
            span,
            f'expected `"{shortened(inner)}"`',
            fixes=(fix,),
        ),
    )


def _name(text: str) -> str:
    if text.isprintable():
        return f"`{text}`"
    names = [unicodedata.name(c, f"U+{ord(c):04X}").lower() for c in text[:2]]
    return "the character " + ", ".join(names)
