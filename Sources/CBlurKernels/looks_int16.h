// Looks of 8-bit images: changes of samples after the blur. Saturation leaves the range of samples, so that the steps after it work
// with 5 fractional bits, which leaves room for values up to 1023; without saturation there are 7, as usual.

#ifndef BLUR_LOOKS_INT16_H
#define BLUR_LOOKS_INT16_H

#include "looks_common.h"
#include "samples_int16.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

// What a look consists of.
enum { SCALES_CHROMA = 1, HAS_TINT = 2, HAS_GRAIN = 4, DITHERS = 8, LOOK_STEPS = 16, FADES = 16 };

// A look, prepared for a row.
typedef struct look_int16 {
    size_t colors;  // a constant wherever this is inlined
    size_t first_noise;
    bool scales_chroma, has_tint, has_grain, fades, dithers;
    int shift;  // the missing fractional bits
    float tint[3];
    samples alpha;  // of the ramp
    samples change, opacity, grain, fade;
    samples gray, luma[3];
} look_int16;

// How much a look changes pixels: by the alpha of the ramp.
typedef struct strength_int16 {
    samples chroma, tint, grain, fade;
} strength_int16;

// 1.0 becomes the greatest fraction.
static inline int16_t fraction_int16(float value) {
    float scaled = value * 32768.0f + (value < 0 ? -0.5f : 0.5f);
    return (int16_t)(scaled < 32767.0f ? scaled : 32767.0f);
}

static inline unsigned look_steps(const blur_look *look, const blur_look_row *row) {
    unsigned steps = look->dithers ? DITHERS : 0;
    // where alpha is 0, nothing else has an effect
    if (!row->alphas && row->alpha <= 0) return steps;
    if (look->saturation != 0) steps |= SCALES_CHROMA;
    if (look->opacity > 0) steps |= HAS_TINT;
    if (look->fade > 0) steps |= FADES;
    return look->grain > 0 ? steps | HAS_GRAIN : steps;
}

ALWAYS_INLINE look_int16 prepared_int16(const blur_look *look, const blur_look_row *row, size_t colors, unsigned steps) {
    const int shift = steps & SCALES_CHROMA ? 2 : 0;
    look_int16 result = {.colors = colors, .first_noise = colors == 3 ? 0 : look->first_noise, .shift = shift};
    result.scales_chroma = steps & SCALES_CHROMA, result.has_tint = steps & HAS_TINT;
    result.has_grain = steps & HAS_GRAIN, result.fades = steps & FADES, result.dithers = steps & DITHERS;
    for (size_t c = 0; c < colors; c++) result.tint[c] = look->tint[colors == 3 && look->is_reversed ? 2 - c : c];
    result.alpha = splat(fraction_int16(row->alpha));
    result.change = splat(fraction_int16(look->saturation * 0.25f));
    result.opacity = splat(fraction_int16(look->opacity));
    result.fade = splat(fraction_int16(look->fade));
    // noise is multiplied by 127 / 32768; its standard deviation is BLUR_NOISE_DEVIATION
    result.grain =
        splat((int16_t)(look->grain * (128 * 32768 / (127 * BLUR_NOISE_DEVIATION) / (float)(1 << shift)) + 0.5f));
    result.gray = splat((int16_t)(look->pivot * 32640.0f + 0.5f));
    result.luma[0] = splat(9798), result.luma[1] = splat(19235), result.luma[2] = splat(3735);
    return result;
}

ALWAYS_INLINE strength_int16 strength_of_int16(const look_int16 *look, samples alpha) {
    strength_int16 strength = {0};
    if (look->scales_chroma) strength.chroma = splat(8192) + multiply_round(alpha, look->change);
    if (look->has_tint) strength.tint = multiply_round(alpha, look->opacity);
    if (look->has_grain) strength.grain = multiply_round(alpha, look->grain);
    if (look->fades) strength.fade = multiply_round(alpha, look->fade);
    return strength;
}

// Chroma times 1 + saturation * alpha, with 5 fractional bits.
ALWAYS_INLINE void scale_chroma_int16(const look_int16 *look, samples factor, samples *values) {
    samples middle = look->gray;
    if (look->colors == 3) {
        middle = multiply_round(values[0], look->luma[0]) + multiply_round(values[1], look->luma[1]) +
                 multiply_round(values[2], look->luma[2]);
    }
    samples quarter = (middle + 2) >> 2;
    for (size_t c = 0; c < look->colors; c++) values[c] = quarter + multiply_round(values[c] - middle, factor);
}

// Moves a value toward the color of the tint.
ALWAYS_INLINE samples tinted_int16(const look_int16 *look, samples part, float color, const samples *opaque, samples value) {
    samples target = splat((int16_t)(color * (float)(32640 >> look->shift) + 0.5f));
    if (opaque) {
        const samples half = splat((int16_t)((1 << look->shift) >> 1));
        target = (multiply_round(*opaque, splat(fraction_int16(color))) + half) >> look->shift;
    }
    return value + multiply_round(target - value, part);
}

// Limits a value to its range, and restores 7 fractional bits.
ALWAYS_INLINE samples limited_int16(const look_int16 *look, const samples *opaque, samples value) {
    value = __builtin_elementwise_min(value, splat((int16_t)(32640 >> look->shift)));
    value = __builtin_elementwise_max(value, splat(0)) << look->shift;
    return opaque ? __builtin_elementwise_min(value, *opaque) : value;
}

