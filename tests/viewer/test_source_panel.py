"""The source panel in pictures: colours and marks, and the plain one of an older imgui-bundle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from behave.cli.lsp import ProjectFiles
from tests.viewer.conftest import session_for
from viewer.canvas import Canvas
from viewer.desk import open_desk


def pixels_of(picture: np.ndarray, tone: tuple[float, ...]) -> int:
    """How many pixels of a picture have a colour, as nearly as letters do."""
    target = np.array([round(255 * part) for part in tone[:3]])
    return int((np.abs(picture.astype(int) - target).max(axis=2) <= 14).sum())


@pytest.mark.parametrize("able", [True, False])
def test_the_file_is_shown_with_what_was_found_in_it(
    beh_file: Path,
    canvas: Callable[[int, int], Canvas],
    monkeypatch: pytest.MonkeyPatch,
    able: bool,
) -> None:
    surface = canvas(1280, 720)
    session = session_for(beh_file)
    session.disk = ProjectFiles()
    desk = open_desk(session, session.load())
    desk.command("source")
    desk.show_source(session.path, 5)
    if surface.kind == "soft":  # which draws no panels, and the commands work all the same
        assert desk.switches.source_wide
        return
    from viewer.app.panels import source
    from viewer.app.panels.plain_source import CODE
    from viewer.app.still import Still
    from viewer.app.text_widget import CAN_EDIT, TONES

    monkeypatch.setattr(source, "CAN_EDIT", able and CAN_EDIT)
    surface.draw(desk.frame(), desk.camera)
    still = Still(desk, 1280, 720)
    for _ in range(3):
        picture = surface.draw(desk.frame(), desk.camera, still.overlay)
    still.close()
    panel = picture[10:560, -580:]
    marks = pixels_of(panel, (0.98, 0.78, 0.30))  # the list of warnings, and what is underlined
    assert marks > 150
    if able and CAN_EDIT:
        assert pixels_of(panel, TONES["keyword"]) > 150
        assert pixels_of(panel, TONES["built_in"]) > 20
        assert not desk.editor.unsaved
    else:
        assert pixels_of(panel, CODE) > 300
