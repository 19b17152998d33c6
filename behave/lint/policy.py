"""What is looked for, what is reported, and how much each finding weighs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from behave.diagnostics.catalog import CODES
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.record import Record, replace

DEFAULT_DT = 1.0 / 60.0
"""Length of a tick in seconds, unless something else is said."""

_NO_LEVELS: Mapping[str, Severity | None] = MappingProxyType({})


class Settings(Record):
    """What the rules are told: the length of a tick, and codes that are off unless asked for."""

    dt: float = DEFAULT_DT
    also: frozenset[str] = frozenset()


DEFAULT_SETTINGS = Settings()


class Policy(Record):
    """Which findings are reported and how much they weigh.

    ``select`` None: all that are on. ``asked`` are codes named outright, which switches on those
    that are off by default. ``levels``: a code's severity in place of its own, None for off.
    """

    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    levels: Mapping[str, Severity | None] = _NO_LEVELS
    dt: float = DEFAULT_DT

    @property
    def settings(self) -> Settings:
        """What the rules must be told for this."""
        also = {code for code, entry in CODES.items() if not entry.on and self.reports(code)}
        return Settings(self.dt, frozenset(also))

    def reports(self, code: str) -> bool:
        """Whether findings of a code are shown at all."""
        if code in self.ignore or self.levels.get(code, Severity.ERROR) is None:
            return False
        if self.select is not None and code not in self.select:
            return False
        return CODES[code].on or code in self.asked or self.levels.get(code) is not None

    def judged(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings to report, in the same order, each weighing what it shall."""
        return [self._weighed(d) for d in found if self.reports(d.code)]

    def _weighed(self, finding: Diagnostic) -> Diagnostic:
        level = self.levels.get(finding.code)
        if level is None or level is finding.severity:
            return finding
        return replace(finding, severity=level)
