// Looks of 8-bit images: changes of samples after the blur. Saturation leaves the range of samples, so that the steps after it work
// with 5 fractional bits, which leaves room for values up to 1023; without saturation there are 7, as usual.

#include "looks_common.h"

// What the steps have in common; constant where they are inlined.
typedef struct look_planes_int16 {
    const int16_t *opaque;  // the alpha of the pixels, or NULL
    const int16_t *alphas;  // the alpha of the ramp for every pixel, or NULL
    int16_t alpha;
    int shift;              // the missing fractional bits
} look_planes_int16;

// 1.0 becomes the greatest fraction.
static inline int16_t fraction_int16(float value) {
    float scaled = value * 32768.0f + (value < 0 ? -0.5f : 0.5f);
    return (int16_t)(scaled < 32767.0f ? scaled : 32767.0f);
}

static inline samples alpha_int16(const look_planes_int16 *planes, size_t index) {
    return planes->alphas ? load_samples(planes->alphas + index) : splat(planes->alpha);
}

static inline samples quarter_int16(samples value) { return (value + 2) >> 2; }

// Replaces the samples of a plane by VALUE, which depends on the index i.
#define LOOK_LOOP(PLANE, VALUE)                                          \
    size_t i = 0;                                                        \
    for (; i + LANES <= count; i += LANES) store_samples((PLANE) + i, VALUE); \
    if (i < count) {                                                     \
        samples rest = VALUE;                                            \
        memcpy((PLANE) + i, &rest, (count - i) * sizeof(int16_t));       \
    }

// Chroma times 1 + saturation * alpha, with 5 fractional bits, plus `middle`.
static inline samples scaled_chroma_int16(samples value, samples middle, samples factor) {
    return quarter_int16(middle) + multiply_round(value - middle, factor);
}

static inline samples chroma_factor_int16(const look_planes_int16 *planes, samples change, size_t index) {
    return splat(8192) + multiply_round(alpha_int16(planes, index), change);
}

static inline void scale_chroma_int16(int16_t *plane, const look_planes_int16 *planes, const blur_look *look, size_t count) {
    const samples change = splat(fraction_int16(look->saturation * 0.25f));
    const samples gray = splat((int16_t)(look->pivot * 32640.0f + 0.5f));
    LOOK_LOOP(plane, scaled_chroma_int16(load_samples(plane + i), gray, chroma_factor_int16(planes, change, i)))
}

static inline void scale_colors_int16(int16_t *const *colors, const look_planes_int16 *planes, const blur_look *look, size_t count) {
    const samples change = splat(fraction_int16(look->saturation * 0.25f)), green = splat(19235);
    const samples first = splat(look->is_reversed ? 3735 : 9798), last = splat(look->is_reversed ? 9798 : 3735);
    for (size_t i = 0; i < count; i += LANES) {
        samples a = load_samples(colors[0] + i), b = load_samples(colors[1] + i), c = load_samples(colors[2] + i);
        samples luma = multiply_round(a, first) + multiply_round(b, green) + multiply_round(c, last);
        samples factor = chroma_factor_int16(planes, change, i);
        a = scaled_chroma_int16(a, luma, factor);
        b = scaled_chroma_int16(b, luma, factor);
        c = scaled_chroma_int16(c, luma, factor);
        size_t bytes = count - i < LANES ? (count - i) * sizeof(int16_t) : sizeof a;
        if (bytes == sizeof a) {
            store_samples(colors[0] + i, a);
            store_samples(colors[1] + i, b);
            store_samples(colors[2] + i, c);
        } else {
            memcpy(colors[0] + i, &a, bytes);
            memcpy(colors[1] + i, &b, bytes);
            memcpy(colors[2] + i, &c, bytes);
        }
    }
}

static inline samples mixed_int16(samples value, samples target, samples part) {
    return value + multiply_round(target - value, part);
}

// Moves samples toward the color of the tint, by opacity * alpha.
static inline void tint_int16(int16_t *plane, const look_planes_int16 *planes, const blur_look *look, float color, size_t count) {
    const samples opacity = splat(fraction_int16(look->opacity)), fraction = splat(fraction_int16(color));
    const samples solid = splat((int16_t)(color * (float)(32640 >> planes->shift) + 0.5f));
    if (!planes->opaque) {
        LOOK_LOOP(plane, mixed_int16(load_samples(plane + i), solid, multiply_round(alpha_int16(planes, i), opacity)))
        return;
    }
    const samples half = splat((int16_t)((1 << planes->shift) >> 1));
    LOOK_LOOP(
        plane, mixed_int16(
            load_samples(plane + i), (multiply_round(load_samples(planes->opaque + i), fraction) + half) >> planes->shift,
            multiply_round(alpha_int16(planes, i), opacity)))
}

