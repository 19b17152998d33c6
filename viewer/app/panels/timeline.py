"""The timeline: transport, lanes of states, events, a plot, and scrubbing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from imgui_bundle import ImVec2, imgui
from numpy.typing import NDArray

from behave.ir.program import Machine
from viewer.app.layer import ACCENT, NUMBER, QUIET, TEXT, color
from viewer.app.panels.pieces import begin, fitted, toned
from viewer.desk import Desk
from viewer.playback import SPEEDS
from viewer.plots import ticks_shown
from viewer.scene.states import families

LANE = 19.0
LEAST_LANE = 14.0  # where there are many machines
THIN = 4.0  # of an instance of a machine array at least
EVENTS = 17.0
RULER = 16.0
LEFT = 84.0  # points kept for the lanes' names
SPAN = 12.0  # seconds shown at least

HUES = (
    (0.30, 0.46, 0.62),
    (0.24, 0.55, 0.50),
    (0.68, 0.50, 0.24),
    (0.62, 0.36, 0.34),
    (0.50, 0.42, 0.66),
    (0.40, 0.54, 0.30),
    (0.66, 0.42, 0.56),
)

CURVES = ((0.62, 0.84, 1.0), (0.98, 0.74, 0.30), (0.60, 0.86, 0.56), (0.94, 0.56, 0.78))


def timeline_panel(desk: Desk, place: tuple[float, float, float, float]) -> None:
    """Draw the panel."""
    flags = imgui.WindowFlags_.no_title_bar | imgui.WindowFlags_.no_scrollbar
    if begin("Timeline", *place, flags):
        _transport(desk)
        _lanes(desk)
    imgui.end()


def _transport(desk: Desk) -> None:
    playback = desk.playback
    buttons: tuple[tuple[str, Callable[[Any, float, float], None], str, str], ...] = (
        ("restart", _icon_restart, "restart", "start again (Backspace)"),
        ("back", _icon_back, "step_back", "one tick back (Left)"),
        ("play", _icon_pause if playback.playing else _icon_play, "pause", "pause, go on (P)"),
        ("step", _icon_step, "step", "one tick ahead (Right)"),
    )
    for name, icon, command, tip in buttons:
        at = imgui.get_cursor_screen_pos()
        if imgui.button(f"##{name}", ImVec2(28.0, 22.0)):
            desk.command(command)
        icon(imgui.get_window_draw_list(), at.x + 14.0, at.y + 11.0)
        if imgui.is_item_hovered():
            imgui.set_tooltip(tip)
        imgui.same_line()
    imgui.set_next_item_width(74.0)
    labels = [f"{speed:g}x" for speed in SPEEDS]
    nearest = min(range(len(SPEEDS)), key=lambda k: abs(SPEEDS[k] - playback.speed))
    changed, chosen = imgui.combo("##speed", nearest, labels)
    if changed:
        playback.speed = SPEEDS[chosen]
    imgui.same_line()
    toned(f"{playback.time:7.3f} s", NUMBER)
    imgui.same_line()
    toned(f"tick {playback.cursor}", QUIET)
    imgui.same_line()
    if desk.live:
        toned(f"{desk.driver} drives", ACCENT)
    else:
        toned("script drives", QUIET)
    imgui.same_line()
    kept = playback.history
    past = playback.ghost
    also = "" if past is None else f", last run {past.size / 2**20:.1f}"
    toned(f"history {kept.size / 2**20:.1f} of {kept.limit / 2**20:.0f} MB{also}", QUIET)
    if desk.message:
        imgui.same_line()
        toned(fitted(desk.message, imgui.get_content_region_avail().x), ACCENT)


def _lanes(desk: Desk) -> None:
    playback = desk.playback
    if not desk.agent:
        return
    machines = desk.model.group_of(desk.agent).behavior.machines
    at = imgui.get_cursor_screen_pos()
    room = imgui.get_content_region_avail()
    dt = playback.model.dt
    first = playback.history.first * dt
    last = max(playback.history.last * dt, first + SPAN)
    left, right = at.x + LEFT, at.x + room.x - 4.0

    def x_of(seconds: float) -> float:
        return left + (seconds - first) / (last - first) * (right - left)

    draw = imgui.get_window_draw_list()
    _ruler(draw, at, first, last, x_of)
    y = at.y + RULER
    groups = families(machines)
    usual = min(LANE, max((room.y - RULER - EVENTS) / max(len(groups), 1), LEAST_LANE))
    for name, members in groups:
        draw.add_text(ImVec2(at.x, y + 1.0), color(QUIET), fitted(name, LEFT - 8.0))
        high = usual if len(members) == 1 else max(THIN, usual / len(members))
        for number in members:
            _lane(desk, draw, machines[number], y, high, x_of)
            y += high
        y += 1.0 if len(members) > 1 else 0.0
    y = _events(desk, draw, at.x, y, x_of)
    bottom = at.y + room.y
    _plots(desk, draw, at.x, y, bottom - 2.0, x_of)
    _loop(desk, draw, at.y, bottom, x_of)
    cursor = x_of(playback.time)
    draw.add_line(ImVec2(cursor, at.y), ImVec2(cursor, bottom), color(ACCENT), 1.6)
    draw.add_triangle_filled(
        ImVec2(cursor - 5.0, at.y),
        ImVec2(cursor + 5.0, at.y),
        ImVec2(cursor, at.y + 7.0),
        color(ACCENT),
    )
    imgui.set_cursor_screen_pos(ImVec2(left, at.y))
    imgui.invisible_button("##scrub", ImVec2(max(right - left, 1.0), max(room.y, 1.0)))
    # on letting go as well: a quick drag may end in the picture in which it moved
    if imgui.is_item_active() or imgui.is_item_deactivated():
        share = (imgui.get_mouse_pos().x - left) / max(right - left, 1.0)
        wanted = first + min(max(share, 0.0), 1.0) * (last - first)
        playback.pause()
        playback.seek(min(wanted, playback.history.last * dt))


def _loop(desk: Desk, draw: Any, top: float, bottom: float, x_of: Callable[[float], float]) -> None:
    """The range that is gone round in, bright while it is."""
    loop = desk.playback.loop
    if loop is None:
        return
    left, right = (x_of(tick * desk.model.dt) for tick in loop)
    tone = (*ACCENT[:3], 0.9 if desk.playback.looping else 0.3)
    fill = (*ACCENT[:3], 0.10 if desk.playback.looping else 0.04)
    draw.add_rect_filled(ImVec2(left, top), ImVec2(right, bottom), color(fill))
    for x in (left, right):
        draw.add_line(ImVec2(x, top), ImVec2(x, bottom), color(tone), 1.0)
    draw.add_line(ImVec2(left, top), ImVec2(right, top), color(tone), 3.0)


def _lane(
    desk: Desk, draw: Any, machine: Machine, y: float, high: float, x_of: Callable[[float], float]
) -> None:
    """What one machine was in over time; states are named where there is room."""
    dt = desk.playback.model.dt
    names = [state.path for state in machine.states]
    gap = 3.0 if high >= LEAST_LANE else 1.0
    past = desk.playback.ghost
    if past is not None and desk.switches.ghost and high >= LEAST_LANE:
        for start, end, path in past.spans(desk.agent, machine.name):
            hue = HUES[names.index(path) % len(HUES)] if path in names else HUES[0]
            low = y + high - gap
            draw.add_rect_filled(
                ImVec2(x_of(start * dt), low), ImVec2(x_of(end * dt), low + 2.5), color((*hue, 1.0))
            )
    for start, end, path in desk.playback.history.spans(desk.agent, machine.name):
        hue = HUES[names.index(path) % len(HUES)] if path in names else HUES[0]
        left, right = x_of(start * dt), max(x_of(end * dt), x_of(start * dt) + 1.0)
        # in lanes too thin for names what is not the usual state has to stand out
        usual = high < LEAST_LANE and path == machine.states[machine.initial].path
        tone = color((*hue, 0.4 if usual else 1.0))
        draw.add_rect_filled(
            ImVec2(left, y),
            ImVec2(right, y + high - gap),
            tone,
            min(2.0, gap),
        )
        if high >= LEAST_LANE and right - left > 26.0:
            name = fitted(path.rpartition(".")[2], right - left - 8.0)
            middle = y + (high - LANE) / 2
            draw.add_text(ImVec2(left + 5.0, middle), color(TEXT), name)


def _ruler(
    draw: Any, at: ImVec2, first: float, last: float, x_of: Callable[[float], float]
) -> None:
    step = next(s for s in (1, 2, 5, 10, 30, 60, 300, 3600) if (last - first) / s <= 16)
    for tick in range(int(np.ceil(first / step)), int(last / step) + 1):
        x = x_of(tick * step)
        draw.add_line(
            ImVec2(x, at.y + 3.0), ImVec2(x, at.y + RULER - 2.0), color((1, 1, 1, 0.14)), 1.0
        )
        told = f"{tick * step} s"
        if x + 3.0 + imgui.calc_text_size(told).x <= x_of(last) + 4.0:  # no label is cut off
            draw.add_text(ImVec2(x + 3.0, at.y - 1.0), color((*QUIET[:3], 0.8)), told)


def _events(desk: Desk, draw: Any, x: float, y: float, x_of: Callable[[float], float]) -> float:
    """Marks where something was found or lost, entered or left; their text when pointed at."""
    found = [
        (record.time, event)
        for record in desk.playback.history.records()
        if desk.agent in record.agents
        for event in record.agents[desk.agent].events
    ]
    if not found:
        return y
    draw.add_text(ImVec2(x, y - 1.0), color(QUIET), "events")
    mouse = imgui.get_mouse_pos()
    near: list[str] = []
    for time, event in found:
        place = x_of(time)
        draw.add_line(ImVec2(place, y + 2.0), ImVec2(place, y + 13.0), color(NUMBER), 1.6)
        if abs(mouse.x - place) < 4.0 and y <= mouse.y <= y + 15.0:
            near.append(f"{time:.3f} s  {event}")
    if near and imgui.is_window_hovered():
        imgui.set_tooltip("\n".join(near[:12]))
    return y + EVENTS


def _plots(
    desk: Desk, draw: Any, x: float, top: float, bottom: float, x_of: Callable[[float], float]
) -> None:
    """The plots asked for below each other; without any the weights, where there is room."""
    history = desk.playback.history
    ticks = ticks_shown(history.first, history.last)
    curves = desk.curves()
    if not curves and bottom - top > 18.0:
        weights = desk.weights()
        values = [curve.values(history, ticks)[:, 0] for curve in weights]
        _plot(desk, draw, "weights", (x, top, bottom), ticks, values, x_of, (0.0, 1.0))
    each = (bottom - top) / max(len(curves), 1)
    for number, curve in enumerate(curves):
        place = (x, top + number * each, top + (number + 1) * each)
        values = list(curve.values(history, ticks).T)
        _plot(desk, draw, curve.text, place, ticks, values, x_of)


def _plot(
    desk: Desk,
    draw: Any,
    title: str,
    place: tuple[float, float, float],
    ticks: Sequence[int],
    values: Sequence[NDArray[np.float64]],
    x_of: Callable[[float], float],
    bounds: tuple[float, float] | None = None,
) -> None:
    """Curves of values at ticks, at ``place``: left, top and bottom."""
    x, top, bottom = place
    known: NDArray[np.float64] = np.concatenate([np.zeros(0), *(v[np.isfinite(v)] for v in values)])
    if not len(known):
        if values and bounds is None:
            draw.add_text(ImVec2(x, top), color(QUIET), fitted(f"{title}: absent", LEFT - 8.0))
        return
    least, most = float(np.min(known)), float(np.max(known))
    low, high = bounds or (least, most)
    draw.add_text(ImVec2(x, top), color(NUMBER), fitted(title, LEFT - 8.0))
    draw.add_text(ImVec2(x, top + 14.0), color(QUIET), f"{low:.3g} .. {high:.3g}")
    scale = (bottom - top - 6.0) / max(high - low, 1e-6)
    across = [x_of(number * desk.model.dt) for number in ticks]
    for number, row in enumerate(values):
        tone = color((*CURVES[number % len(CURVES)], 1.0))
        points: list[ImVec2] = []
        for place_x, value in zip(across, row, strict=True):
            if np.isfinite(value):
                points.append(ImVec2(place_x, bottom - 3.0 - (float(value) - low) * scale))
            elif points:
                _curve(draw, points, tone)
                points = []
        _curve(draw, points, tone)


def _curve(draw: Any, points: list[ImVec2], tone: int) -> None:
    if len(points) > 1:
        draw.add_polyline(points, tone, 1.6, 0)


def _icon_play(draw: Any, x: float, y: float) -> None:
    draw.add_triangle_filled(
        ImVec2(x - 4, y - 6), ImVec2(x - 4, y + 6), ImVec2(x + 6, y), color(TEXT)
    )


def _icon_pause(draw: Any, x: float, y: float) -> None:
    draw.add_rect_filled(ImVec2(x - 5, y - 6), ImVec2(x - 1, y + 6), color(TEXT))
    draw.add_rect_filled(ImVec2(x + 2, y - 6), ImVec2(x + 6, y + 6), color(TEXT))


def _icon_step(draw: Any, x: float, y: float) -> None:
    draw.add_triangle_filled(
        ImVec2(x - 5, y - 5), ImVec2(x - 5, y + 5), ImVec2(x + 2, y), color(TEXT)
    )
    draw.add_rect_filled(ImVec2(x + 3, y - 5), ImVec2(x + 6, y + 5), color(TEXT))


def _icon_back(draw: Any, x: float, y: float) -> None:
    draw.add_triangle_filled(
        ImVec2(x + 5, y + 5), ImVec2(x + 5, y - 5), ImVec2(x - 2, y), color(TEXT)
    )
    draw.add_rect_filled(ImVec2(x - 6, y - 5), ImVec2(x - 3, y + 5), color(TEXT))


def _icon_restart(draw: Any, x: float, y: float) -> None:
    for shift in (0.0, 6.0):
        draw.add_triangle_filled(
            ImVec2(x + 1 + shift, y + 5),
            ImVec2(x + 1 + shift, y - 5),
            ImVec2(x - 5 + shift, y),
            color(TEXT),
        )
    draw.add_rect_filled(ImVec2(x - 8, y - 5), ImVec2(x - 5, y + 5), color(TEXT))
