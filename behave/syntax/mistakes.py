"""The likely first mistakes, each with a message of its own and the change that mends it."""

from __future__ import annotations

from collections.abc import Callable

from behave.diagnostics.catalog import SYNTAX
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label
from behave.diagnostics.suggest import close, closest
from behave.source import Span
from behave.syntax.characters import bad_character, bad_number, unclosed_string
from behave.syntax.repairs import Repair
from behave.syntax.situation import STOPS, Change, Situation
from behave.syntax.tokens import Token
from behave.syntax.wording import PREPOSITIONS, found
from behave.units import UNIT_NAMES

# Words of other languages, and what is written here.
_FOREIGN = {
    "behaviour": "behavior",
    "behaviours": "behavior",
    "import": "use",
    "include": "use",
    "require": "use",
    "const": "param",
    "parameter": "param",
    "variable": "var",
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
_OPENERS = frozenset(
    "use layers rig behavior scene test enum param var let input zone sensor guard event action "
    "machine state initial final choose on set when every for pose layer blend expect always never "
    "->".split()
)
_COMPARISONS = frozenset({"LE", "GE", "EQ", "NE", "LT", "GT"})
_JOINING = ("AND", "OR", "NOT", "IN", "FOR", "PLUS", "STAR", "SLASH")
_STARTS_VALUE = frozenset(
    "NAME QUANTITY STRING YES NO NONE LPAR LSQB MINUS NOT BECAME IN AFTER".split()
)


# Words a misspelt one that was taken for a flag or a name may have been.
_AFTER_NAME = (*sorted(PREPOSITIONS), "WHEN", "AFTER", "WITHIN", "DURING", "AND", "OR", "FOR", "IN")


def recognise(s: Situation) -> Repair | None:
    """The mistake this is, if it is one of the known ones."""
    for mistake in _MISTAKES:
        repair = mistake(s)
        if repair is not None:
            return repair
    return None


def _say(
    message: str,
    span: Span,
    label: str,
    change: Change | None,
    *,
    help: tuple[str, ...] = (),
    fix: tuple[str, Span, str] | None = None,
    secondary: tuple[Label, ...] = (),
) -> Repair:
    """A repair; ``fix`` is a title, the place to change and the new text (never safe: a guess)."""
    fixes: tuple[Fix, ...] = ()
    if fix is not None:
        fixes = (Fix(fix[0], (Edit(fix[1], fix[2]),), safe=False),)
    return Repair(change, Diagnostic(SYNTAX, message, span, label, secondary, help, fixes))


def _as_word(s: Situation, position: int, word: str) -> Token:
    """The token at a position read as a word or sign of the language."""
    types = {text: type for type, text in s.table.signs.items()}
    return s.as_type(s.statements.at(position), types[word])


# ---- words ------------------------------------------------------------------------------


def _misspelt_opening(s: Situation) -> Repair | None:
    """`stat Idle {`, `behaviour x for y {`, `if x {`: the first word is not one that begins this."""
    opening = s.opening
    if opening.type not in ("NAME", "IF"):
        return None
    word = _FOREIGN.get(opening.text) or closest(opening.text, _OPENERS)
    if word is None:
        return None
    change = Change(s.first, 1, (_as_word(s, s.first, word),))
    if not s.works(change):
        return None
    span = s.span(opening)
    return _say(
        f"`{opening.text}` does not begin a statement like this",
        span,
        f"did you mean `{word}`?",
        change,
        fix=(f"write `{word}`", span, word),
    )


def _misspelt_word(s: Situation) -> Repair | None:
    """`-> Idle wen x`, `lerp x too 1`: a name where a keyword close to it would fit."""
    for position in (s.at, s.at - 1):
        token = s.statements.at(position)
        if position <= s.first or token.type != "NAME":
            continue
        possible = s.accepted if position == s.at else _AFTER_NAME
        words = {s.table.signs[t] for t in possible if t in s.table.keywords}
        for word in close(token.text, words):
            change = Change(position, 1, (_as_word(s, position, word),))
            if not s.works(change):
                continue
            span = s.span(token)
            return _say(
                f"`{token.text}` does not fit here",
                span,
                f"did you mean `{word}`?",
                change,
                fix=(f"write `{word}`", span, word),
            )
    return None


def _keyword_as_name(s: Situation) -> Repair | None:
    """`var rate = 3`: a word of the language where a name must stand."""
    token = s.token
    if token.type not in s.table.keywords or "NAME" not in s.accepted:
        return None
    if s.previous is not None and s.previous.type == token.type:
        return None
    change = Change(s.at, 1, (s.as_type(token, "NAME"),))
    if not s.works(change):
        return None
    span = s.span(token)
    return _say(
        f"`{token.text}` is a word of the language and cannot be a name",
        span,
        "a keyword",
        change,
        help=(f"choose another name, such as `{token.text}_` or `my_{token.text}`",),
    )


def _quoted_name(s: Situation) -> Repair | None:
    """`scene "hills" {` and `test walks in hills {`."""
    token = s.token
    span = s.span(token)
    if token.type == "STRING" and "NAME" in s.accepted and "STRING" not in s.accepted:
        plain = token.text.strip('"')
        change = Change(s.at, 1, (s.as_type(token, "NAME"),))
        if plain.isidentifier() and s.works(change):
            return _say(
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
        return _say(
            f"{what} stands in double quotes",
            span,
            'expected a text in "quotes"',
            change,
            fix=("put it in quotes", span, f'"{text}"'),
        )
    return None


# ---- `=`, `==`, `:=` ----------------------------------------------------------------------


def _one_equals_sign(s: Situation) -> Repair | None:
    """`when x = 3`: comparing is `==`; `x = 3` alone needs `set`."""
    token = s.token
    if token.type != "EQUAL":
        return None
    span = s.span(token)
    if s.opening.type == "NAME":
        put = Token("SET", "set", s.opening.start, s.opening.start)
        change = Change(s.first, 0, (put,))
        if s.works(change):
            place = Span(s.source, s.opening.start, s.opening.start)
            target = s.source.text[s.opening.start : token.start].strip()
            return _say(
                f"to change a value write `set {target} = …`",
                s.span(s.opening),
                "`set` is missing before it",
                change,
                help=("`let` names a value that never changes, `var` declares one that does",),
                fix=("write `set` before it", place, "set "),
            )
        change = Change(s.at, 1, (s.as_type(token, "TO"),))
        if "TO" in s.accepted and s.works(change):
            return _say(
                f"`{s.opening.text}` takes its goal with `to`; `=` belongs to `set`",
                span,
                "expected `to`",
                change,
                fix=("write `to`", span, "to"),
            )
    if "EQ" in s.accepted:
        change = Change(s.at, 1, (s.as_type(token, "EQ"),))
        if s.works(change):
            return _say(
                "a comparison is written `==`, not `=`",
                span,
                "expected `==`",
                change,
                fix=("write `==`", span, "=="),
            )
    return None


def _two_equals_signs(s: Situation) -> Repair | None:
    """`set x == 3`, `param x := 3`."""
    token, previous = s.token, s.previous
    if token.type == "EQ" and "EQUAL" in s.accepted:
        change, span = Change(s.at, 1, (s.as_type(token, "EQUAL"),)), s.span(token)
        if s.works(change):
            return _say(
                "a value is given with `=`; `==` compares",
                span,
                "expected `=`",
                change,
                fix=("write `=`", span, "="),
            )
    if token.type == "COLON" and s.look(1).type == "EQUAL" and s.look(1).start == token.end:
        change, span = Change(s.at, 1), Span(s.source, token.start, s.look(1).end)
    elif token.type == "EQUAL" and previous is not None and previous.type == "COLON":
        change, span = Change(s.at - 1, 1), Span(s.source, previous.start, token.end)
    else:
        return None
    if not s.works(change):
        return None
    return _say(
        "a value is given with `=`, not `:=`", span, "expected `=`", change, fix=("write `=`", span, "=")
    )


def _compound_assignment(s: Situation) -> Repair | None:
    """`x += 1`."""
    token, after = s.token, s.look(1)
    if token.type not in ("PLUS", "MINUS", "STAR", "SLASH", "EQUAL"):
        return None
    operator = token if token.type != "EQUAL" else s.previous
    equal = after if token.type != "EQUAL" else token
    if operator is None or equal.type != "EQUAL" or operator.end != equal.start:
        return None
    if operator.type not in ("PLUS", "MINUS", "STAR", "SLASH"):
        return None
    start = s.opening.end if s.opening.type == "SET" else s.opening.start
    target = s.source.text[start : operator.start].strip() or "x"
    return _say(
        f"there is no `{operator.text}=`",
        Span(s.source, operator.start, equal.end),
        "not an operator",
        None,
        help=(f"write `set {target} = {target} {operator.text} …`",),
    )


def _chained_comparison(s: Situation) -> Repair | None:
    """`a < b < c`."""
    token = s.token
    if token.type not in _COMPARISONS or token.type in s.accepted:
        return None
    start = s.at - 1
    while start > s.first and s.statements.at(start).type not in _COMPARISONS:
        start -= 1
    earlier = s.statements.at(start)
    if earlier.type not in _COMPARISONS:
        return None
    change: Change | None = Change(s.at, 1, (s.as_type(token, "AND"),))
    assert change is not None
    return _say(
        "comparisons do not chain",
        s.span(token),
        "a second comparison",
        change if s.works(change) else None,
        help=("write `a < b and b < c`, or `b in a .. c`",),
        secondary=(Label(s.span(earlier), "the first"),),
    )


# ---- transitions ----------------------------------------------------------------------------


def _arrow_to_nowhere(s: Situation) -> Repair | None:
    """`-> when x`, `->` alone, `-> state Idle`."""
    previous, token = s.previous, s.token
    if previous is None or previous.type not in ("ARROW", "RESUME") or s.at > s.first + 2:
        return None
    if token.type in ("STATE", "MACHINE") and s.look(1).type == "NAME":
        return _say(
            f"after the arrow stands the name alone: `-> {s.look(1).text}`",
            s.span(token),
            "leave this out",
            Change(s.at, 1),
            fix=(f"remove `{token.text}`", Span(s.source, token.start, s.look(1).start), ""),
        )
    if token.type == "NAME":
        return None
    change = Change(s.at, 0, (s.made("NAME"),))
    if not s.works(change):
        return None
    return _say(
        "this arrow leads nowhere: the name of a state must follow it",
        s.span(previous),
        "to which state?",
        change,
        help=("write `-> Name when …`; `-> restart` leaves and enters the same state again",),
    )


def _guard_without_when(s: Situation) -> Repair | None:
    """`-> Idle timer > 2 s`, `-> Idle if timer > 2 s`."""
    token = s.token
    if s.opening.type not in ("ARROW", "NAME", "SET", "EVERY", "ON", "SENSOR"):
        return None
    if "WHEN" not in s.accepted and token.type != "IF":
        return None
    span = s.span(token)
    if token.type == "IF" and "WHEN" in s.accepted:
        change = Change(s.at, 1, (s.as_type(token, "WHEN"),))
        if s.works(change):
            return _say(
                "a condition begins with `when`, not `if`",
                span,
                "expected `when`",
                change,
                fix=("write `when`", span, "when"),
            )
    if s.opening.type != "ARROW" or token.type not in _STARTS_VALUE or _condition_follows(s):
        return None
    change = Change(s.at, 0, (s.made("WHEN"),))
    if not s.works(change):
        return None
    return _say(
        f"the guard of a transition begins with `when`, found {found(token, s.table.keywords)}",
        span,
        "expected `when` before this",
        change,
        fix=("write `when` before it", Span(s.source, token.start, token.start), "when "),
    )


def _condition_follows(s: Situation) -> bool:
    """Whether a `when` stands later in the statement."""
    offset = 0
    while s.look(offset).type not in STOPS:
        if s.look(offset).type == "WHEN":
            return True
        offset += 1
    return False


def _if_without_else(s: Situation) -> Repair | None:
    """`set x = 1 if y`: a value chosen by `if` needs an `else`; a condition is a `when`."""
    if s.token.type not in STOPS or "ELSE" not in s.accepted:
        return None
    for position in range(s.at - 1, s.first, -1):
        token = s.statements.at(position)
        if token.type != "IF":
            continue
        change = Change(position, 1, (s.as_type(token, "WHEN"),))
        span = s.span(token)
        if s.works(change):
            return _say(
                "a value chosen with `if` needs an `else`; a condition on the statement is a `when`",
                span,
                "`if` without `else`",
                change,
                help=("write `a if c else b`, or `… when c`",),
                fix=("write `when`", span, "when"),
            )
        return None
    return None


def _guard_before_arrow(s: Situation) -> Repair | None:
    """`when timer > 2 s -> Idle`: the arrow comes first."""
    if s.token.type != "ARROW" or s.opening.type not in ("WHEN", "ON", "AFTER"):
        return None
    guard = s.source.text[s.opening.start : s.token.start].strip()
    target, count = [], 1
    while s.look(count).type in ("NAME", "DOT"):
        target.append(s.look(count).text)
        count += 1
    name = "".join(target) or "State"
    whole = Span(s.source, s.opening.start, s.look(count - 1).end)
    single = target and "\n" not in whole.text
    return _say(
        f"a transition begins with its arrow: `-> {name} {s.opening.text} …`",
        s.span(s.token),
        "the arrow comes first",
        None,
        fix=("put the arrow first", whole, f"-> {name} {guard}") if single else None,
    )


def _when_missing(s: Situation) -> Repair | None:
    """`steer > 1 {`."""
    if s.opening.type != "NAME" or s.token.type not in (*_COMPARISONS, *_JOINING):
        return None
    stop = 0
    while s.look(stop).type not in STOPS:
        stop += 1
    start = s.opening.start
    change = Change(s.first, 0, (Token("WHEN", "when", start, start),))
    if s.look(stop).type != "LBRACE" or not s.works(change):
        return None
    return _say(
        "a block with a condition begins with `when`",
        s.span(s.opening),
        "expected `when` before this",
        change,
        fix=("write `when` before it", Span(s.source, start, start), "when "),
    )


def _arrow_missing(s: Situation) -> Repair | None:
    """`Idle after 2 s`."""
    if s.token.type not in ("AFTER", "ON") or s.opening.type != "NAME":
        return None
    start = s.opening.start
    change = Change(s.first, 0, (Token("ARROW", "->", start, start),))
    if not s.works(change):
        return None
    return _say(
        f"a transition begins with an arrow: `-> {s.opening.text} {s.token.text} …`",
        s.span(s.opening),
        "expected `->` before this",
        change,
        fix=("write `->` before it", Span(s.source, start, start), "-> "),
    )


def _stray_arrow(s: Situation) -> Repair | None:
    """`state A -> B {`, `set x = 1 -> B`."""
    if s.token.type != "ARROW" or s.at == s.first or s.statements.joined(s.token):
        return None
    if "_NL" in s.accepted:
        return None
    if s.opening.type not in ("STATE", "INITIAL", "FINAL", "MACHINE", "BEHAVIOR"):
        return None
    return _say(
        "`->` begins a transition, a line of its own inside the state it leaves",
        s.span(s.token),
        "not in this line",
        None,
    )


# ---- separators --------------------------------------------------------------------------------


def _comma_between_statements(s: Situation) -> Repair | None:
    """`set x = 1, set y = 2` and `f(a; b)`."""
    token = s.token
    if token.type == "COMMA" and "_NL" in s.accepted:
        change = Change(s.at, 1, (s.made("_NL"),))
        if s.works(change):
            return _say(
                "statements are separated by `;` or a line end, not by `,`",
                s.span(token),
                "expected `;`",
                change,
                fix=("write `;`", s.span(token), ";"),
            )
    previous = s.previous
    if previous is not None and previous.type == "COMMA" and token.type in s.table.keywords:
        change = Change(s.at - 1, 1, (s.made("_NL", at=s.at - 1),))
        if s.works(change):
            return _say(
                "statements are separated by `;` or a line end, not by `,`",
                s.span(previous),
                "expected `;`",
                change,
                fix=("write `;`", s.span(previous), ";"),
            )
    if token.type == "_NL" and token.text == ";" and "COMMA" in s.accepted:
        change = Change(s.at, 1, (s.made("COMMA"),))
        if s.works(change):
            return _say(
                "`;` ends a statement; here stands `,`",
                s.here(),
                "expected `,`",
                change,
                fix=("write `,`", s.here(), ","),
            )
    return None


def _else_if(s: Situation) -> Repair | None:
    """`else if c {`."""
    previous, token = s.previous, s.token
    if token.type != "IF" or previous is None or previous.type != "ELSE":
        return None
    span = s.span(token)
    return _say(
        "write `else when`, not `else if`",
        span,
        "expected `when`",
        Change(s.at, 1, (s.as_type(token, "WHEN"),)),
        fix=("write `when`", span, "when"),
    )


def _slashes(s: Situation) -> Repair | None:
    """`// a comment`, `/* a comment */`."""
    token, previous = s.token, s.previous
    if token.type == "SLASH" and s.look(1).type in ("SLASH", "STAR") and s.look(1).start == token.end:
        start = s.at
    elif token.type in ("SLASH", "STAR") and previous is not None and previous.type == "SLASH":
        if previous.end != token.start:
            return None
        start = s.at - 1
    else:
        return None
    first = s.statements.at(start)
    line = s.source.line_column(first.start)[0]
    count = 0
    while True:
        here = s.statements.at(start + count)
        if here.index < 0 and here.type != "_NL" or here.type == "$END":
            break
        if s.source.line_column(here.start)[0] != line or here.type == "_NL":
            break
        count += 1
    span = Span(s.source, first.start, first.start + 2)
    change = Change(start, count)
    return _say(
        f"a comment begins with `#`, not `{span.text}`",
        span,
        "expected `#`",
        change if s.works(change) else None,
        fix=("write `#`", span, "#"),
    )


def _bare_point(s: Situation) -> Repair | None:
    """`.5`, `1.`: a point needs digits on both sides."""
    token, after, previous = s.token, s.look(1), s.previous
    if token.type == "DOT" and after.type == "QUANTITY" and after.start == token.end:
        place = Span(s.source, token.start, after.end)
        change = Change(s.at, 1)
        fix = (f"write `0{place.text}`", Span(s.source, token.start, token.start), "0")
    elif previous is not None and previous.type == "DOT" and s.at - 2 >= s.first:
        number = s.look(-2)
        if number.type != "QUANTITY" or number.end != previous.start:
            return None
        place = Span(s.source, number.start, previous.end)
        change = Change(s.at - 1, 1)
        fix = (f"write `{place.text}0`", Span(s.source, previous.end, previous.end), "0")
    else:
        return None
    return _say(
        f"`{place.text}` is not a number: digits stand on both sides of the point",
        place,
        "a digit is missing",
        change if s.works(change) else None,
        fix=fix,
    )


def _unknown_unit(s: Situation) -> Repair | None:
    """`2 px`: a number followed by a name."""
    previous, token = s.previous, s.token
    if previous is None or previous.type != "QUANTITY" or token.type != "NAME":
        return None
    if not previous.text[-1:].isdigit() or s.source.text[previous.end : token.start].strip(" \t"):
        return None
    if "\n" in s.source.text[previous.end : token.start]:
        return None
    change = Change(s.at, 1)
    if not s.works(change):
        return None
    close = closest(token.text, UNIT_NAMES)
    span = s.span(token)
    return _say(
        f"`{token.text}` is not a unit",
        span,
        f"did you mean `{close}`?" if close else "not a unit",
        change,
        help=("units: " + ", ".join(UNIT_NAMES) + ", and quotients such as m/s and /s",),
        fix=(f"write `{close}`", span, close) if close else None,
    )


def _no_goal(s: Situation) -> Repair | None:
    """`lerp x to over 2 s`: a preposition without its value."""
    previous, token = s.previous, s.token
    if previous is None or previous.type not in PREPOSITIONS or "BROKEN" not in s.accepted:
        return None
    if token.type not in PREPOSITIONS and token.type not in STOPS and token.type not in ("COMMA", "WHEN"):
        return None
    change = Change(s.at, 0, (s.made("BROKEN"),))
    if not s.works(change):
        return None
    verb = s.opening.text
    what = "goal" if previous.type == "TO" else "value"
    return _say(
        f"this `{verb}` has no {what}: nothing stands after `{previous.text}`",
        s.gap(),
        f"expected a {'goal' if what == 'goal' else 'value'} after `{previous.text}`",
        change,
        help=("write `lerp x to 1 over 2 s`",) if verb == "lerp" else (),
    )


_MISTAKES: tuple[Callable[[Situation], Repair | None], ...] = (
    unclosed_string,
    bad_number,
    bad_character,
    _compound_assignment,
    _one_equals_sign,
    _two_equals_signs,
    _arrow_to_nowhere,
    _guard_without_when,
    _if_without_else,
    _guard_before_arrow,
    _when_missing,
    _arrow_missing,
    _stray_arrow,
    _else_if,
    _misspelt_opening,
    _misspelt_word,
    _keyword_as_name,
    _quoted_name,
    _comma_between_statements,
    _slashes,
    _bare_point,
    _unknown_unit,
    _no_goal,
    _chained_comparison,
)
