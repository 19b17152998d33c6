"""The only place of the commands that touches the disk."""

from __future__ import annotations

import codecs
import io
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

from behave.cli.exits import CannotRun
from behave.diagnostics.diagnostic import Diagnostic
from behave.resources import behaviors_path
from behave.source import Source
from behave.syntax import MAX_BYTES, decode

SUFFIX = ".beh"
MOST_PICTURE_BYTES = 64_000_000
_NONE_OPENED: Mapping[Path, Source] = MappingProxyType({})
_PROJECT_MARKS = ("pyproject.toml", ".git")


def beh_files(paths: Iterable[str], excluded: Callable[[str], bool] = lambda _: False) -> list[str]:
    """Every file the paths name: a file as it is, a folder's ``*.beh`` sorted, each once.

    Hidden folders are passed over, links in folders are not followed, and of a folder's files
    those are left out that are ``excluded``. Raises `CannotRun` for a path that is not there and
    for a folder without any ``.beh`` file.
    """
    found: dict[Path, str] = {}
    for path in paths:
        if os.path.isdir(path):
            inside = sorted(name for name in _beh_files_under(path) if not excluded(name))
            if not inside:
                raise CannotRun(f"there are no {SUFFIX} files in the folder {path!r}")
        elif os.path.lexists(path):
            inside = [path]
        else:
            raise CannotRun(f"there is no file or folder {path!r}{_nearby(path)}")
        for name in inside:
            found.setdefault(Path(name).absolute(), name)
    return list(found.values())


def _beh_files_under(folder: str) -> Iterator[str]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = os.path.normpath(os.path.join(parent, name))
            plain = os.path.isfile(path) and not os.path.islink(path)
            if plain and name.endswith(SUFFIX) and not name.startswith("."):
                yield path


def _other_file(path: str, folders: Iterable[Path]) -> str:
    """Name a file of the same folder that `use` may have meant, as ``; did you mean …?``."""
    from behave.diagnostics.suggest import closest

    inside, _, name = path.rpartition("/")
    names: set[str] = set()
    for folder in folders:
        try:
            names.update(n for n in os.listdir(folder / inside) if n.endswith(SUFFIX))
        except (OSError, ValueError):
            continue
    near = closest(name, names)
    return f'; did you mean "{inside}{"/" if inside else ""}{near}"?' if near else ""


def _nearby(path: str) -> str:
    """Name a file in the same folder that may have been meant, as ``; did you mean …?``."""
    from behave.diagnostics.suggest import closest

    folder = os.path.dirname(path)
    try:
        names = sorted(os.listdir(folder or "."))
    except OSError:
        return ""
    near = closest(os.path.basename(path), [n for n in names if n.endswith(SUFFIX)])
    return f"; did you mean {os.path.join(folder, near)!r}?" if near else ""


