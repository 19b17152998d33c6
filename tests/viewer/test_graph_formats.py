"""State graphs as svg, png, dot and mermaid: read back by parsers of their own."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

import lark
import numpy as np
import pytest

from behave.cli.findings import check_file
from tests.viewer.graphs import ALERT, behavior_of, random_text
from viewer.graph.fonts import helvetica
from viewer.graph.layout import Style
from viewer.graph.raster import measure_of, picture
from viewer.graph.shapes import DARK, LIGHT, Live, Said
from viewer.graph.sheet import behavior_sheet
from viewer.graph.svg import document
from viewer.graph.textual import dot, mermaid
from viewer.graph.words import arrow_text, own_transitions

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


# Of https://mermaid.js.org/syntax/stateDiagram.html, what is drawn alike by every version: states
# with a text, states in states, arrows with a text. A text ends with its line, and has no sign that
# Mermaid's own lexer takes for something else.
MERMAID = r"""
start: "stateDiagram-v2" _END item*
?item: state | arrow
state: _STATE TITLE _AS ID [_OPEN _END item* _CLOSE] _END
arrow: place _TO place [_SAYS LABEL] _END
!place: ID | "[*]"
_STATE.2: /state +(?=")/
_AS: / +as +/
_OPEN: / *\{/
_CLOSE: "}"
_TO: / *--> */
_SAYS: /: /
TITLE: /"[^"\n;:{}\[\]<>%]*((#(quot|lt|gt|[0-9]+);)[^"\n;:{}\[\]<>%]*)*"/
LABEL: /([^"\n;:{}\[\]<>%#]|#(quot|lt|gt|[0-9]+);)+/
ID: /[A-Za-z][A-Za-z0-9_]*/
_END: /(\n *)+/
"""

SIGNS = {"quot": '"', "lt": "<", "gt": ">"}


def unplain(text: str) -> str:
    """A text with Mermaid's entities as the signs they stand for."""
    return re.sub(
        r"#(\w+);", lambda found: SIGNS.get(found[1]) or chr(int(found[1])), text.strip('"')
    )


@dataclass
class Read:
    """What a Mermaid text says: titles, who is in whom, where each begins, and the arrows."""

    titles: dict[str, str] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)
    begins: dict[str, str] = field(default_factory=dict)
    arrows: list[tuple[str, str, str]] = field(default_factory=list)


def read_mermaid(text: str) -> Read:
    """Read a text of the subset; anything else raises."""
    read = Read()

    def take(tree: lark.Tree, parent: str) -> None:
        if tree.data == "state":
            title, name, *items = tree.children
            assert str(name) not in read.titles
            read.titles[str(name)] = unplain(str(title))
            read.parents[str(name)] = parent
            for item in items:
                if item is not None:
                    take(item, str(name))
            return
        start, end, label = tree.children
        first, last = (str(place.children[0]) for place in (start, end))
        assert last != "[*]"
        if first == "[*]":
            assert parent not in read.begins
            assert label is None
            read.begins[parent] = last
        else:
            read.arrows.append((first, last, unplain(str(label or ""))))

    for item in lark.Lark(MERMAID, parser="lalr").parse(text).children:
        take(item, "")
    named = {end for arrow in read.arrows for end in arrow[:2]} | set(read.begins.values())
    assert named <= set(read.titles)
    return read


@pytest.mark.parametrize("text", TEXTS)
def test_mermaid_read_back_is_the_machine(text: str) -> None:
    behavior = behavior_of(text)
    read = read_mermaid(mermaid(behavior))
    machine = behavior.machines[0]
    names = {number: f"m0_s{number}" for number in range(len(machine.states))} | {-1: ""}
    titles = {names[k]: state.name for k, state in enumerate(machine.states)}
    parents = {names[k]: names[state.parent] for k, state in enumerate(machine.states)}
    begins = {names[k]: names[s.initial] for k, s in enumerate(machine.states) if s.initial >= 0}
    arrows = [
        ("m0_any" if source < 0 else names[source], names[each.target], arrow_text(behavior, each))
        for source in range(-1, len(machine.states))
        for each in own_transitions(machine, source)
    ]
    if machine.transitions:
        titles["m0_any"], parents["m0_any"] = "from any state", ""
    assert read.titles == titles
    assert read.parents == parents
    assert read.begins == begins | {"": names[machine.initial]}
    assert sorted(read.arrows) == sorted(arrows)


def test_mermaid_of_several_machines_has_each_in_a_state_of_its_own() -> None:
    checked = check_file(str(Path(__file__).parents[2] / "behaviors" / "guardian.beh"))
    assert checked.program is not None
    behavior = next(b for b in checked.program.behaviors if len(b.machines) > 1)
    read = read_mermaid(mermaid(behavior))
    tops = [title for name, title in read.titles.items() if not read.parents[name]]
    assert tops == ["leg[6]", "travel", "aiming"]
    for start, end, label in read.arrows:
        assert start.partition("_")[0] == end.partition("_")[0]  # none leads out of its machine
        assert label


@pytest.mark.parametrize(
    "wrong",
    ["stateDiagram\n", 'stateDiagram-v2\n  state "a" as b {\n', "stateDiagram-v2\n  a -> b\n",
     'stateDiagram-v2\n  state "a" as a\n  a --> a: x; y\n',
     'stateDiagram-v2\n  state "a" as a\n  a --> b\n'],
)  # fmt: skip
def test_the_reader_of_mermaid_refuses_what_is_not(wrong: str) -> None:
    with pytest.raises((lark.LarkError, AssertionError)):
        read_mermaid(wrong)


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
