"""What the arrows of a state graph say, and how long texts are broken into lines."""

from __future__ import annotations

from collections.abc import Callable

from behave.ir.program import BehaviorProgram, EventRef, Machine, Node, Transition

Measure = Callable[[str], float]
"""The width of a line of text."""


def source_text(node: Node | None) -> str:
    """The text an expression was written as, on one line; "" for what has none."""
    return "" if node is None or node.span is None else " ".join(node.span.text.split())


def own_transitions(machine: Machine, source: int) -> tuple[Transition, ...]:
    """The arrows written in a state, or (−1) in the machine itself."""
    return machine.transitions if source < 0 else machine.states[source].transitions


def arrow_text(behavior: BehaviorProgram, transition: Transition) -> str:
    """When an arrow fires, in the author's words: ``on stepped when near``, ``after 2 s``."""
    parts = []
    if transition.trigger is not None:
        parts.append(f"on {_event(behavior, transition.trigger)}")
    guard = _condition(behavior, transition.guard)
    if transition.after is not None:
        delay = source_text(transition.after)
        parts.append(f"after {delay}")
        if guard not in (delay, ""):
            parts.append(f"when {guard}")
    elif guard:
        parts.append(f"when {guard}" if parts else guard)
    return " ".join(parts)


def _condition(behavior: BehaviorProgram, guard: Node) -> str:
    """A guard by the name it was given, else as it was written."""
    named = (name for name, known in behavior.guards if known is guard)
    return next(named, "") or source_text(guard)


def _event(behavior: BehaviorProgram, event: EventRef) -> str:
    if event.source == "event":
        return behavior.events[event.index].name
    named = behavior.zones if event.source == "zone" else behavior.sensors
    return f"{named[event.index].name}.{event.happening}"


def fitted(text: str, width: float, measure: Measure) -> str:
    """The text, cut with an ellipsis where it is wider than ``width``."""
    if measure(text) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle] + "…") <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def wrapped(
    text: str, first: float, width: float, measure: Measure, most: int = 99
) -> tuple[str, ...]:
    """The text in lines, broken between words: the first at most ``first`` wide, the others
    ``width``; what does not fit into ``most`` lines is cut with an ellipsis.

    The first line may be empty, where its first word is too wide for it.
    """
    words = text.split()
    lines: list[str] = []
    while words and len(lines) < most:
        room = width if lines else first
        count = 0
        while count < len(words) and measure(" ".join(words[: count + 1])) <= room:
            count += 1
        last = len(lines) == most - 1
        if last and count < len(words):
            lines.append(fitted(" ".join(words), room, measure))
            return tuple(lines)
        if count == 0 and lines:  # one long word
            lines.append(fitted(words[0], room, measure))
            words = words[1:]
            continue
        lines.append(" ".join(words[:count]))
        words = words[count:]
    return tuple(lines)
