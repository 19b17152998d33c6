"""Crowds: many agents of one behavior, and several behaviors side by side, in one world."""
