#version 330 core
layout(location = 0) in vec2 corner;
uniform mat4 unproject;
out vec3 toward;

void main() {
    vec4 far = unproject * vec4(corner, 1.0, 1.0);
    vec4 near = unproject * vec4(corner, -1.0, 1.0);
    toward = far.xyz / far.w - near.xyz / near.w;
    gl_Position = vec4(corner, 1.0, 1.0);
}
