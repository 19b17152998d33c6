"""Written numbers with their units."""

from __future__ import annotations

import math

from behave.analysis.environment import Environment
from behave.analysis.findings import shown
from behave.diagnostics import catalog
from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import number
from behave.syntax import ast
from behave.units import UNIT_NAMES, unit_from_text


def quantity(env: Environment, tree: ast.Quantity) -> Node | None:
    """A number in SI; a finding for an unknown unit and for one larger than any."""
    unit = unit_from_text(tree.unit)
    if unit is None:
        env.findings.undefined("unit", tree.unit, tree.span, UNIT_NAMES)
        return None
    value = unit.to_si(tree.number)
    if math.isinf(value):
        env.findings.add(
            catalog.OUT_OF_RANGE,
            f"`{shown(tree.span)}` is larger than any number",
            tree.span,
            "too large",
            ("numbers end at about 1.8e308",),
        )
        return None
    return Node(Op.CONST, (), number(unit.dimension), value, tree.span)
