"""A crowd looked at: many agents run side by side, one of them followed as if it were alone."""
