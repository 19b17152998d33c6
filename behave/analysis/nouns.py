"""What messages call a name that stands for no value, and what to write instead."""

from __future__ import annotations

from behave.analysis.symbols import (
    AgentHandle,
    EnumHandle,
    EventHandle,
    Family,
    MachineChoice,
    MachineFamily,
    MachineHandle,
    StateChoice,
    StateHandle,
    Value,
    ZoneHandle,
)


def noun_of(found: Value) -> str:
    """What a thing is called."""
    match found:
        case Family():
            return "several things under one name"
        case MachineFamily():
            return "several machines under one name"
        case EnumHandle():
            return "an enum"
        case EventHandle():
            return "an event"
        case ZoneHandle():
            return "a zone"
        case MachineHandle() | MachineChoice():
            return "a machine"
        case StateHandle() | StateChoice():
            return "a state"
        case AgentHandle():
            return "an agent"
        case _:
            return "a name"


def _index(name: str) -> str:
    """The index a name ends with: ``[left]`` of ``arm[left]``."""
    return name[name.rindex("[") :] if "[" in name else ""


def hint_of(found: Value, text: str) -> tuple[str, ...]:
    """What its author may have meant."""
    match found:
        case Family(things=things):
            some = [thing.name for thing in things[:2]]
            return ("choose one: " + " or ".join(f"`{text}{_index(name)}`" for name in some),)
        case MachineFamily(enum=name):
            return (
                f"choose one: `{text}[…]` with a value of {name or 'its count'}, or go over all of "
                f"them: `count({text} in State)`",
            )
        case EventHandle():
            return (f"it is waited for with `on {text}`, and sent with `emit {text}`",)
        case StateHandle() | StateChoice():
            return (f"to ask whether it is active, write `in {text}`",)
        case MachineHandle() | MachineChoice() | AgentHandle():
            return (f"to ask for its state, write `{text} in State`",)
        case _:
            return ()
