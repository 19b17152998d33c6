"""Other keys and buttons than the usual ones, from one file a user writes: ``controls.toml``.

```toml
[keys]            # a command of the viewer = the key it is on
pause = "F5"

[character]       # a key that is pressed = the key it counts as for the character
UP = "W"

[buttons]         # a button that is pressed = the button it counts as
A = "B"

[sticks]          # a stick that is pushed = the stick it counts as; "-y" turns an axis round
left = "right"
turned = ["right.y"]
```
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from behave.diagnostics.suggest import closest
from viewer.commands import COMMANDS, FIXED, Command
from viewer.gamepad import button_name
from viewer.keyboard import key_name

NAME = "controls.toml"
TABLES = ("keys", "character", "buttons", "sticks")
STICKS = ("left", "right")
MOST_BYTES = 64 * 1024


@dataclass(frozen=True)
class Controls:
    """What was changed: commands' keys, and what keys, buttons and sticks count as."""

    keys: Mapping[str, str] = field(default_factory=dict)
    character: Mapping[str, str] = field(default_factory=dict)
    buttons: Mapping[str, str] = field(default_factory=dict)
    sticks: Mapping[str, str] = field(default_factory=dict)
    turned: frozenset[tuple[str, str]] = frozenset()

    def key(self, name: str) -> str:
        """What a key counts as for the character."""
        return self.character.get(key_name(name), name)

    def button(self, name: str) -> str:
        """What a button counts as."""
        return self.buttons.get(button_name(name), name)

    def push(self, stick: str, x: float, y: float) -> tuple[str, float, float]:
        """What a stick's push counts as."""
        x = -x if (stick, "x") in self.turned else x
        y = -y if (stick, "y") in self.turned else y
        return self.sticks.get(stick, stick), x, y

    @property
    def commands(self) -> tuple[Command, ...]:
        """The table of commands with their keys of here."""
        return tuple(replace(c, key=self.keys.get(c.name, c.key)) for c in COMMANDS)


USUAL = Controls()


def controls_at(folder: Path) -> tuple[Controls, tuple[str, ...]]:
    """The controls of a settings folder, and what is wrong with its file, a line each."""
    place = folder / NAME
    try:
        with open(place, "rb") as file:
            data = file.read(MOST_BYTES)
    except FileNotFoundError:
        return USUAL, ()
    except OSError as problem:
        return USUAL, (f"{place}: {problem.strerror}",)
    return read_controls(data.decode("utf-8", "replace"), str(place))


def read_controls(text: str, name: str = NAME) -> tuple[Controls, tuple[str, ...]]:
    """Controls as a text gives them; what is wrong is told and left out, the rest counts."""
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        return USUAL, (f"{name}: {problem}",)
    said: list[str] = []
    tables: dict[str, dict[str, Any]] = {}
    for table, entries in found.items():
        if table in TABLES and isinstance(entries, dict):
            tables[table] = entries
        else:
            known = ", ".join(TABLES)
            said.append(f"{name}: there is no `{table}` here; there are {known}")
    turned = _turned(tables.get("sticks", {}).pop("turned", []), name, said)
    words = {table: _words(tables.get(table, {}), name, table, said) for table in TABLES}
    controls = Controls(
        _keys(words["keys"], name, said),
        {key_name(key): key_name(counted) for key, counted in words["character"].items()},
        {button_name(key): button_name(counted) for key, counted in words["buttons"].items()},
        _sticks(words["sticks"], name, said),
        turned,
    )
    return controls, tuple(said)


def _words(entries: Mapping[str, Any], name: str, table: str, said: list[str]) -> dict[str, str]:
    good = {}
    for key, value in entries.items():
        if isinstance(value, str) and value.strip():
            good[key] = value.strip()
        else:
            said.append(f"{name}: [{table}] {key} wants a name in quotes")
    return good


def _keys(entries: Mapping[str, str], name: str, said: list[str]) -> dict[str, str]:
    """Keys of commands: known ones, each on a key of its own."""
    names = [c.name for c in COMMANDS if c.name not in FIXED]
    good: dict[str, str] = {}
    for command, key in entries.items():
        if command not in names:
            near = closest(command, names)
            hint = f"did you mean `{near}`?" if near else f"there is: {', '.join(names)}"
            said.append(f"{name}: [keys] there is no command `{command}`; {hint}")
            continue
        good[command] = key
    taken: dict[str, str] = {}
    for each in COMMANDS:
        on = key_name(good.get(each.name, each.key))
        other = taken.setdefault(on, each.name)
        if other != each.name and (each.name in good or other in good):
            changed = each.name if each.name in good else other
            both = f"{each.name} and {other} are both on {on}"
            said.append(f"{name}: [keys] {both}; {changed} stays where it was")
            good.pop(changed)
            return _keys(good, name, said)
    return good


def _sticks(entries: Mapping[str, str], name: str, said: list[str]) -> dict[str, str]:
    good = {}
    for stick, counted in entries.items():
        if stick in STICKS and counted in STICKS:
            good[stick] = counted
        else:
            said.append(f"{name}: [sticks] {stick} = {counted}: sticks are left and right")
    return good


def _turned(found: Any, name: str, said: list[str]) -> frozenset[tuple[str, str]]:
    good = set()
    for word in found if isinstance(found, list) else [found]:
        stick, _, axis = str(word).partition(".")
        if stick in STICKS and axis in ("x", "y"):
            good.add((stick, axis))
        else:
            said.append(f"{name}: [sticks] turned takes axes such as right.y, not {word!r}")
    return frozenset(good)
