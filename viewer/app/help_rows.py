"""What the help tells: the bindings of the behavior that runs, then the viewer's own keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from behave.ir.program import BehaviorProgram
from viewer.app.keys import by_key
from viewer.bindings import bound_keys, told_bindings
from viewer.commands import COMMANDS, Command
from viewer.keyboard import key_name

TOLD_BY_BINDINGS = {"walk", "jump", "pad"}


@dataclass(frozen=True)
class HelpRow:
    """A line of the help: its group, the key or device, and what that does."""

    group: str
    key: str
    text: str


def help_rows(
    behavior: BehaviorProgram | None, commands: Sequence[Command] = COMMANDS
) -> tuple[HelpRow, ...]:
    """The rows for an agent of a behavior; None where there is no agent.

    A key the behavior listens to is the character's; the viewer's command on it is then told
    with Ctrl, which always works.
    """
    taken: set[str] = set()
    rows: list[HelpRow] = []
    if behavior is not None:
        bound = bound_keys(behavior)
        taken = {command for key, command in by_key(commands).items() if key_name(key) in bound}
        rows += [HelpRow("Character", b.devices, b.name) for b in told_bindings(behavior)]
    for command in commands:
        if behavior is not None and command.name in TOLD_BY_BINDINGS:
            continue
        key = f"Ctrl {command.key}" if command.name in taken else command.key
        rows.append(HelpRow(command.group, key, command.help))
    return tuple(rows)
