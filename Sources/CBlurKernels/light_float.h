// Between values and samples of linear light, for images of 8 or 16 bits.

#ifndef BLUR_LIGHT_FLOAT_H
#define BLUR_LIGHT_FLOAT_H

#include "rows_float.h"

static inline float light_segment(const blur_segment *segments, float sample) {
    if (!segments) return sample;
    if (sample < 0x1p-32f) return 0;
    sample = sample < 65535.0f ? sample : 65535.0f;
    uint32_t bits;
    memcpy(&bits, &sample, sizeof bits);
    const blur_segment *segment = segments + ((bits >> 15) - BLUR_LEAST_SEGMENT);
    uint32_t start_bits = bits & 0xFFFF8000u;
    float start;
    memcpy(&start, &start_bits, sizeof start);
    return segment->value + (sample - start) * segment->slope;
}

typedef uint64_t segment_vector __attribute__((vector_size(VECTOR_BYTES)));
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the value of a segment must be the low half of its 64 bits");

// light_segment for a vector of samples.
static inline floats light_segments(const blur_segment *segments, floats sample) {
    const floats least = (floats){0} + 0x1p-32f, greatest = (floats){0} + 65535.0f;
    pair_sums is_dark = sample < least;
    sample = selected_floats(is_dark, least, selected_floats(sample < greatest, sample, greatest));
    pair_sums bits = (pair_sums)sample, index = (bits >> 15) - BLUR_LEAST_SEGMENT;
    segment_vector low, high;
    for (size_t k = 0; k < FLOAT_LANES / 2; k++) {
        uint64_t first, second;
        memcpy(&first, segments + index[k], sizeof first);
        memcpy(&second, segments + index[k + FLOAT_LANES / 2], sizeof second);
        low[k] = first, high[k] = second;
    }
    floats value = even_words((floats)low, (floats)high), slope = odd_words((floats)low, (floats)high);
    floats start = (floats)(bits & (pair_sums)((unsigned_words){0} + 0xFFFF8000u));
    return (floats)(~is_dark & (pair_sums)(value + (sample - start) * slope));
}

static inline uint16_t light_value(const uint8_t *values, size_t index, size_t value_size) {
    return value_size == 1 ? values[index] : ((const unaligned_value *)values)[index];
}

static inline float fraction_of_alpha(uint16_t color, uint16_t alpha) {
    float fraction = alpha > 0 ? (float)color * (65535.0f / (float)alpha) + 0.5f : 0;
    return fraction < 65535.0f ? fraction : 65535.0f;
}

static inline __attribute__((always_inline)) void load_light_values(
    float *restrict out, const uint8_t *restrict in, size_t channels, blur_alpha alpha, size_t pixels,
    const blur_light *light, const size_t value_size) {
    const float unit = value_size == 1 ? 1.0f / 255 : 1.0f / 65535;
    const size_t colors = alpha == BLUR_NO_ALPHA ? channels : channels - 1;
    for (size_t i = 0; i < pixels; i++) {
        uint16_t last = light_value(in, i * channels + channels - 1, value_size);
        float opaque = alpha == BLUR_NO_ALPHA ? 1 : (float)last * unit;
        for (size_t c = 0; c < colors; c++) {
            uint16_t value = light_value(in, i * channels + c, value_size);
            if (alpha == BLUR_PREMULTIPLIED) value = (uint16_t)fraction_of_alpha(value, last);
            out[i * channels + c] = ((const float *)light->linear[c])[value] * opaque;
        }
        if (alpha != BLUR_NO_ALPHA) out[i * channels + channels - 1] = (float)last * (value_size == 1 ? 257.0f : 1.0f);
    }
}

static void load_light_float(
    void *restrict out, const uint8_t *restrict in, size_t channels, blur_alpha alpha, size_t pixels,
    const blur_light *light) {
    const bool is_small = light->value_size == 1;
    if (is_small && alpha == BLUR_NO_ALPHA && channels == 3)
        return load_light_values(out, in, 3, BLUR_NO_ALPHA, pixels, light, 1);
    if (is_small && alpha == BLUR_STRAIGHT && channels == 4)
        return load_light_values(out, in, 4, BLUR_STRAIGHT, pixels, light, 1);
    if (is_small) return load_light_values(out, in, channels, alpha, pixels, light, 1);
    load_light_values(out, in, channels, alpha, pixels, light, 2);
}

