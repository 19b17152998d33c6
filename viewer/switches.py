"""What of the window is open: panels, the help, the menus, and where attention is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Switches:
    """What of the window is open and chosen."""

    panels: bool = True
    graph: bool = False  # the state graph over the whole window
    help: bool = False
    gizmos: bool = False
    scenes: bool = False
    record: bool = False  # the menu of formats to record in
    ghost: bool = True  # the run before the last restart beside this one
    source_line: int = 0  # the line of the source panel to show, 0: none
    source_name: str = ""
    source_wide: bool = False  # the source beside the picture instead of in its corner
    unsaved: bool = False  # the window is to be closed, and edits are not saved
    source_asked: int = 0  # pictures for which the source panel is brought to the front
    instances: dict[str, int] = field(default_factory=dict)  # of machine arrays: the one shown
