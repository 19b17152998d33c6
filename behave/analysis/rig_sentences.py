"""Reads one sentence of a rig against its record: object, phrases, options, defaults."""

from __future__ import annotations

from collections.abc import Mapping

from behave.analysis import expressions
from behave.analysis.bounds import has_direction
from behave.analysis.environment import Environment
from behave.analysis.symbols import Thing
from behave.diagnostics import catalog, suggest
from behave.ir.fold import number_of
from behave.ir.ops import Op
from behave.ir.program import Bone, Node, Part
from behave.kinds import Base
from behave.source import Span
from behave.syntax import ast
from behave.vocabulary.rig_records import Named, Refers, RigOption, RigPart
from behave.vocabulary.walker_parts import MOST_JOINTS


class Made:
    """A sentence read: its name (with index), and what its phrases and options gave."""

    def __init__(
        self,
        verb: str,
        name: str,
        base: str,
        index: Node | None,
        object: ast.Expression,
        span: Span,
    ) -> None:
        self.verb = verb
        self.name = name
        self.base = base
        self.index = index
        self.object = object
        self.span = span
        self.bones: dict[str, str] = {}
        self.values: dict[str, Node] = {}
        self.words: dict[str, str] = {}

    def bone(self) -> Bone:
        """As a bone of the rig."""
        return Bone(
            self.name,
            self.bones.get("of", ""),
            self.values["at"],
            self.span,
            self.values.get("turn"),
        )

    def part(self) -> Part:
        """As a part of the rig."""
        return Part(
            self.verb,
            self.name,
            tuple(self.bones.items()),
            tuple(self.values.items()),
            tuple(self.words.items()),
            self.span,
        )


