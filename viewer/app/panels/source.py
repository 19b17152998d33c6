"""The files in an editor: marked where something was found, active states lit, saved from here."""

from __future__ import annotations

import os
from collections.abc import Sequence

from imgui_bundle import imgui

from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.source import Source
from viewer.app.facts import Facts
from viewer.app.layer import ACCENT, BAD, GOOD, QUIET, WARN, Fonts
from viewer.app.panels.offers import Offers
from viewer.app.panels.pieces import fitted, toned
from viewer.app.panels.plain_source import plain_source
from viewer.app.text_widget import CAN_EDIT, TextWidget, words_in
from viewer.desk import Desk
from viewer.editing.text import OpenText

MOST_FINDINGS = 4
STILL = 0.30  # seconds the pointer rests until a word is explained
TIP_WIDTH = 460.0


class SourcePanel:
    """The tab with the file chosen. Keeps an editor for each file, with what can be undone."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.offers = Offers()
        self._widgets: dict[str, TextWidget] = {}
        self._current: TextWidget | None = None
        self._rested = (0.0, 0.0, 0.0)  # the pointer's place, and seconds it has been there

    @property
    def focused(self) -> bool:
        """Whether keys go into the text."""
        return self._current is not None and self._current.focused

    def hidden(self) -> None:
        """The tab is not shown in this picture."""
        self._current = None
        self.offers.close()

    def takes(self, key: str, accelerated: bool, desk: Desk) -> bool:
        """Whether a key is for the list of proposals or leaves the text; others are typed."""
        if self._current is None or not self._current.focused:
            return False
        if self.offers.takes(key):
            return True
        if key == "SPACE" and accelerated:
            desk.editor.ask_completion(self._current.text.name, self._current.offset())
            return True
        if key == "ESCAPE" and not imgui.is_any_item_active():  # a field to find with has its own
            imgui.set_window_focus(None)
            return True
        return False

    def draw(self, desk: Desk, facts: Facts | None) -> None:
        """Draw the tab's contents."""
        sources = sources_of(desk)
        source = chosen_of(desk, sources)
        if source is None:
            toned("nothing to show", QUIET)
            return
        findings = desk.editor.findings(desk.diagnostics)
        text = desk.editor.open(source)
        self._head(desk, sources, text)
        if text.contested:
            _contest(desk, text)
        for diagnostic in findings[:MOST_FINDINGS]:
            _finding(desk, diagnostic)
        if len(findings) > MOST_FINDINGS:
            toned(f"and {len(findings) - MOST_FINDINGS} more", QUIET)
        mine = of_file(findings, text.path)
        lit = lit_lines(desk, facts, source) if not text.dirty else frozenset()
        imgui.push_font(self.fonts.mono, 13.5)
        if CAN_EDIT:
            self._edit(desk, text, mine, lit)
        else:
            plain_source(desk, source, mine, lit)
        imgui.pop_font()

    def _head(self, desk: Desk, sources: Sequence[Source], text: OpenText) -> None:
        """Which file, whether it is saved, and what can be done with it."""
        room = imgui.get_content_region_avail().x
        imgui.set_next_item_width(max(room * 0.5, 120.0))
        names = [source.name for source in sources]
        shown = fitted(os.path.basename(text.name), max(room * 0.5, 120.0) - 40.0)
        if imgui.begin_combo("##file", shown):
            for name in names:
                if imgui.selectable(f"{name}##source", name == text.name)[0]:
                    desk.switches.source_name, desk.switches.source_line = name, 0
            imgui.end_combo()
        if imgui.is_item_hovered():
            imgui.set_tooltip(text.name + (f"\n{text.locked}" if text.locked else ""))
        imgui.same_line()
        if imgui.small_button("corner" if desk.switches.source_wide else "wide"):
            desk.command("source")
        if imgui.is_item_hovered():
            imgui.set_tooltip("beside the picture, or in its corner (T)")
        if text.locked and desk.session.disk is not None:
            toned(fitted(f"it {text.locked}", room), QUIET)
        if not text.dirty and not text.gone:
            return
        tone = WARN if not desk.editor.checking else QUIET
        toned("the file is gone" if text.gone else "not saved", tone)
        imgui.same_line()
        if imgui.small_button("save"):
            desk.command("save")
        if imgui.is_item_hovered():
            imgui.set_tooltip("save and go on with it (Ctrl+S)")
        imgui.same_line()
        if imgui.small_button("revert"):
            desk.editor.revert([text])
        told = desk.editor.findings(desk.diagnostics)
        imgui.same_line()
        if desk.editor.checking:
            toned("checking", QUIET)
        elif any(found.severity is Severity.ERROR for found in told):
            toned("has errors", BAD)
        else:
            toned("can run", GOOD)

    def _edit(
        self, desk: Desk, text: OpenText, mine: Sequence[Diagnostic], lit: frozenset[int]
    ) -> None:
        widget = self._widgets.get(text.name)
        if widget is None or widget.text is not text:
            widget = self._widgets[text.name] = TextWidget(text)
        if widget is not self._current:
            self.offers.close()
        self._current = widget
        widget.sync()
        if not desk.editor.checking:
            widget.mark(mine)
        widget.light(lit)
        asked, line = desk.switches.source_asked, desk.switches.source_line
        if asked:
            if line:
                widget.show_line(line)
            desk.switches.source_asked -= 1
        widget.draw(f"##editor{text.name}")
        typed = widget.typed()
        if typed is not None:
            widget.wanted = 0
            desk.editor.edit(text.name, typed)
        self._tip(desk, widget, mine)
        self.offers.draw(desk.editor, widget)

    def _tip(self, desk: Desk, widget: TextWidget, mine: Sequence[Diagnostic]) -> None:
        """What the word under a pointer at rest is, and what was found there."""
        mouse, seconds = imgui.get_mouse_pos(), imgui.get_io().delta_time
        x, y, rested = self._rested
        self._rested = (mouse.x, mouse.y, rested + seconds if (mouse.x, mouse.y) == (x, y) else 0.0)
        if not widget.hovered or self._rested[2] < STILL or self.offers.items:
            return
        offset = widget.under_mouse()
        if offset is None:
            return
        told = [] if desk.editor.checking else words_in(mine, offset, widget.text.text)
        word = desk.editor.hover(widget.text.name, offset)
        if word is not None and word.text:
            told += ["", word.text] if told else [word.text]
        if told:
            imgui.begin_tooltip()
            imgui.push_font(self.fonts.plain, 14.0)
            imgui.push_text_wrap_pos(TIP_WIDTH)
            imgui.text_unformatted("\n".join(told))
            imgui.pop_text_wrap_pos()
            imgui.pop_font()
            imgui.end_tooltip()


