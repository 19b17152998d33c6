#version 330 core
//include light.glsl
in vec3 world_place;
in vec3 world_normal;
in float height;
uniform vec3 terrain_color;
uniform vec3 rock;
uniform vec3 dry;            // what the surface turns to in patches
uniform vec2 rock_range;     // the normal's y from which it is rock, to which it is all rock
uniform float contour;       // metres between level lines
out vec4 pixel;

// A line where a value is whole, as wide as ``wide`` pixels, gone before lines are too dense.
float line(float at, float wide) {
    float grain = max(fwidth(at), 1e-6);
    float near = abs(fract(at - 0.5) - 0.5) / grain;
    return clamp(wide - near, 0.0, 1.0) * clamp(1.6 - 3.0 * grain, 0.0, 1.0);
}

void main() {
    vec3 normal = normalize(world_normal);
    float steep = 1.0 - smoothstep(rock_range.y, rock_range.x, normal.y);
    vec2 at = world_place.xz;
    float patched = sin(0.21 * at.x + 1.3 * sin(0.17 * at.y)) * sin(0.19 * at.y + 1.1 * sin(0.23 * at.x));
    vec3 grown = mix(to_linear(terrain_color), to_linear(dry), 0.35 * (0.5 + 0.5 * patched));
    vec3 base = mix(grown, to_linear(rock), steep);
    vec2 tile = mod(floor(world_place.xz), 2.0);
    vec2 grain = fwidth(world_place.xz);
    float check = abs(tile.x - tile.y) * clamp(1.4 - 2.0 * max(grain.x, grain.y), 0.0, 1.0);
    base *= 1.0 + 0.05 * check * step(0.001, normal.y);
    float metre = max(line(world_place.x, 0.9), line(world_place.z, 0.9));
    float five = max(line(world_place.x / 5.0, 1.2), line(world_place.z / 5.0, 1.2));
    float level = contour > 0.0 ? line(height / contour, 1.1) : 0.0;
    float high = contour > 0.0 ? line(height / (4.0 * contour), 1.5) : 0.0;
    // level ground that happens to lie at a line's height is no line
    float rises = smoothstep(2e-6, 2e-5, 1.0 - normal.y);
    base *= (1.0 - 0.07 * metre) * (1.0 - 0.13 * five);
    base *= (1.0 - 0.17 * rises * level) * (1.0 - 0.22 * rises * high);
    pixel = vec4(film(in_fog(lit(base, world_place, normal, vec4(0.0)), world_place)), 1.0);
}
