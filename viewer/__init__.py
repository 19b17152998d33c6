"""The viewer: watch, understand, change and record a behaviour."""
