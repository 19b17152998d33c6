#version 330 core
// Light added to the picture: a hot core in a coloured glow, flickering over time. Alpha takes a
// part of what is behind away, or over bright ground no colour would be left of the glow.
noperspective in vec2 at_px;           // pixels along and across the beam
noperspective in float length_px;
noperspective in float core_px;
in float along;                        // metres from the beam's start
flat in vec4 beam_color;
flat in float halo;
flat in float steady;
uniform float turn;                    // 2 pi times the simulation's seconds, see look.flicker
out vec4 pixel;

float flicker(float metres) {
    float whole = 0.66 + 0.20 * sin(11.25 * turn) + 0.07 * sin(27.5 * turn + 1.3)
                + 0.03 * sin(63.25 * turn + 0.7);
    return whole + 0.04 * sin(5.0 * metres - 9.5 * turn);
}

void main() {
    float beyond = at_px.x - clamp(at_px.x, 0.0, length_px);
    float off = length(vec2(beyond, at_px.y)) / core_px;
    float core = clamp(1.5 - off, 0.0, 1.0);
    float edge = clamp(1.0 - off / halo, 0.0, 1.0);
    float glow = 0.60 * edge * edge * exp(-off * 0.22);
    float bright = mix(flicker(along), 1.0, steady) * beam_color.a;
    float cover = 0.85 * clamp(core + glow, 0.0, 1.0) * bright;
    pixel = vec4((beam_color.rgb * (0.8 * core + glow) + vec3(0.22) * core * core) * bright, cover);
}
