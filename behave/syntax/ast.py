"""The syntax tree: what was written, nothing decided yet. Every node has the span it covers."""

from __future__ import annotations

from behave.record import Record
from behave.source import Span


class Ident(Record):
    """A name as written (NFC), where it stands."""

    text: str
    span: Span


# ---- expressions ---------------------------------------------------------------------


class Name(Record):
    """A bare name."""

    text: str
    span: Span


class Quantity(Record):
    """A number and its unit as one token: ``2 s``, ``60 %``, ``3``. Not yet converted."""

    number: float
    unit: str
    span: Span


class Text(Record):
    """A string in double quotes, without them."""

    text: str
    span: Span


class Truth(Record):
    """``yes`` or ``no``."""

    value: bool
    span: Span


class NoneValue(Record):
    """``none``."""

    span: Span


class Tuple(Record):
    """``(x, y)`` or ``(x, y, z)``."""

    items: tuple[Expression, ...]
    span: Span


class ListOf(Record):
    """``[a, b, …]``."""

    items: tuple[Expression, ...]
    span: Span


class Member(Record):
    """``of.name``."""

    of: Expression
    name: Ident
    span: Span


class Index(Record):
    """``of[index]``."""

    of: Expression
    index: Expression
    span: Span


class NamedArgument(Record):
    """``name: value`` in a call or an option; the value may be a range in options."""

    name: Ident
    value: Expression | Range
    span: Span


class Call(Record):
    """``function(a, b, name: c)``."""

    function: Expression
    arguments: tuple[Expression, ...]
    named: tuple[NamedArgument, ...]
    span: Span


class Unary(Record):
    """``-x``, ``not x`` or ``became x``; ``operator`` is ``-``, ``not`` or ``became``."""

    operator: str
    operand: Expression
    span: Span


class Binary(Record):
    """``left operator right``; operators: ``+ - * / < <= > >= == != and or otherwise until``."""

    operator: str
    left: Expression
    right: Expression
    operator_span: Span
    span: Span


class HeldFor(Record):
    """``condition for duration``."""

    condition: Expression
    duration: Expression
    span: Span


class InState(Record):
    """``in State`` or ``in Parent.State``; with an index for a member of a machine array."""

    path: tuple[Ident, ...]
    index: Expression | None
    span: Span


class AfterTime(Record):
    """``after T`` used as a guard."""

    duration: Expression
    span: Span


class Range(Record):
    """``low .. high``."""

    low: Expression
    high: Expression
    span: Span


class Among(Record):
    """``x in a .. b``, ``x in State`` (a machine or agent on the left), or ``not in``."""

    value: Expression
    within: Expression | Range
    negated: bool
    span: Span


class IfElse(Record):
    """``then if condition else otherwise``."""

    condition: Expression
    then: Expression
    otherwise: Expression
    span: Span


class Broken(Record):
    """An expression that did not parse; an error has been reported, nothing more is said of it."""

    span: Span


Expression = (
    Name
    | Quantity
    | Text
    | Truth
    | NoneValue
    | Tuple
    | ListOf
    | Member
    | Index
    | Call
    | Unary
    | Binary
    | HeldFor
    | InState
    | AfterTime
    | Among
    | IfElse
    | Broken
)


# ---- statements -----------------------------------------------------------------------


class Phrase(Record):
    """A prepositional phrase of a sentence: ``to x``, ``over 2 s``; the preposition as text."""

    preposition: str
    value: Expression | Range
    span: Span


class Sentence(Record):
    """Verb, object, phrases, flags, options, trailing ``when``, and for scene things a block.

    ``lerp x to 1 over 2 s chase``: verb lerp, object x, phrases to and over, flag chase.
    """

    verb: Ident
    object: Expression | None
    phrases: tuple[Phrase, ...]
    flags: tuple[Ident, ...]
    options: tuple[NamedArgument, ...]
    condition: Expression | None
    block: tuple[Statement, ...] | None
    span: Span


class Set(Record):
    """``set place = value [when condition]``."""

    place: Expression
    value: Expression
    condition: Expression | None
    span: Span


class When(Record):
    """``when c { … } else { … }``; ``else when`` nests in ``otherwise``."""

    condition: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    span: Span


class Every(Record):
    """``every T [when c] { … }``."""

    period: Expression
    condition: Expression | None
    body: tuple[Statement, ...]
    span: Span


class ForEach(Record):
    """``for i in 0 .. 5 { … }`` or over an enum."""

    name: Ident
    over: Expression | Range
    body: tuple[Statement, ...]
    span: Span


class Formal(Record):
    """A formal parameter with an optional kind."""

    name: Ident
    kind: KindName | None


class KindName(Record):
    """A kind as written: ``length``, ``list of point`` (name, of), ``number[2]`` (count)."""

    name: Ident
    of: Ident | None
    count: Expression | None
    span: Span


class Let(Record):
    """``let name(formals) = value``; ``formals`` is None where no brackets were written."""

    name: Ident
    formals: tuple[Formal, ...] | None
    value: Expression
    span: Span


# ---- declarations -----------------------------------------------------------------------


class Use(Record):
    """``use "path"``."""

    path: Text
    span: Span


class Layers(Record):
    """``layers a, b``."""

    names: tuple[Ident, ...]
    span: Span


class EnumDecl(Record):
    """``enum name = a, b``."""

    name: Ident
    values: tuple[Ident, ...]
    span: Span


