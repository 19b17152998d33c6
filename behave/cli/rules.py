"""``beh rules``: every code a finding may carry."""

from __future__ import annotations

import json

import click

from behave.cli import exits
from behave.diagnostics.catalog import CODES, Code, page


@click.command("rules")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="json has the pages too; markdown is the table of the manual.",
)
def command(form: str) -> int:
    """List every code a finding may carry: its level, its name, whether it is mended.

    `beh explain CODE` shows the page of one.
    """
    if form == "json":
        click.echo(json.dumps([_entry(code) for code in CODES.values()], indent=2))
    elif form == "markdown":
        click.echo(_markdown(), nl=False)
    else:
        click.echo("\n".join(_line(code) for code in CODES.values()))
    return exits.CLEAN


def _entry(code: Code) -> dict[str, object]:
    return {
        "code": code.code,
        "name": code.name,
        "severity": code.severity.value,
        "on": code.on,
        "fix": code.fix or None,
        "summary": code.summary,
        "page": page(code.code),
    }


def _level(code: Code) -> str:
    return code.severity.value if code.on else "off"


def _line(code: Code) -> str:
    fix = f"{code.fix} fix" if code.fix else ""
    return f"{code.code}  {_level(code):<7}  {fix:<10}  {code.name}: {code.summary}"


def _markdown() -> str:
    rows = [
        f"| [{c.code}]({c.code}.md) | {c.name} | {_level(c)} | {c.fix or '–'} | {c.summary} |"
        for c in CODES.values()
    ]
    head = (
        "# Codes",
        "",
        "What `beh lint` can find; `beh explain CODE` prints the same pages. A level is changed",
        "with `--severity CODE=error|warning|off` or in the project's settings. `--fix` makes the",
        "safe fixes, `--fix --unsafe-fixes` the others too.",
        "",
        "| code | name | level | fix | |",
        "| --- | --- | --- | --- | --- |",
    )
    return "\n".join((*head, *rows)) + "\n"
