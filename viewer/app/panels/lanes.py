"""The lanes of a machine array: a row for each instance, what it is in and which guards hold."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import ImVec2, imgui

from behave.ir.program import BehaviorProgram, Machine
from viewer.app.facts import Facts, instance_guards
from viewer.app.layer import ACCENT, GOOD, NUMBER, QUIET, TEXT, color
from viewer.app.panels.pieces import dot, fitted
from viewer.desk import Desk
from viewer.scene.states import index_of

LANE = 15.0
FRESH = (0.20, 0.38, 0.34, 1.0)


def chosen_of(desk: Desk, machines: Sequence[Machine], members: Sequence[int]) -> int:
    """The instance whose graph is shown: the one clicked last, else the first."""
    chosen = desk.switches.instances.get(machines[members[0]].family, 0)
    return members[min(chosen, len(members) - 1)]


def array_lanes(
    desk: Desk, facts: Facts, behavior: BehaviorProgram, members: Sequence[int], room: float
) -> None:
    """A row for each instance: its index, state, time in it, and the names of the guards that
    hold; a click shows the instance in the graph below; ``room`` is
    the width."""
    machines = behavior.machines
    guards = instance_guards(behavior, len(members))
    place = desk.model.places[desk.agent]
    row = desk.playback.state.rows[place.group][place.row]
    draw = imgui.get_window_draw_list()
    shown = chosen_of(desk, machines, members)
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(0.0, 0.0))
    for position, number in enumerate(members):
        machine = machines[number]
        state = next(s for s in machine.states if s.path == _leaf(machine, facts, number))
        at = imgui.get_cursor_screen_pos()
        if number == shown:
            draw.add_rect_filled(at, ImVec2(at.x + room, at.y + LANE - 1.0), color(FRESH), 4.0)
        if imgui.invisible_button(f"##lane{machine.name}", ImVec2(room, LANE)):
            desk.switches.instances[machine.family] = position
        ticks, carry = (row[behavior.slots[k].offset] for k in (state.ticks, state.carry))
        timer = f"{ticks * desk.model.dt + carry:.2f} s"
        first = state.path == machine.states[machine.initial].path
        draw.add_text(ImVec2(at.x + 4.0, at.y + 1.0), color(QUIET), index_of(machine))
        dot(at.x + 30.0, at.y + LANE / 2 - 1.0, QUIET if first else ACCENT)
        name = fitted(state.path.replace(".", " › "), 74.0)
        draw.add_text(ImVec2(at.x + 39.0, at.y + 1.0), color(TEXT), name)
        draw.add_text(ImVec2(at.x + 116.0, at.y + 1.0), color(NUMBER), timer)
        holding = [guard for guard in guards if facts.holding[guard][position]]
        text = fitted(" ".join(holding), max(room - 168.0, 10.0))
        draw.add_text(ImVec2(at.x + 164.0, at.y + 1.0), color(GOOD), text)
        if imgui.is_item_hovered():
            rest = [guard for guard in guards if guard not in holding]
            imgui.set_tooltip(
                f"{machine.name}\nholds: {', '.join(holding) or 'nothing'}"
                f"\nholds not: {', '.join(rest) or 'nothing'}"
            )
    imgui.pop_style_var()
    imgui.dummy(ImVec2(1.0, 2.0))


def _leaf(machine: Machine, facts: Facts, number: int) -> str:
    return machine.states[facts.active[number][-1]].path
