"""What a record of a rig verb is made of: options, places, aliases."""

from __future__ import annotations

from enum import Enum

from behave.kinds import Kind
from behave.record import Record


class Refers(Enum):
    """What a phrase or option takes: a value, or the name of something."""

    VALUE = "value"  # an expression of the option's kind
    RANGE = "range"  # low .. high, both of the option's kind
    BONE = "bone"  # a bone declared before
    BONES = "bones"  # a list of bones declared before, the nearest to the root first
    FRAME = "frame"  # a bone or point declared before, or the root
    CHAINS = "chains"  # a list of parts with a target that were declared before
    INPUT = "input"  # an input of the rig
    LAYER = "layer"  # a layer of the file


class Named(Enum):
    """What the object of a rig sentence is."""

    NEW = "new"  # a new name, which may be indexed: ``arm[s]``
    BONE = "bone"  # a bone declared before
    WORD = "word"  # one of the record's ``words``


class RigOption(Record):
    """A phrase (``preposition value``) or option (``, name: value``) of a rig sentence.

    ``kind`` is None where a name is taken; ``default`` is in SI and None where the value is
    required or may be missing. ``low`` and ``high`` bound a constant. ``words`` limits an
    option to sentences with one of those objects (``gait walk``).
    """

    name: str
    doc: str
    kind: Kind | None = None
    refers: Refers = Refers.VALUE
    required: bool = False
    default: float | tuple[float, ...] | None = None
    low: float | None = None
    high: float | None = None
    words: tuple[str, ...] = ()


class RigPlace(Record):
    """A slot the sentence gives; ``{name}`` in the path stands for its object with index.

    A path without ``{name}`` exists once per rig, however many sentences give it.
    ``writable``: actions may set it. ``hidden``: not readable, kept out of traces.
    ``resets``: what it is set back to before the turns of every tick, so that what an action
    writes there lasts for that tick; None keeps it. ``unless`` names a phrase: a sentence that
    has it gives the place read only. ``starts`` is its value at the start, None where the rig's
    bind pose says it.
    """

    path: str
    kind: Kind
    doc: str
    writable: bool = False
    hidden: bool = False
    resets: float | tuple[float, ...] | None = None
    unless: str = ""
    starts: float | None = None


class RigAlias(Record):
    """``OBJECT.member`` reads the place of the bone that an option names."""

    member: str
    option: str
    place: str
    doc: str


class RigPart(Record):
    """One rig verb."""

    verb: str
    named: Named
    words: tuple[str, ...]
    phrases: tuple[RigOption, ...]
    options: tuple[RigOption, ...]
    places: tuple[RigPlace, ...]
    aliases: tuple[RigAlias, ...]
    doc: str
    example: str
    once: bool = False
