"""The panels, each a function that puts itself into the current imgui frame."""
