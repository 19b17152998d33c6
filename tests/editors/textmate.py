"""Enough of a TextMate tokenizer for the grammar: matches, begin and end, captures, includes."""

from __future__ import annotations

from functools import cache
from typing import Any

import onigurumacffi


@cache
def compiled(pattern: str) -> Any:
    """A regular expression of Oniguruma, which editors use; raises OnigError for a wrong one."""
    return onigurumacffi.compile(pattern)


def rules(grammar: dict[str, Any], patterns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rules of some patterns with what they include, in order."""
    found: list[dict[str, Any]] = []
    for rule in patterns:
        if "include" in rule:
            inner = grammar["repository"][rule["include"].removeprefix("#")]
            found += rules(grammar, inner["patterns"])
        else:
            found.append(rule)
    return found


def regexes(grammar: dict[str, Any]) -> list[str]:
    """Every regular expression in a grammar."""
    every = rules(grammar, grammar["patterns"])
    return [rule[key] for rule in every for key in ("match", "begin", "end") if key in rule]


def tokens(grammar: dict[str, Any], line: str) -> list[tuple[str, str]]:
    """The pieces of a line that have a scope, with the innermost one."""
    every = rules(grammar, grammar["patterns"])
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(line):
        best: tuple[int, Any, dict[str, Any]] | None = None
        for rule in every:
            match = compiled(rule.get("match") or rule["begin"]).search(line, at)
            if match is not None and (best is None or match.start() < best[0]):
                best = (match.start(), match, rule)
        if best is None:
            break
        start, match, rule = best
        if "begin" in rule:
            end = compiled(rule["end"]).search(line, match.end())
            assert end is not None
            found.append((line[start : end.end()], rule["name"]))
            at = max(end.end(), match.end())
            continue
        assert match.end() > start, rule
        if "name" in rule:
            found.append((match.group(), rule["name"]))
        for number, capture in sorted(rule.get("captures", {}).items()):
            if match.group(int(number)):
                found.append((match.group(int(number)), capture["name"]))
        at = match.end()
    return found
