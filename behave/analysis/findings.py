"""Collects findings; the wording of the ones several stages share stands here, once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from behave.diagnostics import catalog, suggest
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Severity
from behave.kinds import Base, Kind
from behave.source import Span
from behave.units import (
    ANGLE,
    LENGTH,
    PLAIN,
    SPEED,
    SPELLED_OUT,
    TIME,
    TURN_RATE,
    UNIT_NAMES,
    Dimension,
)
from behave.vocabulary import foreign

LISTED = 12
"""How many names a message lists at most; more would not be read."""


MOST_COMPARED = 50_000
"""How many names unknown ones are compared with in all, so that checking ends soon."""


class Findings:
    """The diagnostics of one analysis, each place and code once.

    ``asked`` counts what was said and what was held back: as long as it stays, nothing was wrong.
    ``may_declare`` tells whether text that did not parse may have declared a name: then its
    absence is no error of its own. ``lacking``: a used file is missing, and with it whatever files
    may declare for others.
    """

    def __init__(
        self, may_declare: Callable[[str], bool] = lambda _: False, lacking: bool = False
    ) -> None:
        self._found: dict[tuple[str, str, int, int], Diagnostic] = {}
        self._may_declare = may_declare
        self._lacking = lacking
        self._compared = 0
        self.asked = 0

    def may_be_lost(self, name: str) -> bool:
        """Whether text that did not parse may have declared a name."""
        self.asked += 1
        return self._may_declare(name)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All findings in the order they were made."""
        return list(self._found.values())

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        label: str = "",
        help: tuple[str, ...] = (),
        secondary: tuple[Label, ...] = (),
        fixes: tuple[Fix, ...] = (),
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Add a finding unless this code already stands at this place."""
        self.asked += 1
        key = (code, span.source.name, span.start, span.end)
        self._found.setdefault(
            key, Diagnostic(code, message, span, label, secondary, help, fixes, severity)
        )

    def undefined(
        self,
        noun: str,
        name: str,
        span: Span,
        candidates: Iterable[str],
        values: Sequence[str] = (),
    ) -> None:
        """A name that means nothing here, with the closest one that does.

        ``values`` are the names most likely meant, where none is close in spelling.
        """
        self.asked += 1
        if self._may_declare(name) or (self._lacking and noun.startswith(_FROM_FILES)):
            return
        names = sorted(set(candidates))
        message = f"there is no {noun} called `{name}` here"
        if noun == "name" and self._meant_a_unit(name, span):
            return
        if self._known_elsewhere(noun, name, span, message):
            return
        self._compared += len(names)
        close = suggest.closest(name, names) if self._compared <= MOST_COMPARED else None
        if close is not None:
            fix = Fix(f"write `{close}`", (Edit(span, close),), safe=False)
            self.add(
                catalog.UNDEFINED,
                message,
                span,
                f"did you mean `{close}`?",
                (f"`{close}` is close in spelling",),
                fixes=(fix,),
            )
            return
        likely = names if len(names) <= LISTED else values
        help = (f"known here: {listed(likely)}",) if likely else ()
        self.add(catalog.UNDEFINED, message, span, "not known", help)

    def _meant_a_unit(self, name: str, span: Span) -> bool:
        """``5 km/hour``: a unit spelled out, or apart from the number it divides."""
        unit = name if name in UNIT_NAMES else SPELLED_OUT.get(name)
        text = span.source.text
        number = _DIVIDED.search(text, max(span.start - 40, 0), span.start)
        if unit is None or number is None:
            return False
        whole = Span(span.source, number.start(), span.end)
        right = f"{number[1]} {number[2]}/{unit}"
        self.add(
            catalog.UNDEFINED,
            f"`{name}` is not a unit" if name != unit else "a unit has no blanks in it",
            span,
            f"did you mean `{right}`?",
            fixes=(Fix(f"write `{right}`", (Edit(whole, right),), safe=False),),
        )
        return True

    def _known_elsewhere(self, noun: str, name: str, span: Span, message: str) -> bool:
        """Whether a name is a word of another language; then say what is written here."""
        word = foreign.NAMES.get(name) if noun == "name" else None
        hint = {"name": foreign.NAME_HINTS, "verb": foreign.VERB_HINTS}.get(noun, {}).get(name)
        if word is not None:
            fix = Fix(f"write `{word}`", (Edit(span, word),), safe=False)
            self.add(
                catalog.UNDEFINED,
                message,
                span,
                f"here it is called `{word}`",
                (f"`beh explain {word}` says more",),
                fixes=(fix,),
            )
        elif hint is not None:
            self.add(catalog.UNDEFINED, message, span, "not a word here", (hint,))
        return word is not None or hint is not None

    def duplicate(self, name: str, span: Span, first: Span) -> None:
        """A name declared a second time in one place."""
        self.add(
            catalog.DUPLICATE,
            f"`{name}` is declared twice",
            span,
            "declared again here",
            ("rename one of them",),
            (Label(first, "first declared here"),),
        )

    def given_twice(self, name: str, span: Span, first: Span, help: str = "") -> None:
        """An option or phrase that a sentence or call has a second time."""
        self.add(
            catalog.WRONG_CALL,
            f"`{name}` is given twice",
            span,
            "given again",
            (help,) if help else ("keep one of them",),
            (Label(first, "given here"),),
        )

    def not_yet(self, what: str, span: Span) -> None:
        """Something the language has and this version cannot run."""
        self.add(
            catalog.NOT_YET,
            f"{what} cannot be run yet by this version",
            span,
            "not supported yet",
            ("the file parses; take this out to run the rest",),
        )

    def wrong_kind(
        self,
        wanted: str,
        got: Kind,
        span: Span,
        where: str,
        declared: tuple[Label, ...] = (),
        values: Sequence[str] = (),
    ) -> None:
        """A value of the wrong kind; ``declared`` shows where a name got it.

        ``values`` are all there are of the kind wanted, where those are few and have names.
        """
        self.add(
            catalog.WRONG_KIND,
            f"{where} needs {wanted}, but `{shown(span)}` is {got.noun}",
            span,
            f"this is {got.noun}",
            (f"write one of {listed(values)}",) if values else (),
            declared,
        )

    def wrong_unit(
        self,
        wanted: Kind,
        got: Kind,
        span: Span,
        where: str,
        bare: bool,
        declared: tuple[Label, ...] = (),
    ) -> None:
        """A number with the wrong dimension; ``bare`` is a literal that lacks its unit."""
        if bare and got.dimension == PLAIN:
            self._missing_unit(wanted, (span,), span, where)
            return
        self.add(
            catalog.UNIT_MISMATCH,
            f"{where} needs {wanted.noun}, but `{shown(span)}` is {got.noun}",
            span,
            f"this is {got.noun}",
            (f"give it a unit of {wanted.noun.removeprefix('a ').removeprefix('an ')}",)
            if declared and wanted.dimension != PLAIN
            else (),
            declared,
        )

    def wrong_vec_unit(
        self,
        wanted: Kind,
        got: Kind,
        span: Span,
        where: str,
        bare: tuple[Span, ...],
        declared: tuple[Label, ...],
    ) -> None:
        """A vec with the wrong dimension; ``bare`` are its components without a unit."""
        if bare and got.dimension == PLAIN:
            self._missing_unit(wanted, bare, span, where)
        else:
            self.wrong_unit(wanted, got, span, where, False, declared)

    def _missing_unit(
        self, wanted: Kind, numbers: tuple[Span, ...], span: Span, where: str
    ) -> None:
        """Literals without the unit they need, with the unit offered for each."""
        unit = _LIKELY.get(wanted.dimension, wanted.dimension.si)
        edits = tuple(Edit(n, f"{n.text} {unit}") for n in numbers)
        right = span.text
        for number in reversed(numbers):
            at, end = number.start - span.start, number.end - span.start
            right = f"{right[:end]} {unit}{right[end:]}" if at >= 0 else right
        lack = "has no unit" if len(numbers) == 1 and numbers[0] == span else "lacks units"
        self.add(
            catalog.MISSING_UNIT,
            f"{where} needs {wanted.noun}, but `{shown(span)}` {lack}",
            span,
            "a unit is missing",
            (f"write the unit: `{right}`",),
            fixes=(Fix(f"add the unit `{unit}`", edits, safe=False),),
        )

    def mismatch(
        self,
        verb: str,
        left: tuple[Kind, Span],
        right: tuple[Kind, Span],
        at: Span,
        declared: tuple[Label, ...] = (),
    ) -> None:
        """Two sides that do not go together; the message names both."""
        same_base = left[0].base in _NUMERIC and right[0].base in _NUMERIC
        code = catalog.UNIT_MISMATCH if same_base else catalog.WRONG_KIND
        bare = self._bare_side(left, right) if same_base else None
        if bare is not None:
            self._missing_unit(bare[0], (bare[2],), bare[2], "this side")
            return
        self.add(
            code,
            f"cannot {verb} {left[0].noun} and {right[0].noun}",
            at,
            "these do not go together",
            help=self._to_go_together(left, right) if same_base else _a_condition(left, right),
            secondary=(
                Label(left[1], f"this is {left[0].noun}"),
                Label(right[1], f"this is {right[0].noun}"),
                *declared,
            ),
        )

    @staticmethod
    def _to_go_together(left: tuple[Kind, Span], right: tuple[Kind, Span]) -> tuple[str, ...]:
        """What a value of each side would look like, to choose by."""
        for whole, part in ((left, right), (right, left)):
            if whole[0].base is not Base.NUMBER and part[0].base is Base.NUMBER:
                text = shown(whole[1])
                if whole[0].base is Base.POINT:
                    return (
                        f"a place is compared by its distance, `distance({text}, …)`, or by one "
                        f"coordinate, `{text}.y`",
                    )
                return (
                    f"a vec is compared by its length, `length({text})`, or by one component, "
                    f"`{text}.y`",
                )
        for plain, other in ((left, right), (right, left)):
            if plain[0].dimension == PLAIN and other[0].dimension in _EXAMPLES:
                example = _EXAMPLES[other[0].dimension]
                text = shown(plain[1])
                return (f"`{text}` needs a unit where it gets its value, such as `{example}`",)
        sides = [(side[0].noun, _EXAMPLES.get(side[0].dimension)) for side in (left, right)]
        if any(example is None for _, example in sides):
            return ()
        either = " or ".join(f"{noun} such as `{example}`" for noun, example in sides)
        return (f"both sides must be of one sort: {either}",)

    @staticmethod
    def _bare_side(
        left: tuple[Kind, Span], right: tuple[Kind, Span]
    ) -> tuple[Kind, Kind, Span] | None:
        """The side that is a literal without the unit the other side has."""
        for wanted, got in ((left, right), (right, left)):
            literal = got[1].text.replace(".", "", 1).isdigit()
            if literal and got[0].dimension == PLAIN and wanted[0].dimension != PLAIN:
                return wanted[0], got[0], got[1]
        return None


def _a_condition(left: tuple[Kind, Span], right: tuple[Kind, Span]) -> tuple[str, ...]:
    """``flag == 1``: what is yes or no needs no comparison."""
    for kind, span in (left, right):
        if kind.base is Base.BOOL:
            return (f"`{shown(span)}` is yes or no by itself: no comparison is needed",)
    return ()


_NUMERIC = (Base.NUMBER, Base.VEC, Base.POINT)

# Nouns of what may come from another file.
_FROM_FILES = ("name", "function", "rig", "layer", "kind", "scene", "thing", "behavior", "agent")

# The unit a number most likely lacks, where it is not that of SI.
_LIKELY = {ANGLE: "deg", TURN_RATE: "deg/s"}
_EXAMPLES: dict[Dimension, str] = {
    LENGTH: "2 m",
    TIME: "2 s",
    ANGLE: "90 deg",
    SPEED: "1.5 m/s",
    TURN_RATE: "90 deg/s",
    PLAIN: "2",
}


# What stands before a word that divides a number with a unit: `5 km/`.
_DIVIDED = re.compile(r"(?<![\w.])([0-9][0-9.]*)[ \t]*([a-zA-Z]+|)[ \t]*/[ \t]*\Z")


def listed(names: Iterable[str]) -> str:
    """Names one after the other."""
    return ", ".join(f"`{name}`" for name in names)


def shown(span: Span) -> str:
    """The text of a span on one line, cut where it is long."""
    text = " ".join(span.text.split())
    return text if len(text) <= 40 else text[:37] + "…"
