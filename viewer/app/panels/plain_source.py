"""A file to be looked at only, where this version of imgui-bundle has no editor to be marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import ImVec2, imgui

from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.source import Source
from viewer.app.layer import BAD, QUIET, WARN, color
from viewer.desk import Desk

CODE = (0.83, 0.86, 0.91, 1.0)
COMMENT = (0.50, 0.60, 0.55, 1.0)


def plain_source(
    desk: Desk, source: Source, findings: Sequence[Diagnostic], lit: frozenset[int]
) -> None:
    """Draw the file's lines with what was found in them."""
    marks = {d.span.line: BAD if d.severity is Severity.ERROR else WARN for d in findings}
    imgui.begin_child("##text", ImVec2(0.0, 0.0), 0, imgui.WindowFlags_.horizontal_scrollbar)
    height = imgui.get_text_line_height()
    wanted = desk.switches.source_line
    draw = imgui.get_window_draw_list()
    for line in range(1, source.line_count + 1):
        at = imgui.get_cursor_screen_pos()
        width = max(imgui.get_content_region_avail().x, 900.0)
        tone = (*marks[line][:3], 0.20) if line in marks else (1.0, 1.0, 1.0, 0.10)
        if line in marks or line == wanted:
            draw.add_rect_filled(at, ImVec2(at.x + width, at.y + height), color(tone))
        if line in lit:
            edge = ImVec2(at.x + 3.0, at.y + height)
            draw.add_rect_filled(at, edge, color((0.40, 0.86, 0.64, 1.0)))
        _code_line(draw, at, line, source.line_text(line))
        low = ImVec2(at.x + width, at.y + height - 4.0)
        if line in marks and imgui.is_window_hovered() and imgui.is_mouse_hovering_rect(at, low):
            imgui.set_tooltip(_told(findings, line))
        imgui.dummy(ImVec2(8.0 * (len(source.line_text(line)) + 6), height - 4.0))
        if line == wanted and desk.switches.source_asked:
            imgui.set_scroll_here_y(0.4)
    desk.switches.source_asked = max(desk.switches.source_asked - 1, 0)
    imgui.end_child()


def _told(findings: Sequence[Diagnostic], line: int) -> str:
    """All that was found in a line, with what would be right."""
    parts = []
    for found in findings:
        if found.span.line == line:
            parts += [f"{found.code}  {found.message}", *(f"  {note}" for note in found.help)]
    return "\n".join(parts)


def _code_line(draw: Any, at: ImVec2, number: int, text: str) -> None:
    draw.add_text(ImVec2(at.x + 8.0, at.y), color((*QUIET[:3], 0.55)), f"{number:>3}")
    code, hash_mark, comment = text.partition("#")
    draw.add_text(ImVec2(at.x + 40.0, at.y), color(CODE), code or " ")
    if hash_mark:
        left = imgui.calc_text_size(code).x
        draw.add_text(ImVec2(at.x + 40.0 + left, at.y), color(COMMENT), hash_mark + comment)
