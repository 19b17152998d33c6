"""What states machines are in, in few words: those of a machine array on one line by initials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from behave.ir.program import Machine


def families(machines: Sequence[Machine]) -> list[tuple[str, list[int]]]:
    """The machines in groups: each array with the positions of its instances in order, each
    other machine alone; by name, in declared order."""
    found: list[tuple[str, list[int]]] = []
    for number, machine in enumerate(machines):
        if machine.family and found and found[-1][0] == machine.family:
            found[-1][1].append(number)
        else:
            found.append((machine.family or machine.name, [number]))
    return found


def index_of(machine: Machine) -> str:
    """The index of an instance of an array as written: ``2``, ``left``; "" for a machine alone."""
    return machine.name[len(machine.family) + 1 : -1] if machine.family else ""


def initials(paths: Sequence[str]) -> dict[str, str]:
    """The shortest starts by which states differ (``Planted`` P, ``Swing`` S); a state whose
    name begins another's is told whole."""
    names = {path: path.rpartition(".")[2] for path in paths}
    out: dict[str, str] = {}
    for path, name in names.items():
        others = [other for other in names.values() if other != name]
        out[path] = next(
            (
                name[:count]
                for count in range(1, len(name))
                if not any(other.startswith(name[:count]) for other in others)
            ),
            name,
        )
    return out


def told_states(machines: Sequence[Machine], states: Mapping[str, str]) -> list[str]:
    """A text for each machine: its active state with its parents, or ``leg: P S P P S P``.

    ``states`` are the active states' paths by machine name.
    """
    told: list[str] = []
    for name, members in families(machines):
        if not machines[members[0]].family:
            told.append(states.get(machines[members[0]].name, "").replace(".", " › "))
            continue
        short = initials([state.path for state in machines[members[0]].states])
        paths = [states.get(machines[number].name, "") for number in members]
        told.append(f"{name}: " + " ".join(short.get(path, "–") for path in paths))
    return [text for text in told if text]
