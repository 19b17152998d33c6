"""The built-in guards, queries, verbs, maths and parts: one record each, read by every stage."""
