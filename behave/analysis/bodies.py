"""What the bodies of behaviors, machines and states declare, in an order that lets names meet.

First every body declares what can be named without looking at anything else (enums, lets,
guards, events, and what zones and sensors are called), then what has values, and last what zones
and sensors ask. So any body may read what any other one declares.
"""

from __future__ import annotations

from behave.analysis.declarations import enum_declaration, expanded, param
from behave.analysis.environment import Environment
from behave.analysis.events import event_declaration
from behave.analysis.inputs import input_declaration
from behave.analysis.sensing import sensor, sensor_name, zone, zone_name
from behave.analysis.variables import var
from behave.record import Record
from behave.syntax import ast


class Body(Record):
    """A body with its scope. ``owner`` names the behavior whose params these are; machines and
    states have none.
    """

    env: Environment
    members: tuple[ast.Declaration, ...]
    prefix: str
    owner: str = ""


def declare_names(body: Body) -> None:
    """Enums, lets, guards and events, and of a behavior its params and inputs."""
    env, owner = body.env, body.owner
    for tree in body.members:
        if isinstance(tree, ast.EnumDecl) and owner:
            enum_declaration(env, tree)
        elif isinstance(tree, (ast.Let, ast.Guard)):
            expanded(env, tree)
        elif isinstance(tree, ast.Event) and owner:
            event_declaration(env, tree)
    for tree in body.members:
        match tree:
            case ast.Param() if owner:
                param(env, tree, owner)
            case ast.Input() if owner:
                input_declaration(env, tree)
            case _:
                continue


def declare_readings(body: Body) -> None:
    """The names of zones and sensors."""
    for tree in body.members:
        match tree:
            case ast.Zone():
                zone_name(body.env, tree, body.prefix)
            case ast.Sensor():
                sensor_name(body.env, tree, body.prefix)
            case _:
                continue


def declare_values(body: Body) -> None:
    """The variables."""
    for tree in body.members:
        if isinstance(tree, ast.Var):
            var(body.env, tree, body.prefix)


def ask_zones(body: Body) -> None:
    """What the zones are."""
    for tree in body.members:
        if isinstance(tree, ast.Zone):
            zone(body.env, tree, body.prefix)


def ask_sensors(body: Body) -> None:
    """What the sensors ask."""
    for tree in body.members:
        if isinstance(tree, ast.Sensor):
            sensor(body.env, tree, body.prefix)


STAGES = (declare_names, declare_readings, declare_values, ask_zones, ask_sensors)


def declare_all(bodies: list[Body]) -> None:
    """Everything that some bodies declare, stage by stage."""
    for stage in STAGES:
        for body in bodies:
            stage(body)
