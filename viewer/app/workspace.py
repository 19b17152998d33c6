"""All panels at their places."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from viewer.app.facts import Facts, facts_of
from viewer.app.panels.graph import graph_panel
from viewer.app.panels.menus import broken_banner, gizmo_menu, help_window, scene_menu
from viewer.app.panels.params import params_tab
from viewer.app.panels.pieces import begin
from viewer.app.panels.source import source_tab
from viewer.app.panels.timeline import timeline_panel
from viewer.app.panels.values import values_tab
from viewer.app.panels.why import why_panel
from viewer.app.places import EDGE, TIMELINE, columns
from viewer.desk import Desk


class Workspace:
    """The panels over one desk; computes what they tell once a tick."""

    def __init__(self, desk: Desk, mono: Any) -> None:
        self.desk = desk
        self.mono = mono
        self._facts: Facts | None = None
        self._facts_of: tuple[int, int, str] = (-1, -1, "")

    def draw(self, width: float, height: float) -> None:
        """Put everything into the current imgui frame of ``width`` × ``height`` points."""
        desk = self.desk
        if desk.switches.panels:
            facts = self._told()
            beside = columns(width, height)
            left, right, column = beside.left, beside.right, beside.height
            states = column * 0.69
            graph_panel(desk, facts, (EDGE, EDGE, left, states))
            why_panel(desk, facts, (EDGE, 2 * EDGE + states, left, column - states - EDGE))
            self._right(facts, (width - right - EDGE, EDGE, right, column))
            timeline_panel(desk, (EDGE, height - TIMELINE - EDGE, width - 2 * EDGE, TIMELINE))
            if desk.broken:
                broken_banner(desk, left + 2 * EDGE, width - left - right - 4 * EDGE)
        elif desk.broken:
            broken_banner(desk, EDGE, width - 2 * EDGE)
        if desk.switches.gizmos:
            gizmo_menu(desk, width)
        if desk.switches.scenes:
            scene_menu(desk, width)
        if desk.switches.help:
            help_window(desk, width, height)

    def _right(self, facts: Facts | None, place: tuple[float, float, float, float]) -> None:
        desk = self.desk
        title = f"{desk.agent or 'scene'} · {desk.model.scene.name}###right"
        if begin(title, *place) and imgui.begin_tab_bar("##tabs"):
            if imgui.begin_tab_item_simple("Values"):
                imgui.begin_child("##values")
                values_tab(desk, facts)
                imgui.end_child()
                imgui.end_tab_item()
            if imgui.begin_tab_item_simple("Params"):
                imgui.begin_child("##params")
                params_tab(desk)
                imgui.end_child()
                imgui.end_tab_item()
            errors = len(desk.diagnostics)
            name = f"Source ({errors})###source" if errors else "Source###source"
            flag = imgui.TabItemFlags_.set_selected if desk.switches.source_asked else 0
            if imgui.begin_tab_item_simple(name, flag):
                source_tab(desk, facts, self.mono)
                imgui.end_tab_item()
            imgui.end_tab_bar()
        imgui.end()

    def _told(self) -> Facts | None:
        desk = self.desk
        now = (id(desk.playback.state), desk.playback.cursor, desk.agent)
        if now != self._facts_of:
            self._facts, self._facts_of = facts_of(desk), now
        return self._facts
