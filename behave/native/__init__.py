"""Runs a Program as machine code: one emitter for one agent and for vectors of agents.

Every formula is written here a second time, as instructions, in the order the reference does it;
`runtime` stays the definition of the language, and its bits are what this must give.
"""
