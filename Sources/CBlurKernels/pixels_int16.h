// Loads and stores pixels of 8-bit images.

#ifndef BLUR_PIXELS_INT16_H
#define BLUR_PIXELS_INT16_H

#include "alpha_int16.h"
#include "kernels_common.h"
#include "samples_int16.h"

static void load_unscaled_int16(int16_t *restrict out, const uint8_t *restrict in, size_t count) {
    for (size_t i = 0; i < count; i++) out[i] = (int16_t)(in[i] << FRACTION_BITS);
}

static inline void load_straight_int16(int16_t *restrict out, const uint8_t *restrict in, size_t channels, size_t pixels) {
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *pixel = in + i * channels;
        int16_t *samples_of_pixel = out + i * channels;
        uint32_t alpha_value = pixel[channels - 1];
        // alpha in fractions of 32768: 128.50196 = 32768 / 255
        uint32_t alpha = (alpha_value * 8421505u + 32768) >> 16;
        for (size_t c = 0; c + 1 < channels; c++)
            samples_of_pixel[c] = (int16_t)((((uint32_t)pixel[c] << FRACTION_BITS) * alpha + (1 << 14)) >> 15);
        samples_of_pixel[channels - 1] = (int16_t)(alpha_value << FRACTION_BITS);
    }
}

typedef uint64_t rgba_samples __attribute__((vector_size(VECTOR_BYTES)));
typedef uint8_t bytes __attribute__((vector_size(VECTOR_BYTES / 2)));
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first value of a pair must come first in memory");

// load_straight_int16 for four channels, a vector of samples at a time.
static inline void load_rgba_int16(int16_t *restrict out, const uint8_t *restrict in, size_t pixels) {
    const samples alpha_lanes = (samples)((rgba_samples){0} + 0xFFFF000000000000u);
    size_t i = 0;
    for (; i + LANES / 4 <= pixels; i += LANES / 4) {
        bytes narrow;
        memcpy(&narrow, in + 4 * i, sizeof narrow);
        samples values = __builtin_convertvector(narrow, samples), alpha_values = last_of_four_samples(values);
        // rounded to fractions of 32768; alpha 255 would become 32768, which int16_t cannot hold, and is treated separately
        samples alpha = (alpha_values << FRACTION_BITS) + ((alpha_values + 1) >> 1);
        samples unchanged = (samples)(alpha_values == 255) | alpha_lanes;
        values <<= FRACTION_BITS;
        store_samples(out + 4 * i, (unchanged & values) | (~unchanged & multiply_round(values, alpha)));
    }
    load_straight_int16(out + 4 * i, in + 4 * i, 4, pixels - i);
}

static void load_pixels_int16(
    void *out, const uint8_t *in, size_t channels, size_t value_size, blur_alpha alpha, size_t pixels) {
    (void)value_size;
    if (alpha != BLUR_STRAIGHT) {
        load_unscaled_int16(out, in, channels * pixels);
    } else if (channels == 2) {
        load_straight_int16(out, in, 2, pixels);
    } else {
        load_rgba_int16(out, in, pixels);
    }
}

#define PLAIN_INT16(sample, alpha, half) value_int16(sample, half)

static void store_pixels_int16(
    uint8_t *restrict out, const void *restrict samples, size_t channel_step, size_t pixel_step, size_t channels,
    size_t value_size, blur_alpha alpha, size_t pixels, uint16_t rounding_bias) {
    (void)value_size;
    uint8_t *to = out;
    const int16_t *in = samples;
    uint16_t half = (uint16_t)((1 << (FRACTION_BITS - 1)) - rounding_bias);
    if (alpha == BLUR_NO_ALPHA && pixel_step == channels) {
        for (size_t i = 0; i < pixels * channels; i++) to[i] = value_int16(in[i], half);
        return;
    }
    switch (alpha * 8 + channels) {
        case 2: STORE_LOOP(int16_t, uint8_t, 2, channel_step, 1, PLAIN_INT16, value_int16) break;
        case 3: STORE_LOOP(int16_t, uint8_t, 3, channel_step, 1, PLAIN_INT16, value_int16) break;
        case 4: STORE_LOOP(int16_t, uint8_t, 4, channel_step, 1, PLAIN_INT16, value_int16) break;
        case BLUR_STRAIGHT * 8 + 2: return store_alpha_int16(to, in, channel_step, pixel_step, 2, true, pixels, half);
        case BLUR_STRAIGHT * 8 + 4: return store_alpha_int16(to, in, channel_step, pixel_step, 4, true, pixels, half);
        case BLUR_PREMULTIPLIED * 8 + 2:
            return store_alpha_int16(to, in, channel_step, pixel_step, 2, false, pixels, half);
        default: return store_alpha_int16(to, in, channel_step, pixel_step, 4, false, pixels, half);
    }
}

#endif
