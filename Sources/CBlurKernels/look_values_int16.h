// Looks that end in values: the last steps of the blur in one pass, without alpha, so that samples are not stored in between.

#ifndef BLUR_LOOK_VALUES_INT16_H
#define BLUR_LOOK_VALUES_INT16_H

#include "looks_int16.h"

typedef uint8_t short_values __attribute__((vector_size(VECTOR_BYTES / 2)));

// The values of samples with FRACTION_BITS further bits. The greatest sample, 32767, has the value 255, too.
ALWAYS_INLINE unsigned_samples rounded_int16(samples value, samples half) {
    return (unsigned_samples)__builtin_elementwise_add_sat(value, half);
}

static inline samples half_value_int16(uint16_t rounding_bias) {
    return splat((int16_t)((1 << (FRACTION_BITS - 1)) - rounding_bias));
}

ALWAYS_INLINE void swap_samples(samples *a, samples *b) {
    samples kept = *a;
    *a = *b, *b = kept;
}

// The lanes that hold color C of three, of which the first two vectors of interleaved pixels have some, and the third has the rest.
#define LANE_OF_TWO(L, C) (3 * (L) + (C) < 2 * LANES ? 3 * (L) + (C) : -1)
#define LANE_OF_REST(L, C) (3 * (L) + (C) < 2 * LANES ? (L) : 3 * (L) + (C) - LANES)
#define EIGHT_LANES(F, L, C) \
    F(L, C), F((L) + 1, C), F((L) + 2, C), F((L) + 3, C), F((L) + 4, C), F((L) + 5, C), F((L) + 6, C), F((L) + 7, C)
#if VECTOR_BYTES == 16
#define ALL_LANES(F, C) EIGHT_LANES(F, 0, C)
#elif VECTOR_BYTES == 32
#define ALL_LANES(F, C) EIGHT_LANES(F, 0, C), EIGHT_LANES(F, 8, C)
#else
#define ALL_LANES(F, C) EIGHT_LANES(F, 0, C), EIGHT_LANES(F, 8, C), EIGHT_LANES(F, 16, C), EIGHT_LANES(F, 24, C)
#endif
#define COLOR_OF_THREE(C, FIRST, SECOND, THIRD) \
    __builtin_shufflevector( \
        __builtin_shufflevector(FIRST, SECOND, ALL_LANES(LANE_OF_TWO, C)), THIRD, ALL_LANES(LANE_OF_REST, C))

// Loads a vector of each color of interleaved pixels.
ALWAYS_INLINE void load_colors_int16(samples *values, const int16_t *in, size_t colors) {
    samples first = load_samples(in);
    if (colors == 1) {
        values[0] = first;
        return;
    }
    samples second = load_samples(in + LANES), third = load_samples(in + 2 * LANES);
    values[0] = COLOR_OF_THREE(0, first, second, third);
    values[1] = COLOR_OF_THREE(1, first, second, third);
    values[2] = COLOR_OF_THREE(2, first, second, third);
}

ALWAYS_INLINE void separate_to_values_int16(
    uint8_t *out, size_t out_step, const int16_t *in, size_t colors, const blur_look *look, const blur_look_row *row,
    size_t count, uint16_t rounding_bias, unsigned steps) {
    const look_int16 prepared = prepared_int16(look, row, colors, steps);
    const strength_int16 strength = strength_of_int16(&prepared, prepared.alpha);
    const samples half = half_value_int16(rounding_bias);
    const bool is_reversed = colors == 3 && look->is_reversed;
    for (size_t i = 0; i < count; i += LANES) {
        samples values[3];
        load_colors_int16(values, in + colors * i, colors);
        if (is_reversed) swap_samples(&values[0], &values[2]);
        change_colors_int16(&prepared, strength, NULL, row, row->keys, i, values);
        if (is_reversed) swap_samples(&values[0], &values[2]);
        for (size_t c = 0; c < colors; c++) {
            short_values bytes = __builtin_convertvector(rounded_int16(values[c], half) >> FRACTION_BITS, short_values);
            memcpy(out + out_step * c + i, &bytes, sizeof bytes);
        }
    }
}