// Adds noise of up to one value, or of the distance to the ends of the range if that is less.
ALWAYS_INLINE samples dithered_int16(unsigned_samples noise, const samples *opaque, samples value) {
    unsigned_samples greatest = opaque ? (unsigned_samples)*opaque : unsigned_splat(32640);
    unsigned_samples step = opaque ? (greatest + 127) >> 8 : unsigned_splat(128);
    // the distance is 0 for values above the greatest; there are none below 0
    unsigned_samples room = __builtin_elementwise_sub_sat(greatest, (unsigned_samples)value);
    room = __builtin_elementwise_min(__builtin_elementwise_min((unsigned_samples)value, room), step);
    return value + multiply_round(scaled_byte_difference(noise), (samples)room);
}

// A value times 1 - part; there is no fraction for a factor of 1.
ALWAYS_INLINE samples without_part_int16(samples value, samples part) { return value - multiply_round(value, part); }

// Changes the colors of a vector of pixels, and their alpha `opaque` unless it is NULL.
ALWAYS_INLINE void change_colors_int16(
    const look_int16 *look, strength_int16 strength, samples *opaque, const blur_look_row *row, blur_noise_keys keys,
    size_t index, samples *values) {
    unsigned_samples first = {0}, second = {0};
    samples grain = {0};
    if (look->has_grain || look->dithers) first = first_noise_bits(keys, row->row_keys, index);
    if (look->dithers && (look->colors > 1 || look->first_noise > 0)) second = second_noise_bits(first);
    if (look->has_grain) {
        grain = multiply_round(scaled_byte_difference(noise_bytes(GRAIN_NOISE, first, second)), strength.grain);
        if (opaque) {
            // rounding in the blur leaves sums above full scale, where the fraction would overflow
            const samples white = __builtin_elementwise_min(*opaque, splat(32640));
            grain = multiply_round(grain, white + (white >> 8));
        }
    }
    if (look->scales_chroma) scale_chroma_int16(look, strength.chroma, values);
    const bool fades = opaque && look->fades;
    samples faded = {0};
    if (fades) faded = without_part_int16(*opaque, strength.fade);
    for (size_t c = 0; c < look->colors; c++) {
        samples value = values[c];
        if (look->has_tint) value = tinted_int16(look, strength.tint, look->tint[c], opaque, value);
        if (look->has_grain) value = __builtin_elementwise_add_sat(value, grain);
        if (look->scales_chroma || look->has_grain) value = limited_int16(look, opaque, value);
        if (fades) value = without_part_int16(value, strength.fade);
        if (look->dithers) {
            value = dithered_int16(noise_bytes(look->first_noise + c, first, second), fades ? &faded : opaque, value);
        }
        values[c] = value;
    }
    if (fades) *opaque = faded;
}

// Changes whole vectors of pixels.
ALWAYS_INLINE void change_planes_int16(
    int16_t *const *planes, size_t colors, int16_t *opaque, const blur_look *look, const blur_look_row *row,
    size_t count) {
    const look_int16 prepared = prepared_int16(look, row, colors, look_steps(look, row));
    const int16_t *alphas = row->alphas;
    const strength_int16 equal = strength_of_int16(&prepared, prepared.alpha);
    for (size_t i = 0; i < count; i += LANES) {
        samples values[3], opaques;
        for (size_t c = 0; c < colors; c++) values[c] = load_samples(planes[c] + i);
        if (opaque) opaques = load_samples(opaque + i);
        strength_int16 strength = alphas ? strength_of_int16(&prepared, load_samples(alphas + i)) : equal;
        change_colors_int16(&prepared, strength, opaque ? &opaques : NULL, row, row->keys, i, values);
        for (size_t c = 0; c < colors; c++) store_samples(planes[c] + i, values[c]);
        if (opaque && prepared.fades) store_samples(opaque + i, opaques);
    }
}

static void change_vectors_int16(
    int16_t *const *planes, int16_t *opaque, const blur_look *look, const blur_look_row *row, size_t count) {
    switch (look->colors) {
        case 1: return change_planes_int16(planes, 1, opaque, look, row, count);
        case 2: return change_planes_int16(planes, 2, opaque, look, row, count);
        default: return change_planes_int16(planes, 3, opaque, look, row, count);
    }
}

static void apply_look_int16(void *const *all, const blur_look *look, const blur_look_row *row, size_t count) {
    int16_t *opaque = look->has_alpha ? all[look->colors] : NULL;
    int16_t *planes[3];
    for (size_t c = 0; c < look->colors; c++) planes[c] = all[look->colors == 3 && look->is_reversed ? 2 - c : c];
    const size_t whole = count - count % LANES, rest = count % LANES;
    change_vectors_int16(planes, opaque, look, row, whole);
    if (rest == 0) return;
    // the samples after the last stay as they are
    samples last[3], last_opaque = {0};
    blur_look_row last_row = *row;
    if (row->alphas) last_row.alphas = (const int16_t *)row->alphas + whole;
    if (look->dithers || look->grain > 0)
        last_row.keys = (blur_noise_keys){row->keys.first + whole, row->keys.second + whole};
    int16_t *last_planes[] = {(int16_t *)&last[0], (int16_t *)&last[1], (int16_t *)&last[2]};
    for (size_t c = 0; c < look->colors; c++) last[c] = load_samples(planes[c] + whole);
    if (opaque) last_opaque = load_samples(opaque + whole);
    change_vectors_int16(last_planes, opaque ? (int16_t *)&last_opaque : NULL, look, &last_row, LANES);
    for (size_t c = 0; c < look->colors; c++) memcpy(planes[c] + whole, &last[c], rest * sizeof(int16_t));
    if (opaque) memcpy(opaque + whole, &last_opaque, rest * sizeof(int16_t));
}

#endif