def _contest(desk: Desk, text: OpenText) -> None:
    """Another program has written the file while it was edited here: which text is to stay?"""
    imgui.push_text_wrap_pos(0.0)
    toned("another program has saved this file; which text is to stay?", ACCENT)
    imgui.pop_text_wrap_pos()
    if imgui.small_button("the one on disk"):
        desk.editor.revert([text])
    imgui.same_line()
    if imgui.small_button("the one here"):
        text.keep_mine()
    if imgui.is_item_hovered():
        imgui.set_tooltip("saving then replaces what is on disk")


def _finding(desk: Desk, diagnostic: Diagnostic) -> None:
    tone = BAD if diagnostic.severity is Severity.ERROR else WARN
    span = diagnostic.span
    imgui.push_text_wrap_pos(0.0)
    toned(f"{diagnostic.code}  line {span.line}: {diagnostic.message}", tone)
    imgui.pop_text_wrap_pos()
    if imgui.is_item_clicked():
        desk.show_source(span.source.name, span.line)


def sources_of(desk: Desk) -> list[Source]:
    """The files of the session: the main one, what it uses, and where something was found."""
    found: dict[str, Source] = {}
    main = os.path.abspath(desk.session.path)
    for source in desk.loaded.checked.sources if desk.loaded.checked is not None else ():
        found.setdefault(os.path.abspath(source.name), source)
    for behavior in desk.model.program.behaviors:
        for source in (behavior.span.source, behavior.rig.span.source):
            found.setdefault(os.path.abspath(source.name), source)
    for scene in desk.model.program.scenes:
        found.setdefault(os.path.abspath(scene.span.source.name), scene.span.source)
    for diagnostic in desk.diagnostics:
        source = diagnostic.span.source
        found.setdefault(os.path.abspath(source.name), source)
    return sorted(found.values(), key=lambda source: os.path.abspath(source.name) != main)


def chosen_of(desk: Desk, sources: Sequence[Source]) -> Source | None:
    """The file that is to be shown: the one asked for, else the main one."""
    wanted = os.path.abspath(desk.switches.source_name or desk.session.path)
    named = [source for source in sources if os.path.abspath(source.name) == wanted]
    return next(iter(named or sources), None)


def of_file(findings: Sequence[Diagnostic], path: str) -> tuple[Diagnostic, ...]:
    """What was found in one file, whatever its name is told as."""
    return tuple(d for d in findings if os.path.abspath(d.span.source.name) == path)


def lit_lines(desk: Desk, facts: Facts | None, source: Source) -> frozenset[int]:
    """Lines of the active states' own text, without the states nested in them."""
    if facts is None or desk.broken:
        return frozenset()
    lit: set[int] = set()
    machines = desk.model.group_of(desk.agent).behavior.machines
    for machine, path in zip(machines, facts.active, strict=True):
        for state in (machine.states[k] for k in path):
            if state.span.source.name == source.name:
                last = source.line_column(max(state.span.start, state.span.end - 1))[0]
                lit.update(range(state.span.line, last + 1))
            for nested in machine.states:
                inside = nested.span.source.name == source.name
                if inside and nested.parent >= 0 and machine.states[nested.parent] is state:
                    end = source.line_column(max(nested.span.start, nested.span.end - 1))[0]
                    lit.difference_update(range(nested.span.line, end + 1))
    return frozenset(lit)
