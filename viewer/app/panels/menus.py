"""The help, the menus of scenes and marks, and the line that tells of a broken file."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import ImVec2, imgui

from viewer.app.help_rows import help_rows
from viewer.app.layer import ACCENT, BAD, QUIET
from viewer.app.panels.pieces import fitted, toned
from viewer.desk import Desk
from viewer.scene.options import DESCRIPTIONS

FIXED = (
    imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.always_auto_resize
    | imgui.WindowFlags_.no_collapse
)


def help_window(desk: Desk, width: float, height: float) -> None:
    """The keys, in the middle."""
    imgui.set_next_window_pos(ImVec2(width / 2, height / 2), imgui.Cond_.always, ImVec2(0.5, 0.5))
    imgui.begin("Keys", None, FIXED)
    group = ""
    if imgui.begin_table("##keys", 2, imgui.TableFlags_.sizing_fixed_fit):
        for row in help_rows(desk.listening, desk.controls.commands):
            imgui.table_next_row()
            if row.group != group:
                group = row.group
                imgui.table_set_column_index(0)
                toned(group, QUIET)
                imgui.table_next_row()
            imgui.table_set_column_index(0)
            toned(f"  {row.key}   ", ACCENT)
            imgui.table_set_column_index(1)
            imgui.text(row.text)
        imgui.end_table()
    imgui.end()


def gizmo_menu(desk: Desk, width: float) -> None:
    """A switch for each kind of mark."""
    imgui.set_next_window_pos(ImVec2(width / 2, 52.0), imgui.Cond_.always, ImVec2(0.5, 0.0))
    imgui.begin("Marks", None, FIXED)
    for name, text in DESCRIPTIONS.items():
        changed, _ = imgui.checkbox(text, bool(getattr(desk.gizmos, name)))
        if changed:
            desk.gizmos = desk.gizmos.toggled(name)
    imgui.end()


def scene_menu(desk: Desk, width: float) -> None:
    """The file's scenes, and the scene's agents."""
    imgui.set_next_window_pos(ImVec2(width / 2, 52.0), imgui.Cond_.always, ImVec2(0.5, 0.0))
    imgui.begin("Scenes", None, FIXED)
    for name in desk.scene_names():
        if imgui.selectable(f"{name}##scene", name == desk.model.scene.name)[0]:
            desk.choose_scene(name)
            desk.switches.scenes = False
    agents = desk.playback.agents
    if len(agents) > 1:
        imgui.separator()
        toned("follow", QUIET)
        _agents(desk, agents)
    imgui.end()


def unsaved_menu(desk: Desk, width: float) -> None:
    """The window is to be closed: what becomes of edits that are not saved?"""
    imgui.set_next_window_pos(ImVec2(width / 2, 52.0), imgui.Cond_.always, ImVec2(0.5, 0.0))
    imgui.begin("Not saved", None, FIXED)
    for text in desk.editor.unsaved:
        imgui.text(f"{text.name} has edits that are not saved")
    if imgui.button("save and close"):
        desk.save_and_close()
    imgui.same_line()
    if imgui.button("close without them"):
        desk.close(discard=True)
    imgui.same_line()
    if imgui.button("stay (Esc)") or not desk.editor.unsaved:
        desk.switches.unsaved = False
    imgui.end()


def _agents(desk: Desk, agents: Sequence[str]) -> None:
    """The agents' names, in a part of the window that scrolls where there are many."""
    line = imgui.get_text_line_height_with_spacing()
    imgui.begin_child("##agents", ImVec2(0.0, line * (min(len(agents), 16) + 0.5)))
    clipper = imgui.ListClipper()
    clipper.begin(len(agents))
    while clipper.step():
        for name in agents[clipper.display_start : clipper.display_end]:
            if imgui.selectable(f"{name}##agent", name == desk.agent)[0]:
                desk.choose_agent(name)
    imgui.end_child()


def broken_banner(desk: Desk, left: float, width: float) -> None:
    """Says that the file is broken and what runs instead."""
    errors = desk.loaded.errors
    imgui.set_next_window_pos(ImVec2(left, 10.0), imgui.Cond_.always)
    imgui.set_next_window_size(ImVec2(width, 0.0), imgui.Cond_.always)
    flags = FIXED | imgui.WindowFlags_.no_title_bar | imgui.WindowFlags_.no_inputs
    flags |= imgui.WindowFlags_.no_focus_on_appearing  # who types goes on typing
    imgui.begin("##broken", None, flags)
    more = f" and {len(errors) - 1} more" if len(errors) > 1 else ""
    room = imgui.get_content_region_avail().x
    if errors:
        first = errors[0]
        toned(fitted(f"{first.span}  {first.code}{more}", room), BAD)
        toned(fitted(first.message, room), BAD)
    else:
        toned(fitted(desk.loaded.problem, room), BAD)
    toned("the last good version goes on", QUIET)
    imgui.end()
