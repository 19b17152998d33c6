// Light shared by everything lit: sun with soft shadow, sky, nearby spheres, fog, film.
uniform vec3 eye;
uniform vec3 sun;
uniform vec3 sun_color;
uniform vec3 sky_light;
uniform vec3 earth_light;
uniform vec3 horizon;          // linear
uniform vec3 fog;              // start, density, exposure
uniform mat4 light;
uniform vec2 shadow_texel;     // metres, share of the map
uniform vec4 shadow_part;      // of the map, from, to: nothing casts a shadow beyond it
uniform sampler2DShadow shadow;
uniform vec4 occluders[16];    // centre, radius
uniform int occluder_count;

vec3 to_linear(vec3 c) { return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878); }

// Share of the sun that reaches a place: 16 filtered taps, each continuous in the place, so the
// edge has no steps. Where middle and corners agree, the place is wholly lit or dark.
float sun_seen(vec3 place, vec3 normal) {
    float facing = dot(normal, sun);
    if (facing <= 0.0) return 0.0;
    // looked up a little off the surface: no acne, and no gap at the feet
    float lift = shadow_texel.x * (1.0 + 2.6 * sqrt(max(0.0, 1.0 - facing * facing)));
#ifdef FLOOR
    lift *= 0.25;              // it throws no shadow itself
#endif
    vec4 at = light * vec4(place + normal * lift, 1.0);
    vec3 uv = at.xyz * 0.5 + 0.5;
    if (any(lessThan(uv.xy, shadow_part.xy)) || any(greaterThan(uv.xy, shadow_part.zw))) return 1.0;
#ifdef QUICK
    return texture(shadow, uv);
#else
    float wide = 2.4 * shadow_texel.y;
    float first = texture(shadow, uv) + texture(shadow, uv + vec3(wide, wide, 0.0))
                + texture(shadow, uv + vec3(-wide, wide, 0.0))
                + texture(shadow, uv + vec3(wide, -wide, 0.0))
                + texture(shadow, uv + vec3(-wide, -wide, 0.0));
    if (first < 0.001) return 0.0;
    if (first > 4.999) return 1.0;
    const vec4 spot = vec4(-2.25, -0.75, 0.75, 2.25);
    const vec4 weight = vec4(1.0, 2.0, 2.0, 1.0);
    float sum = 0.0;
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i)
            sum += weight[i] * weight[j]
                 * texture(shadow, vec3(uv.xy + vec2(spot[i], spot[j]) * shadow_texel.y, uv.z));
    return sum / 36.0;
#endif
}

// Ambient light left by the spheres around (form factor of a sphere over a plane element).
float openness(vec3 place, vec3 normal) {
    float open = 1.0;
    for (int k = 0; k < occluder_count; ++k) {
        vec3 to = occluders[k].xyz - place;
        float r2 = occluders[k].w * occluders[k].w;
        float d2 = max(dot(to, to), r2);
        open *= 1.0 - 0.75 * clamp(dot(normal, to) * inversesqrt(d2), 0.0, 1.0) * r2 / d2;
    }
    return open;
}

vec3 film(vec3 c) {            // Narkowicz's fit of the ACES curve, then sRGB
    c *= fog.z;
    c = clamp(c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14), 0.0, 1.0);
#ifdef QUICK
    vec3 s = sqrt(c), q = sqrt(s);     // fitted: off by two of 255 levels at most
    return max(0.7771 * s + 0.3288 * q - 0.1053 * sqrt(q), 0.0);
#else
    return pow(c, vec3(1.0 / 2.2));
#endif
}

vec3 in_fog(vec3 c, vec3 place) {
    float far = max(length(eye - place) - fog.x, 0.0);
    float thick = far * fog.y;
#ifdef QUICK
    return mix(horizon, c, 1.0 / (1.0 + thick * (1.0 + thick * (0.48 + 0.235 * thick))));
#else
    return mix(horizon, c, exp(-thick));
#endif
}

vec3 lit(vec3 base, vec3 place, vec3 normal, vec4 material) {
    vec3 view = normalize(eye - place);
#ifdef QUICK
    float open = 1.0;
#else
    float open = openness(place, normal);
#endif
    vec3 ambient = mix(earth_light, sky_light, 0.5 + 0.5 * normal.y) * open;
    float seen = sun_seen(place, normal);
    float facing = max(dot(normal, sun), 0.0);
    vec3 c = base * (ambient + sun_color * facing * seen);
#ifndef QUICK
    vec3 middle = normalize(sun + view);
    float shine = mix(8.0, 90.0, material.x);
    c += sun_color * seen * facing * material.x * 0.30 * pow(max(dot(normal, middle), 0.0), shine);
#endif
    float edge = 1.0 - max(dot(normal, view), 0.0);
    edge *= edge;
    edge *= edge;
    c += sky_light * material.y * edge * open * (0.35 + 0.65 * clamp(normal.y * 0.5 + 0.5, 0.0, 1.0));
    return mix(c, base * 1.6, material.z);
}