class Param(Record):
    """``param name [: kind] [= value] [in low .. high]``; the trailing comment is the tooltip."""

    name: Ident
    kind: KindName | None
    value: Expression | None
    range: Range | None
    tooltip: str
    span: Span


class Var(Record):
    """``var a, b [: kind] [= value]``."""

    names: tuple[Ident, ...]
    kind: KindName | None
    value: Expression | None
    tooltip: str
    span: Span


class Input(Record):
    """``input name = source, buffer: T``."""

    name: Ident
    value: Expression
    options: tuple[NamedArgument, ...]
    span: Span


class Zone(Record):
    """``zone name = shape(…)``."""

    name: Ident
    value: Expression
    span: Span


class Sensor(Record):
    """``sensor name = query(…) [when condition [else keep]]``."""

    name: Ident
    value: Expression
    when: Expression | None
    keep: bool
    span: Span


class Guard(Record):
    """``guard name(formals) = value``."""

    name: Ident
    formals: tuple[Formal, ...] | None
    value: Expression
    span: Span


class Event(Record):
    """``event name(formals)``."""

    name: Ident
    formals: tuple[Formal, ...] | None
    span: Span


class ActionDecl(Record):
    """``action name(formals) { … }``."""

    name: Ident
    formals: tuple[Formal, ...] | None
    body: tuple[Statement, ...]
    span: Span


class On(Record):
    """``on path(names) [when c] { … }``; ``on enter`` / ``on exit`` have a one-word path."""

    path: tuple[Ident, ...]
    names: tuple[Ident, ...]
    when: Expression | None
    body: tuple[Statement, ...]
    span: Span


class Transition(Record):
    """``-> [resume] target [on e] [after T] [when c] [, option: v] [{ … }]``.

    ``-> restart`` has ``restart`` set and an empty target.
    """

    target: tuple[Ident, ...]
    resume: bool
    restart: bool
    trigger: tuple[Ident, ...] | None
    trigger_names: tuple[Ident, ...]
    after: Expression | None
    when: Expression | None
    options: tuple[NamedArgument, ...]
    body: tuple[Statement, ...]
    arrow_span: Span
    span: Span


class Choose(Record):
    """``choose [on e] [after T] [when c] [, option: v] { transitions }``."""

    transitions: tuple[Transition, ...]
    span: Span
    trigger: tuple[Ident, ...] | None = None
    trigger_names: tuple[Ident, ...] = ()
    after: Expression | None = None
    when: Expression | None = None
    options: tuple[NamedArgument, ...] = ()


class Pose(Record):
    """``pose { … }``: a block of blends, layers and statements, kept whole for a later stage."""

    body: tuple[PoseItem, ...]
    span: Span


class PoseLayer(Record):
    """``layer name, options [when c] { … }`` in a pose."""

    name: Ident
    options: tuple[NamedArgument, ...]
    condition: Expression | None
    body: tuple[PoseItem, ...]
    span: Span


class BlendKey(Record):
    """``at: value`` in a blend; the value is an expression or a nested blend."""

    at: Expression
    value: Expression | Blend
    span: Span


class Blend(Record):
    """``blend parameter { keys }``."""

    parameter: Expression
    keys: tuple[BlendKey, ...]
    span: Span


class StateDecl(Record):
    """``[initial|final] state Name { … }``."""

    name: Ident
    initial: bool
    final: bool
    body: tuple[Declaration, ...]
    span: Span


class Machine(Record):
    """``machine name[count] { … }``."""

    name: Ident
    count: Expression | None
    body: tuple[Declaration, ...]
    span: Span


class Rig(Record):
    """``rig name { … }``."""

    name: Ident
    body: tuple[Declaration, ...]
    span: Span


class Behavior(Record):
    """``behavior name for rig { … }``."""

    name: Ident
    rig: Ident
    body: tuple[Declaration, ...]
    span: Span


class Scene(Record):
    """``scene name [from base] { … }``."""

    name: Ident
    base: Ident | None
    body: tuple[Let | Param | Sentence, ...]
    span: Span


class Expect(Record):
    """``expect e within T | at T | during a .. b``; ``due`` is the preposition."""

    value: Expression
    due: str
    time: Expression | Range
    span: Span


class Always(Record):
    """``always g [during a .. b] [when h]``; ``never`` has ``negated`` set."""

    value: Expression
    negated: bool
    during: Range | None
    when: Expression | None
    span: Span


class Test(Record):
    """``test "name" in scene, options { … }``."""

    name: Text
    scene: Ident
    options: tuple[NamedArgument, ...]
    body: tuple[Sentence | Expect | Always, ...]
    span: Span


Statement = Let | Set | When | Every | ForEach | Sentence
PoseItem = Blend | PoseLayer | Statement
Declaration = (
    EnumDecl
    | Param
    | Var
    | Input
    | Zone
    | Sensor
    | Guard
    | Event
    | ActionDecl
    | Machine
    | StateDecl
    | On
    | Transition
    | Choose
    | Pose
    | Statement
)
Item = Use | Layers | EnumDecl | Let | Guard | Rig | Behavior | Scene | Test


class File(Record):
    """A whole file, in textual order; what did not parse is left out.

    ``lost`` holds the names that stand in what was left out. Of a name found there nothing
    more should be said where it seems undefined or unused: an error has been reported.
    """

    items: tuple[Item, ...]
    span: Span
    lost: frozenset[str] = frozenset()

    def may_declare(self, name: str) -> bool:
        """Whether a part that did not parse may have declared the name."""
        return name in self.lost or "" in self.lost
