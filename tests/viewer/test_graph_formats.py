"""State graphs as svg, png, dot and mermaid: read back by parsers of their own."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import lark
import numpy as np
import pytest

from tests.viewer.graphs import ALERT, behavior_of, random_text
from viewer.graph.fonts import helvetica
from viewer.graph.layout import Style
from viewer.graph.raster import measure_of, picture
from viewer.graph.shapes import DARK, LIGHT, Live, Said
from viewer.graph.sheet import behavior_sheet
from viewer.graph.svg import document
from viewer.graph.textual import dot, mermaid

SVG = "{http://www.w3.org/2000/svg}"
TEXTS = [ALERT, *(random_text(seed) for seed in range(12))]

# The grammar of https://graphviz.org/doc/info/lang.html for directed graphs with attributes.
DOT = r"""
start: "digraph" id "{" list "}"
list: (statement ";"?)*
?statement: node | edge | attributes | assign | subgraph
assign: id "=" id
attributes: ("graph" | "node" | "edge") options
node: id options?
edge: id ("->" id)+ options?
subgraph: "subgraph" id? "{" list "}"
options: "[" (assign (","|";")?)* "]"
id: NAME | NUMBER | QUOTED
NAME: /[A-Za-z_\x80-\xff][A-Za-z_0-9\x80-\xff]*/
NUMBER: /-?(\.[0-9]+|[0-9]+(\.[0-9]*)?)/
QUOTED: /"(\\.|[^"\\])*"/s
%ignore /\s+/
"""


def svg_of(text: str) -> str:
    drawing = behavior_sheet(behavior_of(text), 1400.0, Style(helvetica(13.0)), LIGHT)
    return document(drawing.shapes, drawing.width, drawing.height, LIGHT.paper, 13.0, "a < b")


@pytest.mark.parametrize("text", TEXTS)
def test_the_svg_is_xml_with_every_state_and_arrow(text: str) -> None:
    behavior = behavior_of(text)
    root = ElementTree.fromstring(svg_of(text))
    assert root.tag == f"{SVG}svg"
    texts = [element.text for element in root.iter(f"{SVG}text")]
    machine = behavior.machines[0]
    for state in machine.states:
        assert state.name in texts
    arrows = len(machine.transitions) + sum(len(s.transitions) for s in machine.states)
    # every arrow is a path, and its label begins with a short one
    assert len(root.findall(f"{SVG}path")) == 2 * arrows
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for element in root.findall(f"{SVG}rect")[1:]:
        x, y = float(element.get("x", -1)), float(element.get("y", -1))
        assert x >= 0.0
        assert y >= 0.0
        assert x + float(element.get("width", 0)) <= width
        assert y + float(element.get("height", 0)) <= height


def test_the_svg_names_no_address_but_its_namespace() -> None:
    found = re.findall(r"[a-z]+://[^\"' ]*", svg_of(ALERT))
    assert found == ["http://www.w3.org/2000/svg"]
    assert svg_of(ALERT) == svg_of(ALERT)


@pytest.mark.parametrize("text", TEXTS)
def test_dot_follows_graphviz_grammar(text: str) -> None:
    behavior = behavior_of(text)
    tree = lark.Lark(DOT, parser="earley").parse(dot(behavior))
    machine = behavior.machines[0]
    arrows = len(machine.transitions) + sum(len(s.transitions) for s in machine.states)
    composites = {state.parent for state in machine.states if state.parent >= 0}
    assert len(list(tree.find_data("edge"))) == arrows + 1 + len(composites)
    assert len(list(tree.find_data("subgraph"))) == 1 + len(composites)


@pytest.mark.parametrize("text", TEXTS)
def test_mermaid_has_a_line_for_every_state_and_arrow(text: str) -> None:
    behavior = behavior_of(text)
    lines = mermaid(behavior).splitlines()
    assert lines[0] == "stateDiagram-v2"
    machine = behavior.machines[0]
    arrow = re.compile(r"^ +(m0_(?:s\d+|any)|\[\*\]) --> m0_s\d+(: (?:#\w+;|[^\"<>;:{}\[\]])+)?$")
    state = re.compile(r'^ +state "[^"]+" as m0_(s\d+|any)( \{)?$')
    kinds = [bool(arrow.match(x)) + 2 * bool(state.match(x)) for x in lines[1:] if x.strip() != "}"]
    assert set(kinds) <= {1, 2}
    arrows = len(machine.transitions) + sum(len(s.transitions) for s in machine.states)
    composites = {s.parent for s in machine.states if s.parent >= 0}
    assert kinds.count(1) == arrows + 1 + len(composites)
    assert kinds.count(2) == len(machine.states) + bool(machine.transitions)
    assert sum(x.endswith("{") for x in lines) == sum(x.strip() == "}" for x in lines)


def test_the_picture_shows_what_is_active_and_what_holds() -> None:
    behavior = behavior_of(ALERT)
    style = Style(measure_of(13.0), live_lines=1)
    names = [state.name for state in behavior.machines[0].states]
    idle = names.index("Idle")
    said = {(idle, 0): Said(True, "1.2 s > 1 s"), (idle, 1): Said(False, "0, needs > 0")}
    live = {0: Live(frozenset([idle]), {idle: "1.20 s"}, said)}

    def shown(lives: dict[int, Live]) -> np.ndarray:
        drawing = behavior_sheet(behavior, 900.0, style, DARK, lives)
        return picture(drawing.shapes, drawing.width, drawing.height, DARK.paper, 13.0).astype(int)

    def near(pixels: np.ndarray, tone: tuple[float, ...]) -> int:
        target = np.array([round(255 * part) for part in tone[:3]])
        return int((np.abs(pixels - target).max(axis=2) <= 12).sum())

    before, after = shown({}), shown(live)
    assert before.shape == after.shape
    for tone in (DARK.lit, DARK.lit_line, DARK.good, DARK.bad):
        assert near(before, tone) == 0
        assert near(after, tone) > 15
