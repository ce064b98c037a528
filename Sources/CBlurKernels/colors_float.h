// Converts the colors of pixels, of 8 or 16 bits, through linear light.

#ifndef BLUR_COLORS_FLOAT_H
#define BLUR_COLORS_FLOAT_H

#include "light_float.h"

enum { COLOR_COUNT = 3 };

static inline __attribute__((always_inline)) void load_colors(
    float (*restrict planes)[LIGHT_STRIP], const uint8_t *restrict in, const blur_pixels *kind, const size_t channels,
    const size_t value_size, size_t count) {
    const float *const red = kind->light->linear[0], *const green = kind->light->linear[1];
    const float *const blue = kind->light->linear[2];
    const bool is_premultiplied = kind->alpha == BLUR_PREMULTIPLIED;
    for (size_t i = 0; i < count; i++) {
        uint16_t values[4];
        for (size_t c = 0; c < channels; c++) values[c] = light_value(in, i * channels + c, value_size);
        for (size_t c = 0; is_premultiplied && c < COLOR_COUNT; c++)
            values[c] = (uint16_t)fraction_of_alpha(values[c], values[COLOR_COUNT]);
        planes[0][i] = red[values[0]], planes[1][i] = green[values[1]], planes[2][i] = blue[values[2]];
        if (channels > COLOR_COUNT) planes[3][i] = (float)values[3] * (value_size == 1 ? 257.0f : 1.0f);
    }
}

// Loads colors as planes of linear light, and alpha, which is opaque if there is none.
static void load_any_colors(float (*planes)[LIGHT_STRIP], const uint8_t *in, const blur_pixels *kind, size_t count) {
    if (kind->channels == COLOR_COUNT) {
        for (size_t i = 0; i < count; i++) planes[3][i] = 65535.0f;
        if (kind->value_size == 1) return load_colors(planes, in, kind, 3, 1, count);
        return load_colors(planes, in, kind, 3, 2, count);
    }
    if (kind->value_size == 1) return load_colors(planes, in, kind, 4, 1, count);
    load_colors(planes, in, kind, 4, 2, count);
}

static inline floats weighted_sum(const float weights[3], floats a, floats b, floats c) {
    return a * weights[0] + b * weights[1] + c * weights[2];
}

static inline floats greater_floats(floats a, floats b) { return selected_floats(a > b, a, b); }

// The share of a color's distance from gray at which a channel is within its range.
static inline floats share_in_range(floats color, floats gray) {
    const floats zero = {0}, one = zero + 1.0f, white = zero + 65535.0f;
    floats above = (white - gray) / (color - gray), below = gray / (gray - color);
    return selected_floats(color > white, above, selected_floats(color < zero, below, one));
}

// Converts planes of linear light to encoded colors.
static inline __attribute__((always_inline)) void convert_planes(
    float (*planes)[LIGHT_STRIP], const blur_color_conversion *conversion, const bool maps_tones, size_t count) {
    for (size_t i = 0; i < count; i += FLOAT_LANES) {
        floats a = load_floats(planes[0] + i), b = load_floats(planes[1] + i), c = load_floats(planes[2] + i);
        if (maps_tones) {
            floats factor = light_segments(conversion->system, weighted_sum(conversion->luminance, a, b, c));
            a *= factor, b *= factor, c *= factor;
            factor = light_segments(conversion->tones, greater_floats(a, greater_floats(b, c)));
            a *= factor, b *= factor, c *= factor;
        }
        floats x = weighted_sum(conversion->matrix[0], a, b, c), y = weighted_sum(conversion->matrix[1], a, b, c);
        floats z = weighted_sum(conversion->matrix[2], a, b, c);
        if (maps_tones) {
            const floats zero = {0}, white = zero + 65535.0f;
            floats gray = greater_floats(zero, weighted_sum(conversion->result_luminance, x, y, z));
            gray = selected_floats(gray < white, gray, white);
            floats share = share_in_range(x, gray), second = share_in_range(y, gray), third = share_in_range(z, gray);
            share = selected_floats(second < share, second, share);
            share = selected_floats(third < share, third, share);
            x = gray + share * (x - gray), y = gray + share * (y - gray), z = gray + share * (z - gray);
        }
        store_floats(planes[0] + i, light_segments(conversion->segments, x));
        store_floats(planes[1] + i, light_segments(conversion->segments, y));
        store_floats(planes[2] + i, light_segments(conversion->segments, z));
    }
}

static void convert_colors_float(
    uint8_t *restrict out, const uint8_t *restrict in, const blur_color_conversion *conversion, size_t pixels) {
    const size_t size = conversion->from.value_size, from = size * conversion->from.channels;
    const size_t channels = conversion->channels;
    float planes[4][LIGHT_STRIP] = {0};
    for (size_t first = 0; first < pixels; first += LIGHT_STRIP) {
        const size_t count = pixels - first < LIGHT_STRIP ? pixels - first : LIGHT_STRIP;
        load_any_colors(planes, in + first * from, &conversion->from, count);
        if (conversion->tones) {
            convert_planes(planes, conversion, true, count);
        } else {
            convert_planes(planes, conversion, false, count);
        }
        for (size_t c = 0; conversion->alpha == BLUR_PREMULTIPLIED && c < COLOR_COUNT; c++)
            for (size_t i = 0; i < count; i++) planes[c][i] *= planes[3][i] * (1.0f / 65535);
        // straight colors are not multiplied by alpha
        uint8_t *to = out + first * channels * size;
        blur_alpha alpha = conversion->alpha == BLUR_PREMULTIPLIED ? BLUR_PREMULTIPLIED : BLUR_NO_ALPHA;
        store_pixels_float(to, planes, LIGHT_STRIP, 1, channels, size, alpha, count, 0);
    }
}

#endif
