#version 330 core
// Smooth edges of a finished picture: along an edge, square to which brightness changes, the picture
// is averaged. The short form of T. Lottes' FXAA (2009), with one pair of looks.
in vec2 uv;
uniform sampler2D picture;
uniform vec2 texel;
out vec4 pixel;

vec3 at(ivec2 place, ivec2 last) { return texelFetch(picture, clamp(place, ivec2(0), last), 0).rgb; }

float bright(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }

void main() {
    ivec2 place = ivec2(gl_FragCoord.xy), last = textureSize(picture, 0) - 1;
    vec3 here = at(place, last);
    float nw = bright(at(place + ivec2(-1, 1), last)), ne = bright(at(place + ivec2(1, 1), last));
    float sw = bright(at(place + ivec2(-1, -1), last)), se = bright(at(place + ivec2(1, -1), last));
    float middle = bright(here);
    float low = min(middle, min(min(nw, ne), min(sw, se)));
    float high = max(middle, max(max(nw, ne), max(sw, se)));
    vec2 along = vec2((sw + se) - (nw + ne), (nw + sw) - (ne + se));
    float spare = max((nw + ne + sw + se) * 0.03125, 0.0078125);
    along = clamp(along / (min(abs(along.x), abs(along.y)) + spare), -2.0, 2.0) * 0.45 * texel;
    vec3 near = 0.5 * (texture(picture, uv - along).rgb + texture(picture, uv + along).rgb);
    pixel = vec4(mix(here, near, smoothstep(0.03, 0.10, high - low)), 1.0);
}
