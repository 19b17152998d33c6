"""``python -m behave`` is the command ``beh``."""

from behave.cli import main

if __name__ == "__main__":
    main()
