"""All built-in functions by name."""

from __future__ import annotations

from behave.vocabulary import guards, maths, queries
from behave.vocabulary.queries import QueryRecord, ZoneRecord
from behave.vocabulary.record import Function

FUNCTIONS: dict[str, Function] = {f.name: f for f in (*maths.FUNCTIONS, *guards.FUNCTIONS)}
QUERIES: dict[str, QueryRecord] = {q.name: q for q in queries.QUERIES}
ZONES: dict[str, ZoneRecord] = {z.name: z for z in queries.ZONES}
MEMORY_GUARDS = ("moving_away",)
FUNCTION_NAMES = (*FUNCTIONS, *MEMORY_GUARDS, "nearer", "count", "mean", "reaches")
