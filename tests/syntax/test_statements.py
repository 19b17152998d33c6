"""Every statement of the language: its tree and its span."""

from __future__ import annotations

from typing import Any

import pytest

from behave.syntax import ast
from tests.syntax.outline import file, member, outline


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ('use "rigs/a.beh"', '(Use "rigs/a.beh")'),
        ("layers ground, cover", "(Layers [ground cover])"),
        ("enum sides = left, right", "(EnumDecl sides [left right])"),
        ("let half = 0.5", "(Let half - 0.5)"),
        ("let f(a, b : length) = a", "(Let f [(Formal a -) (Formal b (KindName length - -))] a)"),
        ("let g() = 1", "(Let g [] 1)"),
        ("guard far(x) = x > 3 m", "(Guard far [(Formal x -)] (Binary '>' x 3m))"),
        ("rig r { }", "(Rig r [])"),
        ("behavior b for r { }", "(Behavior b r [])"),
        ("scene s { }", "(Scene s - [])"),
        ("scene t from s { }", "(Scene t s [])"),
        ('test "x" in s, ticks: [30 Hz], lasts: 60 s { }',
         '(Test "x" s [(NamedArgument ticks (ListOf [30Hz])) (NamedArgument lasts 60s)] [])'),
    ],
)  # fmt: skip
def test_top_level(text: str, tree: str) -> None:
    assert [outline(item) for item in file(text).items] == [tree]


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("param p = 2 s in 0 s .. 10 s # tip", "(Param p - 2s (Range 0s 10s) 'tip')"),
        ("param p : length", "(Param p (KindName length - -) - - '')"),
        ("param p = 1 s / 7 in 0 s .. 1 s", "(Param p - (Binary '/' 1s 7) (Range 0s 1s) '')"),
        ("param p = yes", "(Param p - yes - '')"),
        ("param p = a if b else c in 0 .. 1", "(Param p - (IfElse b a c) (Range 0 1) '')"),
        ("var a, b : number[2] = [0, 3]", "(Var [a b] (KindName number - 2) (ListOf [0 3]) '')"),
        ("var a : list of point", "(Var [a] (KindName list point -) - '')"),
        ("var a = none", "(Var [a] - none '')"),
        ("input jump = key(F) or button(Y), buffer: 0.1 s",
         "(Input jump (Binary 'or' (Call key [F] []) (Call button [Y] [])) "
         "[(NamedArgument buffer 0.1s)])"),
        ("zone z = sphere(radius: 2 m)", "(Zone z (Call sphere [] [(NamedArgument radius 2m)]))"),
        ("sensor s = ray(along: up)", "(Sensor s (Call ray [] [(NamedArgument along up)]) - no)"),
        ("sensor s = q() when in A", "(Sensor s (Call q [] []) (InState [A] -) no)"),
        ("sensor s = q() when a or b else keep",
         "(Sensor s (Call q [] []) (Binary 'or' a b) yes)"),
        ("event hit(power : number, at_point)",
         "(Event hit [(Formal power (KindName number - -)) (Formal at_point -)])"),
        ("event hit", "(Event hit -)"),
        ("action nod(a) { set x = a }", "(ActionDecl nod [(Formal a -)] [(Set x a -)])"),
        ("machine m { }", "(Machine m - [])"),
        ("machine leg[6] { }", "(Machine leg 6 [])"),
        ("machine arm[sides] { }", "(Machine arm sides [])"),
        ("state S { }", "(StateDecl S no no [])"),
        ("initial state S { final state T { } }",
         "(StateDecl S yes no [(StateDecl T no yes [])])"),
        ("on contact.found { }", "(On [contact found] [] - [])"),
        ("on enter { }", "(On [enter] [] - [])"),
        ("on hit(power, from_where) when power > 1 { set x = power }",
         "(On [hit] [power from_where] (Binary '>' power 1) [(Set x power -)])"),
        ("pose { }", "(Pose [])"),
    ],
)  # fmt: skip
def test_members(text: str, tree: str) -> None:
    assert outline(member(text)) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("-> A", "(Transition [A] no no - [] - - [] [])"),
        ("-> A.B when x", "(Transition [A B] no no - [] - x [] [])"),
        ("-> A after 2 s", "(Transition [A] no no - [] 2s - [] [])"),
        ("-> restart when x", "(Transition [] no yes - [] - x [] [])"),
        ("-> resume S when x", "(Transition [S] yes no - [] - x [] [])"),
        ("-> A on hit(p) when p > 1", "(Transition [A] no no [hit] [p] - (Binary '>' p 1) [] [])"),
        ("-> A when x, weight: 2 { set y = 1 }",
         "(Transition [A] no no - [] - x [(NamedArgument weight 2)] [(Set y 1 -)])"),
        ("-> A when x after 2 s on e", "(Transition [A] no no [e] [] 2s x [] [])"),
        ("choose when x { -> A, weight: 1; -> B, weight: 3 }",
         "(Choose [(Transition [A] no no - [] - - [(NamedArgument weight 1)] []) "
         "(Transition [B] no no - [] - - [(NamedArgument weight 3)] [])] - [] - x [])"),
    ],
)  # fmt: skip
def test_transitions(text: str, tree: str) -> None:
    assert outline(member(text)) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("set a[1].b = c when d", "(Set (Member (Index a 1) b) c d)"),
        ("set a = 1 if b else 2 when c", "(Set a (IfElse b 1 2) c)"),
        ("when a { set x = 1 } else when b { set x = 2 } else { set x = 3 }",
         "(When a [(Set x 1 -)] [(When b [(Set x 2 -)] [(Set x 3 -)])])"),
        ("every 0.5 s when a { emit e }",
         "(Every 0.5s a [(Sentence emit e [] [] [] - -)])"),
        ("for i in 0 .. 5 { emit e(i) }",
         "(ForEach i (Range 0 5) [(Sentence emit (Call e [i] []) [] [] [] - -)])"),
        ("for s in sides { }", "(ForEach s sides [])"),
        ("lerp x to y over 2 s chase when z",
         "(Sentence lerp x [(Phrase 'to' y) (Phrase 'over' 2s)] [chase] [] z -)"),
        ("lerp x to y over 2 s ease smooth",
         "(Sentence lerp x [(Phrase 'to' y) (Phrase 'over' 2s) (Phrase 'ease' smooth)] [] [] - -)"),
        ("move by -n at v when not b",
         "(Sentence move - [(Phrase 'by' (Unary '-' n)) (Phrase 'at' v)] [] [] (Unary 'not' b) -)"),
        ("limit knee to 0 deg .. 150 deg, about: (1, 0, 0)",
         "(Sentence limit knee [(Phrase 'to' (Range 0deg 150deg))] [] "
         "[(NamedArgument about (Tuple [1 0 0]))] - -)"),
        ("disable control", "(Sentence disable control [] [] [] - -)"),
        ("stop", "(Sentence stop - [] [] [] - -)"),
        ("lerp x to a otherwise b over 1 s",
         "(Sentence lerp x [(Phrase 'to' (Binary 'otherwise' a b)) (Phrase 'over' 1s)] [] [] - -)"),
    ],
)  # fmt: skip
def test_actions(text: str, tree: str) -> None:
    assert outline(member(text)) == tree


