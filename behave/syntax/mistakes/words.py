"""Words that are misspelt, of another language, or in the wrong role."""

from __future__ import annotations

from behave.diagnostics.suggest import close, closest
from behave.source import Span
from behave.syntax.mistakes.saying import COMPARISONS, as_word, say
from behave.syntax.newlines import STOPS
from behave.syntax.repairs import Repair
from behave.syntax.situation import Change, Situation
from behave.syntax.table import name_set
from behave.syntax.tokens import Token
from behave.syntax.wording import PREPOSITIONS

_FOREIGN = {
    "behaviour": "behavior",
    "behaviours": "behavior",
    "import": "use",
    "include": "use",
    "require": "use",
    "const": "param",
    "parameter": "param",
    "variable": "var",
    **dict.fromkeys(("int", "float", "double", "string", "auto", "local", "val"), "var"),
    "if": "when",
    "while": "when",
    "transition": "->",
    "goto": "->",
    "foreach": "for",
    "fsm": "machine",
    "statemachine": "machine",
    "elif": "else",
    "elseif": "else",
}
_COMPARED = {"is": "==", "equals": "==", "eq": "==", "isnt": "!=", "differs": "!="}
_OPENERS = name_set(
    "use layers rig behavior scene test enum param var let input zone sensor guard event action "
    "machine state initial final choose on set when every for pose layer blend expect always "
    "never ->"
)
_AFTER_NAME = (*sorted(PREPOSITIONS), "WHEN", "AFTER", "WITHIN", "DURING", "AND", "OR", "FOR", "IN")
_JOINING = ("AND", "OR", "NOT", "IN", "FOR", "PLUS", "STAR", "SLASH")


def misspelt_opening(s: Situation) -> Repair | None:
    """`stat Idle {`, `behaviour x for y {`, `if x {`: the first word does not begin this."""
    opening = s.opening
    if opening.type not in ("NAME", "IF"):
        return None
    word = _FOREIGN.get(opening.text) or closest(opening.text, _OPENERS)
    if word is None:
        return None
    second = s.statements.at(s.first + 1)
    if word in ("initial", "final") and second.type == "NAME" and closest(second.text, ("state",)):
        return _two_words(s, word, second)
    change = Change(s.first, 1, (as_word(s, s.first, word),))
    if not s.works(change):
        return None
    span = s.span(opening)
    return say(
        f"`{opening.text}` does not begin a statement like this",
        span,
        f"did you mean `{word}`?",
        change,
        fix=(f"write `{word}`", span, word),
    )


def foreign_block(s: Situation) -> Repair | None:
    """`if (x && y) { … }`: a block of another language, whose inside fits no better."""
    if s.opening.type != "IF" or s.at != s.first:
        return None
    return say(
        "a block with a condition begins with `when`, not `if`",
        s.span(s.opening),
        "expected `when`",
        None,
        fix=("write `when`", s.span(s.opening), "when"),
    )


def said_comparison(s: Situation) -> Repair | None:
    """`-> Idle when n is 3`: a comparison in words."""
    token = s.token
    sign = _COMPARED.get(token.text) if token.type == "NAME" else None
    if sign is None or s.at == s.first or "EQ" not in s.accepted:
        return None
    terminal = "EQ" if sign == "==" else "NE"
    change = Change(s.at, 1, (Token(terminal, sign, token.start, token.end, token.index),))
    if not s.works(change):
        return None
    span = s.span(token)
    return say(
        f"two values are compared by `{sign}`, not by `{token.text}`",
        span,
        f"expected `{sign}`",
        change,
        fix=(f"write `{sign}`", span, sign),
    )


def rig_missing(s: Situation) -> Repair | None:
    """`behavior hero {`: a behavior without the rig it moves."""
    name = s.previous
    if s.opening.type != "BEHAVIOR" or s.at != s.first + 2 or s.token.type != "LBRACE":
        return None
    if name is None:
        return None
    end = name.end
    change = Change(s.at, 0, (Token("FOR", "for", end, end), Token("NAME", "", end, end)))
    if not s.works(change):
        return None
    return say(
        f"the behavior `{name.text}` does not say which rig it is for",
        Span(s.source, end, end),
        "expected `for` and the name of a rig",
        change,
        help=(
            f"for example `behavior {name.text} for humanoid {{ … }}`, below "
            '`use "rigs/humanoid.beh"`',
        ),
    )


