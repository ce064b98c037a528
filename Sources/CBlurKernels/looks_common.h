// Noise: random numbers that depend on a pixel's position only.

#ifndef BLUR_LOOKS_COMMON_H
#define BLUR_LOOKS_COMMON_H

#include "vector_types.h"

// The kinds of noise: one for each of three colors to dither, and one for grain, which all colors share.
enum { GRAIN_NOISE = 3 };

static inline unsigned_samples unsigned_splat(uint16_t value) { return value - (unsigned_samples){0}; }

static inline unsigned_samples load_keys(const uint16_t *from) {
    unsigned_samples result;
    memcpy(&result, from, sizeof result);
    return result;
}

// 16 random bits for every pixel. Multiplications with odd numbers, and shifts, can be undone, so that no number is more frequent
// than others.
static inline unsigned_samples first_noise_bits(blur_noise_keys keys, const uint16_t *row_keys, size_t index) {
    unsigned_samples bits = (load_keys(keys.first + index) ^ unsigned_splat(row_keys[0])) * unsigned_splat(0x9E35);
    bits ^= bits >> 8;
    bits ^= load_keys(keys.second + index) ^ unsigned_splat(row_keys[1]);
    bits *= unsigned_splat(0xB5C3);
    return bits ^ bits >> 7;
}

// 16 more, whose bytes are not correlated with those of the first.
static inline unsigned_samples second_noise_bits(unsigned_samples first) { return first * unsigned_splat(0x9A91); }

// The bits whose bytes are subtracted for a kind of noise: the difference of two independent bytes has a triangular distribution. The
// difference of a byte and the complement of another is not correlated with that of both, so that two kinds share their bits.
static inline unsigned_samples noise_bytes(size_t kind, unsigned_samples first, unsigned_samples second) {
    switch (kind) {
        case 0: return first;
        case 1: return second;
        case 2: return second ^ 255;
        default: return first ^ 255;
    }
}

// Noise from its bytes: from -255 to 255.
static inline samples byte_difference(unsigned_samples bytes) { return (samples)(bytes >> 8) - (samples)(bytes & 255); }

#endif
