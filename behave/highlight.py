"""A lexer for Pygments, which finds it by its entry point: ``pygmentize -l beh``."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)

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

_NAME = r"(?:[^\W\d]|[^\x00-\xff])(?:\w|[^\x00-\xff])*"
_VERBS = "|".join(verbs())
_GROUPS = keyword_groups()


class BehLexer(RegexLexer):
    """Colours .beh files."""

    name = "behave"
    aliases: ClassVar[list[str]] = ["beh", "behave"]
    filenames: ClassVar[list[str]] = ["*.beh"]
    mimetypes: ClassVar[list[str]] = ["text/x-beh"]

    tokens: ClassVar = {
        "root": [
            (
                rf"^([ \t]*)({_VERBS})(?!\w)(?=[ \t]+[^=:])",
                bygroups(Whitespace, Name.Function.Magic),
            ),
            (
                rf"([{{;}}])([ \t]*)({_VERBS})(?!\w)(?=[ \t]+[^=:])",
                bygroups(Punctuation, Whitespace, Name.Function.Magic),
            ),
            (r"[ \t\f]+|\r\n|[\r\n]", Whitespace),
            (r"#+[ \t]*beh[ \t]*:[^\r\n]*", Comment.Special),
            (r"#[^\r\n]*", Comment.Single),
            (r'"[^"\r\n]*"', String.Double),
            (
                rf"({NUMBER})([ \t]*)({unit_pattern()})(?!\w)",
                bygroups(Number, Whitespace, Keyword.Type),
            ),
            (rf"{NUMBER}(?!\w)", Number),
            (r"\.\.|->|[<>=!]=", Operator),
            (rf"(\.)(\s*)({_NAME})", bygroups(Punctuation, Whitespace, Name.Attribute)),
            (rf"({_NAME})(:)", bygroups(Name.Property, Punctuation)),
            (
                rf"(state|machine)([ \t]+)({_NAME})",
                bygroups(Keyword.Declaration, Whitespace, Name.Class),
            ),
            (
                rf"(behavior|rig|scene|enum)([ \t]+)({_NAME})",
                bygroups(Keyword.Declaration, Whitespace, Name.Namespace),
            ),
            (
                words(functions(), suffix=r"(?=\()"),
                Name.Builtin,
            ),
            (words(_GROUPS[DECLARES], suffix=r"(?!\w)"), Keyword.Declaration),
            (words(_GROUPS[OPERATES], suffix=r"(?!\w)"), Operator.Word),
            (words(_GROUPS[MEANS], suffix=r"(?!\w)"), Keyword.Constant),
            (words(_GROUPS[GUIDES], suffix=r"(?!\w)"), Keyword),
            (words(constants(), suffix=r"(?!\w)"), Name.Builtin.Pseudo),
            (words(flags(), suffix=r"(?!\w)"), Name.Decorator),
            (_NAME, Name),
            (r"[-+*/<>=]", Operator),
            (r"[{}()\[\],:;.]", Punctuation),
            (r".", Text),
        ]
    }
