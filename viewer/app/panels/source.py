"""The file with what was found in it, and the lines of the active states lit."""

from __future__ import annotations

from typing import Any

from imgui_bundle import ImVec2, imgui

from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.source import Source
from viewer.app.facts import Facts
from viewer.app.layer import BAD, QUIET, WARN, color
from viewer.app.panels.pieces import fitted, toned
from viewer.desk import Desk

MOST_FINDINGS = 4

CODE = (0.83, 0.86, 0.91, 1.0)
COMMENT = (0.50, 0.60, 0.55, 1.0)


def source_tab(desk: Desk, facts: Facts | None, mono: Any) -> None:
    """Draw the tab's contents."""
    for diagnostic in desk.diagnostics[:MOST_FINDINGS]:
        _finding(desk, diagnostic)
    if len(desk.diagnostics) > MOST_FINDINGS:
        toned(f"and {len(desk.diagnostics) - MOST_FINDINGS} more", QUIET)
    source = _chosen(desk)
    if source is None:
        toned("nothing to show", QUIET)
        return
    toned(fitted(source.name, imgui.get_content_region_avail().x), QUIET)
    marks = _marks(desk, source)
    lit = _lit_lines(desk, facts, source)
    imgui.begin_child("##text", ImVec2(0.0, 0.0), 0, imgui.WindowFlags_.horizontal_scrollbar)
    imgui.push_font(mono, 13.5)
    height = imgui.get_text_line_height()
    wanted = desk.switches.source_line
    draw = imgui.get_window_draw_list()
    for line in range(1, source.line_count + 1):
        at = imgui.get_cursor_screen_pos()
        width = max(imgui.get_content_region_avail().x, 900.0)
        if line in marks:
            draw.add_rect_filled(
                at, ImVec2(at.x + width, at.y + height), color((*marks[line][:3], 0.20))
            )
        elif line == wanted:
            draw.add_rect_filled(
                at, ImVec2(at.x + width, at.y + height), color((1.0, 1.0, 1.0, 0.10))
            )
        if line in lit:
            draw.add_rect_filled(
                at, ImVec2(at.x + 3.0, at.y + height), color((0.40, 0.86, 0.64, 1.0))
            )
        _code_line(draw, at, line, source.line_text(line))
        low = ImVec2(at.x + width, at.y + height - 4.0)
        if line in marks and imgui.is_window_hovered() and imgui.is_mouse_hovering_rect(at, low):
            imgui.set_tooltip(_told(desk, source, line))
        imgui.dummy(ImVec2(8.0 * (len(source.line_text(line)) + 6), height - 4.0))
        if line == wanted and desk.switches.source_asked:
            imgui.set_scroll_here_y(0.4)
            desk.switches.source_asked -= 1
    imgui.pop_font()
    imgui.end_child()


def _told(desk: Desk, source: Source, line: int) -> str:
    """All that was found in a line, with what would be right."""
    parts = []
    for found in desk.diagnostics:
        if found.span.source.name == source.name and found.span.line == line:
            parts += [f"{found.code}  {found.message}", *(f"  {note}" for note in found.help)]
    return "\n".join(parts)


def _code_line(draw: Any, at: ImVec2, number: int, text: str) -> None:
    draw.add_text(ImVec2(at.x + 8.0, at.y), color((*QUIET[:3], 0.55)), f"{number:>3}")
    code, hash_mark, comment = text.partition("#")
    draw.add_text(ImVec2(at.x + 40.0, at.y), color(CODE), code or " ")
    if hash_mark:
        left = imgui.calc_text_size(code).x
        draw.add_text(ImVec2(at.x + 40.0 + left, at.y), color(COMMENT), hash_mark + comment)


def _finding(desk: Desk, diagnostic: Diagnostic) -> None:
    tone = BAD if diagnostic.severity is Severity.ERROR else WARN
    span = diagnostic.span
    imgui.push_text_wrap_pos(0.0)
    toned(f"{diagnostic.code}  line {span.line}: {diagnostic.message}", tone)
    imgui.pop_text_wrap_pos()
    if imgui.is_item_clicked():
        desk.show_source(span.source.name, span.line)


def _sources(desk: Desk) -> list[Source]:
    found: dict[str, Source] = {}
    for diagnostic in desk.diagnostics:
        found.setdefault(diagnostic.span.source.name, diagnostic.span.source)
    for behavior in desk.model.program.behaviors:
        found.setdefault(behavior.span.source.name, behavior.span.source)
        found.setdefault(behavior.rig.span.source.name, behavior.rig.span.source)
    for scene in desk.model.program.scenes:
        found.setdefault(scene.span.source.name, scene.span.source)
    return list(found.values())


def _chosen(desk: Desk) -> Source | None:
    sources = _sources(desk)
    named = [s for s in sources if s.name == (desk.switches.source_name or desk.session.path)]
    return next(iter(named or sources), None)


def _marks(desk: Desk, source: Source) -> dict[int, tuple[float, float, float, float]]:
    return {
        d.span.line: BAD if d.severity is Severity.ERROR else WARN
        for d in desk.diagnostics
        if d.span.source.name == source.name
    }


def _lit_lines(desk: Desk, facts: Facts | None, source: Source) -> set[int]:
    """Lines of the active states' own text, without the states nested in them."""
    if facts is None or desk.broken:
        return set()
    lit: set[int] = set()
    machines = desk.model.group_of(desk.agent).behavior.machines
    for machine, path in zip(machines, facts.active, strict=True):
        for state in (machine.states[k] for k in path):
            if state.span.source.name == source.name:
                last = source.line_column(max(state.span.start, state.span.end - 1))[0]
                lit.update(range(state.span.line, last + 1))
            for nested in machine.states:
                inside = nested.span.source.name == source.name
                if inside and nested.parent >= 0 and machine.states[nested.parent] is state:
                    end = source.line_column(max(nested.span.start, nested.span.end - 1))[0]
                    lit.difference_update(range(nested.span.line, end + 1))
    return lit
