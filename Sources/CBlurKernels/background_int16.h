// Between 8-bit pixels and the samples of their background, of which a matte says how much of each pixel is in front.

#ifndef BLUR_BACKGROUND_INT16_H
#define BLUR_BACKGROUND_INT16_H

#include "pixels_int16.h"

enum { BACKGROUND_BLOCK_INT16 = 64, BACKGROUND_CHANNELS_INT16 = 4 };

// Weights as fractions of -32768, because int16_t cannot hold 32768: those of the background, or of what is in front.
static void background_weights(int16_t *restrict weights, const float *restrict coverage, bool is_front, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float weight = is_front ? coverage[i] : 1 - coverage[i];
        weights[i] = (int16_t)-(int32_t)(weight * 32768.0f + 0.5f);
    }
}

static inline int16_t weighted_int16(int16_t sample, int16_t weight) {
    return (int16_t)-((sample * weight + (1 << 14)) >> 15);
}

// Constant numbers of channels let the compiler turn the scatters into shuffles.
static inline __attribute__((always_inline)) void weight_pixels_int16(
    int16_t *restrict out, const int16_t *restrict in, const int16_t *restrict weights,
    const int16_t *restrict last_weights, size_t pixels, const size_t channels) {
    for (size_t i = 0; i < pixels; i++) {
        for (size_t c = 0; c < channels; c++)
            out[i * (channels + 1) + c] = weighted_int16(in[i * channels + c], weights[i]);
        out[i * (channels + 1) + channels] = weighted_int16(255 << FRACTION_BITS, last_weights[i]);
    }
}

// weight_pixels_int16 for three channels of values, a vector of samples at a time.
static inline void weight_rgb_int16(
    int16_t *restrict out, const uint8_t *restrict in, const int16_t *restrict weights,
    const int16_t *restrict last_weights, size_t pixels) {
    typedef uint16_t pixel_weights __attribute__((vector_size(VECTOR_BYTES / 4)));
    uint32_t four[BACKGROUND_BLOCK_INT16];
    for (size_t i = 0; i + 1 < pixels; i++) {
        memcpy(four + i, in + 3 * i, 4);
        four[i] |= 0xFF000000u;
    }
    const uint8_t *last = in + 3 * (pixels - 1);
    four[pixels - 1] = last[0] | (uint32_t)last[1] << 8 | (uint32_t)last[2] << 16 | 0xFF000000u;
    size_t i = 0;
    for (; i + LANES / 4 <= pixels; i += LANES / 4) {
        bytes narrow;
        memcpy(&narrow, four + i, sizeof narrow);
        samples values = __builtin_convertvector(narrow, samples) << FRACTION_BITS;
        pixel_weights color, weight;
        memcpy(&color, weights + i, sizeof color);
        memcpy(&weight, last_weights + i, sizeof weight);
        rgba_samples colors = __builtin_convertvector(color, rgba_samples);
        colors |= colors << 16 | colors << 32 | __builtin_convertvector(weight, rgba_samples) << 48;
        store_samples(out + 4 * i, -multiply_round(values, (samples)colors));
    }
    for (; i < pixels; i++) {
        for (size_t c = 0; c < 3; c++)
            out[4 * i + c] = weighted_int16((int16_t)(in[3 * i + c] << FRACTION_BITS), weights[i]);
        out[4 * i + 3] = weighted_int16(255 << FRACTION_BITS, last_weights[i]);
    }
}

static void load_background_int16(
    void *to, const uint8_t *in, const blur_pixels *kind, const float *coverage, bool keeps_coverage, size_t pixels) {
    int16_t block[BACKGROUND_BLOCK_INT16 * BACKGROUND_CHANNELS_INT16];
    int16_t weights[BACKGROUND_BLOCK_INT16], front_weights[BACKGROUND_BLOCK_INT16];
    const int16_t *last_weights = keeps_coverage ? front_weights : weights;
    const size_t channels = kind->channels;
    for (size_t first = 0; first < pixels; first += BACKGROUND_BLOCK_INT16) {
        size_t count = pixels - first < BACKGROUND_BLOCK_INT16 ? pixels - first : BACKGROUND_BLOCK_INT16;
        int16_t *out = (int16_t *)to + first * (channels + 1);
        const uint8_t *values = in + first * channels;
        background_weights(weights, coverage + first, false, count);
        if (keeps_coverage) background_weights(front_weights, coverage + first, true, count);
        if (channels == 3) {
            weight_rgb_int16(out, values, weights, last_weights, count);
            continue;
        }
        load_pixels_int16(block, values, channels, 1, kind->alpha, count);
        switch (channels) {
            case 1: weight_pixels_int16(out, block, weights, last_weights, count, 1); break;
            case 2: weight_pixels_int16(out, block, weights, last_weights, count, 2); break;
            default: weight_pixels_int16(out, block, weights, last_weights, count, 4); break;
        }
    }
}

// A pixel's values as a word, the first in its lowest byte.
static inline __attribute__((always_inline)) void load_words_of_pixels(
    uint32_t *restrict words, const uint8_t *restrict in, const size_t channels, size_t pixels) {
    if (channels == 3) {
        // four bytes of all pixels but the last
        for (size_t i = 0; i + 1 < pixels; i++) memcpy(words + i, in + 3 * i, 4);
        const uint8_t *last = in + 3 * (pixels - 1);
        words[pixels - 1] = last[0] | (uint32_t)last[1] << 8 | (uint32_t)last[2] << 16;
        return;
    }
    for (size_t i = 0; i < pixels; i++) {
        uint32_t word = 0;
        memcpy(&word, in + channels * i, channels);
        words[i] = word;
    }
}

