#version 330 core
// A rounded box (BOX) or a tapered capsule, one instance a solid. See meshes.py for the formulas.
layout(location = 0) in vec3 part_a;
layout(location = 1) in vec3 part_b;
layout(location = 2) in vec4 row_x;
layout(location = 3) in vec4 row_y;
layout(location = 4) in vec4 row_z;
layout(location = 5) in vec4 color;
layout(location = 6) in vec4 size;
layout(location = 7) in vec4 material;

uniform mat4 view_projection;

out vec3 world_place;
out vec3 world_normal;
out vec3 local_place;
flat out vec4 solid_color;
flat out vec4 solid_material;
flat out vec4 solid_size;

void main() {
    vec3 place, normal;
#ifdef BOX
    normal = part_a;
    place = part_b * (size.xyz - size.w) + size.w * normal;
#else
    float slope = size.z > 1e-6 ? clamp((size.x - size.y) / (2.0 * size.z), -0.98, 0.98) : 0.0;
    // between the tangent circle of the cone and the pole, on the unit circle
    vec2 at = normalize(mix(vec2(sqrt(1.0 - slope * slope), slope), vec2(0.0, part_b.y), part_a.z));
    normal = vec3(at.x * part_a.x, at.y, at.x * part_a.y);
    place = normal * (part_b.y > 0.0 ? size.y : size.x) + vec3(0.0, part_b.y * size.z, 0.0);
#endif
    mat3 turn = mat3(vec3(row_x.x, row_y.x, row_z.x), vec3(row_x.y, row_y.y, row_z.y),
                     vec3(row_x.z, row_y.z, row_z.z));
    world_place = turn * place + vec3(row_x.w, row_y.w, row_z.w);
    // the cofactor matrix keeps normals right under stretching
    world_normal = cross(turn[1], turn[2]) * normal.x + cross(turn[2], turn[0]) * normal.y
                 + cross(turn[0], turn[1]) * normal.z;
    local_place = place;
    solid_color = color;
    solid_material = material;
    solid_size = size;
    gl_Position = view_projection * vec4(world_place, 1.0);
}
