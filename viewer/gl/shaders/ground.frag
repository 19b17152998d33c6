#version 330 core
//include light.glsl
in vec3 world_place;
in vec2 metres;
uniform vec3 ground_normal;
uniform vec4 ground_color;
uniform float ground_grid;
out vec4 pixel;

float lines(vec2 at, float width) {
    vec2 grain = max(fwidth(at), vec2(1e-6));
    vec2 near = abs(fract(at - 0.5) - 0.5) / grain;
    // fade before the lines are finer than the picture
    float fade = clamp(1.6 - 3.0 * max(grain.x, grain.y), 0.0, 1.0);
    return clamp(width - min(near.x, near.y), 0.0, 1.0) * fade;
}

void main() {
    vec3 base = to_linear(ground_color.rgb);
    if (ground_grid > 0.0) {
        vec2 cell = metres / ground_grid;
        vec2 tile = mod(floor(cell), 2.0);
        vec2 grain = fwidth(cell);
        float check = abs(tile.x - tile.y) * clamp(1.4 - 2.0 * max(grain.x, grain.y), 0.0, 1.0);
        base *= 1.0 + 0.05 * check;
        base *= 1.0 - 0.26 * lines(cell, 1.0);
        base *= 1.0 - 0.34 * lines(cell / 5.0, 1.6);
    }
    pixel = vec4(film(in_fog(lit(base, world_place, ground_normal, vec4(0.0)), world_place)), 1.0);
}
