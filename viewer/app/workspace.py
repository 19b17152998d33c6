"""All panels at their places."""

from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from viewer.app.facts import Facts, facts_of
from viewer.app.layer import Fonts
from viewer.app.panels.graph import GraphPanel
from viewer.app.panels.menus import broken_banner, gizmo_menu, help_window, scene_menu, unsaved_menu
from viewer.app.panels.params import params_head, params_tab
from viewer.app.panels.pieces import begin
from viewer.app.panels.record import record_menu, recording_bar
from viewer.app.panels.source import SourcePanel
from viewer.app.panels.timeline import timeline_panel
from viewer.app.panels.values import PlotBox, values_tab
from viewer.app.panels.why import why_panel
from viewer.app.places import EDGE, Place, panel_places, timeline_height
from viewer.desk import Desk

CATCH_UP = 8


class Workspace:
    """The panels over one desk; computes what they tell once a tick."""

    def __init__(self, desk: Desk, fonts: Fonts) -> None:
        self.desk = desk
        self.fonts = fonts
        self.plot_box = PlotBox()
        self.graph = GraphPanel(fonts)
        self.wide = GraphPanel(fonts, "All states")
        self.source = SourcePanel(fonts)
        self.catch_up: int | None = CATCH_UP  # ticks of the past looked at in one picture
        self._places: dict[str, Place] | None = None
        self._facts: Facts | None = None
        self._facts_of: tuple[int, int, str] = (-1, -1, "")

    def draw(self, width: float, height: float) -> None:
        """Put everything into the current imgui frame of ``width`` × ``height`` points."""
        desk = self.desk
        if desk.switches.panels:
            facts = self._told()
            timeline = timeline_height(len(desk.plots.texts))
            at = panel_places(width, height, timeline, desk.switches.source_wide)
            self._settle(at)
            timeline_panel(desk, at["Timeline"])
            if desk.switches.graph:
                self.wide.draw(desk, facts, at["All states"])
                self.source.hidden()
            else:
                self.graph.draw(desk, facts, at["States"])
                self._right(facts, at["###right"])
                if not desk.switches.source_wide:
                    why_panel(desk, facts, at["Why not"])
            if desk.broken:
                left, right = at["States"][2], at["###right"][2]
                broken_banner(desk, left + 2 * EDGE, width - left - right - 4 * EDGE)
        else:
            self.source.hidden()
        if desk.broken and not desk.switches.panels:
            broken_banner(desk, EDGE, width - 2 * EDGE)
        if desk.switches.gizmos:
            gizmo_menu(desk, width)
        if desk.switches.scenes:
            scene_menu(desk, width)
        if desk.switches.record:
            record_menu(desk, width)
        if desk.recording is not None:
            recording_bar(desk, width)
        if desk.switches.unsaved:
            unsaved_menu(desk, width)
        if desk.switches.help:
            help_window(desk, width, height)

    def _settle(self, at: dict[str, Place]) -> None:
        """Bring the panels to their usual places where these have changed: another size of the
        window, or plots that make the timeline higher."""
        if self._places not in (None, at):
            for name, (x, y, wide, high) in at.items():
                imgui.set_window_pos(name, ImVec2(x, y))
                imgui.set_window_size(name, ImVec2(wide, high))
        self._places = at

    def _right(self, facts: Facts | None, place: Place) -> None:
        desk = self.desk
        title = f"{desk.agent or 'scene'} · {desk.model.scene.name}###right"
        if begin(title, *place) and imgui.begin_tab_bar("##tabs"):
            if imgui.begin_tab_item_simple("Values"):
                imgui.begin_child("##values")
                values_tab(desk, facts, self.plot_box)
                imgui.end_child()
                imgui.end_tab_item()
            if imgui.begin_tab_item_simple("Params"):
                params_head(desk)
                imgui.begin_child("##params")
                params_tab(desk)
                imgui.end_child()
                imgui.end_tab_item()
            errors = len(desk.editor.findings(desk.diagnostics))
            edited = "*" if desk.editor.unsaved else ""
            name = f"Source{edited} ({errors})###source" if errors else f"Source{edited}###source"
            flag = imgui.TabItemFlags_.set_selected if desk.switches.source_asked else 0
            if imgui.begin_tab_item_simple(name, flag):
                self.source.draw(desk, facts)
                imgui.end_tab_item()
            else:
                self.source.hidden()
            imgui.end_tab_bar()
        imgui.end()

    def _told(self) -> Facts | None:
        desk = self.desk
        if desk.agent:
            desk.closest.follow(desk.playback, desk.agent, self.catch_up)
        now = (id(desk.playback.state), desk.playback.cursor, desk.agent)
        if now != self._facts_of:
            self._facts, self._facts_of = facts_of(desk), now
        return self._facts
