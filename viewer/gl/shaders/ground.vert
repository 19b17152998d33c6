#version 330 core
layout(location = 0) in vec2 corner;
uniform mat4 view_projection;
uniform vec3 ground_center;
uniform vec3 ground_across;
uniform vec3 ground_along;
uniform float ground_reach;
out vec3 world_place;
out vec2 metres;

void main() {
    metres = corner * ground_reach;
    world_place = ground_center + ground_across * metres.x + ground_along * metres.y;
    metres = vec2(dot(world_place, ground_across), dot(world_place, ground_along));
    gl_Position = view_projection * vec4(world_place, 1.0);
}
