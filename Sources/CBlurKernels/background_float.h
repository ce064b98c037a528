// Between pixels and the samples of their background, of which a matte says how much of each pixel is in front.

#ifndef BLUR_BACKGROUND_FLOAT_H
#define BLUR_BACKGROUND_FLOAT_H

#include "light_float.h"
#include "pixels_float.h"

enum { BACKGROUND_BLOCK = 64, BACKGROUND_CHANNELS = 4 };

static void load_any_float(float *out, const uint8_t *in, const blur_pixels *kind, size_t pixels) {
    if (kind->light) return load_light_float(out, in, kind->channels, kind->alpha, pixels, kind->light);
    load_pixels_float(out, in, kind->channels, kind->value_size, kind->alpha, pixels);
}

// Constant numbers of channels let the compiler turn the scatters into shuffles.
static inline __attribute__((always_inline)) void weight_pixels(
    float *restrict out, const float *restrict in, const float *restrict coverage, bool keeps_coverage, size_t pixels,
    const size_t channels) {
    for (size_t i = 0; i < pixels; i++) {
        float weight = 1 - coverage[i];
        for (size_t c = 0; c < channels; c++) out[i * (channels + 1) + c] = in[i * channels + c] * weight;
        out[i * (channels + 1) + channels] = (keeps_coverage ? coverage[i] : weight) * 65535.0f;
    }
}

static void load_background_float(
    void *to, const uint8_t *in, const blur_pixels *kind, const float *coverage, bool keeps_coverage, size_t pixels) {
    float block[BACKGROUND_BLOCK * BACKGROUND_CHANNELS];
    const size_t channels = kind->channels, pixel_size = channels * kind->value_size;
    for (size_t first = 0; first < pixels; first += BACKGROUND_BLOCK) {
        size_t count = pixels - first < BACKGROUND_BLOCK ? pixels - first : BACKGROUND_BLOCK;
        float *out = (float *)to + first * (channels + 1);
        const float *covered = coverage + first;
        load_any_float(block, in + first * pixel_size, kind, count);
        switch (channels) {
            case 1: weight_pixels(out, block, covered, keeps_coverage, count, 1); break;
            case 2: weight_pixels(out, block, covered, keeps_coverage, count, 2); break;
            case 3: weight_pixels(out, block, covered, keeps_coverage, count, 3); break;
            default: weight_pixels(out, block, covered, keeps_coverage, count, 4); break;
        }
    }
}

// The factors of the blurred sums and of the pixel itself in a composite; returns whether any pixel is in front at all, and whether
// any is so wholly, in the bits 1 and 2.
static unsigned composite_factors(
    float *restrict behind, float *restrict front, const float *restrict sums, const float *restrict coverage,
    bool keeps_coverage, size_t count) {
    // a lesser sum of weights is that of rounding errors
    const float least = keeps_coverage ? 65535.0f * 0x1p-19f : 0x1p-40f;
    const float origin = keeps_coverage ? 65535.0f : 0, sign = keeps_coverage ? -1.0f : 1.0f;
    unsigned bits = 0;
    for (size_t i = 0; i < count; i++) {
        float weight = origin + sign * sums[i], quotient = (1 - coverage[i]) * (65535.0f / weight);
        behind[i] = weight > least ? quotient : 0;
        front[i] = weight > least ? coverage[i] : 1;
        bits |= (front[i] > 0 ? 1u : 0) | (coverage[i] >= 1 ? 2u : 0);
    }
    return bits;
}

static inline __attribute__((always_inline)) void composite_pixels(
    float *restrict planes, size_t step, const float *restrict pixels, const float *restrict behind,
    const float *restrict front, size_t count, const size_t channels) {
    for (size_t c = 0; c < channels; c++) {
        float *plane = planes + c * step;
        for (size_t i = 0; i < count; i++) {
            float sum = plane[i] * behind[i];
            plane[i] = (sum < 65535.0f ? sum : 65535.0f) + pixels[i * channels + c] * front[i];
        }
    }
}

static void scale_pixels(float *restrict planes, size_t step, const float *restrict behind, size_t count, size_t channels) {
    for (size_t c = 0; c < channels; c++) {
        float *plane = planes + c * step;
        for (size_t i = 0; i < count; i++) {
            float sum = plane[i] * behind[i];
            plane[i] = sum < 65535.0f ? sum : 65535.0f;
        }
    }
}

static bool composite_background_float(
    void *to, size_t step, const uint8_t *in, const blur_pixels *kind, const float *coverage, bool keeps_coverage,
    size_t pixels, uint16_t rounding_bias) {
    (void)rounding_bias;
    float block[BACKGROUND_BLOCK * BACKGROUND_CHANNELS], behind[BACKGROUND_BLOCK], front[BACKGROUND_BLOCK];
    const size_t channels = kind->channels, pixel_size = channels * kind->value_size;
    unsigned all_bits = 0;
    for (size_t first = 0; first < pixels; first += BACKGROUND_BLOCK) {
        size_t count = pixels - first < BACKGROUND_BLOCK ? pixels - first : BACKGROUND_BLOCK;
        float *planes = (float *)to + first;
        unsigned bits =
            composite_factors(behind, front, planes + channels * step, coverage + first, keeps_coverage, count);
        all_bits |= bits;
        if (!(bits & 1)) {
            scale_pixels(planes, step, behind, count, channels);
            continue;
        }
        load_any_float(block, in + first * pixel_size, kind, count);
        switch (channels) {
            case 1: composite_pixels(planes, step, block, behind, front, count, 1); break;
            case 2: composite_pixels(planes, step, block, behind, front, count, 2); break;
            case 3: composite_pixels(planes, step, block, behind, front, count, 3); break;
            default: composite_pixels(planes, step, block, behind, front, count, 4); break;
        }
    }
    return all_bits & 2;
}

#endif
