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
static inline unsigned_samples mixed_keys(const uint16_t *keys, size_t key_step, const uint16_t *row_keys, size_t index) {
    unsigned_samples mixed = (load_keys(keys + index) ^ unsigned_splat(row_keys[0])) * unsigned_splat(0x9E35);
    mixed ^= mixed >> 8;
    mixed ^= load_keys(keys + key_step + index) ^ unsigned_splat(row_keys[1]);
    mixed *= unsigned_splat(0xB5C3);
    return mixed ^ mixed >> 7;
}

static inline samples noise_of_kind(unsigned_samples mixed, blur_noise kind) {
    mixed = (mixed + unsigned_splat(kind.offset)) * unsigned_splat(kind.factor);
    mixed ^= mixed >> 8;
    // the difference of two independent bytes has a triangular distribution
    return (samples)(mixed >> 8) - (samples)(mixed & 255);
}

static void make_noise(
    int16_t *restrict out, size_t step, const uint16_t *restrict keys, size_t key_step, const uint16_t *row_keys,
    const blur_noise *kinds, size_t kind_count, size_t count) {
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        unsigned_samples mixed = mixed_keys(keys, key_step, row_keys, i);
        for (size_t k = 0; k < kind_count; k++) store_samples(out + k * step + i, noise_of_kind(mixed, kinds[k]));
    }
    if (i == count) return;
    unsigned_samples mixed = mixed_keys(keys, key_step, row_keys, i);
    for (size_t k = 0; k < kind_count; k++) {
        samples rest = noise_of_kind(mixed, kinds[k]);
        memcpy(out + k * step + i, &rest, (count - i) * sizeof *out);
    }
}

#endif
