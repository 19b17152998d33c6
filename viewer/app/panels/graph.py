"""The state graph: every machine of the agent followed, what is active, and what leads where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import ImVec2, imgui

from behave.ir.program import Machine
from viewer.app.facts import Facts
from viewer.app.graph_live import live_of
from viewer.app.layer import QUIET, Fonts, color
from viewer.app.panels.lanes import array_lanes, chosen_of
from viewer.app.panels.pieces import begin, toned
from viewer.desk import Desk
from viewer.graph.layout import Box, GraphLayout, Style, lay_out
from viewer.graph.shapes import DARK, Dot, Line, Live, Rect, Shape, Text, Tip, drawn, rounded
from viewer.graph.words import own_transitions
from viewer.scene.states import families

FONT = 13.0
BESIDE = 380.0  # width of a machine where there is room for several beside each other


class GraphPanel:
    """Draws the graphs; keeps their layouts as long as the program and the width stay."""

    def __init__(self, fonts: Fonts, title: str = "States") -> None:
        self.fonts = fonts
        self.title = title
        self._layouts: dict[tuple[int, int], tuple[Machine, GraphLayout]] = {}
        self._style: Style | None = None

    def draw(
        self, desk: Desk, facts: Facts | None, place: tuple[float, float, float, float]
    ) -> None:
        """Draw the panel."""
        if begin(self.title, *place):
            if facts is None:
                toned("no agent in this scene", QUIET)
            else:
                imgui.push_font(self.fonts.plain, FONT)
                imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(7.0, 2.0))
                self._machines(desk, facts)
                imgui.pop_style_var()
                imgui.pop_font()
        imgui.end()

    def _machines(self, desk: Desk, facts: Facts) -> None:
        """Every machine: below each other, or side by side in a wide panel."""
        behavior = desk.model.group_of(desk.agent).behavior
        groups = families(behavior.machines)
        room = imgui.get_content_region_avail().x
        columns = max(1, min(len(groups), int(room // BESIDE)))
        wide = room / columns - (16.0 if columns > 1 else 0.0)
        top = imgui.get_cursor_pos()
        left, lowest = top.x, top.y
        row = lowest
        for number, (name, members) in enumerate(groups):
            if columns > 1 and number % columns == 0:
                row = lowest
            if columns > 1:
                left = top.x + (number % columns) * (room / columns)
                imgui.set_cursor_pos(ImVec2(left, row))
            imgui.begin_group()
            chosen = chosen_of(desk, behavior.machines, members)
            if len(groups) > 1 or len(members) > 1:
                toned(f"{name}[{len(members)}]" if len(members) > 1 else name, QUIET)
            if len(members) > 1:
                array_lanes(desk, facts, behavior, members, wide)
            self._machine(desk, facts, chosen, members, wide)
            imgui.end_group()
            lowest = max(lowest, imgui.get_cursor_pos().y)

    def _machine(
        self, desk: Desk, facts: Facts, number: int, members: Sequence[int], width: float
    ) -> None:
        behavior = desk.model.group_of(desk.agent).behavior
        machine = behavior.machines[number]
        style = self._styled()
        layout = self._layout(desk, number, width)
        origin = imgui.get_cursor_screen_pos()
        live = live_of(desk, facts, number, members)
        for shape in drawn(machine, layout, style, DARK, live):
            self._shape(shape, origin.x, origin.y)
        _hits(desk, machine, layout, live, origin)
        imgui.set_cursor_screen_pos(origin)
        imgui.dummy(ImVec2(layout.width, layout.height + 3.0))
        if facts.last is not None and facts.last_age < 2.5 * desk.model.dt and live.flashed:
            leaf = facts.active[number][-1]
            _scroll_to(next((b for b in layout.boxes if b.state == leaf), None), origin.y)

    def _styled(self) -> Style:
        if self._style is None:
            self._style = Style(
                lambda text: float(imgui.calc_text_size(text).x),
                line=15.0,
                head=19.0,
                gap=6.0,
                pad=5.0,
                most_lines=2,
                live_lines=1,
                widest=460.0,
                fill=True,
            )
        return self._style

    def _layout(self, desk: Desk, number: int, width: float) -> GraphLayout:
        behavior = desk.model.group_of(desk.agent).behavior
        machine = behavior.machines[number]
        key = (number, round(width))
        known = self._layouts.get(key)
        if known is None or known[0] is not machine:
            if len(self._layouts) > 64:
                self._layouts.clear()
            known = (machine, lay_out(behavior, machine, width, self._styled()))
            self._layouts[key] = known
        return known[1]

    def _shape(self, shape: Shape, x: float, y: float) -> None:
        draw = imgui.get_window_draw_list()
        if isinstance(shape, Rect):
            a = ImVec2(x + shape.x, y + shape.y)
            b = ImVec2(a.x + shape.width, a.y + shape.height)
            draw.add_rect_filled(a, b, color(shape.fill), shape.radius)
            draw.add_rect(a, b, color(shape.line), shape.radius, shape.thick)
        elif isinstance(shape, Line):
            points: Any = [ImVec2(x + a, y + b) for a, b in rounded(shape.points, shape.radius)]
            draw.add_polyline(points, color(shape.tone), shape.thick, 0)
        elif isinstance(shape, Tip):
            tip, back = ImVec2(x + shape.at[0], y + shape.at[1]), -8.0 * shape.way
            a, b = ImVec2(tip.x + back, tip.y - 4.0), ImVec2(tip.x + back, tip.y + 4.0)
            draw.add_triangle_filled(tip, a, b, color(shape.tone))
        elif isinstance(shape, Dot):
            at = ImVec2(x + shape.at[0], y + shape.at[1])
            draw.add_circle_filled(at, shape.radius, color(shape.tone), 14)
        else:
            self._text(draw, shape, x, y)

    def _text(self, draw: Any, shape: Text, x: float, y: float) -> None:
        if shape.bold:
            imgui.push_font(self.fonts.bold, FONT)
        left = imgui.calc_text_size(shape.text).x if shape.right else 0.0
        at = ImVec2(x + shape.x - left, y + shape.y)
        draw.add_text(at, color(shape.tone), shape.text)
        if shape.bold:
            imgui.pop_font()


def _scroll_to(box: Box | None, y: float) -> None:
    """Bring a box that was just entered into sight."""
    if box is None:
        return
    top = y - imgui.get_window_pos().y + box.y  # as scrolled now
    height = imgui.get_window_size().y
    if top < 24.0 or top + box.height > height - 8.0:
        imgui.set_scroll_y(max(imgui.get_scroll_y() + top - height + box.height + 16.0, 0.0))


def _hits(desk: Desk, machine: Machine, layout: GraphLayout, live: Live, origin: ImVec2) -> None:
    """Rows and heads can be pointed at (the whole guard as a tip) and clicked (to the line)."""
    for row in layout.rows:
        transition = own_transitions(machine, row.source)[row.number]
        imgui.set_cursor_screen_pos(ImVec2(origin.x + row.x, origin.y + row.y))
        if imgui.invisible_button(
            f"##row{machine.name}{row.source}.{row.number}", ImVec2(row.width, row.height)
        ):
            desk.show_source(transition.span.source.name, transition.span.line)
        if imgui.is_item_hovered():
            said = live.said.get((row.source, row.number))
            told = f"\n{said.text}" if said is not None and said.text else ""
            imgui.set_tooltip(" ".join(transition.span.text.split())[:300] + told)
    for box in layout.boxes:
        state = machine.states[box.state]
        imgui.set_cursor_screen_pos(ImVec2(origin.x + box.x, origin.y + box.y))
        size = ImVec2(box.width, min(box.height, 20.0))
        if imgui.invisible_button(f"##box{machine.name}{box.state}", size):
            desk.show_source(state.span.source.name, state.span.line)
        if imgui.is_item_hovered():
            imgui.set_tooltip(f"{state.path}   {state.span}")
