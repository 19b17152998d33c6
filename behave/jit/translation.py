"""Functions and those they call as the text of one LLVM module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import FunctionType

from behave.jit.body import Body, Value, result_of
from behave.jit.expressions import promised
from behave.jit.kinds import (
    LANES,
    MASK,
    NOTHING,
    WIDTH,
    Kind,
    NotCompiled,
    in_lanes,
    parts_of,
)
from behave.jit.laned_body import AVX, GIVEN, LanedBody
from behave.jit.lanes import LanedStatements
from behave.jit.outside import OUTER, OUTSIDE
from behave.jit.source import Source
from behave.jit.statements import Statements

_MOST_TRIES = 8


@dataclass(frozen=True)
class Version:
    """A function for arguments of certain types: its name in the module and its result. One that is
    ``laned`` is given first for which lanes it is called."""

    name: str
    result: Kind
    laned: bool


class Module:
    """One module while it is written, for a processor with AVX or without."""

    def __init__(self, avx: bool = False) -> None:
        self.avx = avx
        self.versions: dict[tuple[FunctionType, tuple[Kind, ...]], Version | None] = {}
        self.texts: list[str] = []
        self._sources: dict[FunctionType, Source] = {}
        self._weights: dict[FunctionType, int] = {}

    def call(self, body: Body, function: FunctionType, values: Sequence[Value]) -> Value:
        """Write a call of a function; it is written first where it is not yet there."""
        source = self._source(function)
        if len(values) != len(source.parameters):
            raise NotCompiled(f"{function.__name__} takes {len(source.parameters)} arguments")
        given = [
            promised(body, value, source.promise(name), name)
            for name, value in zip(source.parameters, values, strict=True)
        ]
        version = self.version(function, tuple(value.kind for value in given))
        here = [f"{MASK.llvm} {body.active()}"] if isinstance(body, LanedBody) else []
        operands = ", ".join(
            (
                *(here if version.laned else []),
                *(
                    f"{part} {operand}"
                    for value in given
                    for part, operand in zip(parts_of(value.kind), value.parts, strict=True)
                ),
            )
        )
        kind = result_of(version.result)
        call = f"call fastcc {kind} @{version.name}({operands})"
        parts = parts_of(version.result)
        if not parts:
            body.do(call)
            return Value(NOTHING, ())
        whole = body.let(call)
        if len(parts) == 1:
            return Value(version.result, (whole,))
        found = tuple(body.let(f"extractvalue {kind} {whole}, {k}") for k in range(len(parts)))
        return Value(version.result, found)

    def version(self, function: FunctionType, kinds: tuple[Kind, ...]) -> Version:
        """The function for arguments of these types."""
        key = (function, kinds)
        if key in self.versions:
            known = self.versions[key]
            if known is None:
                raise NotCompiled(f"{function.__name__} calls itself")
            return known
        self.versions[key] = None
        name = f'"{function.__module__}.{function.__qualname__}.{len(self.versions)}"'
        made = self.versions[key] = self._write(name, self._source(function), kinds)
        return made

    def _source(self, function: FunctionType) -> Source:
        found = self._sources.get(function)
        if found is None:
            found = self._sources[function] = Source(function)
        return found

    def _write(self, name: str, source: Source, kinds: tuple[Kind, ...]) -> Version:
        laned = any(in_lanes(kind) for kind in kinds)
        known: dict[str, Kind] = {}
        result: Kind | None = None
        for _ in range(_MOST_TRIES):  # until no variable turns out wider than it was taken for
            silent = source.promise("return") == NOTHING
            body = LanedBody(known, silent, avx=self.avx) if laned else Body(known, silent)
            parameters, heads = [], [f"{MASK.llvm} {GIVEN}"] if laned else []
            for k, kind in enumerate(kinds):
                operands = tuple(f"%a{k}.{n}" for n in range(len(parts_of(kind))))
                parameters.append(Value(kind, operands))
                heads += [f"{p} {o}" for p, o in zip(parts_of(kind), operands, strict=True)]
            statements = self._statements(source, body, result)
            statements.function(parameters)
            result = statements.result
            if not body.widened:
                break
        else:
            raise source.wrong(source.node, "its types do not settle")
        assert result is not None
        head = f"define internal fastcc {result_of(result)} @{name}({', '.join(heads)}) nounwind"
        self.texts.append(body.text(head))
        return Version(name, result, laned)

    def _statements(self, source: Source, body: Body, result: Kind | None) -> Statements:
        if isinstance(body, LanedBody):
            return LanedStatements(source, body, self.call, result, self._weights)
        return Statements(source, body, self.call, result)

    def text(self, *more: str) -> str:
        """The whole module, with what else belongs to it."""
        own = AVX if self.avx else ()
        return "\n".join((_DECLARATIONS, *own, *self.texts, *more, ""))


def _declarations() -> str:
    lines = []
    for name, count in OUTER.values():
        given = ", ".join(["double"] * count)
        lines.append(f"declare double @{OUTSIDE}{name}({given}) nounwind willreturn memory(none)")
    for word, count in (
        *(("sqrt", 1), ("fabs", 1), ("copysign", 2), ("floor", 1), ("ceil", 1), ("trunc", 1)),
    ):
        for kind, size in (("double", "f64"), (LANES.llvm, f"v{WIDTH}f64")):
            lines.append(f"declare {kind} @llvm.{word}.{size}({', '.join([kind] * count)})")
    for word in ("smax", "smin", "umin"):
        lines.append(f"declare i64 @llvm.{word}.i64(i64, i64)")
    lines += [
        f"declare i1 @llvm.vector.reduce.or.v{WIDTH}i1(<{WIDTH} x i1>)",
        "declare i64 @llvm.abs.i64(i64, i1)",
        "declare i64 @llvm.fptosi.sat.i64.f64(double)",
        "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)",
        "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
        "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)",
        "declare ptr @PyMem_RawCalloc(i64, i64)",
        "declare void @PyMem_RawFree(ptr)",
        "declare ptr @PyErr_NoMemory()",
        "declare i32 @PyGILState_Ensure()",
        "declare void @PyGILState_Release(i32)",
    ]
    return "\n".join(lines)


_DECLARATIONS = _declarations()
