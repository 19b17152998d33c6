#version 330 core
layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 rect;     // x, y, width, height in pixels, y down
layout(location = 2) in vec4 glyph;    // x, y, width, height in the atlas; width 0: a plate
layout(location = 3) in vec4 color;
uniform vec2 viewport;
uniform vec2 atlas_size;
out vec2 uv;
out vec2 middle;
flat out vec2 half_size;
flat out vec4 quad_color;
flat out int plate;

void main() {
    vec2 at = rect.xy + corner * rect.zw;
    uv = (glyph.xy + corner * glyph.zw) / atlas_size;
    middle = (corner - 0.5) * rect.zw;
    half_size = rect.zw * 0.5;
    plate = glyph.z > 0.0 ? 0 : 1;
    quad_color = color;
    gl_Position = vec4(at.x / viewport.x * 2.0 - 1.0, 1.0 - at.y / viewport.y * 2.0, 0.0, 1.0);
}
