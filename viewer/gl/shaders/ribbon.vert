#version 330 core
// A line segment as a camera-facing strip of constant pixel width (core GL has no wide lines).
layout(location = 0) in vec2 corner;   // x 0 or 1 along, y −1 or 1 across
layout(location = 1) in vec3 a;
layout(location = 2) in vec3 b;
layout(location = 3) in vec4 color;
layout(location = 4) in vec4 look;     // width, style, start, through
uniform mat4 view_projection;
uniform vec2 viewport;
uniform float pixel_scale;
uniform int hidden_pass;
out float across;
out float along;
flat out float half_width;
flat out vec4 ribbon_color;
flat out float style;

void main() {
    vec4 p = view_projection * vec4(a, 1.0), q = view_projection * vec4(b, 1.0);
    const float near = 0.05;
    float from = 0.0, to = 1.0;
    if (p.w < near && q.w < near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
    if (p.w < near) from = (near - p.w) / (q.w - p.w);
    if (q.w < near) to = (near - p.w) / (q.w - p.w);
    vec4 start = mix(p, q, from), end = mix(p, q, to);
    vec2 run = (end.xy / end.w - start.xy / start.w) * viewport * 0.5;
    float length_px = length(run);
    vec2 along_px = length_px > 1e-3 ? run / length_px : vec2(1.0, 0.0);
    vec2 side = vec2(-along_px.y, along_px.x);
    half_width = max(look.x * pixel_scale, 1.2) * 0.5 + 0.7;
    vec4 at = mix(start, end, corner.x);
    // half a pixel beyond the ends, so that corners of outlines close
    vec2 shift = side * corner.y * half_width + along_px * (corner.x * 2.0 - 1.0) * half_width * 0.5;
    at.xy += shift / (viewport * 0.5) * at.w;
    at.z -= 0.00025 * at.w;               // in front of the surface it lies on
    across = corner.y * half_width;
    along = look.z + mix(from, to, corner.x) * length(b - a);
    ribbon_color = vec4(color.rgb, color.a * (hidden_pass == 1 ? look.w : 1.0));
    style = look.y;
    gl_Position = at;
}
