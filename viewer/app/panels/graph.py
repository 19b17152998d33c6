"""The state graph: every machine of the agent followed, what is active, and what leads where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import ImVec2, imgui

from behave.ir.program import Machine, Transition
from behave.runtime.verdict import text_of
from viewer.app.facts import FLASH_SECONDS, Facts, Reason
from viewer.app.graph_layout import HEAD, ROW, Box, Edge, GraphLayout, Row, lay_out
from viewer.app.layer import ACCENT, QUIET, TEXT, color
from viewer.app.panels.lanes import array_lanes, chosen_of
from viewer.app.panels.pieces import begin, dot, fitted, mark, toned
from viewer.desk import Desk
from viewer.scene.states import families

BOX = (0.155, 0.175, 0.225, 1.0)
INNER = (0.125, 0.14, 0.185, 1.0)
EDGE = (0.34, 0.38, 0.46, 1.0)
LIT = (0.20, 0.38, 0.34, 1.0)
LIT_EDGE = (0.40, 0.86, 0.64, 1.0)


def graph_panel(desk: Desk, facts: Facts | None, place: tuple[float, float, float, float]) -> None:
    """Draw the panel."""
    if begin("States", *place):
        if facts is None:
            toned("no agent in this scene", QUIET)
        else:
            behavior = desk.model.group_of(desk.agent).behavior
            groups = families(behavior.machines)
            for name, members in groups:
                if len(members) > 1:
                    toned(f"{name}[{len(members)}]", QUIET)
                    array_lanes(desk, facts, behavior, members)
                elif len(groups) > 1:
                    toned(name, QUIET)
                chosen = chosen_of(desk, behavior.machines, members)
                _machine(desk, facts, chosen, behavior.machines[chosen], members)
    imgui.end()


def _machine(
    desk: Desk, facts: Facts, number: int, machine: Machine, members: Sequence[int]
) -> None:
    """The graph of a machine; for an array that of the instance chosen in its lanes, with marks
    on each state for the instances in it."""
    width = imgui.get_content_region_avail().x
    layout = lay_out(machine, width)
    origin = imgui.get_cursor_screen_pos()
    x, y = origin.x, origin.y
    active = facts.active[number]
    reasons = {
        (r.arrow.start, r.arrow.number): r
        for r in facts.reasons
        if r.arrow.machine_number == number
    }
    flash = _flash(facts, machine)
    for box in layout.boxes:
        _box(desk, machine, box, box.state in active, x, y)
        if len(members) > 1:
            _tokens(facts, members, number, box, x, y)
    for edge in layout.edges:
        if (edge.source, edge.number) != flash[0]:
            _edge(edge, x, y, _edge_tone(edge, reasons), 1.3)
    for edge in layout.edges:
        if (edge.source, edge.number) == flash[0]:
            _edge(edge, x, y, (*ACCENT[:3], 0.35 + 0.65 * flash[1]), 1.5 + 2.0 * flash[1])
    for row in layout.rows:
        _row(desk, machine, row, reasons.get((row.source, row.number)), x, y)
    _hits(desk, machine, layout, origin)
    imgui.set_cursor_screen_pos(origin)
    imgui.dummy(ImVec2(layout.width, layout.height + 4.0))
    if facts.last is not None and facts.last_age < 2.5 * desk.model.dt:
        _scroll_to(next((b for b in layout.boxes if b.state == active[-1]), None), y)


def _tokens(
    facts: Facts, members: Sequence[int], chosen: int, box: Box, x: float, y: float
) -> None:
    """A dot in the head of a state for each instance that is in it, at the instance's place."""
    right = x + box.x + box.width - 62.0 - 9.0 * len(members)
    for place, member in enumerate(members):
        if box.state in facts.active[member]:
            tone = ACCENT if member == chosen else LIT_EDGE
            dot(right + 9.0 * place, y + box.y + HEAD / 2, tone, 3.2)


def _scroll_to(box: Box | None, y: float) -> None:
    """Bring a box that was just entered into sight."""
    if box is None:
        return
    top = y - imgui.get_window_pos().y + box.y  # as scrolled now
    height = imgui.get_window_size().y
    if top < 24.0 or top + box.height > height - 8.0:
        imgui.set_scroll_y(max(imgui.get_scroll_y() + top - height + box.height + 16.0, 0.0))


def _flash(facts: Facts, machine: Machine) -> tuple[tuple[int, int] | None, float]:
    """The arrow that fired last in this machine, and how bright it still is (1 to 0)."""
    fired = facts.last
    if fired is None or fired.machine != machine.name:
        return None, 0.0
    return (fired.source, fired.number), max(0.0, 1.0 - facts.last_age / FLASH_SECONDS)


def _edge_tone(
    edge: Edge, reasons: dict[tuple[int, int], Reason]
) -> tuple[float, float, float, float]:
    reason = reasons.get((edge.source, edge.number))
    if reason is None:
        return EDGE
    return (*mark(reason.verdict.holds)[:3], 0.85)


