"""``beh lsp`` where what it needs is missing; with it, see tests/lsp."""

from __future__ import annotations

import sys

import pytest

from tests.cli.conftest import Beh


def test_without_pygls_it_says_what_to_install(beh: Beh, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [n for n in sys.modules if n.split(".")[0] in ("pygls", "lsprotocol")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("behave.lsp.server", "behave.lsp.features", "behave.lsp.protocol"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    result = beh("lsp")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert 'pip install "behave-engine[lsp]"' in result.stderr