static inline samples grain_int16(const look_planes_int16 *planes, const int16_t *noise, samples greatest, size_t index) {
    samples added = multiply_round(load_samples(noise + index) << 7, multiply_round(alpha_int16(planes, index), greatest));
    if (!planes->opaque) return added;
    samples opaque = load_samples(planes->opaque + index);
    return multiply_round(added, opaque + (opaque >> 8));
}

static inline samples limited_int16(const look_planes_int16 *planes, samples value, size_t index) {
    value = __builtin_elementwise_min(value, splat((int16_t)(32640 >> planes->shift)));
    value = __builtin_elementwise_max(value, splat(0)) << planes->shift;
    return planes->opaque ? __builtin_elementwise_min(value, load_samples(planes->opaque + index)) : value;
}

// Adds grain, limits samples to their range, and restores 7 fractional bits.
static inline void add_grain_int16(
    int16_t *plane, const look_planes_int16 *planes, const blur_look *look, const int16_t *noise, size_t count) {
    if (!noise) {
        LOOK_LOOP(plane, limited_int16(planes, load_samples(plane + i), i))
        return;
    }
    // the product with noise is a multiple of 1 / 256; the standard deviation of noise is BLUR_NOISE_DEVIATION
    float scale = 128 * 256 / BLUR_NOISE_DEVIATION / (float)(1 << planes->shift);
    const samples greatest = splat((int16_t)(look->grain * scale + 0.5f));
    LOOK_LOOP(
        plane, limited_int16(
            planes, __builtin_elementwise_add_sat(load_samples(plane + i), grain_int16(planes, noise, greatest, i)), i))
}

static inline samples dithered_int16(const look_planes_int16 *planes, samples value, samples noise, size_t index) {
    samples greatest = planes->opaque ? load_samples(planes->opaque + index) : splat(32640);
    samples step = planes->opaque ? (greatest + 127) >> 8 : splat(128);
    samples room = __builtin_elementwise_min(__builtin_elementwise_min(value, greatest - value), step);
    return value + multiply_round(noise << 7, __builtin_elementwise_max(room, splat(0)));
}

// Adds noise of up to one value, or of the distance to the ends of the range if that is less.
static inline void dither_int16(int16_t *plane, const look_planes_int16 *planes, const int16_t *noise, size_t count) {
    LOOK_LOOP(plane, dithered_int16(planes, load_samples(plane + i), load_samples(noise + i), i))
}

static inline __attribute__((always_inline)) void apply_steps_int16(
    void *const *all, const blur_look *look, const blur_look_row *row, look_planes_int16 planes, size_t count) {
    int16_t *colors[3] = {all[0], look->colors > 1 ? all[1] : NULL, look->colors > 2 ? all[2] : NULL};
    if (planes.shift && look->colors == 3) scale_colors_int16(colors, &planes, look, count);
    for (size_t c = 0; c < look->colors; c++) {
        if (planes.shift && look->colors < 3) scale_chroma_int16(colors[c], &planes, look, count);
        if (look->opacity > 0) tint_int16(colors[c], &planes, look, look->tint[c], count);
        if (planes.shift || row->grain) add_grain_int16(colors[c], &planes, look, row->grain, count);
        if (row->dither[c]) dither_int16(colors[c], &planes, row->dither[c], count);
    }
}

static void apply_look_int16(void *const *planes, const blur_look *look, const blur_look_row *row, size_t count) {
    int16_t alpha = fraction_int16(row->alpha);
    int shift = look->saturation != 0 ? 2 : 0;
    const int16_t *opaque = look->has_alpha ? planes[look->colors] : NULL;
    // constants let the compiler drop the conditions from the loops
    if (row->alphas) {
        apply_steps_int16(planes, look, row, (look_planes_int16){opaque, row->alphas, 0, shift}, count);
    } else if (opaque) {
        apply_steps_int16(planes, look, row, (look_planes_int16){opaque, NULL, alpha, shift}, count);
    } else {
        apply_steps_int16(planes, look, row, (look_planes_int16){NULL, NULL, alpha, shift}, count);
    }
}
