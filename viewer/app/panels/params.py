"""Params as sliders, live, with their units and declared ranges."""

from __future__ import annotations

from imgui_bundle import imgui

from behave.kinds import Base
from viewer.app.facts import ParamRow, params_of
from viewer.app.layer import ACCENT, QUIET
from viewer.app.panels.pieces import fitted, toned
from viewer.desk import Desk


def params_head(desk: Desk) -> None:
    """What can be done with all params that were changed; it stays above the list."""
    if desk.agent and desk.session.overrides:
        if imgui.small_button("back to the file's values"):
            desk.reset_params()
        imgui.same_line()
        if imgui.small_button("write into the file"):
            desk.write_params()


def params_tab(desk: Desk) -> None:
    """Draw the list."""
    if not desk.agent:
        toned("no agent in this scene", QUIET)
        return
    owner = ""
    for row in params_of(desk, desk.playback.state):
        if row.param.owner != owner:
            owner = row.param.owner
            toned(owner, QUIET)
        _param(desk, row)


def _param(desk: Desk, row: ParamRow) -> None:
    param = row.param
    key = f"{param.owner}.{param.name}"
    width = imgui.get_content_region_avail().x
    name = fitted(param.name, width * 0.46)
    imgui.align_text_to_frame_padding()
    if key in desk.session.overrides:
        toned(name, ACCENT)
    else:
        imgui.text(name)
    if imgui.is_item_hovered():
        imgui.set_tooltip(f"{key}\n{param.tooltip}" if param.tooltip else key)
    imgui.same_line(width * 0.48)
    if key in desk.session.overrides:
        if imgui.small_button(f"x##{key}"):
            desk.reset_param(param.owner, param.name)
        if imgui.is_item_hovered():
            imgui.set_tooltip("back to the file's value")
        imgui.same_line()
    imgui.set_next_item_width(-1.0)
    if row.base is Base.BOOL:
        changed, on = imgui.checkbox(f"##{key}", row.value != 0.0)
        if changed:
            desk.set_param(param.owner, param.name, bool(on))
        return
    unit = f" {param.unit}".replace("%", "%%") if param.unit else ""
    if row.low is None or row.high is None:
        step = max(abs(row.value), 0.1) * 0.01
        changed, value = imgui.drag_float(f"##{key}", row.value, step, 0.0, 0.0, f"%.3g{unit}")
    else:
        changed, value = imgui.slider_float(f"##{key}", row.value, row.low, row.high, f"%.3g{unit}")
        value = min(max(value, row.low), row.high)
    if changed:
        desk.set_param(param.owner, param.name, value * row.factor)