// Calls a function with the number of colors and every possible combination of steps as constants, so that the compiler makes a
// version of it for each look.
#define WITH_CONSTANT_STEPS(CALL, COLORS, steps) \
    switch (steps) { \
        case 0: CALL(COLORS, 0); break; \
        case 1: CALL(COLORS, 1); break; \
        case 2: CALL(COLORS, 2); break; \
        case 3: CALL(COLORS, 3); break; \
        case 4: CALL(COLORS, 4); break; \
        case 5: CALL(COLORS, 5); break; \
        case 6: CALL(COLORS, 6); break; \
        case 7: CALL(COLORS, 7); break; \
        case 8: CALL(COLORS, 8); break; \
        case 9: CALL(COLORS, 9); break; \
        case 10: CALL(COLORS, 10); break; \
        case 11: CALL(COLORS, 11); break; \
        case 12: CALL(COLORS, 12); break; \
        case 13: CALL(COLORS, 13); break; \
        case 14: CALL(COLORS, 14); break; \
        default: CALL(COLORS, 15); \
    }

#define WITH_CONSTANT_LOOK(CALL, look, row) \
    if ((look)->colors == 1) { \
        WITH_CONSTANT_STEPS(CALL, 1, look_steps(look, row)) \
    } else { \
        WITH_CONSTANT_STEPS(CALL, 3, look_steps(look, row)) \
    }

static void look_to_values_int16(
    uint8_t *out, size_t out_step, const void *in, const blur_look *look, const blur_look_row *row, size_t count,
    uint16_t rounding_bias){
#define CONVERT(COLORS, STEPS) \
    separate_to_values_int16(out, out_step, in, COLORS, look, row, count, rounding_bias, STEPS)
    WITH_CONSTANT_LOOK(CONVERT, look, row)
#undef CONVERT
}

// The samples at a quarter of the distance before and after samples; the same as binomial_int16 and linear_int16.
ALWAYS_INLINE void double_vector_int16(const int16_t *in, bool is_binomial, samples *even, samples *odd) {
    samples before = load_samples(in - 1), here = load_samples(in), after = load_samples(in + 1);
    if (is_binomial) {
        samples middle = average(here, average(before, after));
        *even = average(here, average(before, middle)), *odd = average(here, average(after, middle));
    } else {
        *even = average(average(before, here), here), *odd = average(average(after, here), here);
    }
}

ALWAYS_INLINE void upsample_to_colors_int16(
    uint8_t *out, size_t out_step, const void *const *in, size_t colors, const blur_look *look, const blur_look_row *row,
    blur_noise_keys odd_keys, size_t count, uint16_t rounding_bias, bool is_binomial, unsigned steps) {
    const look_int16 prepared = prepared_int16(look, row, colors, steps);
    const strength_int16 strength = strength_of_int16(&prepared, prepared.alpha);
    const samples half = half_value_int16(rounding_bias);
    const bool is_reversed = colors == 3 && look->is_reversed;
    uint8_t *planes[3];
    for (size_t c = 0; c < colors; c++) planes[c] = out + out_step * (is_reversed ? 2 - c : c);
    for (size_t i = 0; i < count; i += LANES) {
        samples even[3], odd[3];
        for (size_t c = 0; c < colors; c++)
            double_vector_int16((const int16_t *)in[is_reversed ? 2 - c : c] + i, is_binomial, &even[c], &odd[c]);
        change_colors_int16(&prepared, strength, NULL, row, row->keys, i, even);
        change_colors_int16(&prepared, strength, NULL, row, odd_keys, i, odd);
        for (size_t c = 0; c < colors; c++) {
            unsigned_samples first = rounded_int16(even[c], half) >> FRACTION_BITS;
            unsigned_samples pairs = first | (rounded_int16(odd[c], half) << (8 - FRACTION_BITS) & 0xFF00);
            memcpy(planes[c] + 2 * i, &pairs, sizeof pairs);
        }
    }
}

static void upsample_look_to_values_int16(
    uint8_t *out, size_t out_step, const void *const *in, const blur_look *look, const blur_look_row *row,
    blur_noise_keys odd_keys, size_t count, uint16_t bias, bool is_binomial) {
#define CONVERT(COLORS, STEPS) \
    upsample_to_colors_int16(out, out_step, in, COLORS, look, row, odd_keys, count, bias, is_binomial, STEPS)
    WITH_CONSTANT_LOOK(CONVERT, look, row)
#undef CONVERT
}

#endif
