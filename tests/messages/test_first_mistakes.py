"""What a first-time author reads after the likeliest mistakes, as it is printed.

After a change of wording read what differs as a beginner would, and write the pictures anew with
``BEH_BLESS=1 pytest tests/messages``.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from behave.cli.files import UseReader
from behave.diagnostics import in_order, render_full
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.diagnostics.edits import applied, chosen_fix
from behave.pipeline import check
from behave.resources import behaviors_path
from behave.source import Source

PICTURES = Path(__file__).parent / "first_mistakes"
RIGHT = """\
use "rigs/humanoid.beh"

behavior greet for humanoid {
  param near = 2 m
  param pause = 1.5 s
  sensor friend = nearest(root.position, within: 10 m, layer: people)

  initial state Waiting {
    -> Waving when friend.distance < near
  }
  state Waving {
    lerp arm[right].weight to 1 over 0.5 s
    -> Waiting after pause
  }
}

layers people
"""
TABS = (
    "  initial state Waiting {\n    -> Waving when",
    "\tinitial state Waiting {\n  \t  -> Wavng when",
)
LERP = "lerp arm[right].weight to 1 over 0.5 s"
TURNED = (
    "lerp arm[right].target to chest.position + 1 m * turned(ahead, by: 90, about: up) over 1 s"
)
MISTAKES = {
    "state name misspelt": ("-> Waving when", "-> Wavng when"),
    "name misspelt": ("after pause", "after puase"),
    "one equals sign in a comparison": ("friend.distance < near", "friend.exists = yes"),
    "missing unit": ("friend.distance < near", "friend.distance < 2"),
    "missing unit far away": ("param near = 2 m", "param near = 2"),
    "missing unit of an angle": (LERP, TURNED),
    "wrong unit": ("friend.distance < near", "friend.distance < 2 s"),
    "unit as a word": ("param pause = 1.5 s", "param pause = 1.5 seconds"),
    "time compared with a distance": ("friend.distance < near", "timer < near"),
    "missing closing brace": ("after pause\n  }\n", "after pause\n"),
    "missing opening brace": ("state Waving {", "state Waving"),
    "guard without when": ("-> Waving when friend", "-> Waving friend"),
    "if instead of when": ("-> Waving when", "-> Waving if"),
    "arrow to nowhere": ("-> Waving when", "-> when"),
    "another arrow": ("-> Waving when", "=> Waving when"),
    "lerp without a duration": (" over 0.5 s", ""),
    "assignment without set": (LERP, "arm[right].weight = 1"),
    "comma list in English": ("friend.distance < near", "friend.exists, timer > 1 s"),
    "signs of C": ("friend.distance < near", "friend.exists && timer > 1 s"),
    "true": ("friend.distance < near", "friend.exists == true"),
    "wait": ("    -> Waiting after pause", "    wait 2 s\n    -> Waiting after pause"),
    "keyword as a name": ("  param pause", "  param rate = 3\n  param pause"),
    "name in quotes": ("state Waving", 'state "Waving"'),
    "keyword with a capital": ("initial state", "Initial State"),
    "full-width colon": ("within: 10 m", "within： 10 m"),
    "tabs and spaces": TABS,
    "two initial states": ("  state Waving", "  initial state Waving"),
    "no initial state": ("initial state Waiting", "state Waiting"),
    "comment of C": ("  state Waving", "  // the greeting\n  state Waving"),
    "part of a sensor that is not there": ("friend.distance < near", "friend.range < near"),
    "arm without its side": ("arm[right].weight", "arm.weight"),
    "file misspelt": ("rigs/humanoid.beh", "rigs/humanoyd.beh"),
    "rig misspelt": ("for humanoid", "for humanoit"),
}


@cache
def findings(text: str) -> tuple[Diagnostic, ...]:
    source = Source("greet.beh", text)
    reader = UseReader(source, str(behaviors_path() / "greet.beh"))
    return in_order(check(source, reader).diagnostics)


def wrong(mistake: str) -> str:
    before, after = MISTAKES[mistake]
    assert RIGHT.count(before) >= 1
    return RIGHT.replace(before, after, 1)


def test_without_a_mistake_nothing_is_said() -> None:
    assert findings(RIGHT) == ()


@pytest.mark.parametrize("mistake", MISTAKES)
def test_one_mistake_is_one_message_as_pictured(mistake: str) -> None:
    found = findings(wrong(mistake))
    assert len(found) == 1
    picture = PICTURES / f"{mistake.replace(' ', '_')}.txt"
    text = render_full(found)
    if os.environ.get("BEH_BLESS") == "1":
        picture.parent.mkdir(exist_ok=True)
        picture.write_text(text, encoding="utf-8")
    assert text == picture.read_text(encoding="utf-8")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_message_proposes_something(mistake: str) -> None:
    (finding,) = findings(wrong(mistake))
    proposals = (
        finding.message,
        finding.label,
        *finding.help,
        *(fix.title for fix in finding.fixes),
    )
    assert any(
        word in text for text in proposals for word in ("`", "write", "expected", "did you mean")
    )


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_proposed_fix_mends_it(mistake: str) -> None:
    source = Source("greet.beh", wrong(mistake))
    fixes = [chosen_fix(finding, unsafe=True) for finding in findings(source.text)]
    text, count = applied(source, [fix for fix in fixes if fix is not None])
    if count:
        left = [d for d in findings(text) if d.severity is Severity.ERROR]
        assert [d.message for d in left] == []


def test_pictures_have_a_mistake_each() -> None:
    expected = {f"{mistake.replace(' ', '_')}.txt" for mistake in MISTAKES}
    assert {path.name for path in PICTURES.iterdir()} == expected
