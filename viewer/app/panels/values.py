"""Weights and variables: every value of the agent followed, a click plots it."""

from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from behave.ir.program import Group
from viewer.app.facts import Facts
from viewer.app.layer import NUMBER, QUIET
from viewer.app.panels.pieces import fitted, toned
from viewer.desk import Desk
from viewer.scene.constraints import GAIT_ALONE

TITLES = {
    Group.VARIABLE: "Variables",
    Group.READING: "Readings",
    Group.INPUT: "Inputs",
    Group.RIG: "Rig",
}


class PlotBox:
    """The line an expression is typed into; it keeps what is typed."""

    def __init__(self) -> None:
        self.text = ""

    def draw(self, desk: Desk) -> None:
        """Draw the line, and below it what is plotted; a click there ends it."""
        imgui.set_next_item_width(-1.0)
        done, self.text = imgui.input_text_with_hint(
            "##plot", "plot an expression", self.text, imgui.InputTextFlags_.enter_returns_true
        )
        if done and self.text.strip() and desk.plot(self.text):
            self.text = ""
        for text in list(desk.plots.texts):
            if imgui.small_button(f"x##{text}"):
                desk.plot(text)
            imgui.same_line()
            toned(fitted(text, imgui.get_content_region_avail().x), NUMBER)


def values_tab(desk: Desk, facts: Facts | None, box: PlotBox) -> None:
    """Draw the tab's contents."""
    if facts is None:
        toned("no agent in this scene", QUIET)
        return
    box.draw(desk)
    if facts.clips:
        toned("Clips in the pose", QUIET)
        for name, weight in facts.clips:
            _bar(desk, name, weight)
        imgui.dummy(ImVec2(1.0, 2.0))
    if facts.weights:
        toned("Constraint weights", QUIET)
        for name, weight in facts.weights:
            _bar(desk, name, weight)
    for group, title in TITLES.items():
        rows = [value for value in facts.values if value.group is group]
        if not rows:
            continue
        imgui.dummy(ImVec2(1.0, 2.0))
        toned(title, QUIET)
        flags = imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_stretch_prop
        if imgui.begin_table(f"##{title}", 2, flags):
            for value in rows:
                imgui.table_next_row()
                imgui.table_set_column_index(0)
                chosen = value.path in desk.plots.texts
                label = f"{fitted(value.path, imgui.get_content_region_avail().x)}##{value.path}"
                if value.number is None:
                    imgui.text(fitted(value.path, imgui.get_content_region_avail().x))
                elif imgui.selectable(label, chosen, imgui.SelectableFlags_.span_all_columns)[0]:
                    desk.plot(value.path)
                imgui.table_set_column_index(1)
                tone = QUIET if value.text == "absent" else NUMBER
                toned(fitted(value.text, imgui.get_content_region_avail().x), tone)
                if imgui.is_item_hovered():
                    imgui.set_tooltip(f"{value.path} = {value.text}")
            imgui.end_table()


def _bar(desk: Desk, name: str, weight: float) -> None:
    width = imgui.get_content_region_avail().x
    path = "" if name == GAIT_ALONE else f"{name}.weight"
    chosen = path in desk.plots.texts
    if imgui.selectable(f"{name}##weight", chosen, 0, ImVec2(width * 0.38, 0.0))[0] and path:
        desk.plot(path)
    imgui.same_line(width * 0.42)
    imgui.progress_bar(min(max(weight, 0.0), 1.0), ImVec2(width * 0.58, 15.0), f"{weight:.2f}")
