// Pixels with alpha, from samples: colors are divided by alpha, or limited to it.

#ifndef BLUR_ALPHA_INT16_H
#define BLUR_ALPHA_INT16_H

#include "samples_int16.h"

// The samples of one channel of FLOAT_LANES pixels.
static inline pair_sums load_channel_int16(const int16_t *from) {
    short_samples narrow;
    memcpy(&narrow, from, sizeof narrow);
    return __builtin_convertvector(narrow, pair_sums);
}

// The samples of all channels of FLOAT_LANES pixels, planar or interleaved.
static inline __attribute__((always_inline)) void load_channels_int16(
    pair_sums *channel, const int16_t *from, size_t channel_step, const bool is_planar, const size_t channels) {
    if (is_planar) {
        for (size_t c = 0; c < channels; c++) channel[c] = load_channel_int16(from + c * channel_step);
    } else if (channels == 2) {
        pair_sums both = load_words(from);
        channel[0] = both << 16 >> 16, channel[1] = both >> 16;
    } else {
        pair_sums low = load_words(from), high = load_words(from + LANES);
        pair_sums first = even_words(low, high), second = odd_words(low, high);
        channel[0] = first << 16 >> 16, channel[1] = first >> 16;
        channel[2] = second << 16 >> 16, channel[3] = second >> 16;
    }
}

static inline pair_sums values_int16(pair_sums sample, uint16_t half) {
    return __builtin_elementwise_min((sample + half) >> FRACTION_BITS, (pair_sums){0} + 255);
}

// Stores pixels, as many vectors of FLOAT_LANES as possible, and returns their number.
static inline __attribute__((always_inline)) size_t store_alpha_vectors_int16(
    uint8_t *restrict out, const int16_t *restrict in, size_t channel_step, const bool is_planar, const size_t channels,
    const bool is_straight, size_t pixels, uint16_t half) {
    const size_t pixel_step = is_planar ? 1 : channels;
    size_t i = 0;
    for (; i + FLOAT_LANES <= pixels; i += FLOAT_LANES) {
        pair_sums channel[4];
        load_channels_int16(channel, in + i * pixel_step, channel_step, is_planar, channels);
        pair_sums alpha = channel[channels - 1], alpha_value = values_int16(alpha, half);
        pair_sums result = alpha_value << (8 * (channels - 1));
        pair_sums divisor = __builtin_elementwise_max(alpha, (pair_sums){0} + 1), is_visible = alpha_value != 0;
        // one division for all colors of a pixel
        floats scale = 255.0f / __builtin_convertvector(divisor, floats);
        for (size_t c = 0; c + 1 < channels; c++) {
            pair_sums value;
            if (is_straight) {
                floats quotient = __builtin_convertvector(channel[c], floats) * scale + 0.5f;
                value = __builtin_elementwise_min(__builtin_convertvector(quotient, pair_sums), (pair_sums){0} + 255) &
                        is_visible;
            } else {
                value = values_int16(__builtin_elementwise_min(channel[c], alpha), half);
            }
            result |= value << (8 * c);
        }
        if (channels == 4) {
            memcpy(out + 4 * i, &result, sizeof result);
        } else {
            short_samples narrow = __builtin_convertvector(result, short_samples);
            memcpy(out + 2 * i, &narrow, sizeof narrow);
        }
    }
    return i;
}

static inline __attribute__((always_inline)) void store_alpha_int16(
    uint8_t *restrict out, const int16_t *restrict in, size_t channel_step, size_t pixel_step, const size_t channels,
    const bool is_straight, size_t pixels, uint16_t half) {
    size_t done = 0;
    if (pixel_step != 1) {
        done = store_alpha_vectors_int16(out, in, 1, false, channels, is_straight, pixels, half);
    } else if (is_straight) {
        done = store_alpha_vectors_int16(out, in, channel_step, true, channels, true, pixels, half);
    }
    uint8_t *to = out;
    // the compiler uses vectors for planes of premultiplied colors
    for (size_t i = done; i < pixels; i++) {
        const int16_t *pixel = in + i * pixel_step;
        int16_t alpha = pixel[(channels - 1) * channel_step];
        for (size_t c = 0; c + 1 < channels; c++) {
            int16_t color = pixel[c * channel_step];
            to[i * channels + c] =
                is_straight ? straight_value_int16(color, alpha, half) : premultiplied_value_int16(color, alpha, half);
        }
        to[i * channels + channels - 1] = value_int16(alpha, half);
    }
}

#endif
