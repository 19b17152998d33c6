"""Runs a Program: model, state, tick, the reference evaluator, traces, why and hot reload."""
