"""The main workflows with real keys and a real pointer: an X server, xdotool and one window.

Nothing waits for a time: each step waits for what it is to bring about.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

import viewer
from tests.viewer.conftest import REACH, session_for
from tests.viewer.screen import App, Screen, can_show

EDITOR = "window.workspace.source"
TEXT = "desk.editor.texts[desk.session.path]"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App | None]:
    """One window for all of these; it is closed with a key, and leaves nothing unsaid."""
    if not can_show():
        yield None
        return
    folder = tmp_path_factory.mktemp("shown")
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    path = folder / "reach.beh"
    path.write_text(REACH, encoding="utf-8")
    screen = Screen()
    try:
        app = App(screen, path)
        try:
            yield app
            settle(app)
            app.key("Escape")
            said = app.close()
            assert app.process.returncode == 0, said
            assert "Traceback" not in said
        finally:
            app.process.kill()
    finally:
        screen.close()


def settle(app: App) -> None:
    """The window as it was opened: the file whole, nothing edited or open, at the start."""
    app.ask("desk.editor.revert(desk.editor.unsaved)")
    app.path.write_text(REACH, encoding="utf-8")
    app.ask("desk.session.overrides.clear()")
    app.ask("(desk.reload(), desk.command('restart'), desk.playback.play())")
    for name in ("source_wide", "unsaved", "help", "record", "scenes", "gizmos"):
        app.ask(f"setattr(desk.switches, {name!r}, False)")
    app.ask("desk.show_source('', 0)")
    app.point(middle(app))
    if app.ask("window.layer.has_keyboard"):
        app.key("Escape")
    app.until("not desk.broken and not desk.editor.unsaved and not window.layer.has_keyboard")


def middle(app: App) -> tuple[float, float]:
    """A place of the picture that no panel covers."""
    width, height = app.ask("window.window.get_size()")
    return width * 0.5, height * 0.55


def looks(app: App) -> None:
    """Opened, it shows a picture that moves; F12 writes it."""
    assert app.ask("[desk.watch.told, desk.watch.reason]") == [True, ""]
    app.until("desk.playback.cursor > 20")
    app.key("F12")
    written = app.until("desk.message.partition('wrote ')[2]")
    with Image.open(written) as picture:
        colors = picture.convert("RGB").getcolors(1 << 20) or []
    assert len(colors) > 200
    os.remove(written)


def orbits(app: App) -> None:
    """A drag of 100 points turns by 0.8 radians; the wheel comes nearer; a drag pans."""
    yaw, far = app.ask("[desk.camera.yaw, desk.camera.distance]")
    x, y = middle(app)
    app.drag((x - 50, y), (x + 50, y))
    assert app.until(f"abs(desk.camera.yaw - {yaw!r}) > 0.79 and desk.camera.yaw") == pytest.approx(
        yaw - 0.8, abs=1e-6
    )
    app.screen.do("click", 4)
    app.until(f"desk.camera.distance < {far!r} * 0.9")
    app.drag((x, y), (x + 60, y), button=3)
    app.until("not desk.follow")
    app.key("h")
    app.until("desk.follow")


def pauses(app: App) -> None:
    """P stands still, the arrows go a tick ahead and back."""
    app.until("desk.playback.cursor > 5")
    app.key("p")
    at = app.until("not desk.playback.playing and desk.playback.cursor")
    app.key("Right", "Right", "Right")
    app.until(f"desk.playback.cursor == {at + 3}")
    app.key("Left")
    app.until(f"desk.playback.cursor == {at + 2}")
    assert not app.ask("desk.playback.playing")
    app.key("p")
    app.until(f"desk.playback.cursor > {at + 4}")


def scrubs(app: App) -> None:
    """A drag in the timeline shows the past, and the same bits where it was before."""
    app.until("desk.playback.cursor > 90")
    app.key("p")
    last = app.until("not desk.playback.playing and desk.playback.cursor")
    digest = app.ask("desk.playback.state.digest()")
    left, top, right, _ = app.until("where['##scrub']")
    seconds = 12.0  # the timeline shows at least
    place = left + (right - left) * (last / 60 / 2) / seconds
    app.drag((left + 5, top + 20), (place, top + 20))
    app.until(f"abs(desk.playback.cursor - {last / 2}) < 6")
    app.until("not window.layer.io.mouse_down[0]")
    assert app.ask("desk.playback.state.digest()") != digest
    app.drag((place, top + 20), (right - 5, top + 20))
    app.until(f"desk.playback.cursor == {last}")
    assert app.ask("desk.playback.state.digest()") == digest


def tunes(app: App) -> None:
    """A slider changes a param that runs, and is written back with nothing else changed."""
    app.key("p")
    app.click("Params")
    left, top, wide, high = app.until("window.workspace._places['###right']")
    app.point((left + wide * 0.3, top + high * 0.6))
    app.until("'##reach.pause' in where")
    while app.settled("##reach.pause")[3] > top + high - 8:
        app.screen.do("click", 5)  # the wheel brings it into sight
    left, top, right, bottom = app.settled("##reach.pause")
    y = (top + bottom) / 2
    app.drag((left + 20, y), (right - 3, y))
    app.until("desk.session.overrides.get('reach.pause', 0) > 2.5")
    app.until("not window.layer.io.mouse_down[0]")
    slots = "{s.path: s.offset for s in desk.model.groups[0].behavior.slots}"
    value = app.ask("desk.session.overrides['reach.pause']")
    assert app.ask(f"float(desk.playback.state.rows[0][0, {slots}['pause']])") == value
    app.click("write into the file")
    app.until("desk.message.startswith('wrote 1 param')")
    text = app.path.read_text(encoding="utf-8")
    written = f"param pause  = {value:.4g} s in"
    assert text == REACH.replace("param pause  = 0.5 s in", written)
    app.click("Values")


def breaks_and_mends(app: App) -> None:
    """Another program saves a broken file and a whole one; the last good version runs on."""
    other = app.path.with_name("reach.tmp")
    other.write_text(REACH.replace("-> Waiting when", "-> Wating when"), encoding="utf-8")
    os.replace(other, app.path)
    app.until("desk.broken")
    assert "Wating" in app.ask("desk.loaded.errors[0].message")
    at = app.ask("desk.playback.cursor")
    app.until(f"desk.playback.cursor > {at + 3}")
    app.path.write_text(REACH, encoding="utf-8")
    app.until("not desk.broken")
    assert "reloaded" in app.ask("desk.message")


def records(app: App) -> None:
    """A range chosen with keys; F10 and a click write it as a film."""
    app.until("desk.playback.cursor > 12")
    app.key("p")
    last = app.until("not desk.playback.playing and desk.playback.cursor")
    app.key("period", *["Left"] * 6, "comma")
    app.until(f"desk.playback.loop == ({last - 6}, {last})")
    app.key("F10")
    app.click("gif##record")
    told = app.until("desk.recording is None and desk.message.partition('wrote ')[2]")
    path = app.path.with_name("reach-room.gif")
    assert told == f"{path} (2 pictures)"  # of 6 ticks of 1/60 s, 20 a second
    with Image.open(path) as film:
        assert film.n_frames == 2
    path.unlink()
    app.key("o")
    app.until("not desk.playback.looping")


def focus_text(app: App) -> None:
    """Open the source wide and click into the text."""
    app.key("t")
    app.until("desk.switches.source_wide")
    app.until(f"{EDITOR}._current is not None and window.workspace._places['###right'][2] > 350")
    left, top, right, bottom = app.ask("window.workspace._places['###right']")
    app.point((left + right * 0.6, top + bottom * 0.75))
    app.screen.do("click", 1)
    app.until(f"{EDITOR}.focused")


def edits(app: App) -> None:
    """Typing goes into the text and nowhere else; undone, copied, found wrong, mended, saved."""
    app.until("desk.playback.cursor > 3")
    focus_text(app)
    app.key("ctrl+Home")
    app.type("# pirate")
    app.until(f"{TEXT}.text.startswith('# pirate')")
    assert app.ask("desk.playback.playing")
    assert not app.ask("desk.live or desk.switches.scenes or desk.switches.graph")
    app.key("shift+Home")
    app.until(f"{EDITOR}._current._editor.get_cursor_text(0) == '# pirate'")
    app.key("ctrl+c")
    app.until("window.window.get_clipboard_text() == '# pirate'")
    app.key("Right")
    app.until(f"not {EDITOR}._current._editor.any_cursor_has_selection()")
    app.key("ctrl+v")
    app.until(f"{TEXT}.text.startswith('# pirate# pirate')")
    app.key("ctrl+z")
    app.until(f"{TEXT}.text.startswith('# pirateuse')")
    app.key("Return")
    app.until(f"{TEXT}.text.startswith('# pirate\\nuse')")
    app.key("ctrl+s")
    app.until("not desk.editor.unsaved and 'everything kept' in desk.message")
    assert app.path.read_text(encoding="utf-8") == "# pirate\n" + REACH
    app.type("wrong")
    app.until("not desk.editor.checking and desk.editor.unsaved")
    app.until("any(d.severity.value == 'error' for d in desk.editor.findings(()))")
    assert not app.ask("desk.broken")
    app.until(f"{EDITOR}._current._editor.has_squiggles()")
    app.key("ctrl+s")
    app.until("desk.broken")
    at = app.ask("desk.playback.cursor")
    app.until(f"desk.playback.cursor > {at}")
    app.key(*["BackSpace"] * 5)
    app.until(f"{TEXT}.text.startswith('# pirate\\nuse')")
    app.key("ctrl+s")
    app.until("not desk.broken and not desk.editor.unsaved")
    app.key("Escape")
    app.until("not window.layer.has_keyboard")
    app.key("t")
    app.until("not desk.switches.source_wide")


def completes(app: App) -> None:
    """Ctrl+Space offers what may be written; Enter takes it."""
    focus_text(app)
    app.key("ctrl+End")
    app.type("sce")
    app.until(f"{TEXT}.text.endswith('sce\\n')")
    app.key("ctrl+space")
    app.until(f"[i.label for i in {EDITOR}.offers.items][:1] == ['scene']")
    app.key("Return")
    app.until(f"{TEXT}.text.endswith('scene\\n')")
    assert app.ask(f"len({EDITOR}.offers.items)") == 0


def contests(app: App) -> None:
    """A file saved elsewhere while it is edited here: asked about, and what is chosen stays."""
    focus_text(app)
    app.key("ctrl+Home")
    app.type("# mine")
    app.until("desk.editor.unsaved")
    theirs = REACH.replace("param pause  = 0.5 s", "param pause  = 0.9 s")
    app.path.write_text(theirs, encoding="utf-8")
    app.until("desk.editor.contested")
    app.key("ctrl+s")
    app.until("'choose which text' in desk.message")
    assert app.path.read_text(encoding="utf-8") == theirs
    app.click("the one here")
    app.until("not desk.editor.contested")
    app.click("save")
    app.until("not desk.editor.unsaved")
    assert app.path.read_text(encoding="utf-8") == "# mine" + REACH
    app.point(middle(app))


def hovers(app: App) -> None:
    """A pointer at rest on a word: what it is."""
    focus_text(app)
    app.key("ctrl+Home")
    app.until(f"{EDITOR}._current._editor.is_doc_pos_visible({EDITOR}._current._place(0))")
    at = REACH.index("pause")
    place = f"{EDITOR}._current._editor.doc_pos2_screen_pos({EDITOR}._current._place({at + 1}))"
    x, y = app.ask(f"[{place}.x, {place}.y]")
    app.point((int(x) + 2, int(y) + 6))
    told = app.until("'param pause' in desk.editor._hover[1].text and desk.editor._hover[1].text")
    assert "unit s" in told
    assert "how long it stands first" in told


def asks_before_closing(app: App) -> None:
    """Esc with edits asks; staying keeps them."""
    focus_text(app)
    app.type("x")
    app.until("desk.editor.unsaved")
    app.key("Escape")
    app.until("not window.layer.has_keyboard")
    app.key("Escape")
    app.until("desk.switches.unsaved")
    app.click("stay (Esc)")
    app.until("not desk.switches.unsaved")
    assert app.ask("[desk.quit, len(desk.editor.unsaved)]") == [False, 1]


def walks_until_looked_away(app: App) -> None:
    """A held key drives; without the focus no key is held any more."""
    app.point(middle(app))
    app.screen.do("keydown", "w")
    app.until("desk.live and 'W' in desk.keyboard.down")
    app.ask("look_away()")
    app.until("not desk.has_focus and not desk.keyboard.down")
    app.screen.do("keyup", "w")
    app.focus()
    app.until("desk.has_focus")
    app.key("i")
    app.until("not desk.live")


def goes_away_and_comes_back(app: App) -> None:
    """Off the screen, tiny, looking at nowhere: it goes on."""
    app.screen.do("search", "--name", "^beh: ", "windowunmap", "--sync")
    at = app.ask("desk.playback.cursor")
    app.until(f"desk.playback.cursor > {at}")
    app.screen.do("search", "--name", "^beh: ", "windowmap", "--sync")
    for size in ((1, 1), (900, 560)):
        app.screen.do("search", "--name", "^beh: ", "windowsize", *size)
        app.until(f"list(window.window.get_size()) == {list(size)}")
        at = app.ask("desk.playback.cursor")
        app.until(f"desk.playback.cursor > {at}")
    nowhere = "(float('nan'), float('inf'), 0.0)"
    app.ask(f"(desk.command('follow'), setattr(desk, 'camera', desk.camera.looking_at({nowhere})))")
    app.until("'astray' in desk.message")
    assert app.ask("all(map(lambda x: x == x and abs(x) < 1e9, desk.camera.target))")
    app.focus()


def no_window(app: App | None) -> None:
    """Without a screen the reason is told in a line."""
    assert app is None
    session = session_for(Path(__file__).parents[2] / "behaviors" / "interaction.beh")
    with pytest.raises(viewer.WindowError) as caught:
        viewer.open_window(session, session.load())
    assert "\n" not in str(caught.value)


WORKFLOWS: list[Callable[[App], None]] = [
    looks, orbits, pauses, scrubs, tunes, breaks_and_mends, records, edits, completes, contests,
    hovers, asks_before_closing, walks_until_looked_away, goes_away_and_comes_back,
]  # fmt: skip


@pytest.mark.parametrize("workflow", WORKFLOWS if can_show() else [no_window])
def test_the_window_is_worked_in(shown: App, workflow: Callable[[App], None]) -> None:
    if shown is not None:
        settle(shown)
    workflow(shown)
