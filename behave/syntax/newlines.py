"""Which line ends end a statement.

None inside ( ) and [ ]; none after an operator, a comma, `=`, `:` or an open bracket; none
before `and`, `or`, `otherwise`, `else` and `{`, which may begin a continued line. `;` is a line
end; one is supplied before `}` and at the end of the file.

A brace, and a line beginning with a word that only begins statements, end whatever came before:
brackets left open and operators without their second side do not swallow the file.
"""

from __future__ import annotations

from behave.syntax.table import END, name_set
from behave.syntax.tokens import Token, end_token

OPENING = frozenset({"LPAR", "LSQB"})
CLOSING = frozenset({"RPAR", "RSQB"})
_BRACKETS = frozenset((*OPENING, *CLOSING, "LBRACE"))
GOES_ON_AFTER = name_set(
    "PLUS MINUS STAR SLASH COMMA EQUAL COLON LE GE EQ NE LT GT DOTDOT AND OR NOT OTHERWISE IF "
    "ELSE LPAR LSQB"
)
GOES_ON_BEFORE = frozenset({"AND", "OR", "OTHERWISE", "ELSE", "LBRACE"})
# After these a statement has ended already.
ENDED = frozenset({"LBRACE", "RBRACE", "_NL", ""})
# A statement ends here, or its block begins.
STOPS = frozenset({"_NL", "LBRACE", "RBRACE", END})
ONLY_STARTS = name_set(
    "USE LAYERS RIG BEHAVIOR SCENE TEST ENUM PARAM VAR LET SENSOR GUARD ACTION MACHINE STATE "
    "ARROW CHOOSE WHEN SET EXPECT ALWAYS NEVER ON"
)


class Statements:
    """The tokens the parser reads, made from the raw ones as far as asked for.

    ``tokens`` holds what has been made; :meth:`at` extends it; recovery edits it.
    """

    def __init__(self, raw: list[Token], length: int) -> None:
        self.raw = raw
        self.length = length
        self.tokens: list[Token] = []
        self._next = 0
        self._depth = 0
        self._previous = ""
        self._previous_end = 0
        self._joined: set[int] = set()
        self._folded: list[tuple[int, Token]] = []

    def at(self, position: int) -> Token:
        """The token at a position; past the last one, the end of the file."""
        while position >= len(self.tokens):
            self._extend()
        return self.tokens[position]

    def replace(self, position: int, count: int, made: list[Token]) -> None:
        """Put other tokens in place of ``count`` at a position."""
        self.at(position + count)
        self.tokens[position : position + count] = made

    def reopen(self, position: int, made: list[Token], depth: int) -> None:
        """Put tokens before a position and make the rest anew, with so many brackets open."""
        first = self._first_raw(position)
        self.tokens[position:] = made
        self._continue_at(first, depth)

    def stop(self, position: int) -> None:
        """Let the file end at a position."""
        self.tokens[position:] = [end_token(self.length)]

    def preview(self, position: int, count: int, previous: str, depth: int) -> list[Token]:
        """What would follow a token of a type put by :meth:`reopen`; changes nothing."""
        other = Statements(self.raw, self.length)
        other._continue_at(self._first_raw(position), depth)
        other._previous = previous
        return [other.at(i) for i in range(count)]

    def fold(self, position: int, last: Token) -> None:
        """Let the last token of a statement stand for all of it, from the last one made on."""
        self._folded.append((position, self.tokens[position]))
        self.tokens[position] = last
        self._next = last.index + 1
        self._depth = 0
        self._previous = last.type
        self._previous_end = last.end

    def unfold(self) -> int:
        """Put back what was folded; by how many tokens what is behind moves on."""
        before = len(self.tokens)
        for position, first in reversed(self._folded):
            inner = Statements(self.raw, self.length)
            inner._next = first.index
            last = self.tokens[position]
            while not inner.tokens or inner.tokens[-1] is not last:
                inner._extend()
            self.tokens[position : position + 1] = [first, *inner.tokens[1:]]
            self._joined |= inner._joined
        self._folded.clear()
        return len(self.tokens) - before

    def joined(self, token: Token) -> bool:
        """Whether a line end before a token was read as a blank."""
        return token.index in self._joined

    def _first_raw(self, position: int) -> int:
        self.at(position)
        kept = (t.index for t in self.tokens[position:] if t.index >= 0 and t.type != "_NL")
        return next(kept, len(self.raw))

    def _continue_at(self, raw: int, depth: int) -> None:
        self._next = raw
        self._depth = depth
        before = self.tokens[-1] if self.tokens else None
        self._previous = before.type if before is not None else ""
        self._previous_end = before.end if before is not None else 0

    def _extend(self) -> None:
        """Append the next token that means something, with the statement end before it."""
        raw, index, count = self.raw, self._next, len(self.raw)
        line_end = False
        separator = -1
        while index < count:
            token = raw[index]
            terminal = token.type
            if terminal == "NEWLINE":
                line_end = True
            elif terminal == "SEMI":
                separator = index
            elif terminal != "BLANK" and terminal != "COMMENT":
                break
            index += 1
        else:
            self._next = index
            if self._previous not in ENDED:
                self._end_statement()
            self.tokens.append(end_token(self.length))
            return
        self._next = index + 1
        fresh = terminal == "RBRACE" or (line_end and self._only_starts(token, index))
        if fresh:
            self._depth = 0
        if fresh or line_end or separator >= 0:
            if self._ends(terminal, line_end, separator, fresh):
                self._end_statement(separator)
            elif line_end:
                self._joined.add(index)
        if terminal in _BRACKETS:
            self._count(terminal)
        self._previous = terminal
        self._previous_end = token.end
        self.tokens.append(token)

    def _ends(self, terminal: str, line_end: bool, separator: int, fresh: bool) -> bool:
        """Whether a statement ends before a token; what stands between is told by the others."""
        if self._previous in ENDED:
            return False
        if separator >= 0 or fresh:
            return True
        if not line_end or self._depth:
            return False
        return self._previous not in GOES_ON_AFTER and terminal not in GOES_ON_BEFORE

    def _count(self, terminal: str) -> None:
        """How many brackets are open behind one."""
        if terminal in OPENING:
            self._depth += 1
        elif terminal == "LBRACE":
            self._depth = 0
        elif self._depth:
            self._depth -= 1

    def _end_statement(self, separator: int = -1) -> None:
        """``separator`` is the raw index of the `;` that ends the statement, if one does."""
        end = self._previous_end
        self.tokens.append(Token("_NL", ";" if separator >= 0 else "", end, end, separator))
        self._previous = "_NL"

    def _only_starts(self, token: Token, index: int) -> bool:
        """Whether a token at the start of a line can only begin a statement."""
        if token.type not in ONLY_STARTS or self._previous == "ELSE":
            return False
        following = (t.type for t in self.raw[index + 1 : index + 3] if t.type != "BLANK")
        return next(following, "") != "COLON"
