"""Rigs: skeleton, character motion, gaits and constraints, for all agents of a behavior at once."""
