"""Builds scenes into models, scripts their inputs and runs test blocks."""
