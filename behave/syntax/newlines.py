"""Which line ends end a statement.

None inside ( ) and [ ]; none after an operator, a comma, `=`, `:` or an open bracket; none
before `and`, `or`, `otherwise`, `else` and `{`, which may begin a continued line. `;` is a line
end; one is supplied before `}` and at the end of the file.

Brackets left open do not swallow the file: a brace, or a line beginning with a word that only
begins statements, ends them.
"""

from __future__ import annotations

from behave.syntax.tokens import TRIVIA, Token, end_token

OPENING = frozenset({"LPAR", "LSQB"})
CLOSING = frozenset({"RPAR", "RSQB"})
GOES_ON_AFTER = frozenset(
    "PLUS MINUS STAR SLASH COMMA EQUAL COLON LE GE EQ NE LT GT DOTDOT DOT AND OR NOT OTHERWISE "
    "IF ELSE ARROW LPAR LSQB".split()
)
GOES_ON_BEFORE = frozenset({"AND", "OR", "OTHERWISE", "ELSE", "LBRACE"})
# After these a statement has ended already.
ENDED = frozenset({"LBRACE", "RBRACE", "_NL", ""})
ONLY_STARTS = frozenset(
    "USE LAYERS RIG BEHAVIOR SCENE TEST ENUM PARAM VAR LET SENSOR GUARD ACTION MACHINE STATE "
    "ARROW CHOOSE WHEN SET EXPECT ALWAYS NEVER ON".split()
)


class Statements:
    """The tokens the parser reads, made from the raw ones as far as asked for.

    ``tokens`` holds what has been made; :meth:`at` extends it; :meth:`restart` makes anew all
    from a place on, as if no bracket were open there.
    """

    def __init__(self, raw: list[Token], length: int) -> None:
        self.raw = raw
        self.length = length
        self.tokens: list[Token] = []
        self._next = 0
        self._depth = 0
        self._previous = ""
        self._previous_end = 0

    def at(self, position: int) -> Token:
        """The token at a position; past the last one, the end of the file."""
        while position >= len(self.tokens):
            self._extend()
        return self.tokens[position]

    def restart(self, position: int) -> None:
        """Make the tokens from ``position`` on anew, with no bracket open."""
        first = next((t.index for t in self.tokens[position:] if t.index >= 0), None)
        if first is None:
            return
        del self.tokens[position:]
        self._next = first
        self._depth = 0
        before = self.tokens[-1] if self.tokens else None
        self._previous = before.type if before is not None else ""
        self._previous_end = before.end if before is not None else 0

    def _extend(self) -> None:
        """Append the next token that means something, with the statement end before it."""
        raw, index = self.raw, self._next
        line_end: Token | None = None
        separated = False
        while index < len(raw):
            token = raw[index]
            if token.type == "NEWLINE":
                line_end = line_end or token
            elif token.type == "SEMI":
                separated = True
            elif token.type not in TRIVIA:
                break
            index += 1
        else:
            self._next = index
            if self._previous not in ENDED:
                self._end_statement()
            self.tokens.append(end_token(self.length))
            return
        token = raw[index]
        self._next = index + 1
        token.breaks = False
        type = token.type
        if self._depth and self._bracket_was_left_open(token, index, line_end is not None):
            self._depth = 0
            separated = separated or line_end is not None
        if type == "RBRACE":
            self._depth = 0
            separated = True
        if separated:
            ends = self._previous not in ENDED
        elif line_end is None:
            ends = False
        elif self._depth:
            token.breaks = True
            ends = False
        else:
            ends = self._previous not in ENDED and self._previous not in GOES_ON_AFTER
            ends = ends and type not in GOES_ON_BEFORE
        if ends:
            self._end_statement()
        if type in OPENING:
            self._depth += 1
        elif type in CLOSING and self._depth:
            self._depth -= 1
        elif type == "LBRACE":
            self._depth = 0
        self._previous = type
        self._previous_end = token.end
        self.tokens.append(token)

    def _end_statement(self) -> None:
        end = self._previous_end
        self.tokens.append(Token("_NL", "", end, end))
        self._previous = "_NL"

    def _bracket_was_left_open(self, token: Token, index: int, begins_line: bool) -> bool:
        if not begins_line or token.type not in ONLY_STARTS:
            return False
        following = (t.type for t in self.raw[index + 1 : index + 3] if t.type != "BLANK")
        return next(following, "") != "COLON"
