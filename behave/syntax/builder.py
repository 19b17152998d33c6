"""The tree builder: calls a rule's function as soon as the rule is complete."""

from __future__ import annotations

import bisect
from typing import Any

from behave.diagnostics.catalog import LIMIT, MISPLACED
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix
from behave.diagnostics.suggest import closest
from behave.source import Source, Span
from behave.syntax import ast
from behave.syntax.expressions import EXPRESSIONS
from behave.syntax.limits import MAX_NESTING
from behave.syntax.pieces import Lost
from behave.syntax.statements import STATEMENTS
from behave.syntax.tokens import Token

_RULES = {**EXPRESSIONS, **STATEMENTS}

# A whole statement: what is left out when it holds a name that is not there.
_WHOLE = frozenset(
    "use layers rig behavior scene test enum param var let input zone sensor guard event action "
    "machine state transition choose on set when every for_each pose layer blend expect always "
    "never sentence key".split()
)
# Words that open a block: a sentence with a block was probably meant to begin with one.
_OPENERS = (
    "action behavior choose every final for initial layer machine on pose rig scene state test "
    "when blend"
).split()


class Builder:
    """Builds the nodes of one file and collects what is wrong with their use.

    ``holes`` are the offsets of names recovery made up; ``left_out`` are the places of
    statements that did not make it into the tree.
    """

    def __init__(self, source: Source, comments: list[Token]) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = []
        self.holes: list[int] = []
        self.left_out: list[Span] = []
        self._comments = comments
        self._comment_starts = [c.start for c in comments]
        self._told_depth = False

    def reduce(self, rule: str, children: list[Any], start: int, end: int) -> Any:
        """The value of a completed rule."""
        span = Span(self.source, start, end)
        if rule in _WHOLE and self.holes and self.holes[-1] >= start:
            self.forget_holes(start)
            self.left_out.append(span)
            return Lost(span)
        return _RULES[rule](self, children, span)

    def forget_holes(self, start: int) -> None:
        """Drop the made-up names from an offset on: their statement is left out."""
        while self.holes and self.holes[-1] >= start:
            self.holes.pop()

    def too_deep(self, rule: str, start: int, end: int) -> Any:
        """The value of a rule nested deeper than allowed; told once a file."""
        span = Span(self.source, start, end)
        whole = rule in STATEMENTS
        if not self._told_depth:
            self._told_depth = True
            what = "this statement" if whole else "this expression"
            help = "name parts of it with `let`" if not whole else "split it"
            message = f"{what} is nested more than {MAX_NESTING} levels deep"
            place = Span(self.source, start, min(end, start + 1))
            self.report(Diagnostic(LIMIT, message, place, "too deep", help=(help,)))
        if whole:
            self.left_out.append(span)
            return Lost(span)
        return ast.Broken(span)

    def report(self, diagnostic: Diagnostic) -> None:
        """Add a finding."""
        self.diagnostics.append(diagnostic)

    def leave_out(self, span: Span) -> None:
        """Note that a statement is not in the tree."""
        self.left_out.append(span)

    def report_unknown_block(self, node: ast.Sentence, where: str) -> None:
        """A sentence with a block where none may have one."""
        verb = node.verb
        close = closest(verb.text, _OPENERS)
        fixes: tuple[Fix, ...] = ()
        help: tuple[str, ...] = ("only things in a scene may have a block",)
        if close is not None:
            fixes = (Fix(f"write `{close}`", (Edit(verb.span, close),), safe=False),)
            help = ()
        label = f"did you mean `{close}`?" if close else "takes no block"
        message = f"`{verb.text}` does not open a block in {where}"
        self.report(Diagnostic(MISPLACED, message, verb.span, label, help=help, fixes=fixes))

    def tooltip(self, span: Span) -> str:
        """The comment that trails a declaration on its last line, empty without one."""
        index = bisect.bisect_left(self._comment_starts, span.end)
        if index == len(self._comments):
            return ""
        comment = self._comments[index]
        between = self.source.text[span.end : comment.start]
        if between.strip(" \t\f\u00a0\u3000"):
            return ""
        return comment.text[1:].strip()
