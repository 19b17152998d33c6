"""What may be written at a place: names of the right sort, units, options, verbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from behave.kinds import Base, Kind
from behave.lsp.calls import option_names, parameter_names
from behave.lsp.cursor import before, chain_of, open_bracket
from behave.lsp.documents import Document, Documents
from behave.lsp.facts import Facts, Kinds, facts_of, kinds_of, remark_of, whole_path
from behave.lsp.hover import resolve
from behave.lsp.index import Index
from behave.lsp.members import built_in_places, fields_of
from behave.lsp.mentions import LAYER_OPTIONS, Reader
from behave.lsp.names import VALUES, Role, Scope, Symbol, states_in
from behave.lsp.proposals import Item, Proposals
from behave.lsp.starters import beginnings
from behave.syntax.newlines import GOES_ON_AFTER
from behave.syntax.tokens import Token
from behave.units import NAMED_DIMENSIONS, UNIT_NAMES
from behave.vocabulary.devices import BUTTONS, KEY_GROUPS, KEYS, STICKS
from behave.vocabulary.easings import EASINGS
from behave.vocabulary.maths import CONSTANTS
from behave.vocabulary.table import FUNCTION_NAMES, QUERIES, ZONES
from behave.vocabulary.words import named

_BOUNDS = frozenset({"LBRACE", "RBRACE", "SEMI"})
_KINDS = (*NAMED_DIMENSIONS, "bool", "vec", "point", "rotation", "text", "collider", "agent")
_OTHER_UNITS = ("m/s", "m/s^2", "deg/s", "rad/s", "/s")
_DEVICES = {
    "key": (*KEY_GROUPS, *KEYS),
    "axis": KEYS,
    "axis2": KEY_GROUPS,
    "button": BUTTONS,
    "stick": STICKS,
}
_TRUTHS = frozenset({"WHEN", "NOT", "AND", "OR", "BECAME", "ALWAYS", "NEVER", "EXPECT"})


def complete(documents: Documents, document: Document, offset: int) -> Proposals:
    """What may be written at an offset."""
    source = document.source
    tokens = before(source, offset)
    start = offset
    if _in_comment(source.text, offset, tokens):
        return Proposals(offset, ())
    if tokens and tokens[-1].end == offset and tokens[-1].text[:1].isidentifier():
        start = tokens.pop().start
    quantity = tokens[-1] if tokens and tokens[-1].type == "QUANTITY" else None
    if quantity is not None and "\n" not in source.text[quantity.end : offset]:
        digits = quantity.text.rstrip("%/^" + "abcdefghijklmnopqrstuvwxyzH").rstrip()
        if len(digits) < len(quantity.text.rstrip()) and quantity.end == offset:
            start = quantity.start + len(quantity.text) - len(quantity.text[len(digits) :].lstrip())
        if digits == quantity.text.rstrip() or quantity.end == offset:
            return Proposals(start, tuple(_units()))
    context = _Context(documents, document, documents.index(document), start, tokens)
    return Proposals(start, tuple(context.items()))


def _in_comment(text: str, offset: int, tokens: list[Token]) -> bool:
    """Whether a place lies in a comment or behind the quote of a text."""
    line = text.rfind("\n", 0, offset) + 1
    from_token = max((t.end for t in tokens if t.end <= offset), default=0)
    return "#" in text[max(line, from_token) : offset]


def _units() -> Iterator[Item]:
    for name in (*UNIT_NAMES, *_OTHER_UNITS):
        yield Item(name, "unit", first=name in ("s", "m", "deg", "%"))


class _Context:
    """What is before the word that is being typed."""

    def __init__(
        self,
        documents: Documents,
        document: Document,
        index: Index,
        start: int,
        tokens: list[Token],
    ) -> None:
        self.documents = documents
        self.document = document
        self.index = index
        self.start = start
        self.tokens = tokens
        self.scope = index.scope_at(document.source.name, start)
        self.statement = _statement(tokens)
        self._kinds: Kinds | None = None

    def items(self) -> Iterable[Item]:
        """The proposals."""
        tokens = [t for t in self.statement if t.type != "NEWLINE"]
        if not tokens:
            return beginnings(self.scope, self.index.top)
        last = tokens[-1].type
        first = tokens[0].type
        if last == "DOT":
            return self._members()
        by_word = self._by_word(first, last, tokens)
        if by_word is not None:
            return by_word
        if last in ("COMMA", "LPAR", "COLON"):
            found = list(self._options(tokens))
            if last == "COMMA" or found:
                bare = open_bracket(self.tokens) < 0
                return found if bare else [*found, *self._values()]
        return self._values()

    def _by_word(self, first: str, last: str, tokens: list[Token]) -> Iterable[Item] | None:
        """Proposals where one word says what must follow it."""
        top = self.index.top
        match last:
            case "ARROW":
                words = (Item("resume", "keyword"), Item("restart", "keyword"))
                return [*self._states(), *words]
            case "RESUME":
                return self._states()
            case "WITH":
                return _named_by(top, Role.BEHAVIOR)
            case "FOR" if first == "BEHAVIOR":
                return _named_by(top, Role.RIG)
            case "IN" if first == "TEST":
                return _named_by(top, Role.SCENE)
            case "FROM" if first == "SCENE":
                return _named_by(top, Role.SCENE)
            case "IN":
                return [*self._states(), *self._values()]
            case "EASE":
                return [Item(name, "easing") for name in EASINGS]
            case "ON":
                return self._happenings(first == "ARROW")
            case "COLON" if len(tokens) > 1 and tokens[-2].text in LAYER_OPTIONS:
                return _named_by(top, Role.LAYER)
            case "COLON" if first in ("PARAM", "VAR", "EVENT") and open_bracket(self.tokens) < 0:
                return self._kind_names()
            case "LPAR" if len(tokens) > 1 and tokens[-2].text in _DEVICES:
                return [Item(name, "device") for name in _DEVICES[tokens[-2].text]]
            case _:
                return None

    def _states(self) -> Iterator[Item]:
        """The states that can be meant from here: those of the machine around, or of what is
        asked about (``hero in …``).
        """
        states = states_in(self.scope)
        words = [t for t in self.statement if t.type != "NEWLINE"]
        if words and words[-1].type == "IN" and len(words) > 1:
            index = -2 if words[-2].type == "NOT" else -1
            asked = _chain_ending(words[:index])
            symbol = resolve(self.index, self.document, self.start, asked) if asked else None
            inner = Reader(self.index.top, [], {}).inside(symbol)
            if inner is not None:
                states = inner.states
        for state in states:
            yield Item(
                state.name, Role.STATE.value, whole_path(state), remark_of(state), first=True
            )

    def _happenings(self, transition: bool) -> Iterator[Item]:
        for symbol in self.scope.visible(frozenset({Role.EVENT})):
            yield _item(symbol)
        for symbol in self.scope.visible(frozenset({Role.SENSOR})):
            for word in ("found", "lost"):
                yield Item(f"{symbol.name}.{word}", Role.SENSOR.value)
        for symbol in self.scope.visible(frozenset({Role.ZONE})):
            for word in ("enter", "stay", "exit"):
                yield Item(f"{symbol.name}.{word}", Role.ZONE.value)
        if not transition and self.scope.around(Role.STATE) is not None:
            yield Item("enter", "keyword")
            yield Item("exit", "keyword")

    def _kind_names(self) -> Iterator[Item]:
        for name in _KINDS:
            yield Item(name, "kind")
        for symbol in self.scope.visible(frozenset({Role.ENUM})):
            yield _item(symbol)

    def _members(self) -> Iterator[Item]:
        chain = chain_of(self.tokens)
        if not chain:
            return
        symbol = resolve(self.index, self.document, self.start, chain)
        inner = Reader(self.index.top, [], {}).inside(symbol)
        if inner is not None:
            for scope in inner.outward():
                for found in (s for symbols in scope.names.values() for s in symbols):
                    if found.role in VALUES | {Role.MACHINE}:
                        yield self._valued(found, None)
                if symbol is None or symbol.role is not Role.AGENT or scope is self.index.top:
                    break
            for state in inner.states:
                yield Item(state.name, Role.STATE.value, whole_path(state))
        elif symbol is not None and symbol.role is Role.ENUM:
            return
        for field in fields_of(symbol, chain[-1]):
            noun = field.kind.noun if field.kind is not None else ""
            yield Item(field.name, "field", noun, field.doc, first=True)

    def _options(self, tokens: list[Token]) -> Iterator[Item]:
        """Names of options and arguments not written yet, with their colon."""
        opened = open_bracket(self.tokens)
        if opened > 0:
            called = self.tokens[opened - 1].text
            names = parameter_names(called, self.scope)
            written = {t.text for t in self.tokens[opened:]}
        else:
            names = option_names(tokens, self.scope, self.index.top)
            written = {a.text for a, b in pairwise(tokens) if b.type == "COLON"}
        if tokens[-1].type == "COLON":
            return
        for name, doc in names.items():
            if name not in written:
                yield Item(name, "option", doc, snippet=f"{name}: ", first=True)

    def _values(self) -> Iterator[Item]:
        """Names, functions and constants of an expression; those of the wanted kind first."""
        wanted = self._wanted()
        seen: set[str] = set()
        for symbol in self.scope.visible(VALUES | {Role.MACHINE}):
            seen.add(symbol.name)
            yield self._valued(symbol, wanted)
        for symbol in self.scope.visible(frozenset({Role.ENUM_VALUE})):
            first = wanted is not None and wanted.base is Base.ENUM
            yield (
                Item(symbol.name, Role.ENUM_VALUE.value, symbol.parent.name, first=first)
                if (symbol.parent is not None)
                else Item(symbol.name, Role.ENUM_VALUE.value)
            )
        first_word = self.statement[0].type if self.statement else ""
        if first_word == "SENSOR":
            yield from (_callable(name, first=True) for name in QUERIES)
        elif first_word == "ZONE":
            yield from (_callable(name, first=True) for name in ZONES)
        for name in FUNCTION_NAMES:
            if name not in seen:
                yield _callable(name)
        for name in (*CONSTANTS, *built_in_places(), "timer"):
            if name not in seen:
                yield Item(name, "constant", doc=_doc(name))
        for name in ("yes", "no", "none", "not", "if", "else", "and", "or", "when", "otherwise"):
            yield Item(name, "keyword")

    def _valued(self, symbol: Symbol, wanted: Kind | None) -> Item:
        facts = self._facts(symbol)
        fits = wanted is not None and facts.kind == wanted
        detail = " · ".join(part for part in (symbol.role.value, facts.noun, facts.value) if part)
        snippet = ""
        if symbol.role in (Role.LET, Role.GUARD) and getattr(symbol.node, "formals", None):
            names = [formal.name.text for formal in symbol.node.formals]
            snippet = f"{symbol.name}({', '.join(_fill(i + 1, n) for i, n in enumerate(names))})"
        return Item(symbol.name, symbol.role.value, detail, remark_of(symbol), snippet, fits)

    def _facts(self, symbol: Symbol) -> Facts:
        judged = self.documents.last(self.document)
        if judged is None:
            return Facts()
        if self._kinds is None:
            self._kinds = kinds_of(judged)
        return facts_of(symbol, judged, self._kinds)

    def _wanted(self) -> Kind | None:
        """The kind that would fit: that of what is set or compared, or a truth for a guard."""
        words = [t for t in self.statement if t.type != "NEWLINE"]
        last = words[-1].type if words else ""
        if last in _TRUTHS or (last == "EQUAL" and words[0].type == "GUARD"):
            return Kind(Base.BOOL)
        place: list[Token] = []
        if last in ("LT", "GT", "LE", "GE", "EQ", "NE"):
            place = words[:-1]
        elif (last, words[0].text if words else "") in (("EQUAL", "set"), ("TO", "lerp")):
            place = words[1:-1]
        chain = _chain_ending(place)
        return self._kind_of(chain) if chain else None

    def _kind_of(self, chain: list[str]) -> Kind | None:
        symbol = resolve(self.index, self.document, self.start, chain)
        if symbol is not None:
            return self._facts(symbol).kind
        holder = resolve(self.index, self.document, self.start, chain[:-1]) if chain[:-1] else None
        if not chain[:-1]:
            return None
        return next((f.kind for f in fields_of(holder, chain[-2]) if f.name == chain[-1]), None)


def _chain_ending(tokens: list[Token]) -> list[str]:
    """The dotted names at the end of some tokens."""
    dot = Token("DOT", ".", 0, 0)
    return chain_of([*tokens, dot]) if tokens else []


def _statement(tokens: list[Token]) -> list[Token]:
    """The tokens of the statement under way."""
    opened = open_bracket(tokens)
    start = len(tokens)
    while start:
        token = tokens[start - 1]
        if token.type in _BOUNDS:
            break
        if token.type == "NEWLINE" and start - 1 < (opened if opened >= 0 else len(tokens)):
            ahead = next((t for t in reversed(tokens[: start - 1]) if t.type != "NEWLINE"), None)
            if ahead is None or ahead.type not in GOES_ON_AFTER:
                break
        start -= 1
    return tokens[start:]


def _named_by(scope: Scope, role: Role) -> list[Item]:
    return [_item(s) for symbols in scope.names.values() for s in symbols if s.role is role]


def _item(symbol: Symbol) -> Item:
    return Item(symbol.name, symbol.role.value, symbol.role.value, remark_of(symbol), first=True)


def _callable(name: str, first: bool = False) -> Item:
    names = parameter_names(name, None)
    needed = [n for n, doc in names.items() if not doc.startswith("optional")]
    query = name in QUERIES or name in ZONES
    filled = [f"{n}: {_fill(i + 1, n)}" if query else _fill(i + 1, n) for i, n in enumerate(needed)]
    return Item(name, "function", "", _doc(name), f"{name}({', '.join(filled)})", first)


def _fill(number: int, name: str) -> str:
    return "${" + f"{number}:{name}" + "}"


def _doc(name: str) -> str:
    senses = named(name)
    return senses[0].doc if senses else built_in_places().get(name, "")
