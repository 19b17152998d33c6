"""``beh graph``: files and texts, and what it refuses; ``beh why`` tells the closest moment."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.conftest import Beh


def test_the_format_follows_the_name(beh: Beh, project: Path) -> None:
    for name, start in (("a.svg", b"<svg"), ("b.png", b"\x89PNG"), ("c.mmd", b"stateDiagram-v2")):
        result = beh("graph", "wave.beh", "-o", name)
        assert result.exit_code == 0, result.output
        assert result.output == f"wrote {name}\n"
        assert (project / name).read_bytes().startswith(start)
    assert beh("graph", "wave.beh", "-o", "d.gv").exit_code == 0
    assert (project / "d.gv").read_text().startswith('digraph "wave" {')
    assert Image.open(project / "b.png").size[0] > 200


def test_it_prints_svg_and_the_same_twice(beh: Beh) -> None:
    result = beh("graph", "wave.beh")
    assert result.exit_code == 0
    root = ElementTree.fromstring(result.output)
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Resting" in texts
    assert "after hold" in texts
    assert beh("graph", "wave.beh").output == result.output


@pytest.mark.parametrize("kind", ["dot", "mermaid"])
def test_texts_are_printed(beh: Beh, kind: str) -> None:
    result = beh("graph", "wave.beh", "--format", kind)
    assert result.exit_code == 0
    assert "after hold" in result.output


def test_what_it_refuses(beh: Beh) -> None:
    assert "say where" in beh("graph", "wave.beh", "--format", "png").output
    assert "did you mean `wave`" in beh("graph", "wave.beh", "--behavior", "wav").output
    assert "no folder" in beh("graph", "wave.beh", "-o", "none/a.svg").output
    for words in (("--format", "png"), ("--behavior", "wav"), ("-o", "none/a.svg")):
        assert beh("graph", "wave.beh", *words).exit_code == 2


def test_why_tells_when_it_was_closest(beh: Beh) -> None:
    """The timer grows until tick 4 of the four run before 0.083 s: closest there, at 0.05 s."""
    result = beh("why", "wave.beh", "--scene", "alone", "--at", "0.067s")
    assert result.exit_code == 0, result.output
    line = next(x for x in result.output.splitlines() if "closest" in x)
    assert line.strip().startswith("closest at 0.050 s: timer 0.05 s, needs > 0.1 s")
