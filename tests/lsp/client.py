"""A client of the language server: raw JSON-RPC over the pipes of a process."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

TIMEOUT = 60.0


class Client:
    """Starts `beh lsp` in a folder and talks to it."""

    def __init__(self, folder: Path, encodings: tuple[str, ...] = ("utf-16",)) -> None:
        self.folder = folder
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "behave", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=environment,
        )
        self._ids = 0
        self._versions: dict[str, int] = {}
        self._answers: dict[int, Any] = {}
        self._inbox: queue.Queue[Any] = queue.Queue()
        self.notices: list[dict[str, Any]] = []
        self.published: dict[str, tuple[int | None, list[dict[str, Any]]]] = {}
        self.garbage = b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        capabilities = {
            "general": {"positionEncodings": list(encodings)},
            "textDocument": {
                "completion": {"completionItem": {"snippetSupport": True}},
                "publishDiagnostics": {"relatedInformation": True},
            },
        }
        self.server = self.ask(
            "initialize",
            {"processId": None, "rootUri": folder.as_uri(), "capabilities": capabilities},
        )["capabilities"]
        self.tell("initialized", {})

    def _read(self) -> None:
        assert self.process.stdout is not None
        while True:
            length = -1
            while True:
                line = self.process.stdout.readline()
                if not line:
                    self._inbox.put(None)
                    return
                if not line.strip():
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
                elif name.lower() != b"content-type":
                    self.garbage += line
            if length >= 0:
                self._inbox.put(json.loads(self.process.stdout.read(length)))

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        """Send a request and wait for its result; raises RuntimeError for an error."""
        self._ids += 1
        number = self._ids
        self._send({"id": number, "method": method, "params": params})
        deadline = time.monotonic() + TIMEOUT
        while number not in self._answers:
            self._receive(deadline)
        answer = self._answers.pop(number)
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer.get("result")

    def _receive(self, deadline: float) -> None:
        try:
            message = self._inbox.get(timeout=max(deadline - time.monotonic(), 0.01))
        except queue.Empty:
            raise AssertionError("the server does not answer") from None
        assert message is not None, "the server is gone"
        if "method" in message and "id" in message:
            self._send({"id": message["id"], "result": None})
        elif message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.published[params["uri"]] = (params.get("version"), params["diagnostics"])
        elif "method" in message:
            self.notices.append(message)
        else:
            self._answers[message["id"]] = message

    def receive(self) -> None:
        """Take the next message of the server."""
        self._receive(time.monotonic() + TIMEOUT)

    def uri(self, name: str) -> str:
        """What the protocol calls a file of the folder."""
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> list[dict[str, Any]]:
        """Open a file, with the disk's text unless another is given; its findings."""
        if text is None:
            text = (self.folder / name).read_bytes().decode("utf-8")
        uri = self.uri(name)
        self._versions[uri] = 1
        item = {"uri": uri, "languageId": "beh", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})
        return self.findings(name)

    def change(self, name: str, changes: list[dict[str, Any]]) -> None:
        """Send changes of a file as the editor makes them."""
        uri = self.uri(name)
        self._versions[uri] += 1
        document = {"uri": uri, "version": self._versions[uri]}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def replace(self, name: str, text: str) -> list[dict[str, Any]]:
        """Change all of a file; its findings."""
        self.change(name, [{"text": text}])
        return self.findings(name)

    def findings(self, name: str) -> list[dict[str, Any]]:
        """The findings of a file once the server has nothing left to check."""
        self.ask("beh/settled", None)
        uri = self.uri(name)
        version, found = self.published[uri]
        assert version == self._versions[uri]
        return found

    def ask_at(self, method: str, name: str, place: dict[str, int], **more: Any) -> Any:
        """A request about a place in a file."""
        document = {"uri": self.uri(name)}
        return self.ask(
            f"textDocument/{method}", {"textDocument": document, "position": place, **more}
        )

    def stop(self) -> tuple[int, str]:
        """Leave in good order; the exit code and what went to standard error."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        assert self.process.stdin is not None
        code = self.process.wait(timeout=TIMEOUT)
        self.process.stdin.close()
        self._reader.join(timeout=TIMEOUT)
        assert self.process.stderr is not None
        told = self.process.stderr.read().decode("utf-8", "replace")
        return code, told


def place(text: str, needle: str, after: int = 0, number: int = 1) -> dict[str, int]:
    """Where a piece of a text begins (its ``number``-th), moved on, in UTF-16 units."""
    offset = -1
    for _ in range(number):
        offset = text.index(needle, offset + 1)
    offset += after
    line = text.count("\n", 0, offset)
    before = text[text.rfind("\n", 0, offset) + 1 : offset]
    return {"line": line, "character": len(before.encode("utf-16-le")) // 2}
