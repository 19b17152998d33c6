#version 330 core
in vec2 uv;
in vec2 middle;
flat in vec2 half_size;
flat in vec4 quad_color;
flat in int plate;
uniform sampler2D atlas;
out vec4 pixel;

void main() {
    float alpha;
    if (plate == 1) {
        float corner = min(5.0, half_size.y * 0.5);
        vec2 d = abs(middle) - half_size + corner;
        alpha = clamp(0.5 - (length(max(d, vec2(0.0))) + min(max(d.x, d.y), 0.0) - corner), 0.0, 1.0);
    } else {
        alpha = texture(atlas, uv).r;
    }
    pixel = vec4(quad_color.rgb, quad_color.a * alpha);
}
