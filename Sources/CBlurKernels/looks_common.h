// Noise: random numbers that depend on a pixel's position only.

#ifndef BLUR_LOOKS_COMMON_H
#define BLUR_LOOKS_COMMON_H

#include "vector_types.h"

static inline unsigned_samples unsigned_splat(uint16_t value) { return value - (unsigned_samples){0}; }

static inline unsigned_samples load_keys(const uint16_t *from) {
    unsigned_samples result;
    memcpy(&result, from, sizeof result);
    return result;
}

// Multiplications with odd numbers and shifts, each of which can be undone, so that no number is more frequent than others.
static inline samples noise_at(const uint16_t *first_keys, const uint16_t *second_keys, blur_noise noise, size_t index) {
    unsigned_samples mixed = (load_keys(first_keys + index) ^ unsigned_splat(noise.first_key)) * unsigned_splat(0x9E35);
    mixed ^= mixed >> 8;
    mixed ^= load_keys(second_keys + index) ^ unsigned_splat(noise.second_key);
    mixed *= unsigned_splat(0xB5C3);
    mixed ^= mixed >> 7;
    mixed = (mixed + unsigned_splat(noise.offset)) * unsigned_splat(noise.factor);
    mixed ^= mixed >> 8;
    // the difference of two independent bytes has a triangular distribution
    return (samples)(mixed >> 8) - (samples)(mixed & 255);
}

static void make_noise(
    int16_t *restrict out, const uint16_t *restrict first_keys, const uint16_t *restrict second_keys, blur_noise noise,
    size_t count) {
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) store_samples(out + i, noise_at(first_keys, second_keys, noise, i));
    if (i < count) {
        samples rest = noise_at(first_keys, second_keys, noise, i);
        memcpy(out + i, &rest, (count - i) * sizeof *out);
    }
}

#endif
