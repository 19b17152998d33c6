"""Comments that say a finding is meant: ``# beh: ignore[BEH0403] reason``.

At a line's end it speaks for that line, on a line of its own for the next one that holds more
than a comment; ``# beh: ignore-file[…]`` for the whole file. Codes stand by their number or name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from behave.diagnostics import suggest
from behave.diagnostics.catalog import (
    CODES,
    SYNTAX,
    UNKNOWN_SUPPRESSION,
    UNREADABLE,
    UNUSED_SUPPRESSION,
)
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Severity
from behave.record import Record
from behave.source import Source, Span
from behave.syntax.grammar import grammar_table
from behave.syntax.lookalikes import read_lookalikes
from behave.syntax.tokens import TRIVIA, Token, scan

LINE, FILE = "ignore", "ignore-file"
NEVER = frozenset({SYNTAX, UNREADABLE, UNUSED_SUPPRESSION, UNKNOWN_SUPPRESSION})
"""Codes no comment silences: what was not understood, and what is said about the comments."""

MOST_TOLD = 1_000
"""How many findings about the suppressions of one file are told."""

_MENTION = re.compile(r"#\s*beh\s*:")
_COMMENT = re.compile(
    r"#+\s*beh\s*:\s*(?P<word>[^\s\[]*)\s*(?P<list>\[(?P<codes>[^\]\n\r]*)\])?(?P<reason>.*)"
)


class Named(Record):
    """A code as a suppression names it; ``code`` is empty for one there is not."""

    text: str
    code: str
    span: Span


class Suppression(Record):
    """One comment. ``lines`` are those it speaks for, from 1; empty for the whole file.

    ``whole``: what to delete to take the comment out.
    """

    word: str
    named: tuple[Named, ...]
    lines: tuple[int, ...]
    span: Span
    whole: Span
    listed: Span | None


Use = tuple[str, int, str]
"""A code of a suppression that silenced something: file, offset of the comment, code."""


@lru_cache(maxsize=16)
def suppressions(source: Source) -> tuple[Suppression, ...]:
    """All comments of a file that are, or were meant to be, suppressions."""
    if _MENTION.search(source.text) is None:
        return ()
    tokens = scan(grammar_table(), read_lookalikes(source)[0])
    found = []
    following: Token | None = None
    for position in range(len(tokens) - 1, -1, -1):
        token = tokens[position]
        if token.type not in TRIVIA:
            following = token
        match = _COMMENT.match(token.text) if token.type == "COMMENT" else None
        if match is not None:
            found.append(_read(source, tokens, position, match, following))
    return tuple(reversed(found))


def _read(
    source: Source,
    tokens: Sequence[Token],
    position: int,
    match: re.Match[str],
    following: Token | None,
) -> Suppression:
    token = tokens[position]
    span = Span(source, token.start, token.end)
    before = position
    while before > 0 and tokens[before - 1].type == "BLANK":
        before -= 1
    alone = before == 0 or tokens[before - 1].type == "NEWLINE"
    start = tokens[before].start if before < position else token.start
    end = token.end
    line = span.line
    if alone:
        if position + 1 < len(tokens) and tokens[position + 1].type == "NEWLINE":
            end = tokens[position + 1].end
        line = source.line_column(following.start)[0] if following is not None else line
    word = match["word"]
    named: tuple[Named, ...] = ()
    listed = None
    if match["list"] is not None:
        named = tuple(_named(source, token.start + match.start("codes"), match["codes"]))
        at, to = match.span("list")
        listed = Span(source, token.start + at + 1, token.start + to - 1)
    lines = () if word == FILE else (line,)
    return Suppression(word, named, lines, span, Span(source, start, end), listed)


def _named(source: Source, offset: int, text: str) -> Iterable[Named]:
    for match in re.finditer(r"[^,\s][^,]*", text):
        written = match[0].rstrip()
        upper = written.upper()
        by_name = next((c for c, e in CODES.items() if e.name == written.lower()), "")
        code = upper if upper in CODES else by_name
        start = offset + match.start()
        yield Named(written, code, Span(source, start, start + len(written)))


class Silenced(Record):
    """What is left of the findings once suppressions have spoken, and which of them did."""

    kept: list[Diagnostic]
    used: frozenset[Use]


def silence(found: Iterable[Diagnostic], sources: Iterable[Source]) -> Silenced:
    """Leave out what the comments of the sources suppress."""
    by_file = {s.name: _by_line(made) for s in sources if (made := suppressions(s))}
    if not by_file:
        return Silenced(list(found), frozenset())
    kept: list[Diagnostic] = []
    used: set[Use] = set()
    for finding in found:
        name = finding.span.source.name
        hits = [s for s in _near(finding, by_file.get(name, {})) if _speaks_for(s, finding)]
        if hits and finding.code not in NEVER:
            used.update((name, s.span.start, finding.code) for s in hits)
        else:
            kept.append(finding)
    return Silenced(kept, frozenset(used))


_Lines = dict[int, list[Suppression]]


def _by_line(found: Iterable[Suppression]) -> _Lines:
    """Suppressions by the line they speak for; under 0 those for the whole file."""
    lines: _Lines = {}
    for suppression in found:
        lines.setdefault(suppression.lines[0] if suppression.lines else 0, []).append(suppression)
    return lines


def _near(finding: Diagnostic, lines: _Lines) -> Iterable[Suppression]:
    """Those that speak for the lines a finding begins and ends in."""
    span = finding.span
    last = span.source.line_column(max(span.start, span.end))[0]
    for line in sorted({0, span.line, last}):
        yield from lines.get(line, ())


def _speaks_for(suppression: Suppression, finding: Diagnostic) -> bool:
    known = suppression.word in (LINE, FILE)
    return known and any(named.code == finding.code for named in suppression.named)


def judge(source: Source, used: frozenset[Use], judged: frozenset[str]) -> list[Diagnostic]:
    """What is wrong with the suppressions of a file.

    ``used`` are those that silenced something in any check of the file; ``judged`` the codes that
    were looked for, without which nobody can tell whether a suppression is needed.
    """
    found: list[Diagnostic] = []
    for suppression in suppressions(source):
        if len(found) >= MOST_TOLD:
            break
        unknown = _unknown(suppression)
        if unknown is not None:
            found.append(unknown)
        unused = [
            n
            for n in suppression.named
            if n.code in (judged | NEVER)
            and (source.name, suppression.span.start, n.code) not in used
        ]
        if unused and suppression.word in (LINE, FILE):
            found.append(_unused(suppression, unused))
    return found


def _unknown(suppression: Suppression) -> Diagnostic | None:
    """A comment whose instruction or codes are none, or that names no code."""
    word, span = suppression.word, suppression.span
    if word not in (LINE, FILE):
        near = suggest.closest(word, (LINE, FILE))
        return Diagnostic(
            UNKNOWN_SUPPRESSION,
            f"`# beh: {word}` says nothing to the checker" if word else "`# beh:` says nothing",
            span,
            f"did you mean `{near}`?" if near else "not an instruction",
            help=("write `# beh: ignore[BEH0203] the reason`, or begin the comment otherwise",),
            severity=Severity.WARNING,
        )
    if not suppression.named:
        return Diagnostic(
            UNKNOWN_SUPPRESSION,
            f"`# beh: {word}` names no code, so it suppresses nothing",
            span,
            "which code?",
            help=(f"name what is meant to be there: `# beh: {word}[BEH0203] the reason`",),
            severity=Severity.WARNING,
        )
    unknown = [n for n in suppression.named if not n.code]
    if not unknown:
        return None
    text = unknown[0].text
    names = [entry.name for entry in CODES.values()]
    near = suggest.closest(text.upper(), CODES) or suggest.closest(text.lower(), names)
    listed = " and ".join(f"`{n.text}`" for n in unknown)
    return Diagnostic(
        UNKNOWN_SUPPRESSION,
        f"there is no code {listed}, so this suppresses nothing",
        unknown[0].span,
        f"did you mean `{near}`?" if near else "no such code",
        help=("`beh rules` lists the codes",),
        fixes=(_without(suppression, unknown),),
        severity=Severity.WARNING,
    )


def _unused(suppression: Suppression, unused: list[Named]) -> Diagnostic:
    never = [n for n in unused if n.code in NEVER]
    listed = " and ".join(n.code for n in unused)
    where = "in this file" if suppression.word == FILE else "here"
    message = f"there is no {listed} {where}: this suppression does nothing"
    if never:
        message = f"{never[0].code} cannot be suppressed"
    return Diagnostic(
        UNUSED_SUPPRESSION,
        message,
        (never or unused)[0].span,
        "cannot be suppressed" if never else "nothing to suppress",
        fixes=(_without(suppression, unused),),
        severity=Severity.WARNING,
    )


def _without(suppression: Suppression, taken: list[Named]) -> Fix:
    """Take codes out of a suppression, or all of it where none is left."""
    left = [n for n in suppression.named if n not in taken]
    if not left or suppression.listed is None:
        return Fix("take the suppression out", (Edit(suppression.whole, ""),), safe=True)
    text = ", ".join(n.text for n in left)
    title = "take " + " and ".join(f"`{n.text}`" for n in taken) + " out"
    return Fix(title, (Edit(suppression.listed, text),), safe=True)