def test_poses_hold_nested_blends_and_layers() -> None:
    pose = member(
        "pose {\n"
        "  blend d {\n"
        "    -1: blend s { 0: a,  1: b }\n"
        "     1: c\n"
        "  }\n"
        "  layer top, mask: upper when x { blend s { 0: a } }\n"
        "  lower hips by l\n"
        "}"
    )
    assert outline(pose) == (
        "(Pose [(Blend d [(BlendKey (Unary '-' 1) (Blend s [(BlendKey 0 a) (BlendKey 1 b)])) "
        "(BlendKey 1 c)]) "
        "(PoseLayer top [(NamedArgument mask upper)] x [(Blend s [(BlendKey 0 a)])]) "
        "(Sentence lower hips [(Phrase 'by' l)] [] [] - -)])"
    )


@pytest.mark.parametrize(
    "keys",
    ["{ 0: a, 1: b }", "{ 0: a, 1: b, }", "{\n 0: a,\n 1: b,\n}", "{\n 0: a\n 1: b\n}"],
)
def test_the_last_key_of_a_blend_may_have_a_comma(keys: str) -> None:
    for inner in (keys, f"{{ 0: a, 1: blend s {keys}, }}"):
        assert outline(member(f"pose {{ blend d {inner} }}")).count("BlendKey") >= 2


