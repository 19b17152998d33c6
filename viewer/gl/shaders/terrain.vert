#version 330 core
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
uniform mat4 view_projection;
uniform vec3 terrain_at;
out vec3 world_place;
out vec3 world_normal;
out float height;

void main() {
    world_place = place + terrain_at;
    world_normal = normal;
    height = place.y;
    gl_Position = view_projection * vec4(world_place, 1.0);
}
