"""A run as one page: its states, what happened when, curves and pictures. Nothing from outside."""
