"""One file in imgui-bundle's text editor: its text, colours, marks, and where its cursor is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import ImVec2, imgui, imgui_color_text_edit

from behave.diagnostics.diagnostic import Diagnostic, Severity
from viewer.app.layer import BAD, QUIET, WARN, color
from viewer.editing.colors import Colors
from viewer.editing.text import OpenText

TONES = {
    "comment": (0.50, 0.60, 0.55, 1.0),
    "string": (0.88, 0.70, 0.52, 1.0),
    "number": (0.62, 0.84, 1.00, 1.0),
    "keyword": (0.86, 0.62, 0.90, 1.0),
    "built_in": (0.52, 0.82, 0.78, 1.0),
    "field": (0.74, 0.80, 0.96, 1.0),
    "sign": (0.70, 0.74, 0.82, 1.0),
    "name": (0.90, 0.92, 0.96, 1.0),
}
LIT = (0.40, 0.86, 0.64, 1.0)  # lines of active states
WANTED = (1.0, 1.0, 1.0, 0.10)  # the line that was asked for
AFAR = 1.0e6

_Editor: Any = imgui_color_text_edit.TextEditor

CAN_EDIT = hasattr(_Editor, "add_squiggle") and hasattr(_Editor, "set_custom_line_number_renderer")
"""Whether this version of imgui-bundle has an editor that can be marked and coloured."""


class TextWidget:
    """The editor over one `OpenText`; ``draw`` once a picture, within a panel."""

    def __init__(self, text: OpenText) -> None:
        self.text = text
        self._colors = Colors()
        self._editor = _Editor()
        self._editor.set_language(_Editor.Language.python())  # its comments, words and numbers
        self._editor.set_text(text.text)
        self._editor.set_read_only_enabled(bool(text.locked))
        self._editor.set_insert_spaces_on_tabs(True)
        self._editor.set_tab_size(2)
        self._editor.set_show_whitespaces_enabled(False)
        self._editor.set_show_scrollbar_mini_map_enabled(False)
        self._editor.set_complete_paired_glyphs(False)
        self._editor.set_custom_line_number_renderer(self._line)
        self._shown = self._editor.get_text()  # may differ from what was put in, by odd ends
        self._version = text.version
        self._marked: Sequence[Diagnostic] | None = None
        self._marks: dict[int, Severity] = {}
        self._lit: frozenset[int] = frozenset()
        self.wanted = 0  # the line that was asked for, from 1
        self.focused = False
        self.hovered = False

    # ---- text ------------------------------------------------------------------------

    def typed(self) -> str | None:
        """The text where it is another than before, by typing; else None."""
        now = str(self._editor.get_text())
        if now == self.text.saved + "\n" and not self.text.saved.endswith("\n"):
            now = self.text.saved  # the editor ends each line, also the last
        if now == self._shown:
            return None
        self._shown = now
        return now

    def sync(self) -> None:
        """Take over a text that did not come from typing; it can be undone."""
        self._editor.set_read_only_enabled(bool(self.text.locked))
        if self._version == self.text.version:
            return
        self._version = self.text.version
        if self._shown != self.text.text:
            locked = bool(self.text.locked)
            at = self._editor.get_main_cursor_position()
            self._editor.set_read_only_enabled(False)
            self._editor.select_all()
            self._editor.replace_text_in_current_cursor(self.text.text)
            self._editor.set_read_only_enabled(locked)
            self._shown = self._editor.get_text()
            line = min(at.line, self._editor.get_line_count() - 1)
            self._editor.set_cursor(_Editor.DocPos(line, 0))
        self._marked = None

    def mark(self, findings: Sequence[Diagnostic]) -> None:
        """Underline what was found, in the text it was found in."""
        if findings == self._marked:
            return
        lines = self._shown.split("\n")
        self._marked = tuple(findings)
        self._marks = {}
        self._editor.clear_squiggles()
        for found in findings:
            line, column = found.span.source.line_column(found.span.start)
            if line > len(lines):
                continue
            last, after = found.span.source.line_column(max(found.span.end, found.span.start + 1))
            room = len(lines[line - 1])
            end = min(after - 1, room) if last == line else room
            start = min(column - 1, max(end - 1, 0))
            tone = color(BAD if found.severity is Severity.ERROR else WARN)
            self._editor.add_squiggle(
                _Editor.DocPos(line - 1, start), _Editor.DocPos(line - 1, max(end, start + 1)),
                1, tone,
            )  # fmt: skip
            if self._marks.get(line - 1) is not Severity.ERROR:
                self._marks[line - 1] = found.severity

    def light(self, lines: frozenset[int]) -> None:
        """Light the lines (from 1) of active states in the gutter."""
        self._lit = lines

    def show_line(self, line: int) -> None:
        """Bring a line (from 1) into sight, with the cursor on it."""
        self.wanted = line
        self._editor.set_cursor(_Editor.DocPos(max(line - 1, 0), 0))
        self._editor.scroll_to_line(max(line - 1, 0), _Editor.Scroll.align_middle)

    # ---- places ----------------------------------------------------------------------

    def offset(self) -> int:
        """Where the cursor is, in code points."""
        return self._offset(self._editor.get_main_cursor_position())

    def under_mouse(self) -> int | None:
        """The offset of the character under the pointer, None beside the text."""
        mouse = imgui.get_mouse_pos()
        if not self._editor.is_mouse_pos_over_glyph(mouse):
            return None
        return self._offset(self._editor.get_doc_pos_at_mouse_pos(mouse))

    def below_cursor(self) -> ImVec2:
        """The place on the screen right under the cursor."""
        at = self._editor.doc_pos2_screen_pos(self._editor.get_main_cursor_position())
        return ImVec2(at.x, at.y + self._editor.get_line_height())

    def _offset(self, place: Any) -> int:
        lines = self._shown.split("\n")
        return sum(len(line) + 1 for line in lines[: place.line]) + int(place.index)

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace some characters as typing would."""
        self._editor.select_region(self._place(start), self._place(end))
        self._editor.replace_text_in_current_cursor(text)

    def _place(self, offset: int) -> Any:
        before = self._shown[:offset]
        return _Editor.DocPos(before.count("\n"), offset - (before.rfind("\n") + 1))

    # ---- drawing ---------------------------------------------------------------------

    def focus(self) -> None:
        """Let it have the keyboard."""
        self._editor.set_focus()

    def draw(self, label: str) -> None:
        """Draw it into what is left of the panel."""
        self._editor.render(label, ImVec2(0.0, 0.0))
        within = imgui.is_window_focused(imgui.FocusedFlags_.child_windows)
        self.focused = bool(within and imgui.get_io().want_text_input)
        self.hovered = bool(imgui.is_item_hovered())

    def _line(self, at: Any) -> None:
        """A line's number and marks in the gutter, and its words in their colours."""
        draw, number = at.draw_list, at.line_number
        x, y, high = at.pos.x, at.pos.y, at.size.y
        left = x + at.size.x + 12.0  # of the text where it is not scrolled
        if number + 1 in self._lit:
            draw.add_rect_filled(ImVec2(x - 5.0, y), ImVec2(x - 2.0, y + high), color(LIT))
        if number + 1 == self.wanted:
            draw.add_rect_filled(ImVec2(left, y), ImVec2(AFAR, y + high), color(WANTED))
        severity = self._marks.get(number)
        tone = QUIET if severity is None else BAD if severity is Severity.ERROR else WARN
        faint = 0.55 if severity is None and number != at.cursor_line_number else 1.0
        told = f"{number + 1:>{at.digits}}"
        draw.add_text(ImVec2(x, y), color((*tone[:3], faint)), told)
        line = str(self._editor.get_line_text(number))
        first = self._editor.doc_pos2_screen_pos(_Editor.DocPos(number, 0)).x
        wide = self._editor.get_glyph_width()
        even = line.isascii() and "\t" not in line
        draw.push_clip_rect(ImVec2(left, -AFAR), ImVec2(AFAR, AFAR), True)
        for start, word, sort in self._colors.words(line):
            if even:
                place = first + start * wide
            else:
                place = self._editor.doc_pos2_screen_pos(_Editor.DocPos(number, start)).x
            draw.add_text(ImVec2(place, y), color(TONES[sort]), word)
        draw.pop_clip_rect()


def words_in(findings: Sequence[Diagnostic], offset: int, text: str) -> list[str]:
    """What was found at an offset of a text, with what would be right."""
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    told: list[str] = []
    for found in findings:
        source, span = found.span.source, found.span
        first, last = source.line_column(span.start), source.line_column(span.end)
        if first <= (line, column) < max(last, (first[0], first[1] + 1)):
            told.append(f"{found.code}  {found.message}")
            told += [f"  {note}" for note in found.help]
    return told
