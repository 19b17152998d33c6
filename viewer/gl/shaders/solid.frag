#version 330 core
//include light.glsl
in vec3 world_place;
in vec3 world_normal;
in vec3 local_place;
flat in vec4 solid_color;
flat in vec4 solid_material;
flat in vec4 solid_size;
out vec4 pixel;

void main() {
    vec3 base = to_linear(solid_color.rgb);
#ifdef BOX
    if (solid_material.w > 0.0) {
        // thin lines every so many metres over the faces, and a lighter line along the edges
        vec3 flat_side = solid_size.xyz - abs(local_place);
        vec3 away = step(vec3(0.0011), flat_side);      // 0 on the axis this face looks along
        vec3 cell = (local_place + solid_size.xyz) / solid_material.w;
        vec3 line = abs(fract(cell - 0.5) - 0.5) / max(fwidth(cell), vec3(1e-5));
        line = mix(vec3(9.0), line, away);
        float near = clamp(1.0 - min(line.x, min(line.y, line.z)), 0.0, 1.0);
        float fine = clamp(1.5 - 4.0 * max(fwidth(cell.x), max(fwidth(cell.y), fwidth(cell.z))), 0.0, 1.0);
        base *= 1.0 - 0.16 * near * fine;
        vec3 rim = mix(vec3(9.0), flat_side, away);
        float edge = min(rim.x, min(rim.y, rim.z));
        base = mix(base, min(base * 1.5 + 0.04, vec3(1.0)), 1.0 - smoothstep(0.012, 0.022, edge));
    }
#endif
#ifdef GLASS
    vec3 c = base * 1.35;
#else
    vec3 normal = normalize(world_normal);
    if (!gl_FrontFacing) normal = -normal;
    vec3 c = lit(base, world_place, normal, solid_material);
#endif
    pixel = vec4(film(in_fog(c, world_place)), solid_color.a);
}
