"""About how many bytes models keep in memory: what a past over reloads costs beside its states."""

from __future__ import annotations

from collections.abc import Iterable

from behave.ir.program import Program
from behave.runtime.model import Model
from behave.source import Source

A_CHARACTER = 80  # bytes of a program a character of its files, its tree and checks with it
A_MODEL = 256 * 1024  # bytes of a model beside its program: closures, rigs, scripts


def program_bytes(program: Program) -> int:
    """About what a program keeps, by the texts it was made of."""
    sources: dict[int, Source] = {}
    for behavior in program.behaviors:
        for source in (behavior.span.source, behavior.rig.span.source):
            sources[id(source)] = source
    for scene in program.scenes:
        sources[id(scene.span.source)] = scene.span.source
    return A_CHARACTER * sum(len(source.text) for source in sources.values())


def models_bytes(models: Iterable[Model], but: Model | None = None) -> int:
    """About what models keep together; programs they share count once, and what ``but`` (the
    one that runs) has anyway does not."""
    distinct = {id(model): model for model in models if model is not but}
    programs = {id(model.program): model.program for model in distinct.values()}
    if but is not None:
        programs.pop(id(but.program), None)
    whole = sum(program_bytes(program) for program in programs.values())
    for model in distinct.values():
        colliders = model.colliders
        arrays = (colliders.position, colliders.rotation, colliders.size, colliders.shape)
        whole += A_MODEL + sum(array.nbytes for array in arrays)
    return whole
