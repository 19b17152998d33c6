"""BEH0701 and BEH0702: an event nothing waits for, and one nothing sends."""

from __future__ import annotations

from collections.abc import Iterator

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Label, Severity
from behave.ir.program import BehaviorProgram
from behave.lint.studies import Studies, unique
from behave.source import Span


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning an event that has one end only; one without any is an unused name."""
    return unique(d for study in studies.behaviors for d in _ends(study.behavior))


def _ends(behavior: BehaviorProgram) -> Iterator[Diagnostic]:
    heard: dict[int, Span] = {}
    for handler in behavior.handlers:
        if handler.event.source == "event":
            heard.setdefault(handler.event.index, handler.span)
    for machine in behavior.machines:
        arrows = [*machine.transitions, *(t for s in machine.states for t in s.transitions)]
        for arrow in arrows:
            if arrow.trigger is not None and arrow.trigger.source == "event":
                heard.setdefault(arrow.trigger.index, arrow.span)
    sent = {e.event: e.span for e in reversed(behavior.emitters)}
    for index, event in enumerate(behavior.events):
        if index in sent and index not in heard:
            yield _unheard(event.name, event.span, sent[index])
        elif index in heard and index not in sent:
            yield _never_sent(event.name, event.span, heard[index])


def _unheard(name: str, declared: Span, sent: Span) -> Diagnostic:
    return Diagnostic(
        catalog.UNHEARD,
        f"the event `{name}` is sent, and nothing waits for it",
        sent,
        "nobody hears this",
        (Label(declared, "declared here"),),
        (f"wait for it with `on {name} {{ … }}` or `-> … on {name}`, or do not send it",),
        severity=Severity.WARNING,
    )


def _never_sent(name: str, declared: Span, heard: Span) -> Diagnostic:
    line = heard.source.text[heard.start : heard.end].split("\n", 1)[0]
    head = line.split("{", 1)[0].rstrip()
    return Diagnostic(
        catalog.NEVER_SENT,
        f"the event `{name}` is waited for, and nothing sends it",
        Span(heard.source, heard.start, heard.start + len(head)),
        "this never happens",
        (Label(declared, "declared here"),),
        (f"send it with `emit {name}`, or take this out",),
        severity=Severity.WARNING,
    )
