"""The files open in the viewer's editor: their texts, what is found in them, saving. No window."""
