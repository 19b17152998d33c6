"""Choosing what to record in, and how far a recording is."""

from __future__ import annotations

import os

from imgui_bundle import ImVec2, imgui

from viewer.app.layer import QUIET
from viewer.app.panels.menus import FIXED
from viewer.app.panels.pieces import toned
from viewer.desk import Desk
from viewer.recording import SUFFIXES


def record_menu(desk: Desk, width: float) -> None:
    """The formats; a click begins."""
    playback = desk.playback
    imgui.set_next_window_pos(ImVec2(width / 2, 52.0), imgui.Cond_.always, ImVec2(0.5, 0.0))
    imgui.begin("Record", None, FIXED)
    first, last = playback.history.first, playback.history.last
    if playback.looping and playback.loop is not None:
        first, last = playback.loop
    dt = desk.model.dt
    toned(f"{first * dt:.2f} s to {last * dt:.2f} s, beside the file, as", QUIET)
    stem = os.path.splitext(desk.session.path)[0]
    for suffix in SUFFIXES:
        if imgui.button(f"{suffix[1:]}##record", ImVec2(64.0, 0.0)):
            desk.record(f"{stem}-{desk.model.scene.name}{suffix}")
        imgui.same_line()
    imgui.new_line()
    imgui.end()


def recording_bar(desk: Desk, width: float) -> None:
    """How far it is, and how to stop it."""
    recording = desk.recording
    if recording is None:
        return
    imgui.set_next_window_pos(ImVec2(width / 2, 52.0), imgui.Cond_.always, ImVec2(0.5, 0.0))
    imgui.begin("Recording", None, FIXED)
    told = f"{recording.done} of {len(recording.times)} pictures"
    imgui.progress_bar(recording.share, ImVec2(320.0, 0.0), told)
    if imgui.button("stop and keep what there is (Esc)"):
        desk.end_recording()
    imgui.end()