static inline floats channel_of_words(unsigned_words words, size_t channel) {
    return __builtin_convertvector((pair_sums)(words >> (8 * channel) & 255), floats);
}

// What the pixels of a composite have in common.
typedef struct composite_int16 {
    float origin, sign, bias;  // the sum of weights is origin + sign * sum
    bool is_straight;
} composite_int16;

// Puts FLOAT_LANES pixels in front of their background; without `words`, none of them is in front, so that all have weights.
static inline __attribute__((always_inline)) void composite_vector_int16(
    int16_t *planes, size_t step, const uint32_t *words, const float *coverage, composite_int16 composite,
    const size_t channels) {
    floats covered = load_floats(coverage);
    floats weight = composite.origin +
                    composite.sign * __builtin_convertvector(load_channel_int16(planes + channels * step), floats);
    // a sum of weights below 1 / 8160 is that of rounding errors
    pair_sums has_weight = weight > 4;
    floats behind = selected_floats(has_weight, (1 - covered) * (32640.0f / weight), (floats){0}), front = {0};
    unsigned_words pixels = {0};
    if (words) {
        front = selected_floats(has_weight, covered, (floats){0} + 1);
        memcpy(&pixels, words, sizeof pixels);
    }
    // a value is multiplied by 128, and a straight color by alpha
    const floats last = front * (float)(1 << FRACTION_BITS), rounding = 0.5f - composite.bias * behind;
    const floats color =
        words && composite.is_straight ? last * (channel_of_words(pixels, channels - 1) * (1.0f / 255)) : last;
    for (size_t c = 0; c < channels; c++) {
        int16_t *plane = planes + c * step;
        floats sum = __builtin_convertvector(load_channel_int16(plane), floats) * behind + rounding;
        if (words) sum += channel_of_words(pixels, c) * (c + 1 < channels ? color : last);
        sum = __builtin_elementwise_min(__builtin_elementwise_max(sum, (floats){0}), (floats){0} + 32640.5f);
        short_samples result = __builtin_convertvector(__builtin_convertvector(sum, pair_sums), short_samples);
        memcpy(plane, &result, sizeof result);
    }
}

static inline __attribute__((always_inline)) void composite_block_int16(
    int16_t *planes, size_t step, const uint8_t *in, const float *coverage, bool has_front, composite_int16 composite,
    size_t pixels, const size_t channels) {
    uint32_t words[BACKGROUND_BLOCK_INT16 + FLOAT_LANES] = {0};
    if (has_front) load_words_of_pixels(words, in, channels, pixels);
    size_t i = 0;
    for (; i + FLOAT_LANES <= pixels; i += FLOAT_LANES) {
        const uint32_t *front = has_front ? words + i : NULL;
        composite_vector_int16(planes + i, step, front, coverage + i, composite, channels);
    }
    if (i == pixels) return;
    int16_t rest[(BACKGROUND_CHANNELS_INT16 + 1) * FLOAT_LANES] = {0};
    float rest_coverage[FLOAT_LANES] = {0};
    memcpy(rest_coverage, coverage + i, (pixels - i) * sizeof *coverage);
    for (size_t c = 0; c <= channels; c++)
        memcpy(rest + c * FLOAT_LANES, planes + c * step + i, (pixels - i) * sizeof *rest);
    composite_vector_int16(rest, FLOAT_LANES, has_front ? words + i : NULL, rest_coverage, composite, channels);
    for (size_t c = 0; c < channels; c++)
        memcpy(planes + c * step + i, rest + c * FLOAT_LANES, (pixels - i) * sizeof *rest);
}

static bool composite_background_int16(
    void *to, size_t step, const uint8_t *in, const blur_pixels *kind, const float *coverage, bool keeps_coverage,
    size_t pixels, uint16_t rounding_bias) {
    const size_t channels = kind->channels;
    const composite_int16 composite = {
        .origin = keeps_coverage ? 32640.0f + rounding_bias : -(float)rounding_bias,
        .sign = keeps_coverage ? -1 : 1,
        .bias = rounding_bias,
        .is_straight = kind->alpha == BLUR_STRAIGHT};
    bool has_whole_front = false;
    for (size_t first = 0; first < pixels; first += BACKGROUND_BLOCK_INT16) {
        size_t count = pixels - first < BACKGROUND_BLOCK_INT16 ? pixels - first : BACKGROUND_BLOCK_INT16;
        const float *covered = coverage + first;
        // the compiler vectorizes sums of integers
        uint32_t front_count = 0, whole_count = 0;
        for (size_t i = 0; i < count; i++) {
            front_count += covered[i] > 0;
            whole_count += covered[i] >= 1;
        }
        has_whole_front |= whole_count > 0;
        // pixels wholly in front are not written
        if (whole_count == count) continue;
        int16_t *planes = (int16_t *)to + first;
        const uint8_t *values = in + first * channels;
        const bool has_front = front_count > 0;
        switch (channels) {
            case 1: composite_block_int16(planes, step, values, covered, has_front, composite, count, 1); break;
            case 2: composite_block_int16(planes, step, values, covered, has_front, composite, count, 2); break;
            case 3: composite_block_int16(planes, step, values, covered, has_front, composite, count, 3); break;
            default: composite_block_int16(planes, step, values, covered, has_front, composite, count, 4); break;
        }
    }
    return has_whole_front;
}

#endif
