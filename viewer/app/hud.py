"""What is told in plain text over the picture where there are no panels."""

from __future__ import annotations

from viewer.app.help_rows import help_rows
from viewer.desk import Desk
from viewer.draw_list import Label
from viewer.scene.constraints import clip_weights_of, weights_of
from viewer.scene.options import DESCRIPTIONS

PLAIN = (0.94, 0.95, 0.97, 1.0)
KEY = (1.0, 0.66, 0.42, 1.0)
BAD = (1.0, 0.55, 0.50, 1.0)
PLATE = (0.08, 0.09, 0.12, 0.80)


def hud_labels(desk: Desk) -> tuple[Label, ...]:
    """Lines in the corners of the picture, and the help or a menu where it is open."""
    playback = desk.playback
    drives = desk.driver
    state = "playing" if playback.playing else "paused"
    head = f"{desk.model.scene.name}   {playback.time:.2f} s   {playback.speed:g}x"
    lines = [f"{head}   {state}   {drives} drives"]
    if desk.agent:
        place = desk.model.places[desk.agent]
        group = desk.model.groups[place.group]
        row = playback.state.rows[place.group][place.row]
        told = (*clip_weights_of(group.behavior, row), *weights_of(group.behavior, row))
        lines += [f"{name} {weight:.2f}" for name, weight in told if weight >= 0.005]
    labels = [Label("\n".join(lines), None, PLAIN, 14.0, (16.0, 12.0), 0.0, PLATE)]
    if desk.broken:
        found = [f"{d.span}  {d.code}  {d.message}" for d in desk.loaded.errors[:6]]
        text = "\n".join([*(found or [desk.loaded.problem]), "the last good version goes on"])
        labels.append(Label(text, None, BAD, 14.0, (16.0, 150.0), 0.0, PLATE))
    if desk.message:
        labels.append(Label(desk.message, None, PLAIN, 14.0, (16.0, 684.0), 0.0, PLATE))
    if desk.switches.help:
        labels += _help(desk)
    elif desk.switches.gizmos:
        rows = [
            f"{'on ' if getattr(desk.gizmos, n) else 'off'}  {t}" for n, t in DESCRIPTIONS.items()
        ]
        labels.append(Label("\n".join(rows), None, PLAIN, 14.0, (420.0, 60.0), 0.0, PLATE))
    elif desk.switches.scenes:
        labels.append(
            Label(
                "\n".join(["N: next scene", *desk.scene_names()]),
                None,
                PLAIN,
                14.0,
                (420.0, 60.0),
                0.0,
                PLATE,
            )
        )
    return tuple(labels)


def _help(desk: Desk) -> list[Label]:
    """The keys in one column, what they do in another."""
    rows = help_rows(desk.listening, desk.controls.commands)
    keys = "\n".join(row.key for row in rows)
    helps = "\n".join(row.text for row in rows)
    return [
        Label(keys, None, KEY, 14.0, (330.0, 60.0), 0.0, PLATE),
        Label(helps, None, PLAIN, 14.0, (580.0, 60.0), 0.0, PLATE),
    ]
