"""State graphs as text other tools lay out: Graphviz's dot and Mermaid's state diagrams."""

from __future__ import annotations

from collections.abc import Iterator

from behave.ir.program import BehaviorProgram, Machine
from viewer.graph.order import children_of
from viewer.graph.words import arrow_text, own_transitions
from viewer.scene.states import families

STEP = "  "


def _title(name: str, members: list[int], machine: Machine) -> str:
    return f"{name}[{len(members)}]" if machine.family else name


# ---- dot ------------------------------------------------------------------------------


def dot(behavior: BehaviorProgram) -> str:
    """A Graphviz digraph: a cluster for each machine and each composite state."""
    lines = [
        f"digraph {_quoted(behavior.name)} {{",
        f"{STEP}compound=true; rankdir=TB; fontname=Helvetica;",
        f"{STEP}node [shape=box, style=rounded, fontname=Helvetica, fontsize=11];",
        f"{STEP}edge [fontname=Helvetica, fontsize=10];",
    ]
    for number, (name, members) in enumerate(families(behavior.machines)):
        machine = behavior.machines[members[0]]
        lines.append(f"{STEP}subgraph cluster_m{number} {{")
        lines.append(f"{STEP * 2}label={_quoted(_title(name, members, machine))};")
        prefix = f"m{number}_"
        lines.append(f"{STEP * 2}{prefix}start [shape=point, width=0.12];")
        for child in children_of(machine, -1):
            lines += _dot_state(machine, child, prefix, STEP * 2)
        lines += (STEP * 2 + line for line in _dot_edges(behavior, machine, prefix))
        lines.append(f"{STEP}}}")
    return "\n".join([*lines, "}", ""])


def _dot_state(machine: Machine, number: int, prefix: str, indent: str) -> Iterator[str]:
    state = machine.states[number]
    children = children_of(machine, number)
    if not children:
        yield f"{indent}{prefix}s{number} [label={_quoted(state.name)}];"
        return
    yield f"{indent}subgraph cluster_{prefix}s{number} {{"
    yield f"{indent}{STEP}label={_quoted(state.name)}; style=rounded;"
    yield f"{indent}{STEP}{prefix}s{number}_start [shape=point, width=0.12];"
    for child in children:
        yield from _dot_state(machine, child, prefix, indent + STEP)
    yield f"{indent}}}"


def _dot_edges(behavior: BehaviorProgram, machine: Machine, prefix: str) -> Iterator[str]:
    def anchor(state: int) -> str:
        """A node that stands for a state: its own, or that where it begins."""
        own = f"{prefix}s{state}"
        return f"{own}_start" if children_of(machine, state) else own

    def cluster(state: int, end: str) -> list[str]:
        return [f"{end}=cluster_{prefix}s{state}"] if children_of(machine, state) else []

    starts = [(f"{prefix}start", machine.initial)]
    starts += [
        (f"{prefix}s{k}_start", state.initial)
        for k, state in enumerate(machine.states)
        if children_of(machine, k)
    ]
    for name, state in starts:
        yield f"{name} -> {anchor(state)}{_options(cluster(state, 'lhead'))};"
    for source in range(-1, len(machine.states)):
        for transition in own_transitions(machine, source):
            options = [f"label={_quoted(_broken(arrow_text(behavior, transition)))}"]
            if source >= 0 and not _inside(machine, transition.target, source):
                options += cluster(source, "ltail")
            if source < 0 or not _inside(machine, source, transition.target):
                options += cluster(transition.target, "lhead")
            if source < 0:
                options.append("style=dashed")
            start = f"{prefix}start" if source < 0 else anchor(source)
            yield f"{start} -> {anchor(transition.target)}{_options(options)};"


def _inside(machine: Machine, state: int, outer: int) -> bool:
    """Whether a state is another one or in it."""
    while state >= 0:
        if state == outer:
            return True
        state = machine.states[state].parent
    return False


def _options(options: list[str]) -> str:
    return f" [{', '.join(options)}]" if options else ""


def _quoted(text: str) -> str:
    """A text as a dot string; ``\\n`` in it breaks the line."""
    safe = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{safe}"'


def _broken(text: str, width: int = 36) -> str:
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join([*lines, line])


# ---- mermaid --------------------------------------------------------------------------


def mermaid(behavior: BehaviorProgram) -> str:
    """A Mermaid ``stateDiagram-v2``; a composite for each machine where there are several."""
    groups = families(behavior.machines)
    lines = ["stateDiagram-v2"]
    for number, (name, members) in enumerate(groups):
        machine = behavior.machines[members[0]]
        prefix, indent = f"m{number}_", STEP
        if len(groups) > 1:
            title = _plain(_title(name, members, machine))
            lines.append(f'{STEP}state "{title}" as m{number} {{')
            indent = STEP * 2
        lines += _mermaid_states(machine, -1, prefix, indent)
        for source in range(-1, len(machine.states)):
            for transition in own_transitions(machine, source):
                start = f"{prefix}any" if source < 0 else f"{prefix}s{source}"
                label = _plain(arrow_text(behavior, transition))
                told = f": {label}" if label else ""
                lines.append(f"{indent}{start} --> {prefix}s{transition.target}{told}")
        if machine.transitions:
            lines.append(f'{indent}state "from any state" as {prefix}any')
        if len(groups) > 1:
            lines.append(f"{STEP}}}")
    return "\n".join([*lines, ""])


def _mermaid_states(machine: Machine, parent: int, prefix: str, indent: str) -> Iterator[str]:
    first = machine.initial if parent < 0 else machine.states[parent].initial
    for child in children_of(machine, parent):
        head = f'{indent}state "{_plain(machine.states[child].name)}" as {prefix}s{child}'
        if children_of(machine, child):
            yield f"{head} {{"
            yield from _mermaid_states(machine, child, prefix, indent + STEP)
            yield f"{indent}}}"
        else:
            yield head
    if first >= 0:
        yield f"{indent}[*] --> {prefix}s{first}"


_ENTITIES = {"#": "#35;", '"': "#quot;", ";": "#59;", ":": "#58;", "<": "#lt;", ">": "#gt;"}
_ENTITIES |= {"{": "#123;", "}": "#125;", "[": "#91;", "]": "#93;", "%": "#37;"}


def _plain(text: str) -> str:
    """A text without signs that mean something to Mermaid."""
    return "".join(_ENTITIES.get(sign, sign) for sign in text)
