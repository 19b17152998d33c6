"""Every command of the viewer: the one table the window, the help and the docs read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A command: its name in the program, its key as shown, what it does, and its group."""

    name: str
    key: str
    help: str
    group: str


COMMANDS: tuple[Command, ...] = (
    Command("walk", "W A S D", "walk, as the camera looks (the keyboard takes over)", "Character"),
    Command("jump", "Space", "jump", "Character"),
    Command("pad", "gamepad", "drive with the pad used last, as the file binds it", "Character"),
    Command("script", "I", "give the character back to the scene's script", "Character"),
    Command("pause", "P", "pause, go on", "Time"),
    Command("step_back", "Left", "one tick back", "Time"),
    Command("step", "Right", "one tick ahead", "Time"),
    Command("slower", "[", "slower, down to 0.1x", "Time"),
    Command("faster", "]", "faster, up to 4x", "Time"),
    Command("loop", "O", "go round in a range of the past, or not", "Time"),
    Command("loop_from", ",", "let the range begin here", "Time"),
    Command("loop_to", ".", "let the range end here", "Time"),
    Command("ghost", "B", "the run before the last restart beside this one, or not", "Time"),
    Command("restart", "Backspace", "start the scene again", "Time"),
    Command("reload", "R", "read the file again, keep the state", "Scene"),
    Command("save", "Ctrl+S", "save what was edited, and go on with it", "Scene"),
    Command("scenes", "M", "choose a scene", "Scene"),
    Command("next_scene", "N", "the file's next scene", "Scene"),
    Command("follow", "F", "follow the character, or not", "Camera"),
    Command("home", "H", "frame the character", "Camera"),
    Command("front", "1", "from the front", "Camera"),
    Command("side", "2", "from the right side", "Camera"),
    Command("top", "3", "from above", "Camera"),
    Command("free", "4", "three-quarter view", "Camera"),
    Command("everyone", "5", "all agents", "Camera"),
    Command("next_agent", "PageDown", "the next agent", "Camera"),
    Command("previous_agent", "PageUp", "the agent before", "Camera"),
    Command("choose", "click", "look at the agent there", "Camera"),
    Command("orbit", "drag", "turn around the character", "Camera"),
    Command("pan", "right drag", "move sideways and up", "Camera"),
    Command("zoom", "wheel", "nearer, farther", "Camera"),
    Command("gizmos", "G", "choose what is drawn of the senses", "View"),
    Command("marks", "V", "all marks off, or on again", "View"),
    Command("pick", "L", "the next leg or other instance: all its numbers", "View"),
    Command("graph", "E", "the state graph over the whole window, or not", "View"),
    Command("source", "T", "the file beside the picture, to be edited, or in its corner", "View"),
    Command("panels", "Tab", "hide or show the panels", "View"),
    Command("picture", "F12", "write a picture beside the file", "View"),
    Command("record", "F10", "record the range, or all of the past; again: stop", "View"),
    Command("help", "F1", "show the keys", "View"),
    Command("quit", "Esc", "close what is open, then the window", "View"),
)


# held, pushed or dragged: nothing a single key could do
FIXED = frozenset({"walk", "jump", "pad", "choose", "orbit", "pan", "zoom"})


def help_text() -> str:
    """The keys as lines of text, by group."""
    width = max(len(command.key) for command in COMMANDS)
    lines: list[str] = []
    group = ""
    for command in COMMANDS:
        if command.group != group:
            group = command.group
            lines += ["", group] if lines else [group]
        lines.append(f"  {command.key:<{width}}  {command.help}")
    return "\n".join(lines)
