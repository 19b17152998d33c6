"""What the bodies of behaviors, machines and states declare, in an order that lets names meet."""

from __future__ import annotations

from behave.analysis.declarations import enum_declaration, expanded, param, var
from behave.analysis.environment import Environment
from behave.analysis.inputs import input_declaration
from behave.analysis.sensing import sensor, zone
from behave.syntax import ast


def declare_members(
    env: Environment, body: tuple[ast.Declaration, ...], prefix: str, owner: str = ""
) -> None:
    """Declare enums, lets and guards first, then what is laid out, in textual order.

    ``owner`` names the behavior whose params these are; machines and states have none.
    """
    for tree in body:
        if isinstance(tree, ast.EnumDecl) and owner:
            enum_declaration(env, tree)
        elif isinstance(tree, (ast.Let, ast.Guard)):
            expanded(env, tree)
    for tree in body:
        match tree:
            case ast.Param() if owner:
                param(env, tree, owner)
            case ast.Input() if owner:
                input_declaration(env, tree)
            case ast.Var():
                var(env, tree, prefix)
            case ast.Zone():
                zone(env, tree, prefix)
            case ast.Sensor():
                sensor(env, tree, prefix)
            case _:
                continue
