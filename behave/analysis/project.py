"""All files together: global names, behaviors, scenes and tests, and the Program they make."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.behaviors import behavior, rig_alone
from behave.analysis.declarations import enum_declaration, expanded, settle
from behave.analysis.environment import Environment, Project
from behave.analysis.findings import Findings
from behave.analysis.laid_rigs import LaidRigs
from behave.analysis.scenes import constants, scene
from behave.analysis.symbols import Scope
from behave.analysis.tests import test
from behave.diagnostics.diagnostic import Diagnostic
from behave.ir.program import BehaviorProgram, Node, Program, Scene, Test
from behave.record import Record, replace
from behave.source import Source, Span
from behave.syntax import ast


class File(Record):
    """A parsed file."""

    source: Source
    tree: ast.File


class Analysed(Record):
    """What analysis gave: the program (without what was wrong), its findings, its scopes, and
    the files it was made from, the main one last.
    """

    program: Program
    diagnostics: list[Diagnostic]
    project: Project
    files: tuple[File, ...] = ()


def analyse(files: list[File], lacking: bool = False, laid: LaidRigs | None = None) -> Analysed:
    """Analyse files, used ones before their users; the last one is the main file.

    ``lacking``: a file that is used could not be read; what is not declared may stand in it.
    ``laid``: rigs that were analysed before; it is given those of this time.
    """
    findings = Findings(lambda name: any(f.tree.may_declare(name) for f in files), lacking)
    project = Project(findings, Scope(None, "file"), {}, {}, {}, [])
    rigs = _globals(project, files)
    behaviors = _behaviors(project, files, rigs, laid)
    scenes: dict[str, Scene] = {}
    for tree in _items(files, ast.Scene):
        assert isinstance(tree, ast.Scene)
        if tree.name.text in scenes:
            findings.duplicate(tree.name.text, tree.name.span, scenes[tree.name.text].span)
            continue
        scenes[tree.name.text] = scene(project, tree, rigs, scenes)
    program = Program(
        files[-1].source.name,
        tuple(project.layers),
        tuple(behaviors),
        tuple(scenes.values()),
        tuple(_tests(project, files[-1], scenes)),
    )
    return Analysed(program, findings.diagnostics, project, tuple(files))


def _items(files: list[File], *kinds: type) -> list[ast.Item]:
    return [item for f in files for item in f.tree.items if isinstance(item, kinds)]


def _globals(project: Project, files: list[File]) -> dict[str, ast.Rig]:
    """Layers, enums, lets, guards and rigs of all files."""
    rigs: dict[str, ast.Rig] = {}
    env = replace(constants(project), scope=project.scope)
    for f in files:
        _layers(project, f)
        for item in f.tree.items:
            match item:
                case ast.EnumDecl():
                    enum_declaration(env, item)
                    project.enums.update(env.builder.enums)
                case ast.Let() | ast.Guard():
                    expanded(env, item)
                case ast.Rig():
                    if item.name.text in rigs:
                        first = rigs[item.name.text].name.span
                        project.findings.duplicate(item.name.text, item.name.span, first)
                    else:
                        rigs[item.name.text] = item
                case _:
                    continue
    settle(env)
    return rigs


def _layers(project: Project, file: File) -> None:
    """Layers in the order of their first mention; files may name the same ones."""
    here: dict[str, Span] = {}
    for item in file.tree.items:
        if not isinstance(item, ast.Layers):
            continue
        for ident in item.names:
            if ident.text in here:
                project.findings.duplicate(ident.text, ident.span, here[ident.text])
            here[ident.text] = ident.span
            project.layers.setdefault(ident.text, ident.span)


def _behaviors(
    project: Project, files: list[File], rigs: dict[str, ast.Rig], laid: LaidRigs | None
) -> list[BehaviorProgram]:
    made: dict[str, BehaviorProgram] = {}
    spans: dict[str, Span] = {}
    used: set[str] = set()
    for item in _items(files, ast.Behavior):
        assert isinstance(item, ast.Behavior)
        if item.name.text in spans:
            project.findings.duplicate(item.name.text, item.name.span, spans[item.name.text])
            continue
        spans[item.name.text] = item.name.span
        used.add(item.rig.text)
        program = behavior(project, item, rigs, laid)
        if program is not None:
            made[item.name.text] = program
    for name, tree in rigs.items():
        if name not in used:
            rig_alone(project, tree)
    return list(made.values())


def _tests(project: Project, main: File, scenes: dict[str, Scene]) -> list[Test]:
    made: list[Test] = []
    names: dict[str, Span] = {}
    for item in main.tree.items:
        if not isinstance(item, ast.Test):
            continue
        if item.name.text in names:
            project.findings.duplicate(item.name.text, item.name.span, names[item.name.text])
            continue
        names[item.name.text] = item.name.span
        found = test(project, item, scenes)
        if found is not None:
            made.append(found)
    return made


def expression(
    analysed: Analysed, behavior_name: str, tree: ast.Expression
) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """An expression in the scope of a behavior, after the fact (a probe)."""
    compiled = analysed.project.behaviors[behavior_name]
    findings = Findings()
    project = replace(analysed.project, findings=findings)
    env = Environment(project, compiled.builder, compiled.scope)
    node = expressions.node(env, tree)
    return node, tuple(findings.diagnostics)