def _box(desk: Desk, machine: Machine, box: Box, lit: bool, x: float, y: float) -> None:
    draw = imgui.get_window_draw_list()
    a = ImVec2(x + box.x, y + box.y)
    b = ImVec2(a.x + box.width, a.y + box.height)
    state = machine.states[box.state]
    fill = LIT if lit and not box.composite else INNER if box.composite else BOX
    draw.add_rect_filled(a, b, color(fill), 6.0)
    draw.add_rect(a, b, color(LIT_EDGE if lit else EDGE), 6.0, 1.8 if lit else 1.0)
    siblings = machine.initial if state.parent < 0 else machine.states[state.parent].initial
    left = a.x + 9.0
    if siblings == box.state:
        dot(left + 2.0, a.y + HEAD / 2, QUIET, 3.0)
        left += 11.0
    name = fitted(state.name, b.x - left - 70.0)
    draw.add_text(ImVec2(left, a.y + 3.0), color(TEXT if lit else QUIET), name)
    if lit:
        place = desk.model.places[desk.agent]
        group = desk.model.groups[place.group]
        row = desk.playback.state.rows[place.group][place.row]
        slots = group.behavior.slots
        ticks, carry = row[slots[state.ticks].offset], row[slots[state.carry].offset]
        text = f"{ticks * desk.model.dt + carry:.2f} s"
        size = imgui.calc_text_size(text).x
        draw.add_text(ImVec2(b.x - size - 9.0, a.y + 3.0), color(LIT_EDGE), text)


def _row(desk: Desk, machine: Machine, row: Row, reason: Reason | None, x: float, y: float) -> None:
    """One transition: its verdict, where it leads, its guard, and live values while active."""
    draw = imgui.get_window_draw_list()
    transition = _transition(machine, row)
    middle = y + row.y + ROW / 2
    left = x + row.x + 6.0
    tone = QUIET if reason is None else mark(reason.verdict.holds)
    dot(left, middle, tone, 3.2 if reason is not None else 2.2)
    target = f"-> {machine.states[transition.target].name}"
    draw.add_text(ImVec2(left + 8.0, middle - 8.0), color(TEXT if reason else QUIET), target)
    left += 14.0 + imgui.calc_text_size(target).x
    text = text_of(transition.guard)
    if not text and transition.after is not None:
        text = f"after {text_of(transition.after)}"
    if reason is not None and reason.verdict.detail:
        text = f"{reason.verdict.detail}   {text}"
    room = x + row.x + row.width - left - 6.0
    if text and room > 24.0:
        faint = (*tone[:3], 0.95) if reason is not None else (*QUIET[:3], 0.65)
        draw.add_text(ImVec2(left, middle - 8.0), color(faint), fitted(text, room))


def _transition(machine: Machine, row: Row) -> Transition:
    own = machine.transitions if row.source < 0 else machine.states[row.source].transitions
    return own[row.number]


def _edge(
    edge: Edge, x: float, y: float, tone: tuple[float, float, float, float], width: float
) -> None:
    draw = imgui.get_window_draw_list()
    paint = color(tone)
    a = ImVec2(x + edge.start[0], y + edge.start[1])
    lane = x + edge.lane
    end = ImVec2(x + edge.end[0], y + edge.end[1])
    up = 4.0 if end.y > a.y else -4.0
    path: Any = [
        a,
        ImVec2(lane - 4.0, a.y),
        ImVec2(lane, a.y + up),
        ImVec2(lane, end.y - up),
        ImVec2(lane - 4.0, end.y),
        ImVec2(end.x + 5.0, end.y),
    ]
    draw.add_polyline(path, paint, width, 0)
    draw.add_triangle_filled(
        ImVec2(end.x + 1.0, end.y),
        ImVec2(end.x + 8.0, end.y - 4.0),
        ImVec2(end.x + 8.0, end.y + 4.0),
        paint,
    )


def _hits(desk: Desk, machine: Machine, layout: GraphLayout, origin: ImVec2) -> None:
    """Rows and heads can be pointed at (the whole guard as a tip) and clicked (to the line)."""
    for row in layout.rows:
        transition = _transition(machine, row)
        imgui.set_cursor_screen_pos(ImVec2(origin.x + row.x, origin.y + row.y))
        if imgui.invisible_button(
            f"##row{machine.name}{row.source}.{row.number}", ImVec2(row.width, ROW)
        ):
            desk.show_source(transition.span.source.name, transition.span.line)
        if imgui.is_item_hovered():
            imgui.set_tooltip(" ".join(transition.span.text.split())[:300])
    for box in layout.boxes:
        state = machine.states[box.state]
        imgui.set_cursor_screen_pos(ImVec2(origin.x + box.x, origin.y + box.y))
        if imgui.invisible_button(f"##box{machine.name}{box.state}", ImVec2(box.width, HEAD)):
            desk.show_source(state.span.source.name, state.span.line)
        if imgui.is_item_hovered():
            imgui.set_tooltip(f"{state.path}   {state.span}")