// The encoded sample of a color: divided by alpha, encoded, and multiplied again if it stays premultiplied.
static inline float encoded_light(
    const blur_segment *segments, float sample, float alpha, blur_alpha kind, bool keeps_alpha) {
    if (kind == BLUR_NO_ALPHA) return light_segment(segments, sample);
    float color = alpha >= 0x1p-12f ? light_segment(segments, sample * (65535.0f / alpha)) : 0;
    return keeps_alpha ? color * (alpha * (1.0f / 65535)) : color;
}

// Encodes samples of a color, which may remain in place. Where alpha is below `least_alpha`, they become 0.
static inline __attribute__((always_inline)) void encode_color(
    float *out, const float *in, const float *alphas, const blur_segment *segments, const blur_alpha alpha,
    const bool keeps_alpha, float least_alpha, size_t count) {
    size_t i = 0;
    for (; segments && i + FLOAT_LANES <= count; i += FLOAT_LANES) {
        floats sample = load_floats(in + i);
        if (alpha == BLUR_NO_ALPHA) {
            store_floats(out + i, light_segments(segments, sample));
            continue;
        }
        floats opaque = load_floats(alphas + i);
        floats color = light_segments(segments, sample * (65535.0f / opaque));
        if (keeps_alpha) color *= opaque * (1.0f / 65535);
        store_floats(out + i, (floats)((opaque >= 0x1p-12f) & (opaque >= least_alpha) & (pair_sums)color));
    }
    for (; i < count; i++) {
        bool is_visible = alpha == BLUR_NO_ALPHA || alphas[i] >= least_alpha;
        out[i] =
            is_visible ? encoded_light(segments, in[i], alpha == BLUR_NO_ALPHA ? 0 : alphas[i], alpha, keeps_alpha) : 0;
    }
}

static void encode_any_color(
    float *out, const float *in, const float *alphas, const blur_segment *segments, blur_alpha alpha, bool keeps_alpha,
    float least_alpha, size_t count) {
    if (alpha == BLUR_NO_ALPHA)
        return encode_color(out, in, alphas, segments, BLUR_NO_ALPHA, false, least_alpha, count);
    if (keeps_alpha) return encode_color(out, in, alphas, segments, alpha, true, least_alpha, count);
    encode_color(out, in, alphas, segments, alpha, false, least_alpha, count);
}

enum { LIGHT_STRIP = 256 };

static void store_light_float(
    uint8_t *restrict out, const void *restrict samples, size_t channel_step, size_t pixel_step, size_t channels,
    blur_alpha alpha, size_t pixels, const blur_light *light) {
    const size_t size = light->value_size, colors = alpha == BLUR_NO_ALPHA ? channels : channels - 1;
    // alpha below half a step is stored as 0, and so are the colors
    const float least_alpha = size == 1 ? 128.5f : 0.5f;
    for (size_t first = 0; first < pixels; first += LIGHT_STRIP) {
        const size_t count = pixels - first < LIGHT_STRIP ? pixels - first : LIGHT_STRIP;
        float strip[4][LIGHT_STRIP], separate[4][LIGHT_STRIP];
        const float *planes[4];
        if (pixel_step == 1) {
            for (size_t c = 0; c < channels; c++) planes[c] = (const float *)samples + c * channel_step + first;
        } else {
            void *targets[4] = {separate[0], separate[1], separate[2], separate[3]};
            deinterleave_float(targets, (const float *)samples + first * channels, channels, count);
            for (size_t c = 0; c < channels; c++) planes[c] = separate[c];
        }
        const float *opaque = planes[channels - 1];
        for (size_t c = 0; c < colors; c++)
            encode_any_color(
                strip[c], planes[c], opaque, light->segments[c], alpha, alpha == BLUR_PREMULTIPLIED, least_alpha, count);
        if (alpha != BLUR_NO_ALPHA) memcpy(strip[channels - 1], opaque, count * sizeof *opaque);
        uint8_t *to = out + first * channels * size;
        store_pixels_float(to, strip, LIGHT_STRIP, 1, channels, size, BLUR_NO_ALPHA, count, 0);
    }
}

static void encode_light_float(
    void *restrict samples, size_t step, size_t channels, blur_alpha alpha, size_t pixels, const blur_light *light) {
    float *planes = samples;
    const size_t colors = alpha == BLUR_NO_ALPHA ? channels : channels - 1;
    const float *opaque = planes + (channels - 1) * step;
    for (size_t c = 0; c < colors; c++)
        encode_any_color(planes + c * step, planes + c * step, opaque, light->segments[c], alpha, true, 0, pixels);
}

#endif
