"""What a machine can do: how long its states last, which arrows can fire, what is reached."""
