"""Small pieces several panels use."""

from __future__ import annotations

from imgui_bundle import ImVec2, ImVec4, imgui

from viewer.app.layer import BAD, GOOD, QUIET, color

Tone = tuple[float, float, float, float]


def fitted(text: str, width: float) -> str:
    """The text, cut with an ellipsis where it is wider than ``width`` points."""
    if imgui.calc_text_size(text).x <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if imgui.calc_text_size(text[:middle] + "…").x <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def toned(text: str, tone: Tone) -> None:
    """A line of text in a colour."""
    imgui.text_colored(ImVec4(*tone), text)


def mark(holds: bool | None) -> Tone:
    """Colour of a verdict."""
    if holds is None:
        return QUIET
    return GOOD if holds else BAD


def dot(x: float, y: float, tone: Tone, radius: float = 3.6) -> None:
    """A round mark at a place of the screen."""
    imgui.get_window_draw_list().add_circle_filled(ImVec2(x, y), radius, color(tone), 14)


def begin(name: str, x: float, y: float, width: float, height: float, flags: int = 0) -> bool:
    """Begin a panel at its usual place; it may be moved, sized and folded."""
    imgui.set_next_window_pos(ImVec2(x, y), imgui.Cond_.first_use_ever)
    imgui.set_next_window_size(ImVec2(width, height), imgui.Cond_.first_use_ever)
    return bool(imgui.begin(name, None, flags | imgui.WindowFlags_.no_focus_on_appearing)[0])