def indexed_name(env: Environment, tree: ast.Expression) -> tuple[str, str, Node | None] | None:
    """``arm`` or ``arm[s]`` as (full name, bare name, index); None with a finding otherwise."""
    if isinstance(tree, ast.Name):
        return tree.text, tree.text, None
    if not isinstance(tree, ast.Index) or not isinstance(tree.of, ast.Name):
        help: tuple[str, ...] = ()
        if isinstance(tree, ast.Call) and len(tree.arguments) == 1:
            text = f"{tree.function.span.text}[{tree.arguments[0].span.text}]"
            help = (f"an index stands in square brackets: `{text}`",)
        if isinstance(tree, ast.Member):
            help = (f"it stands alone: `{tree.name.text}`",)
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{tree.span.text}` is no name",
            tree.span,
            "a name belongs here",
            help,
        )
        return None
    index = expressions.node(env, tree.index)
    if index is None:
        return None
    if index.op is not Op.CONST or not isinstance(index.data, (int, float)):
        base = f"{tree.of.text}["
        names = dict.fromkeys(p.name for p in env.builder.parts if p.name.startswith(base))
        env.findings.add(
            catalog.WRONG_KIND,
            "an index here must be known now",
            tree.index.span,
            "not a constant",
            ("choose one: " + ", ".join(f"`{n}`" for n in names),) if names else (),
        )
        return None
    if index.kind.base is Base.ENUM:
        text = env.builder.enums[index.kind.enum][int(index.data)]
    else:
        text = f"{index.data:g}"
    return f"{tree.of.text}[{text}]", tree.of.text, index


class Sentences:
    """Reads sentences of a rig; ``named`` are the bones, points and chains declared so far."""

    def __init__(
        self,
        env: Environment,
        named: Mapping[str, Mapping[str, Thing]],
        words: set[tuple[str, str]],
    ) -> None:
        self._env = env
        self._named_things = named
        self._bones = named["bone"]
        self._used = words

    def read(self, tree: ast.Sentence, record: RigPart) -> Made | None:
        """Everything the sentence says, checked; None where its name or a part is wrong."""
        made = self._named(tree, record)
        if made is None:
            return None
        good = True
        given: set[str] = set()
        known = {**{o.name: o for o in record.phrases}, **{o.name: o for o in record.options}}
        pairs = [(p.preposition, p.value, p.span, p.span) for p in tree.phrases]
        pairs += [(o.name.text, o.value, o.name.span, o.span) for o in tree.options]
        for name, value, at, _ in pairs:
            option = known.get(name)
            if option is None or (option.words and made.name not in option.words):
                self._unknown(record, name, at, known, made)
                good = False
                continue
            given.add(name)
            good = self._take(made, option, value) and good
        if tree.condition is not None:
            self._env.findings.add(
                catalog.WRONG_CALL,
                "what a rig is made of does not depend on anything that changes",
                tree.condition.span,
                "no condition here",
            )
            good = False
        for flag in tree.flags:
            self._unknown(record, flag.text, flag.span, known, made)
            good = False
        for option in (*record.phrases, *record.options):
            if option.name not in given:
                good = self._missing(made, option, tree) and good
        return made if good else None

    def _named(self, tree: ast.Sentence, record: RigPart) -> Made | None:
        env = self._env
        if tree.object is None:
            env.findings.add(
                catalog.WRONG_CALL,
                f"`{record.verb}` needs a name after it",
                tree.verb.span,
                "no name",
                (f"for example `{record.example}`",),
            )
            return None
        named = indexed_name(env, tree.object)
        if named is None:
            return None
        name, base, index = named
        if record.named is Named.WORD:
            if name not in record.words:
                env.findings.undefined(f"{record.verb}", name, tree.object.span, record.words)
                return None
            if (record.verb, name) in self._used or (
                record.once and any(v == record.verb for v, _ in self._used)
            ):
                env.findings.duplicate(f"{record.verb} {name}", tree.span, tree.span)
                return None
            self._used.add((record.verb, name))
            return Made(record.verb, name, "", None, tree.object, tree.span)
        if record.named is Named.BONE:
            if name not in self._bones:
                env.findings.undefined("bone", name, tree.object.span, self._bones)
                return None
            return Made(record.verb, name, "", None, tree.object, tree.span)
        return Made(record.verb, name, base, index, tree.object, tree.span)

    def _unknown(
        self, record: RigPart, name: str, at: Span, known: dict[str, RigOption], made: Made
    ) -> None:
        fitting = [n for n, o in known.items() if not o.words or made.name in o.words]
        close = suggest.closest(name, sorted(fitting))
        self._env.findings.add(
            catalog.WRONG_CALL,
            f"`{record.verb} {made.name}` takes no `{name}`",
            at,
            f"did you mean `{close}`?" if close else "not known",
            ("it takes " + ", ".join(f"`{n}`" for n in fitting),),
        )

    def _take(self, made: Made, option: RigOption, value: ast.Expression | ast.Range) -> bool:
        if option.refers is Refers.RANGE:
            return self._take_range(made, option, value)
        if isinstance(value, ast.Range):
            self._env.findings.add(
                catalog.WRONG_CALL, f"`{option.name}` takes no range", value.span, "a range"
            )
            return False
        if option.refers is Refers.VALUE:
            node = self._value(made, option, value)
            if node is None:
                return False
            made.values[option.name] = node
            return True
        return self._take_name(made, option, value)

    def _value(self, made: Made, option: RigOption, tree: ast.Expression) -> Node | None:
        assert option.kind is not None
        where = f"`{option.name}` of `{made.verb} {made.name}`"
        node = expressions.of_kind(self._env, tree, option.kind, where)
        if node is None:
            return None
        if option.name == "about" and not has_direction(self._env, node, where, tree.span):
            return None
        known = number_of(node)
        too_low = known is not None and option.low is not None and known < option.low
        too_high = known is not None and option.high is not None and known > option.high
        if too_low or too_high:
            bound = f"at least {option.low:g}" if too_low else f"at most {option.high:g}"
            self._env.findings.add(
                catalog.WRONG_CALL, f"{where} must be {bound}", tree.span, "outside its range"
            )
            return None
        return node

    def _take_range(self, made: Made, option: RigOption, value: ast.Expression | ast.Range) -> bool:
        if not isinstance(value, ast.Range):
            self._env.findings.add(
                catalog.WRONG_CALL,
                f"`{option.name}` of `{made.verb}` needs a range: `low .. high`",
                value.span,
                "not a range",
            )
            return False
        low, high = self._value(made, option, value.low), self._value(made, option, value.high)
        if low is None or high is None:
            return False
        made.values |= {"low": low, "high": high}
        return True

    def _take_names(self, made: Made, option: RigOption, tree: ast.Expression) -> bool:
        """A list of bones or chains, each under the option's name with its place in the list."""
        if not isinstance(tree, ast.ListOf) or not tree.items:
            self._env.findings.add(
                catalog.WRONG_CALL,
                f"`{option.name}` of `{made.verb}` needs a list: `[a, b]`",
                tree.span,
                "not a list" if not isinstance(tree, ast.ListOf) else "empty",
            )
            return False
        bones = option.refers is Refers.BONES
        known, noun = self._named_things["bone" if bones else "ccd"], "bone" if bones else "chain"
        found = made.bones if bones else made.words
        if bones and len(tree.items) > MOST_JOINTS:
            self._env.findings.add(
                catalog.LIMIT,
                f"a chain has at most {MOST_JOINTS} bones, not {len(tree.items)}",
                tree.span,
                "too long",
            )
            return False
        for position, item in enumerate(tree.items):
            named = indexed_name(self._env, item)
            if named is None:
                return False
            if named[0] not in known:
                self._env.findings.undefined(noun, named[0], item.span, known)
                return False
            if named[0] in found.values():
                self._env.findings.add(
                    catalog.WRONG_CALL,
                    f"`{named[0]}` stands in this list twice",
                    item.span,
                    "a second time",
                )
                return False
            found[f"{option.name}[{position}]"] = named[0]
        return True

    def _take_frame(self, made: Made, option: RigOption, name: str, span: Span) -> bool:
        """A bone, a point or the root."""
        if name in self._bones:
            made.bones[option.name] = name
            return True
        if name == "root" or name in self._named_things["point"]:
            made.words[option.name] = name
            return True
        known = ["root", *self._bones, *self._named_things["point"]]
        self._env.findings.undefined("bone or point", name, span, known)
        return False

    def _take_name(self, made: Made, option: RigOption, tree: ast.Expression) -> bool:
        if option.refers in (Refers.BONES, Refers.CHAINS):
            return self._take_names(made, option, tree)
        named = indexed_name(self._env, tree)
        if named is None:
            return False
        name = named[0]
        if option.refers is Refers.FRAME:
            return self._take_frame(made, option, name, tree.span)
        if option.refers is Refers.BONE:
            if name == "root" and option.name == "of":
                return True
            if name not in self._bones:
                self._env.findings.undefined("bone", name, tree.span, self._bones)
                return False
            made.bones[option.name] = name
            return True
        if option.refers is Refers.INPUT:
            known = {i.name for i in self._env.builder.inputs}
        else:
            known = set(self._env.project.layers)
        if name not in known:
            self._env.findings.undefined(option.refers.value, name, tree.span, known)
            return False
        made.words[option.name] = name
        return True

    def _missing(self, made: Made, option: RigOption, tree: ast.Sentence) -> bool:
        if option.words and made.name not in option.words:
            return True
        if option.required:
            self._env.findings.add(
                catalog.WRONG_CALL,
                f"`{made.verb} {made.name}` needs `{option.name}`: {option.doc}",
                tree.span,
                f"`{option.name}` is missing",
            )
            return False
        if option.default is not None and option.kind is not None:
            data = option.default
            made.values[option.name] = Node(Op.CONST, (), option.kind, data)
        return True
