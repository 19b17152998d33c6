"""Braces that do not pair up: indentation tells where one is missing or too many.

A parser sees a missing `}` only at the end of the file, far from its place. Where the counts of
braces differ, blocks are compared with the way their lines are indented, and the braces put
right before parsing. Balanced files are never judged by their looks.
"""

from __future__ import annotations

from dataclasses import dataclass

from behave.diagnostics.catalog import SYNTAX
from behave.diagnostics.diagnostic import Diagnostic, Label
from behave.source import Source, Span
from behave.syntax.newlines import CLOSING, GOES_ON_AFTER, GOES_ON_BEFORE, OPENING
from behave.syntax.tokens import TRIVIA, Token

_TAB = 4
# Words that begin a statement which must have a block.
_HEADERS = frozenset(
    "RIG BEHAVIOR SCENE TEST ACTION MACHINE STATE INITIAL FINAL ON WHEN EVERY FOR POSE LAYER BLEND "
    "CHOOSE ELSE".split()
)
_MOST = 20


@dataclass(frozen=True)
class BraceRepair:
    """A brace to put before a raw token (``text`` is `{` or `}`), or the raw token to leave out."""

    index: int
    text: str
    diagnostic: Diagnostic


@dataclass(frozen=True)
class _Line:
    """A statement's first line: its indentation, its first and its last token that count."""

    indent: int
    first: Token
    last: Token
    closes: bool


@dataclass(frozen=True)
class _Open:
    """An open block: its brace and the line that opened it."""

    brace: Token
    line: _Line


def balance(source: Source, raw: list[Token]) -> tuple[list[Token], tuple[Diagnostic, ...]]:
    """The tokens with their braces put right, and what was wrong; raw ones where nothing was."""
    excess = _excess(raw)
    if not excess and not _closes_too_early(raw):
        return raw, ()
    repairs = _by_indentation(source, raw)
    if not _settles(raw, repairs, excess):
        repairs = _by_position(source, raw)
    return _applied(raw, repairs), tuple(r.diagnostic for r in repairs)


def _excess(raw: list[Token]) -> int:
    """How many more `{` than `}` there are."""
    return sum((t.type == "LBRACE") - (t.type == "RBRACE") for t in raw)


def _closes_too_early(raw: list[Token]) -> bool:
    depth = 0
    for token in raw:
        depth += (token.type == "LBRACE") - (token.type == "RBRACE")
        if depth < 0:
            return True
    return False


def _settles(raw: list[Token], repairs: list[BraceRepair], excess: int) -> bool:
    """Whether the repairs make all braces pair up, without more of them than likely."""
    if not repairs or len(repairs) > min(_MOST, max(2 * abs(excess), 2)):
        return False
    after = _applied(raw, repairs)
    return not _excess(after) and not _closes_too_early(after)


def _applied(raw: list[Token], repairs: list[BraceRepair]) -> list[Token]:
    """The token list with the repairs made, numbered anew."""
    changes: dict[int, list[BraceRepair]] = {}
    for repair in repairs:
        changes.setdefault(repair.index, []).append(repair)
    tokens: list[Token] = []
    for index in range(len(raw) + 1):
        drop = False
        for repair in changes.get(index, ()):
            if not repair.text:
                drop = True
                continue
            end = repair.diagnostic.span.end
            type = "LBRACE" if repair.text == "{" else "RBRACE"
            tokens.append(Token(type, repair.text, end, end))
        if index < len(raw) and not drop:
            tokens.append(raw[index])
    for number, token in enumerate(tokens):
        token.index = number
    return tokens


# ---- by indentation ---------------------------------------------------------------------


def _lines(source: Source, raw: list[Token]) -> list[tuple[_Line, list[Token]]]:
    """The first lines of statements, each with all tokens up to the next one."""
    found: list[tuple[_Line, list[Token]]] = []
    group: list[Token] = []
    depth, previous, fresh = 0, "", True
    for token in raw:
        if token.type == "NEWLINE":
            fresh = True
            continue
        if token.type in TRIVIA:
            continue
        goes_on = depth > 0 or previous in GOES_ON_AFTER or token.type in GOES_ON_BEFORE
        if fresh and not (goes_on and group) or token.type == "RBRACE" and fresh:
            if group:
                found.append(_line(source, group))
            group, depth = [], 0
        fresh = False
        group.append(token)
        if token.type in ("LBRACE", "RBRACE"):
            depth = 0
        depth += (token.type in OPENING) - (token.type in CLOSING and depth > 0)
        previous = token.type
    if group:
        found.append(_line(source, group))
    return found


