"""One run of the checks over files: what is found, what is silenced, what is fixed."""

from __future__ import annotations

import gc
from collections.abc import Sequence

from behave.cli import files
from behave.cli.configuration import Configuration, configuration_of
from behave.cli.findings import check_source, ordered
from behave.collector import collector_off
from behave.diagnostics.catalog import CODES
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.diagnostics.edits import applied, chosen_fix
from behave.lint.policy import Policy
from behave.lint.suppressions import Use, judge, silence
from behave.pipeline import Checked
from behave.record import Record
from behave.source import Source

MOST_ROUNDS = 20
"""How often a file is fixed and checked again at most; each round leaves fewer findings."""


class Subject(Record):
    """One file to check. ``place`` is where it lies, None where its name says so."""

    source: Source
    problems: tuple[Diagnostic, ...]
    place: str | None
    policy: Policy
    fail_on: str

    @property
    def reader(self) -> files.UseReader:
        """Opens what it uses; a new one for each check."""
        return files.UseReader(self.source, self.place)

    def with_text(self, text: str) -> Subject:
        """The same file with another text."""
        return Subject(Source(self.source.name, text), (), self.place, self.policy, self.fail_on)


class Outcome(Record):
    """A file's findings before suppressions are judged, and which of those spoke.

    ``errors`` counts those that keep it from running, silenced or not.
    """

    found: list[Diagnostic]
    used: frozenset[Use]
    judged: frozenset[str]
    errors: int


class Report(Record):
    """What a run gives: the findings in the order they are shown, and whether they fail it."""

    found: list[Diagnostic]
    fails: bool


class Fixed(Record):
    """A file after its fixes, and how many were made."""

    subject: Subject
    count: int


def subject(path: str, flags: Configuration) -> Subject:
    """A file by its path, with the settings that hold for it."""
    source, problems = files.read_source(path)
    return _subject(source, problems, None, path, flags)


def standard_input(name: str | None, flags: Configuration) -> Subject:
    """What is piped in, as a file of that name in the current folder."""
    source, problems = files.read_standard_input(name or "<stdin>")
    place = name or "stdin.beh"
    return _subject(source, problems, place, place, flags)


def _subject(
    source: Source,
    problems: tuple[Diagnostic, ...],
    place: str | None,
    path: str,
    flags: Configuration,
) -> Subject:
    settings = flags.over(configuration_of(path))
    return Subject(source, problems, place, settings.policy(), settings.fail_on or "error")


def check_subject(of: Subject) -> Outcome:
    """Check one file; its findings weigh what its settings say."""
    return outcome_of(of, check_source(of.source, of.problems, of.reader, of.policy.settings))


def _check_each(subjects: Sequence[Subject]) -> list[Outcome]:
    """Check files one by one; what a check leaves behind is cleared away before the next."""
    outcomes: list[Outcome] = []
    with collector_off():
        for of in subjects:
            if outcomes:
                gc.collect(0)
            outcomes.append(check_subject(of))
    return outcomes


def outcome_of(of: Subject, checked: Checked) -> Outcome:
    """What a check of a file found, weighed by its settings, without what its comments silence."""
    silenced = silence(checked.diagnostics, (of.source, *checked.sources))
    understood = checked.understood and not of.problems
    judged = frozenset(c for c in CODES if understood and of.policy.reports(c))
    errors = sum(d.severity is Severity.ERROR for d in checked.diagnostics)
    return Outcome(of.policy.judged(silenced.kept), silenced.used, judged, errors)


def check_all(subjects: Sequence[Subject]) -> Report:
    """Check files, each with the suppressions in it judged by what all checks found there."""
    outcomes = _check_each(subjects)
    used = frozenset(use for outcome in outcomes for use in outcome.used)
    found: list[Diagnostic] = []
    fails: dict[str, str] = {}
    for of, outcome in zip(subjects, outcomes, strict=True):
        fails.setdefault(of.source.name, of.fail_on)
        found += outcome.found
        found += of.policy.judged(judge(of.source, used, outcome.judged))
    kept = ordered(found)
    default = subjects[0].fail_on if subjects else "error"
    failed = any(_reaches(d, fails.get(d.span.source.name, default)) for d in kept)
    return Report(kept, failed)


def _reaches(finding: Diagnostic, fail_on: str) -> bool:
    if fail_on == "never":
        return False
    return fail_on == "warning" or finding.severity is Severity.ERROR


def fix_all(subjects: Sequence[Subject], unsafe: bool) -> list[Fixed]:
    """Fix each file. Suppressions stay in one that has some that only another file needs."""
    outcomes = _check_each(subjects)
    used = {use for outcome in outcomes for use in outcome.used}
    made = []
    for of, outcome in zip(subjects, outcomes, strict=True):
        needed = any(use[0] == of.source.name for use in used - outcome.used)
        made.append(fix(of, unsafe, outcome, keep_suppressions=needed))
    return made


def fix(
    of: Subject, unsafe: bool, outcome: Outcome | None = None, keep_suppressions: bool = False
) -> Fixed:
    """Make the fixes of a file until there is none left, as far as it gets no worse by them."""
    now, count = of, 0
    outcome = check_subject(of) if outcome is None else outcome
    for _ in range(MOST_ROUNDS):
        found = list(outcome.found)
        if not keep_suppressions:
            found += _about_suppressions(now, outcome)
        fixes = [chosen_fix(d, unsafe) for d in ordered(found)]
        text, made = applied(now.source, [f for f in fixes if f is not None])
        if not made or text == now.source.text:
            break
        after = now.with_text(text)
        with collector_off():
            result = check_subject(after)
        if result.errors > outcome.errors:
            break
        now, count, outcome = after, count + made, result
    return Fixed(now, count)


def _about_suppressions(of: Subject, outcome: Outcome) -> list[Diagnostic]:
    return of.policy.judged(judge(of.source, outcome.used, outcome.judged))
