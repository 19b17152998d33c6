"""``beh report``: one page that needs nothing, the same every time, and what it tells."""

from __future__ import annotations

import base64
import io
import itertools
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.conftest import Beh

WORDS = ("report", "wave.beh", "--scene", "alone", "-o", "r.html", "--for", "1s", "--soft")
VOID = {"meta", "img", "br"}


class Tags(HTMLParser):
    """Checks that tags nest, and keeps what refers to something."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else_and_is_the_same_twice(project: Path, beh: Beh) -> None:
    result = beh(*WORDS, "--pictures", "2")
    assert result.exit_code == 0, result.output
    text = (project / "r.html").read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert "script" not in tags.seen
    assert "link" not in tags.seen
    assert tags.seen.count("img") == 2
    assert all(link.startswith("data:image/jpeg;base64,") for link in tags.links)
    assert set(re.findall(r"https?://[^\"' <]*", text)) == {"http://www.w3.org/2000/svg"}
    assert "url(" not in text
    assert "@import" not in text
    for link in tags.links:
        data = base64.b64decode(link.partition(",")[2])
        assert Image.open(io.BytesIO(data)).size == (640, 360)
    assert beh(*WORDS, "--pictures", "2").exit_code == 0
    assert (project / "r.html").read_text(encoding="utf-8") == text


def svgs(text: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", text, re.S)]


def test_it_tells_every_transition_and_the_time_in_each_state(project: Path, beh: Beh) -> None:
    """Resting until the timer is over 0.1 s, waving for 0.2 s, and so on, 60 ticks a second."""
    assert beh(*WORDS, "--pictures", "0").exit_code == 0
    text = (project / "r.html").read_text(encoding="utf-8")
    rows = re.findall(r'<td class="number">([0-9.]+) s</td><td>wave</td><td>(\w+)</td>', text)
    states = [state for _, state in rows]
    assert states[:4] == ["Resting", "Waving", "Resting", "Waving"]
    gaps = [float(b[0]) - float(a[0]) for a, b in itertools.pairwise(rows)]
    assert gaps[0] == pytest.approx(0.2, abs=0.001 + 1 / 60)
    timeline, values, graph = svgs(text)
    blocks = list(timeline.iter("{http://www.w3.org/2000/svg}rect"))[1:]
    assert len(blocks) == len(rows) + 1
    told = [e.text or "" for e in graph.iter("{http://www.w3.org/2000/svg}text")]
    fired = [x for x in told if x.startswith("fired")]
    assert any(f"fired {states.count('Resting')} times" in x for x in fired)
    seconds = [float(x[:-2]) for x in told if re.fullmatch(r"[0-9.]+ s", x)]
    assert sum(seconds) == pytest.approx(1.0, abs=0.02)
    assert any("arm[right]" in (e.text or "") for e in values.iter())


def test_plots_are_of_any_expression(project: Path, beh: Beh) -> None:
    words = (*WORDS, "--pictures", "0", "--plot", "count * 2", "--plot", "root.position")
    assert beh(*words).exit_code == 0
    text = (project / "r.html").read_text(encoding="utf-8")
    told = [e.text for e in svgs(text)[1].iter()]
    assert "count * 2" in told
    assert "root.position.z" in told


def test_what_it_refuses(beh: Beh) -> None:
    assert "count_" in beh(*WORDS, "--plot", "count_").output
    assert beh(*WORDS, "--plot", "count_").exit_code == 2
    assert beh(*WORDS, "--agent", "nobody").exit_code == 2
    assert beh("report", "wave.beh", "-o", "no/r.html").exit_code == 2
    assert beh(*WORDS[:-2], "700s").exit_code == 2
