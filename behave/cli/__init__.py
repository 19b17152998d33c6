"""The command ``beh``: one file per command."""

from behave.cli.entry import main

__all__ = ["main"]