def _line(source: Source, group: list[Token]) -> tuple[_Line, list[Token]]:
    first = group[0]
    line, column = source.line_column(first.start)
    lead = source.line_text(line)[: column - 1]
    indent = len(lead.expandtabs(_TAB))
    return _Line(indent, first, group[-1], first.type == "RBRACE"), group


def _by_indentation(source: Source, raw: list[Token]) -> list[BraceRepair]:
    repairs: list[BraceRepair] = []
    open: list[_Open] = []
    before: _Line | None = None
    for line, group in _lines(source, raw):
        if line.closes:
            _close(source, line, open, repairs)
            rest = group[1:]
        else:
            while open and line.indent <= open[-1].line.indent and _own_line(source, open[-1], line):
                repairs.append(_missing_close(source, open.pop(), line.first.index, before))
            if before is not None and _lacks_open(before, line, open):
                repair = _missing_open(source, before)
                repairs.append(repair)
                open.append(_Open(before.last, before))
            rest = group
        for token in rest:
            if token.type == "LBRACE":
                open.append(_Open(token, line))
            elif token.type == "RBRACE" and open:
                open.pop()
        before = line
    for block in reversed(open):
        repairs.append(_missing_close(source, block, len(raw), before))
    return repairs


def _own_line(source: Source, block: _Open, line: _Line) -> bool:
    return source.line_column(block.brace.start)[0] < source.line_column(line.first.start)[0]


def _lacks_open(before: _Line, line: _Line, open: list[_Open]) -> bool:
    """Whether the line before should have opened a block: this one stands further in."""
    if line.indent <= before.indent or before.first.type not in _HEADERS:
        return False
    return before.last.type not in ("LBRACE", "RBRACE") and (
        not open or open[-1].line is not before
    )


def _close(source: Source, line: _Line, open: list[_Open], repairs: list[BraceRepair]) -> None:
    """A line that begins with `}`: it closes the block whose first line stands as far in."""
    deeper = [b for b in open if b.line.indent > line.indent]
    same = [b for b in open if b.line.indent == line.indent]
    if same:
        while open and open[-1].line.indent > line.indent:
            repairs.append(_missing_close(source, open.pop(), line.first.index, None))
        open.pop()
    elif deeper and len(deeper) == len(open):
        open.pop()
    elif open and open[-1].line.indent > line.indent:
        open.pop()
    else:
        span = Span(source, line.first.start, line.first.end)
        diagnostic = Diagnostic(SYNTAX, "this `}` closes nothing", span, "no `{` for it")
        repairs.append(BraceRepair(line.first.index, "", diagnostic))


def _missing_close(source: Source, block: _Open, index: int, before: _Line | None) -> BraceRepair:
    brace = Span(source, block.brace.start, block.brace.end)
    start = source.line_start(source.line_column(block.line.first.start)[0])
    header = Span(source, max(start, block.line.first.start), block.brace.end)
    what = header.text.splitlines()[0].rstrip(" {")
    help = ("the lines after it are indented as if the block had ended",) if before else ()
    diagnostic = Diagnostic(
        SYNTAX,
        f"the block of `{what[:40]}` is never closed: expected `}}`",
        brace,
        "this `{` has no `}`",
        help=help,
    )
    return BraceRepair(index, "}", diagnostic)


def _missing_open(source: Source, header: _Line) -> BraceRepair:
    end = header.last.end
    diagnostic = Diagnostic(
        SYNTAX,
        f"expected `{{` after `{header.last.text[:30]}`: `{header.first.text}` opens a block",
        Span(source, end, end),
        "expected `{`",
    )
    return BraceRepair(header.last.index + 1, "{", diagnostic)


# ---- by position ---------------------------------------------------------------------------


def _by_position(source: Source, raw: list[Token]) -> list[BraceRepair]:
    """Where looks do not help: what is left over when braces are paired up."""
    repairs: list[BraceRepair] = []
    open: list[Token] = []
    for token in raw:
        if token.type == "LBRACE":
            open.append(token)
        elif token.type == "RBRACE" and open:
            open.pop()
        elif token.type == "RBRACE":
            span = Span(source, token.start, token.end)
            diagnostic = Diagnostic(SYNTAX, "this `}` closes nothing", span, "no `{` for it")
            repairs.append(BraceRepair(token.index, "", diagnostic))
    if open:
        brace = open[-1]
        span = Span(source, brace.start, brace.end)
        more = tuple(Label(Span(source, t.start, t.end), "nor this one") for t in open[-2:-1])
        message = "this block is never closed: expected `}`"
        diagnostic = Diagnostic(SYNTAX, message, span, "this `{` has no `}`", more)
        repairs += [BraceRepair(len(raw), "}", diagnostic) for _ in open]
    return repairs