def read_source(path: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """Read and decode one file; raises `CannotRun` where it cannot be read at all."""
    if os.path.isdir(path):
        raise CannotRun(f"{path!r} is a folder; name one {SUFFIX} file in it")
    if os.path.exists(path) and not os.path.isfile(path):
        raise CannotRun(f"{path!r} is no plain file; to check what is piped in, name -")
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise CannotRun(f"there is no file {path!r}{_nearby(path)}") from None
    except (OSError, ValueError) as problem:
        raise CannotRun(f"cannot read {path!r}: {_reason(problem)}") from None
    return decode(data, path)


def read_standard_input(name: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """Read and decode what is piped in, under the name messages shall use."""
    if sys.stdin is None:
        raise CannotRun("there is no standard input to read")
    return decode(sys.stdin.buffer.read(MAX_BYTES + 1), name)


def _reason(problem: OSError | ValueError) -> str:
    """Why the system refused, in its words, without the error number."""
    return getattr(problem, "strerror", None) or str(problem)


class UseReader:
    """Opens what ``use "path"`` names, inside the project of the main file only.

    The project is the nearest folder above with a ``pyproject.toml`` or ``.git``, else the
    file's own folder. A path is looked up beside the file that uses it, then among the shipped
    behaviors. Links are followed before judging, so none leads out.
    """

    def __init__(
        self, main: Source, place: str | None = None, opened: Mapping[Path, Source] = _NONE_OPENED
    ) -> None:
        """``place`` is where the main file lies, if its name does not say so (standard input).

        ``opened`` are files whose text is not to be read from the disk, by resolved path.
        """
        self._opened = opened
        path = Path(main.name if place is None else place).resolve()
        self._shipped = behaviors_path().resolve()
        self._root = _project_root(path, self._shipped)
        self._paths: dict[str, Path] = {main.name: path}
        self._sources: dict[Path, Source] = {path: main}

    def __call__(self, using: Source, path: str) -> Source | str:
        """The source, always the same one for the same file, or why it cannot be used."""
        wrong = _wrong_path(path)
        if wrong is not None:
            return wrong
        user = self._paths[using.name]
        try:
            beside = (user.parent / path).resolve()
            shipped = (self._shipped / path).resolve()
        except (OSError, RuntimeError, ValueError) as problem:
            return f'cannot look for "{path}": {problem}'
        root = self._shipped if user.is_relative_to(self._shipped) else self._root
        if not beside.is_relative_to(root):
            return _leaves(path, root)
        for found in (beside, shipped):
            there = found in self._opened or found.is_file()
            if there and (found == beside or found.is_relative_to(self._shipped)):
                return self._open(found, path)
        missing = f'there is no file "{path}" beside {using.name} or among the shipped behaviors'
        return missing + _other_file(path, (user.parent, self._shipped))

    def _open(self, found: Path, path: str) -> Source | str:
        known = self._sources.get(found)
        if known is not None:
            return known
        problems: tuple[Diagnostic, ...] = ()
        try:
            source = self._opened.get(found)
            if source is None:
                source, problems = read_source(shown_path(found))
        except CannotRun as problem:
            return problem.message
        if problems:
            return f'"{path}" cannot be used: {problems[0].message}'
        self._paths[source.name] = found
        self._sources[found] = source
        return source


def read_picture(using: Source, path: str) -> bytes | str:
    """The bytes of a picture a file names, or why it cannot be used.

    It is looked up beside the file that names it and must lie in the same project; links are
    followed before judging.
    """
    wrong = _wrong_words(path, "`file:`")
    if wrong is not None:
        return wrong
    try:
        user = Path(using.name).resolve()
        beside = (user.parent / path).resolve()
        root = _project_root(user, behaviors_path().resolve())
        if not beside.is_relative_to(root):
            return _leaves(path, root)
        if not beside.is_file():
            return f'there is no file "{path}" beside {using.name}'
        with open(beside, "rb") as file:
            data = file.read(MOST_PICTURE_BYTES + 1)
    except (OSError, RuntimeError, ValueError) as problem:
        return f'cannot read "{path}": {problem}'
    if len(data) > MOST_PICTURE_BYTES:
        return f'"{path}" is larger than {MOST_PICTURE_BYTES // 1_000_000} MB'
    return data


def _wrong_words(path: str, sentence: str) -> str | None:
    """What is wrong with the words of a path of any kind of file."""
    if not path.strip():
        return f"{sentence} is empty; it names a file"
    if "\\" in path:
        return f'write "{path.replace(chr(92), "/")}" with forward slashes'
    if path.startswith(("/", "~")) or ":" in path or "\0" in path:
        return f'"{path}" is not relative; {sentence} takes a path from this file, in the project'
    return None


def _wrong_path(path: str) -> str | None:
    """What is wrong with the words of a ``use`` path itself."""
    if not path.strip():
        return f'`use` names a file, such as use "rigs/humanoid{SUFFIX}"'
    if "\\" in path:
        return f'write "{path.replace(chr(92), "/")}" with forward slashes'
    if path.startswith(("/", "~")) or ":" in path:
        return f'"{path}" is not relative; `use` takes a path from this file, inside the project'
    if not path.endswith(SUFFIX):
        return f'"{path}" is not a {SUFFIX} file; only those can be used'
    return None


def _leaves(path: str, root: Path) -> str:
    return f'"{path}" leaves the project folder {shown_path(root)}; only files in it can be used'


def project_root(path: Path) -> Path:
    """The folder of the project a file lies in."""
    return _project_root(path.resolve(), behaviors_path().resolve())


def is_shipped(path: Path) -> bool:
    """Whether a file is one of behave's own, where behave is installed and not a checkout."""
    shipped = behaviors_path().resolve()
    return path.is_relative_to(shipped) and not (shipped.parent / ".git").exists()


def _project_root(path: Path, shipped: Path) -> Path:
    if path.is_relative_to(shipped):
        return shipped
    for folder in path.parents:
        if any((folder / mark).exists() for mark in _PROJECT_MARKS):
            return folder
    return path.parent


def shown_path(path: Path) -> str:
    """A path as messages show it: from the current folder where it lies below it."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


# ---- writing -----------------------------------------------------------------------------


class LineFile:
    """A file of whole lines: each is one write, so a crash or Ctrl-C never leaves half a line.

    ``-`` is standard output. Raises `CannotRun` where the file cannot be opened or written.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._file = None if path == "-" else _open_for_writing(path)

    def write(self, line: str) -> None:
        """Write one line; its end is added."""
        if self._file is None:
            sys.stdout.write(line + "\n")
            return
        data = line.encode("utf-8") + b"\n"
        try:
            while data:  # one write, unless the system takes less at a time
                data = data[self._file.write(data) :]
        except OSError as problem:
            raise CannotRun(f"cannot write {self._path!r}: {_reason(problem)}") from None

    def close(self) -> None:
        """Close the file; standard output is left open."""
        if self._file is not None:
            self._file.close()


def _open_for_writing(path: str) -> io.FileIO:
    check_writable(path)
    try:
        return open(path, "wb", buffering=0)
    except (OSError, ValueError) as problem:
        raise CannotRun(f"cannot write {path!r}: {_reason(problem)}") from None


def check_writable(path: str) -> None:
    """Raise `CannotRun` early where a file could not be written, before a long run."""
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        raise CannotRun(f"{path!r} is a folder; name a file to write")
    if path.endswith(SUFFIX):
        raise CannotRun(f"will not write {path!r}: a {SUFFIX} file is a source, not an output")
    if not os.path.isdir(folder):
        raise CannotRun(f"cannot write {path!r}: there is no folder {folder!r}")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise CannotRun(f"cannot write {path!r}: permission denied")


def rewrite_source(path: str, text: str) -> None:
    """Put another text into a source, whole or not at all; its mode and its mark of UTF-8 stay.

    A link is followed. Raises `CannotRun` where the file cannot be written.
    """
    import tempfile  # costs lint ten milliseconds otherwise

    place = os.path.realpath(path)
    handle, name = -1, ""
    try:
        with open(place, "rb") as file:
            mark = file.read(3)
        handle, name = tempfile.mkstemp(dir=os.path.dirname(place), suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write((mark if mark == codecs.BOM_UTF8 else b"") + text.encode("utf-8"))
        os.chmod(name, stat.S_IMODE(os.stat(place).st_mode))
        os.replace(name, place)
    except (OSError, ValueError) as problem:
        if name and os.path.exists(name):
            os.unlink(name)
        raise CannotRun(f"cannot write {path!r}: {_reason(problem)}") from None


def null_stream() -> TextIO:
    """A text stream that goes nowhere, in place of one that is closed or full."""
    return open(os.devnull, "w", encoding="utf-8")


def write_text(path: str, text: str) -> None:
    """Write a whole text file in UTF-8; raises `CannotRun` where it cannot be written."""
    check_writable(path)
    try:
        with open(path, "wb") as file:
            file.write(text.encode("utf-8"))
    except (OSError, ValueError) as problem:
        raise CannotRun(f"cannot write {path!r}: {_reason(problem)}") from None


def folder_for_pictures() -> str:
    """The current folder where it can be written to, else a new temporary one."""
    if os.access(".", os.W_OK):
        return os.getcwd()
    import tempfile  # costs lint ten milliseconds otherwise

    return tempfile.mkdtemp(prefix="beh-demo-")


def shipped_behavior(name: str) -> str:
    """Path of a shipped behavior, as messages show it."""
    return shown_path(behaviors_path().resolve() / name)
