"""Findings: what they are, what they look like."""

from behave.diagnostics.order import in_order
from behave.diagnostics.render_concise import render_concise
from behave.diagnostics.render_full import render_full
from behave.diagnostics.render_json import render_json

__all__ = ["in_order", "render_concise", "render_full", "render_json"]
