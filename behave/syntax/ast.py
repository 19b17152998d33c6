"""The syntax tree: what was written, nothing decided yet. Every node has the span it covers."""

from __future__ import annotations

from dataclasses import dataclass

from behave.source import Span


@dataclass(frozen=True, slots=True)
class Ident:
    """A name as written (NFC), where it stands."""

    text: str
    span: Span


# ---- expressions ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name:
    """A bare name."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and its unit as one token: ``2 s``, ``60 %``, ``3``. Not yet converted."""

    number: float
    unit: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A string in double quotes, without them."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Truth:
    """``yes`` or ``no``."""

    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class NoneValue:
    """``none``."""

    span: Span


@dataclass(frozen=True, slots=True)
class Tuple:
    """``(x, y)`` or ``(x, y, z)``."""

    items: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ListOf:
    """``[a, b, …]``."""

    items: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Member:
    """``of.name``."""

    of: Expression
    name: Ident
    span: Span


@dataclass(frozen=True, slots=True)
class Index:
    """``of[index]``."""

    of: Expression
    index: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class NamedArgument:
    """``name: value`` in a call or an option; the value may be a range in options."""

    name: Ident
    value: Expression | Range
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """``function(a, b, name: c)``."""

    function: Expression
    arguments: tuple[Expression, ...]
    named: tuple[NamedArgument, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Unary:
    """``-x``, ``not x`` or ``became x``; ``operator`` is ``-``, ``not`` or ``became``."""

    operator: str
    operand: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    """``left operator right``; operators: ``+ - * / < <= > >= == != and or otherwise until``."""

    operator: str
    left: Expression
    right: Expression
    operator_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class HeldFor:
    """``condition for duration``."""

    condition: Expression
    duration: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class InState:
    """``in State`` or ``in Parent.State``; with an index for a member of a machine array."""

    path: tuple[Ident, ...]
    index: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class AfterTime:
    """``after T`` used as a guard."""

    duration: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Range:
    """``low .. high``."""

    low: Expression
    high: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Among:
    """``x in a .. b``, ``x in State`` (a machine or agent on the left), or ``not in``."""

    value: Expression
    within: Expression | Range
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class IfElse:
    """``then if condition else otherwise``."""

    condition: Expression
    then: Expression
    otherwise: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Broken:
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


@dataclass(frozen=True, slots=True)
class Phrase:
    """A prepositional phrase of a sentence: ``to x``, ``over 2 s``; the preposition as text."""

    preposition: str
    value: Expression | Range
    span: Span


@dataclass(frozen=True, slots=True)
class Sentence:
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


@dataclass(frozen=True, slots=True)
class Set:
    """``set place = value [when condition]``."""

    place: Expression
    value: Expression
    condition: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class When:
    """``when c { … } else { … }``; ``else when`` nests in ``otherwise``."""

    condition: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Every:
    """``every T [when c] { … }``."""

    period: Expression
    condition: Expression | None
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ForEach:
    """``for i in 0 .. 5 { … }`` or over an enum."""

    name: Ident
    over: Expression | Range
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Formal:
    """A formal parameter with an optional kind."""

    name: Ident
    kind: KindName | None


@dataclass(frozen=True, slots=True)
class KindName:
    """A kind as written: ``length``, ``list of point`` (name, of), ``number[2]`` (count)."""

    name: Ident
    of: Ident | None
    count: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    """``let name(formals) = value``; ``formals`` is None where no brackets were written."""

    name: Ident
    formals: tuple[Formal, ...] | None
    value: Expression
    span: Span


# ---- declarations -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Use:
    """``use "path"``."""

    path: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Layers:
    """``layers a, b``."""

    names: tuple[Ident, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class EnumDecl:
    """``enum name = a, b``."""

    name: Ident
    values: tuple[Ident, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Param:
    """``param name [: kind] [= value] [in low .. high]``; the trailing comment is the tooltip."""

    name: Ident
    kind: KindName | None
    value: Expression | None
    range: Range | None
    tooltip: str
    span: Span


@dataclass(frozen=True, slots=True)
class Var:
    """``var a, b [: kind] [= value]``."""

    names: tuple[Ident, ...]
    kind: KindName | None
    value: Expression | None
    tooltip: str
    span: Span


@dataclass(frozen=True, slots=True)
class Input:
    """``input name = source, buffer: T``."""

    name: Ident
    value: Expression
    options: tuple[NamedArgument, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Zone:
    """``zone name = shape(…)``."""

    name: Ident
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Sensor:
    """``sensor name = query(…) [when condition [else keep]]``."""

    name: Ident
    value: Expression
    when: Expression | None
    keep: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Guard:
    """``guard name(formals) = value``."""

    name: Ident
    formals: tuple[Formal, ...] | None
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Event:
    """``event name(formals)``."""

    name: Ident
    formals: tuple[Formal, ...] | None
    span: Span


@dataclass(frozen=True, slots=True)
class ActionDecl:
    """``action name(formals) { … }``."""

    name: Ident
    formals: tuple[Formal, ...] | None
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class On:
    """``on path(names) [when c] { … }``; ``on enter`` / ``on exit`` have a one-word path."""

    path: tuple[Ident, ...]
    names: tuple[Ident, ...]
    when: Expression | None
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Transition:
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


@dataclass(frozen=True, slots=True)
class Choose:
    """``choose [on e] [after T] [when c] [, option: v] { transitions }``."""

    transitions: tuple[Transition, ...]
    span: Span
    trigger: tuple[Ident, ...] | None = None
    trigger_names: tuple[Ident, ...] = ()
    after: Expression | None = None
    when: Expression | None = None
    options: tuple[NamedArgument, ...] = ()


@dataclass(frozen=True, slots=True)
class Pose:
    """``pose { … }``: a block of blends, layers and statements, kept whole for a later stage."""

    body: tuple[PoseItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class PoseLayer:
    """``layer name, options [when c] { … }`` in a pose."""

    name: Ident
    options: tuple[NamedArgument, ...]
    condition: Expression | None
    body: tuple[PoseItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class BlendKey:
    """``at: value`` in a blend; the value is an expression or a nested blend."""

    at: Expression
    value: Expression | Blend
    span: Span


@dataclass(frozen=True, slots=True)
class Blend:
    """``blend parameter { keys }``."""

    parameter: Expression
    keys: tuple[BlendKey, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class StateDecl:
    """``[initial|final] state Name { … }``."""

    name: Ident
    initial: bool
    final: bool
    body: tuple[Declaration, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Machine:
    """``machine name[count] { … }``."""

    name: Ident
    count: Expression | None
    body: tuple[Declaration, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Rig:
    """``rig name { … }``."""

    name: Ident
    body: tuple[Declaration, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Behavior:
    """``behavior name for rig { … }``."""

    name: Ident
    rig: Ident
    body: tuple[Declaration, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Scene:
    """``scene name [from base] { … }``."""

    name: Ident
    base: Ident | None
    body: tuple[Let | Param | Sentence, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Expect:
    """``expect e within T | at T | during a .. b``; ``due`` is the preposition."""

    value: Expression
    due: str
    time: Expression | Range
    span: Span


@dataclass(frozen=True, slots=True)
class Always:
    """``always g [during a .. b] [when h]``; ``never`` has ``negated`` set."""

    value: Expression
    negated: bool
    during: Range | None
    when: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Test:
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


@dataclass(frozen=True, slots=True)
class File:
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