def _two_words(s: Situation, word: str, second: Token) -> Repair | None:
    """`Initial State Idle {`."""
    put = (as_word(s, s.first, word), as_word(s, s.first + 1, "state"))
    change = Change(s.first, 2, put)
    if not s.works(change):
        return None
    span = s.span(s.opening).to(s.span(second))
    return say(
        f"`{span.text}` does not begin a statement like this",
        span,
        f"did you mean `{word} state`?",
        change,
        fix=(f"write `{word} state`", span, f"{word} state"),
    )


def misspelt_word(s: Situation) -> Repair | None:
    """`-> Idle wen x`, `lerp x too 1`: a name where a keyword close to it would fit."""
    for position in (s.at, s.at - 1):
        token = s.statements.at(position)
        if position <= s.first or token.type != "NAME":
            continue
        possible = s.accepted if position == s.at else _AFTER_NAME
        words = {s.table.signs[t] for t in possible if t in s.table.keywords}
        for word in close(token.text, words):
            change = Change(position, 1, (as_word(s, position, word),))
            if not s.works(change):
                continue
            span = s.span(token)
            return say(
                f"`{token.text}` does not fit here",
                span,
                f"did you mean `{word}`?",
                change,
                fix=(f"write `{word}`", span, word),
            )
    return None


def keyword_as_name(s: Situation) -> Repair | None:
    """`var rate = 3`: a word of the language where a name must stand."""
    token = s.token
    if token.type not in s.table.keywords or "NAME" not in s.accepted or s.at == s.first:
        return None
    if s.previous is not None and s.previous.type == token.type:
        return None
    change = Change(s.at, 1, (s.as_type(token, "NAME"),))
    if not s.works(change):
        return None
    span = s.span(token)
    return say(
        f"`{token.text}` is a word of the language and cannot be a name",
        span,
        "a keyword",
        change,
        help=(f"choose another name, such as `{token.text}_` or `my_{token.text}`",),
    )


def quoted_name(s: Situation) -> Repair | None:
    """`scene "hills" {` and `test walks in hills {`."""
    token = s.token
    span = s.span(token)
    if token.type == "STRING" and "NAME" in s.accepted and "STRING" not in s.accepted:
        plain = token.text.strip('"')
        change = Change(s.at, 1, (Token("NAME", plain, token.start, token.end, token.index),))
        if plain.isidentifier() and s.works(change):
            return say(
                f"a name stands without quotes: `{plain}`",
                span,
                "not in quotes",
                change,
                fix=(f"write `{plain}`", span, plain),
            )
    if s.opening.type not in ("TEST", "USE") or s.at != s.first + 1 or token.type in STOPS:
        return None
    last = 0
    while s.look(last).type not in STOPS and s.look(last).type != "IN" and last < 20:
        last += 1
    end = s.look(last - 1).end if last else token.end
    text = s.source.text[token.start : end]
    change = Change(s.at, last, (Token("STRING", f'"{text}"', token.start, end, token.index),))
    if last and '"' not in text and "\n" not in text and s.works(change):
        span = Span(s.source, token.start, end)
        what = "the name of a test" if s.opening.type == "TEST" else "a path"
        return say(
            f"{what} stands in double quotes",
            span,
            'expected a text in "quotes"',
            change,
            fix=("put it in quotes", span, f'"{text}"'),
        )
    return None


def when_missing(s: Situation) -> Repair | None:
    """`steer > 1 {`."""
    if s.opening.type != "NAME" or s.token.type not in (*COMPARISONS, *_JOINING):
        return None
    stop = 0
    while s.look(stop).type not in STOPS:
        stop += 1
    start = s.opening.start
    change = Change(s.first, 0, (Token("WHEN", "when", start, start),))
    if s.look(stop).type != "LBRACE" or not s.works(change):
        return None
    return say(
        "a block with a condition begins with `when`",
        s.span(s.opening),
        "expected `when` before this",
        change,
        fix=("write `when` before it", Span(s.source, start, start), "when "),
    )
