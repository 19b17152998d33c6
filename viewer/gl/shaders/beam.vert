#version 330 core
// A beam as a camera-facing strip: as thick as it is in metres, but never thinner than a pixel.
layout(location = 0) in vec2 corner;   // x 0 or 1 along, y −1 or 1 across
layout(location = 1) in vec3 a;
layout(location = 2) in vec3 b;
layout(location = 3) in vec4 color;
layout(location = 4) in vec4 look;     // radius, halo, start, steady
uniform mat4 view_projection;
uniform vec2 viewport;
uniform float zoom;                    // pixels of a metre at depth 1
noperspective out vec2 at_px;
noperspective out float length_px;
noperspective out float core_px;
out float along;
flat out vec4 beam_color;
flat out float halo;
flat out float steady;

void main() {
    vec4 p = view_projection * vec4(a, 1.0), q = view_projection * vec4(b, 1.0);
    const float near = 0.05;
    float from = 0.0, to = 1.0;
    if (p.w < near && q.w < near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
    if (p.w < near) from = (near - p.w) / (q.w - p.w);
    if (q.w < near) to = (near - p.w) / (q.w - p.w);
    vec4 start = mix(p, q, from), end = mix(p, q, to);
    vec2 run = (end.xy / end.w - start.xy / start.w) * viewport * 0.5;
    length_px = length(run);
    vec2 along_px = length_px > 1e-3 ? run / length_px : vec2(1.0, 0.0);
    vec2 side = vec2(-along_px.y, along_px.x);
    vec4 at = mix(start, end, corner.x);
    core_px = max(look.x * zoom / at.w, 0.75);
    float reach = core_px * look.y;
    vec2 shift = side * corner.y * reach + along_px * (corner.x * 2.0 - 1.0) * reach;
    at.xy += shift / (viewport * 0.5) * at.w;
    at_px = vec2(corner.x * length_px + (corner.x * 2.0 - 1.0) * reach, corner.y * reach);
    along = look.z + mix(from, to, corner.x) * length(b - a);
    beam_color = color;
    halo = look.y;
    steady = look.w;
    gl_Position = at;
}
