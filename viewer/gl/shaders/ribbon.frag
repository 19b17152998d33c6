#version 330 core
in float across;
in float along;
flat in float half_width;
flat in vec4 ribbon_color;
flat in float style;
out vec4 pixel;

void main() {
    float alpha = clamp(half_width - abs(across), 0.0, 1.4) / 1.4;
    vec3 c = ribbon_color.rgb;
    if (style > 1.5) {                    // glow: white core in a coloured halo
        float e = abs(across) / half_width;
        float core = smoothstep(0.30, 0.08, e);
        c = mix(c, vec3(1.0), core);
        alpha = clamp(core + exp(-e * e * 5.0) * 0.75, 0.0, 1.0) * clamp((1.0 - e) * 3.0, 0.0, 1.0);
    } else if (style > 0.5) {             // dashes of 5 cm
        alpha *= step(fract(along / 0.09), 0.58);
    }
    if (alpha * ribbon_color.a < 0.003) discard;
    pixel = vec4(c, alpha * ribbon_color.a);
}
