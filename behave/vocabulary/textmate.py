"""The TextMate grammar, generated from the vocabulary.

``python -m behave.vocabulary.textmate > grammars/vscode/syntaxes/beh.tmLanguage.json``
"""

from __future__ import annotations

import json
from typing import Any

from behave.vocabulary.lists import (
    DECLARES,
    GUIDES,
    MEANS,
    NUMBER,
    OPERATES,
    constants,
    flags,
    functions,
    keyword_groups,
    unit_pattern,
    verbs,
)

# A letter of any script or _, and what may follow it; and the place where a word ends.
_FIRST, _REST = r"[\p{L}\p{Nl}_]", r"[\p{L}\p{Nl}\p{M}\p{Nd}\p{Pc}]"
_NAME = f"{_FIRST}{_REST}*"
_START, _END = rf"(?<!{_REST})", rf"(?!{_REST})"

Rule = dict[str, Any]


def grammar() -> Rule:
    """The grammar as JSON can hold it."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "behave",
        "scopeName": "source.beh",
        "fileTypes": ["beh"],
        "patterns": [{"include": f"#{name}"} for name in _parts()],
        "repository": {name: {"patterns": rules} for name, rules in _parts().items()},
    }


def _parts() -> dict[str, list[Rule]]:
    """The rules in the order they are tried."""
    groups = keyword_groups()
    return {
        "comments": _comments(),
        "texts": [_text()],
        "numbers": [_number()],
        "members": [_member()],
        "arguments": [_matching(f"{_START}{_NAME}(?=:)", "variable.parameter.beh")],
        "transitions": [_transition()],
        "declarations": [*_declarations()],
        "calls": [_matching(f"{_words(functions())}(?=\\()", "support.function.beh")],
        "verbs": [_verb()],
        "keywords": [
            _matching(_words(groups[DECLARES]), "keyword.declaration.beh"),
            _matching(_words(groups[OPERATES]), "keyword.operator.word.beh"),
            _matching(_words(groups[MEANS]), "constant.language.beh"),
            _matching(_words(groups[GUIDES]), "keyword.control.beh"),
        ],
        "constants": [
            _matching(_words(constants()), "support.constant.beh"),
            _matching(_words(flags()), "support.type.flag.beh"),
        ],
        "names": [_matching(f"{_START}{_NAME}", "variable.other.beh")],
        "signs": [
            _matching(r"->|\.\.|[<>=!]=|[-+*/<>=]", "keyword.operator.beh"),
            _matching(r"[{}()\[\],:;.]", "punctuation.beh"),
        ],
    }


def _matching(pattern: str, name: str) -> Rule:
    return {"match": pattern, "name": name}


def _words(words: tuple[str, ...]) -> str:
    return f"{_START}(?:{'|'.join(words)}){_END}"


def _captures(*names: str) -> Rule:
    return {str(i + 1): {"name": name} for i, name in enumerate(names) if name}


def _comments() -> list[Rule]:
    """A comment that silences findings shows its codes."""
    directive = r"(#+\s*)(beh\s*:)\s*(ignore(?:-file)?)\s*(\[[^\]\r\n]*\])([^\r\n]*)"
    plain = "comment.line.number-sign.beh"
    names = (plain, "keyword.other.directive.beh", "keyword.other.directive.beh")
    captures = _captures(*names, "constant.other.code.beh", plain)
    return [{"match": directive, "captures": captures}, _matching(r"#[^\r\n]*", plain)]


def _text() -> Rule:
    return {
        "name": "string.quoted.double.beh",
        "begin": '"',
        "end": '"|$',
        "beginCaptures": {"0": {"name": "punctuation.definition.string.begin.beh"}},
        "endCaptures": {"0": {"name": "punctuation.definition.string.end.beh"}},
    }


def _number() -> Rule:
    return {
        "match": f"{_START}({NUMBER})(?:[ \\t]*({unit_pattern()}))?{_END}",
        "captures": _captures("constant.numeric.beh", "keyword.other.unit.beh"),
    }


def _member() -> Rule:
    """What stands behind one dot, also where it is a word of the language."""
    return {
        "match": rf"(?<!\.)(\.)\s*({_NAME})",
        "captures": _captures("punctuation.accessor.beh", "variable.other.property.beh"),
    }


def _transition() -> Rule:
    return {
        "match": rf"(->)\s*(?:(restart{_END})|(?:(resume)\s+)?({_NAME}(?:\.{_NAME})*))",
        "captures": _captures(
            "keyword.operator.arrow.beh",
            "keyword.control.beh",
            "keyword.control.beh",
            "entity.name.class.state.beh",
        ),
    }


def _declarations() -> list[Rule]:
    """A word that declares with the name it declares."""
    kinds = (
        ("state|machine", "entity.name.class.beh"),
        ("behavior|rig|scene", "entity.name.type.beh"),
        ("enum", "entity.name.type.enum.beh"),
        ("param|var|input|zone|sensor", "variable.other.declaration.beh"),
        ("let|guard|event|action", "entity.name.function.beh"),
    )
    return [
        {
            "match": rf"{_START}({words})[ \t]+({_NAME}){_END}",
            "captures": _captures("keyword.declaration.beh", name),
        }
        for words, name in kinds
    ]


def _verb() -> Rule:
    """A built-in verb at the beginning of a statement."""
    return {
        "match": f"(?:^|(?<=[{{;}}]))([ \\t]*)({'|'.join(verbs())}){_END}(?=[ \\t]+[^=:])",
        "captures": _captures("", "support.function.verb.beh"),
    }


def text() -> str:
    """The grammar as the file holds it."""
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
