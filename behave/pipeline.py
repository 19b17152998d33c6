"""The order of the stages from text to Program, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from behave.analysis.laid_rigs import LaidRigs
from behave.analysis.project import Analysed, File, analyse, expression
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.diagnostics.order import in_order
from behave.ir.program import Node, Program
from behave.lint import lint
from behave.lint.policy import DEFAULT_SETTINGS, Settings
from behave.record import Record
from behave.source import Source
from behave.syntax import ast, parse, parse_expression

Reader = Callable[[Source, str], Source | str]
"""Opens what ``use "path"`` names: (the using source, the path) → its source, or why not.

The same file must come back as an equal ``Source.name``; that is how cycles are seen.
"""


class Checked(Record):
    """What checking a file gave: the Program where there are no errors, and every finding.

    ``understood``: the rules saw a program without errors, so all of them spoke.
    """

    program: Program | None
    analysed: Analysed
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    understood: bool = True

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that keep the file from running."""
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)


Parser = Callable[[Source], tuple[ast.File, tuple[Diagnostic, ...]]]
"""`parse`, or something that remembers what it gave."""


def check(
    main: Source,
    read: Reader,
    settings: Settings = DEFAULT_SETTINGS,
    parser: Parser = parse,
    laid: LaidRigs | None = None,
) -> Checked:
    """Parse a file and all it uses, check them, and compile them where that is possible.

    ``laid``: rigs of earlier checks, for one who checks again and again.
    """
    files, found = load(main, read, parser)
    analysed = analyse(files, any(d.code == catalog.USE for d in found), laid)
    found += _apart_from(found, analysed.diagnostics)
    broken = _failed(found)
    found += lint(analysed, broken, settings)
    unique = _not_too_many(tuple(dict.fromkeys(found)))
    sources = tuple(f.source for f in files)
    program = None if _failed(found) else analysed.program
    return Checked(program, analysed, unique, sources, not broken)


def _apart_from(form: list[Diagnostic], meaning: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What is wrong with the meaning of lines whose form is right.

    In a line that did not parse the words are not where its author put them: what follows from
    that is no second mistake.
    """
    told = {(d.span.source.name, d.span.line) for d in form if d.code == catalog.SYNTAX}
    if not told:
        return list(meaning)
    return [d for d in meaning if (d.span.source.name, d.span.line) not in told]


MOST_FINDINGS = 1_000
"""How many findings of one check are told; nobody reads more."""


def _not_too_many(found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The first findings by place where there are too many, and that there are more."""
    if len(found) <= MOST_FINDINGS:
        return found
    kept = in_order(found)[:MOST_FINDINGS]
    message = f"of {len(found):,} findings the first {MOST_FINDINGS:,} are told"
    last = kept[-1].span
    return (*kept, Diagnostic(catalog.LIMIT, message, last, "the last one told"))


def compile_expression(
    checked: Checked, behavior: str, text: str
) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Compile one expression (a probe) in the scope of a behavior of a checked file."""
    tree, found = parse_expression(Source("<probe>", text))
    if tree is None or found:
        return None, found
    return expression(checked.analysed, behavior, tree)


def _failed(found: list[Diagnostic]) -> bool:
    return any(d.severity is Severity.ERROR for d in found)


def load(main: Source, read: Reader, parser: Parser = parse) -> tuple[list[File], list[Diagnostic]]:
    """Parse the main file and everything it uses; used files come before their users."""
    files: list[File] = []
    found: list[Diagnostic] = []
    done: set[str] = set()

    def visit(source: Source, trail: tuple[str, ...]) -> None:
        done.add(source.name)
        tree, diagnostics = parser(source)
        found.extend(diagnostics)
        for use in (item for item in tree.items if isinstance(item, ast.Use)):
            target = read(source, use.path.text)
            if isinstance(target, str):
                found.append(Diagnostic(catalog.USE, target, use.path.span, "cannot be used"))
            elif target.name in (*trail, source.name):
                chain = " → ".join((*trail, source.name, target.name))
                message = f"`use` goes round in a circle: {chain}"
                found.append(Diagnostic(catalog.USE, message, use.path.span, "closes the circle"))
            elif target.name not in done:
                visit(target, (*trail, source.name))
        files.append(File(source, tree))

    visit(main, ())
    return files, found