def test_scenes_hold_things_some_with_a_block() -> None:
    (scene,) = file(
        "scene s {\n"
        "  param far = 3 m\n"
        "  let wall = (0, 1, 2)\n"
        "  box a at wall, size: wall, layer: cover\n"
        "  hero h at wall with b {\n"
        "    set far = 2 m\n"
        "  }\n"
        "}\n"
    ).items
    assert isinstance(scene, ast.Scene)
    kinds = [type(n).__name__ for n in scene.body]
    assert kinds == ["Param", "Let", "Sentence", "Sentence"]
    assert isinstance(scene.body[3], ast.Sentence)
    assert outline(scene.body[3].block) == "[(Set far 2m -)]"


def test_tests_hold_inputs_and_expectations() -> None:
    (test,) = file(
        'test "t" in s {\n'
        "  hold h.walk at (0, 1) from 0 s to 6 s\n"
        "  press h.jump at 0.5 s\n"
        "  expect h in Touch within 6 s\n"
        "  expect h.x > 1 m at 2 s\n"
        "  expect h in Reset during 0 s .. 2 s\n"
        "  always h.x > 0 m during 1 s .. 2 s when h in Touch\n"
        "  never h.x < 0 m\n"
        "}\n"
    ).items
    assert isinstance(test, ast.Test)
    assert [outline(n) for n in test.body] == [
        "(Sentence hold (Member h walk) [(Phrase 'at' (Tuple [0 1])) (Phrase 'from' 0s) "
        "(Phrase 'to' 6s)] [] [] - -)",
        "(Sentence press (Member h jump) [(Phrase 'at' 0.5s)] [] [] - -)",
        "(Expect (Among h Touch no) 'within' 6s)",
        "(Expect (Binary '>' (Member h x) 1m) 'at' 2s)",
        "(Expect (Among h Reset no) 'during' (Range 0s 2s))",
        "(Always (Binary '>' (Member h x) 0m) no (Range 1s 2s) (Among h Touch no))",
        "(Always (Binary '<' (Member h x) 0m) yes - -)",
    ]


def test_spans_end_with_the_statement_not_with_its_line() -> None:
    text = "behavior b for r {\n  set x = 1   # why\n  -> A when y  ;  stop\n}"
    (behavior,) = file(text).items
    assert isinstance(behavior, ast.Behavior)
    assert behavior.span.text == text
    assert [n.span.text for n in behavior.body] == ["set x = 1", "-> A when y", "stop"]
    transition: Any = behavior.body[1]
    assert transition.arrow_span.text == "->"


def test_only_the_comment_behind_a_declaration_is_its_tooltip() -> None:
    (behavior,) = file(
        "behavior b for r {\n"
        "  param a = 1 # first\n"
        "  # not this\n"
        "  param b = 2\n"
        "  param c = 3; param d = 4 # last\n"
        "  var e = 1 #\n"
        "  param f = (1,  # inside\n"
        "             2)  #   outside  \n"
        "}\n"
    ).items
    assert isinstance(behavior, ast.Behavior)
    tips = [n.tooltip for n in behavior.body if isinstance(n, ast.Param | ast.Var)]
    assert tips == ["first", "", "", "last", "", "outside"]


def test_arguments_may_be_called_like_prepositions() -> None:
    call: Any = member("sensor s = q(within: 1, from: 2, layer: a, to: 3, for: 4, after: 5)").value
    assert [a.name.text for a in call.named] == ["within", "from", "layer", "to", "for", "after"]
