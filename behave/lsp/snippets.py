"""The statements' snippets as an editor's file of snippets.

``python -m behave.lsp.snippets > grammars/vscode/snippets/beh.json``
"""

from __future__ import annotations

import json

from behave.lsp.starters import snippet_tables


def text() -> str:
    """The snippets as the file holds them: what each begins with, and what it becomes."""
    found: dict[str, dict[str, str | list[str]]] = {}
    for place, table in snippet_tables().items():
        for name, body in table.items():
            entry: dict[str, str | list[str]] = {
                "prefix": name,
                "body": body.split("\n"),
                "description": f"{name}, in {place}",
            }
            found.setdefault(name, entry)
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
