#version 330 core
in vec3 toward;
uniform vec3 zenith;       // sRGB, already as on film
uniform vec3 horizon_film;
uniform vec3 nadir;
out vec4 pixel;

void main() {
    float up = normalize(toward).y;
    vec3 c = up > 0.0 ? mix(horizon_film, zenith, 1.0 - exp(-up * 2.4))
                      : mix(horizon_film, nadir, 1.0 - exp(up * 2.4));
    pixel = vec4(c, 1.0);
}
