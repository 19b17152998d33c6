"""Draw list → pixels with OpenGL 3.3 core. Knows nothing of behaviours."""
