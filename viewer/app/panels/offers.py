"""What may be written at the cursor, as a list below it."""

from __future__ import annotations

from dataclasses import dataclass

from imgui_bundle import ImVec2, imgui

from behave.lsp.proposals import Item
from viewer.app.layer import QUIET, color
from viewer.app.panels.pieces import fitted
from viewer.app.text_widget import TextWidget
from viewer.editing.editor import Editor, narrowed

ROWS = 9
WIDTH = 380.0


@dataclass
class Offers:
    """The list that is open, if any; asked for with Ctrl+Space."""

    items: tuple[Item, ...] = ()
    _all: tuple[Item, ...] = ()
    _start: int = 0
    _chosen: int = 0
    _accepted: bool = False

    def close(self) -> None:
        """Put the list away."""
        self.items = self._all = ()

    def takes(self, key: str) -> bool:
        """Whether a key is the list's: moving in it, taking a word, closing it."""
        if not self.items:
            return False
        if key == "ESCAPE":
            self.close()
        elif key in ("UP", "DOWN"):
            step = 1 if key == "DOWN" else -1
            self._chosen = (self._chosen + step) % len(self.items)
        elif key in ("ENTER", "RETURN", "TAB"):
            self._accepted = True
        else:
            return False
        return True

    def draw(self, editor: Editor, widget: TextWidget) -> None:
        """Show what fits what is typed, and write what was taken."""
        found = editor.offer()
        cursor = widget.offset()
        text = widget.text.text
        if found is not None:
            (name, offset, asked), offer = found
            if name == widget.text.name and asked[:offset] == text[:offset]:
                self._all, self._start, self._chosen = offer.items, offer.start, 0
        if not self._all:
            return
        typed = text[self._start : cursor]
        if cursor < self._start or not (typed.isidentifier() or not typed) or not widget.focused:
            self.close()
            return
        self.items = narrowed(self._all, typed)
        self._chosen = min(self._chosen, max(len(self.items) - 1, 0))
        if self._accepted and self.items:
            self._take(widget, cursor)
        elif self.items:
            self._list(widget, cursor)
        self._accepted = False

    def _take(self, widget: TextWidget, cursor: int) -> None:
        widget.replace(self._start, cursor, self.items[self._chosen].label)
        self.close()

    def _list(self, widget: TextWidget, cursor: int) -> None:
        place = widget.below_cursor()
        imgui.set_next_window_pos(ImVec2(place.x, place.y + 2.0))
        flags = (
            imgui.WindowFlags_.no_title_bar
            | imgui.WindowFlags_.no_saved_settings
            | imgui.WindowFlags_.always_auto_resize
            | imgui.WindowFlags_.no_focus_on_appearing
            | imgui.WindowFlags_.no_nav
            | imgui.WindowFlags_.no_scrollbar
            | imgui.WindowFlags_.tooltip
        )
        imgui.begin("##offers", None, flags)
        first = min(max(self._chosen - ROWS // 2, 0), max(len(self.items) - ROWS, 0))
        for number in range(first, min(first + ROWS, len(self.items))):
            item = self.items[number]
            at = imgui.get_cursor_screen_pos()
            if imgui.selectable(
                f"##{number}",
                number == self._chosen,
                0,
                ImVec2(WIDTH, imgui.get_text_line_height()),
            )[0]:
                self._chosen, self._accepted = number, True
            draw = imgui.get_window_draw_list()
            draw.add_text(at, imgui.get_color_u32(imgui.Col_.text), item.label)
            left = imgui.calc_text_size(item.label).x + 14.0
            told = fitted(f"{item.sort}  {item.detail}".strip(), max(WIDTH - left, 1.0))
            draw.add_text(ImVec2(at.x + left, at.y), color(QUIET), told)
        imgui.end()
