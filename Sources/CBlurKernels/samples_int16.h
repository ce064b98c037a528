// Samples of 8-bit images as int16_t, in fractions of 128, and their values. A file that includes kernels defines multiply_round(a, b):
// (a * b + 2^14) >> 15; multiply_pairs(a, b): the sums of two adjacent products; and
// scaled_byte_difference(a): 127 times the difference between the high and the low byte of every sample.

#ifndef BLUR_SAMPLES_INT16_H
#define BLUR_SAMPLES_INT16_H

#include "vector_types.h"

enum { FRACTION_BITS = 7 };

static inline samples average(samples a, samples b) {
    unsigned_samples x = (unsigned_samples)a, y = (unsigned_samples)b;
    return (samples)((x | y) - ((x ^ y) >> 1));
}

static inline samples splat(int16_t value) { return value - (samples){0}; }

static inline samples weight_int16(int32_t weight) { return splat((int16_t)weight); }

static inline uint8_t value_int16(int16_t sample, uint16_t half) {
    // the greatest sample, 32767, would round to 256
    uint16_t rounded = (uint16_t)((uint16_t)sample + half) >> FRACTION_BITS;
    return (uint8_t)(rounded > 255 ? 255 : rounded);
}

static inline uint8_t straight_value_int16(int16_t sample, int16_t alpha, uint16_t half) {
    // one division for all colors of a pixel
    float value = (float)sample * (255.0f / (float)(alpha > 0 ? alpha : 1)) + 0.5f;
    return (uint8_t)(value_int16(alpha, half) == 0 ? 0 : value > 255.0f ? 255.0f : value);
}

static inline uint8_t premultiplied_value_int16(int16_t sample, int16_t alpha, uint16_t half) {
    return value_int16(sample < alpha ? sample : alpha, half);
}

#endif
