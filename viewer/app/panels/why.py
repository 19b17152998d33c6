"""Why not: each transition out of the active states, operand by operand."""

from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from behave.runtime.closest import key_of, told_nearest
from behave.runtime.verdict import Shape, Verdict
from behave.runtime.verdict_text import heading
from viewer.app.facts import Facts, Reason
from viewer.app.layer import NUMBER, QUIET, TEXT, color
from viewer.app.panels.lanes import chosen_of
from viewer.app.panels.pieces import begin, dot, fitted, mark, toned
from viewer.desk import Desk
from viewer.scene.states import families


def why_panel(desk: Desk, facts: Facts | None, place: tuple[float, float, float, float]) -> None:
    """Draw the panel."""
    if begin("Why not", *place):
        reasons = () if facts is None else _shown(desk, facts)
        if not reasons:
            toned("no transition leads out of here", QUIET)
        else:
            for number, reason in enumerate(reasons):
                arrow = reason.arrow
                source = arrow.source.rpartition(".")[2] or arrow.machine
                target = arrow.target.rpartition(".")[2]
                if number:
                    imgui.dummy(ImVec2(1.0, 2.0))
                instance = f"{arrow.machine}: " if arrow.machine.endswith("]") else ""
                _line(0, reason.verdict.holds, f"{instance}{source} -> {target}", "", TEXT)
                if imgui.is_item_clicked():
                    span = arrow.transition.span
                    desk.show_source(span.source.name, span.line)
                _tree(reason.verdict, 1)
                near = desk.closest.best.get(key_of(arrow))
                if near is not None and not reason.verdict.holds:
                    room = imgui.get_content_region_avail().x
                    toned(fitted(told_nearest(near, desk.model.dt), room), NUMBER)
                    if imgui.is_item_hovered():
                        imgui.set_tooltip(told_nearest(near, desk.model.dt))
    imgui.end()


def _shown(desk: Desk, facts: Facts) -> tuple[Reason, ...]:
    """Of a machine array the reasons of the instance whose graph is shown; all others' whole."""
    machines = desk.model.group_of(desk.agent).behavior.machines
    shown = {chosen_of(desk, machines, members) for _, members in families(machines)}
    return tuple(reason for reason in facts.reasons if reason.arrow.machine_number in shown)


def _tree(verdict: Verdict, depth: int) -> None:
    text = heading(verdict)
    if verdict.shape is Shape.ATOM:
        _line(depth, verdict.holds, text, verdict.detail, (0.78, 0.81, 0.87, 1.0))
        return
    if depth > 1 or verdict.name or verdict.shape is not Shape.ALL:
        _line(depth, verdict.holds, text, "", TEXT if verdict.name else QUIET)
        depth += 1
    for child in verdict.children:
        _tree(child, depth)


def _line(
    depth: int, holds: bool | None, text: str, detail: str, tone: tuple[float, float, float, float]
) -> None:
    """A mark, the text, and on the right (or below, where it does not fit) the values."""
    at = imgui.get_cursor_screen_pos()
    room = imgui.get_content_region_avail().x
    indent = 12.0 * depth
    height = imgui.get_text_line_height()
    dot(at.x + indent + 4.0, at.y + height / 2 + 1.0, mark(holds))
    left = indent + 13.0
    wide = imgui.calc_text_size(text).x
    beside = imgui.calc_text_size(detail).x
    draw = imgui.get_window_draw_list()
    if detail and left + wide + 12.0 + beside > room:
        draw.add_text(ImVec2(at.x + left, at.y), color(tone), fitted(text, room - left))
        shown = fitted(detail, room - left - 10.0)
        draw.add_text(ImVec2(at.x + left + 10.0, at.y + height + 1.0), color(mark(holds)), shown)
        imgui.dummy(ImVec2(room, 2 * height + 1.0))
    else:
        draw.add_text(ImVec2(at.x + left, at.y), color(tone), fitted(text, room - left))
        if detail:
            draw.add_text(ImVec2(at.x + room - beside, at.y), color(mark(holds)), detail)
        imgui.dummy(ImVec2(room, height))
    if imgui.is_item_hovered() and detail:
        imgui.set_tooltip(f"{text}\n{detail}")
