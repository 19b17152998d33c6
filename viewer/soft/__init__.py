"""Draw list → pixels with numpy alone, where there is no OpenGL."""
