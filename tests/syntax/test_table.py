"""The cached table says what Lark says; a bad cache never breaks a run."""

from __future__ import annotations

import json
import os
import random
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from lark import Lark
from lark.exceptions import LarkError

from behave.resources import behaviors_path, grammar_path
from behave.syntax.grammar import cache_folder, cached_table, grammar_table, table_key
from behave.syntax.lookalikes import Reading
from behave.syntax.newlines import Statements
from behave.syntax.stack import run
from behave.syntax.table import END, UNUSED_TERMINALS, build_table, from_data, to_data
from behave.syntax.tokens import scan
from behave.units import UNIT_NAMES, unit_from_text
from tests.syntax.generated import behavior_text

SMALL = 'start: NAME\nexpression: NAME\nNAME: /[a-z]+/\nWORD: "end"\n'


class _Everything:
    always_accept = UNUSED_TERMINALS

    def process(self, stream: object) -> object:
        return stream


def lark() -> Lark:
    return Lark(
        grammar_path("beh.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",
        start=["start", "expression"],
        postlex=_Everything(),
        maybe_placeholders=False,
    )


@pytest.fixture(scope="module")
def oracle() -> Lark:
    return lark()


def texts() -> list[str]:
    shipped = [p.read_text(encoding="utf-8") for p in sorted(behaviors_path().rglob("*.beh"))]
    junk = random.Random(3)
    noise = [
        "".join(junk.choices('ab0 1.5e"#\n\r\t(){}[]->=<!?;:,_é近😀mкs', k=60)) for _ in range(60)
    ]
    return [*shipped, behavior_text(5), *noise]


def test_the_scanner_makes_the_tokens_of_larks_lexer(oracle: Lark) -> None:
    for text in texts():
        theirs = [(str(t.type), t.start_pos, t.end_pos) for t in oracle.lex(text)]
        mine = [(t.type, t.start, t.end) for t in scan(grammar_table(), Reading(text, None))]
        # Unicode's say on what is a letter, and the brace behind an unclosed text, come on top.
        plain = text.isascii() and "UNCLOSED_STRING" not in {t[0] for t in theirs}
        if plain:
            assert mine == theirs
        assert "".join(text[a:b] for _, a, b in mine) == text


def test_the_stack_takes_what_larks_parser_takes(oracle: Lark) -> None:
    table = grammar_table()
    rng = random.Random(11)
    agreed = 0
    for text in texts()[:4]:
        statements = Statements(scan(table, Reading(text, None)), len(text))
        types = []
        while not types or types[-1] != END:
            types.append(statements.at(len(types)).type)
        for _ in range(12):
            some = list(types[:-1])
            for _ in range(rng.randint(0, 1)):
                del some[rng.randrange(len(some))]
            mine = run(table, [table.starts["start"]], [*some, END])
            theirs = _lark_stops_at(oracle, some)
            assert mine == theirs
            agreed += 1
    assert agreed == 48


def _lark_stops_at(oracle: Lark, types: list[str]) -> int | None:
    from lark import Token

    parser = oracle.parse_interactive("", start="start")
    for count, terminal in enumerate([*types, END]):
        try:
            parser.feed_token(Token(terminal, ""))
        except LarkError:
            return count
    return None


def test_every_unit_of_the_grammar_is_known_and_the_other_way_round() -> None:
    table = grammar_table()
    for unit in UNIT_NAMES:
        (token,) = scan(table, Reading(f"2 {unit}", None))
        assert token.type == "QUANTITY"
        for other in ("s", "m"):
            if unit != "%":
                (token,) = scan(table, Reading(f"2 {unit}/{other}^2", None))
                assert token.type == "QUANTITY"
                assert unit_from_text(f"{unit}/{other}^2") is not None


def test_all_terminals_have_names(oracle: Lark) -> None:
    assert all(not t.name.startswith("__ANON") for t in oracle.terminals)


def test_a_table_survives_being_data() -> None:
    table = build_table(SMALL)
    again = from_data(json.loads(json.dumps(to_data(table))))
    assert again == table


def test_the_cache_is_written_once_and_read_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "deep" / "cache"
    table = cached_table(SMALL, folder)
    (file,) = folder.iterdir()
    assert file.name == f"{table_key(SMALL)}.json"
    if os.name == "posix":
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE(file.stat().st_mode) == 0o600

    def never(grammar: str) -> None:
        raise AssertionError("built again")

    monkeypatch.setattr("behave.syntax.grammar.build_table", never)
    assert cached_table(SMALL, folder) == table


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\x00", b"0" * 64 + b"\n{}", b"[" * 100_000])
def test_a_corrupt_cache_is_built_anew(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / f"{table_key(SMALL)}.json"
    os.chmod(tmp_path, 0o700)
    file.write_bytes(content)
    table = cached_table(SMALL, tmp_path)
    assert table.words == {"end": "WORD"} or "NAME" in table.pattern
    assert file.read_bytes() != content


def test_well_formed_data_with_a_wrong_digest_is_not_believed(tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o700)
    table = cached_table(SMALL, tmp_path)
    file = tmp_path / f"{table_key(SMALL)}.json"
    digest, _, body = file.read_bytes().partition(b"\n")
    file.write_bytes(digest + b"\n" + body.replace(b"NAME", b"MANE"))
    assert cached_table(SMALL, tmp_path) == table


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_a_folder_others_may_write_to_is_not_used(tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o777)
    cached_table(SMALL, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_does_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert cached_table(SMALL, file / "cache") == build_table(SMALL)
    assert cached_table(SMALL, None) == build_table(SMALL)


def test_the_key_changes_with_the_grammar() -> None:
    assert table_key(SMALL) != table_key(SMALL + "\n")


def test_the_cache_folder_can_be_chosen_or_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEH_CACHE_DIR", "/some/where")
    assert cache_folder() == Path("/some/where")
    monkeypatch.setenv("BEH_CACHE_DIR", "")
    assert cache_folder() is None


def test_importing_neither_builds_the_grammar_nor_loads_lark() -> None:
    code = (
        "import sys, behave.syntax, behave.syntax.grammar as g;"
        "assert g.grammar_table.cache_info().currsize == 0;"
        "assert not {'lark', 'numpy'} & set(sys.modules)"
    )
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root)
