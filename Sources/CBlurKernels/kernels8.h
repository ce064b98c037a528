// The kernels for images of 8 bits. The including file defines multiply_round(a, b): (a * b + 2^14) >> 15, and
// multiply_pairs(a, b): the sums of two neighboring products.

enum { FRACTION_BITS = 7 };

static inline samples average(samples a, samples b) {
    unsigned_samples x = (unsigned_samples)a, y = (unsigned_samples)b;
    return (samples)((x | y) - ((x ^ y) >> 1));
}

static inline samples splat(int16_t value) { return value - (samples){0}; }

static inline samples weight8(int32_t weight) { return splat((int16_t)weight); }

static void load_opaque8(int16_t *restrict out, const uint8_t *restrict in, size_t count) {
    for (size_t i = 0; i < count; i++) out[i] = (int16_t)(in[i] << FRACTION_BITS);
}

static inline void load_straight8(int16_t *restrict out, const uint8_t *restrict in, size_t channels, size_t pixels) {
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *pixel = in + i * channels;
        int16_t *samples_of_pixel = out + i * channels;
        uint32_t code = pixel[channels - 1];
        // alpha in fractions of 32768: 128.50196 = 32768 / 255
        uint32_t alpha = (code * 8421505u + 32768) >> 16;
        for (size_t c = 0; c + 1 < channels; c++)
            samples_of_pixel[c] = (int16_t)((((uint32_t)pixel[c] << FRACTION_BITS) * alpha + (1 << 14)) >> 15);
        samples_of_pixel[channels - 1] = (int16_t)(code << FRACTION_BITS);
    }
}

typedef uint32_t rgba_codes __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t rgba_samples __attribute__((vector_size(2 * VECTOR_BYTES)));
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first channel of a pixel has to come first in memory");

// What load_straight8 does, as many pixels at once as a vector holds.
static inline void load_rgba8(int16_t *restrict out, const uint8_t *restrict in, size_t pixels) {
    const samples alphas = (samples)((rgba_codes){0} + 0xFFFF0000u);
    size_t i = 0;
    for (; i + FLOAT_LANES <= pixels; i += FLOAT_LANES) {
        rgba_codes pixel;
        memcpy(&pixel, in + 4 * i, sizeof pixel);
        rgba_codes code = pixel >> 24;
        samples codes = (samples)(code | code << 16);
        // the nearest fraction of 32768, which itself would be too large
        samples alpha = (codes << FRACTION_BITS) + ((codes + 1) >> 1);
        samples red_blue = (samples)((pixel & 0x00FF00FF) << FRACTION_BITS);
        samples green_alpha = (samples)((pixel >> 8 & 0x00FF00FF) << FRACTION_BITS);
        samples kept = (samples)(codes == 255);
        red_blue = (kept & red_blue) | (~kept & multiply_round(red_blue, alpha));
        kept |= alphas;
        green_alpha = (kept & green_alpha) | (~kept & multiply_round(green_alpha, alpha));
        rgba_codes first = ((rgba_codes)red_blue & 0xFFFF) | (rgba_codes)green_alpha << 16;
        rgba_codes second = (rgba_codes)red_blue >> 16 | ((rgba_codes)green_alpha & 0xFFFF0000);
        rgba_samples both = __builtin_convertvector(first, rgba_samples) | __builtin_convertvector(second, rgba_samples) << 32;
        memcpy(out + 4 * i, &both, sizeof both);
    }
    load_straight8(out + 4 * i, in + 4 * i, 4, pixels - i);
}

static void load8(void *out, const uint8_t *in, size_t channels, blur_alpha alpha, size_t pixels) {
    if (alpha != BLUR_STRAIGHT) {
        load_opaque8(out, in, channels * pixels);
    } else if (channels == 2) {
        load_straight8(out, in, 2, pixels);
    } else {
        load_rgba8(out, in, pixels);
    }
}

static inline uint8_t code8(int16_t sample, uint16_t half) {
    // 32767 is the largest sample, and 255 the code that it is rounded to
    uint16_t rounded = (uint16_t)((uint16_t)sample + half) >> FRACTION_BITS;
    return (uint8_t)(rounded > 255 ? 255 : rounded);
}

static inline uint8_t straight8(int16_t sample, int16_t alpha, uint16_t half) {
    // one division for all colors of a pixel
    float code = (float)sample * (255.0f / (float)(alpha > 0 ? alpha : 1)) + 0.5f;
    return (uint8_t)(code8(alpha, half) == 0 ? 0 : code > 255.0f ? 255.0f : code);
}

static inline uint8_t premultiplied8(int16_t sample, int16_t alpha, uint16_t half) {
    return code8(sample < alpha ? sample : alpha, half);
}

// One loop for each number of channels and meaning of the last, so that the compiler knows the strides.
#define STORE_LOOP(SAMPLE, CODE, CHANNELS, CHANNEL_STEP, PIXEL_STEP, COLOR, LAST)                         \
    for (size_t i = 0; i < pixels; i++) {                                                          \
        CODE *pixel = to + i * CHANNELS;                                                           \
        const SAMPLE *sample = in + i * PIXEL_STEP;                                                \
        SAMPLE last = sample[(CHANNELS - 1) * CHANNEL_STEP];                                       \
        for (size_t c = 0; c + 1 < CHANNELS; c++) pixel[c] = COLOR(sample[c * CHANNEL_STEP], last, half); \
        pixel[CHANNELS - 1] = LAST(last, half);                                                    \
    }

#define PLAIN8(sample, alpha, half) code8(sample, half)

static void store8(
    uint8_t *restrict out, const void *restrict samples, size_t channel_step, size_t pixel_step, size_t channels,
    blur_alpha alpha, size_t pixels, uint16_t surplus) {
    uint8_t *to = out;
    const int16_t *in = samples;
    uint16_t half = (uint16_t)((1 << (FRACTION_BITS - 1)) - surplus);
    if (alpha == BLUR_NO_ALPHA && pixel_step == channels) {
        for (size_t i = 0; i < pixels * channels; i++) to[i] = code8(in[i], half);
        return;
    }
    switch (alpha * 8 + channels) {
        case 2: STORE_LOOP(int16_t, uint8_t, 2, channel_step, 1, PLAIN8, code8) break;
        case 3: STORE_LOOP(int16_t, uint8_t, 3, channel_step, 1, PLAIN8, code8) break;
        case 4: STORE_LOOP(int16_t, uint8_t, 4, channel_step, 1, PLAIN8, code8) break;
        case BLUR_STRAIGHT * 8 + 2: STORE_LOOP(int16_t, uint8_t, 2, channel_step, pixel_step, straight8, code8) break;
        case BLUR_STRAIGHT * 8 + 4: STORE_LOOP(int16_t, uint8_t, 4, channel_step, pixel_step, straight8, code8) break;
        case BLUR_PREMULTIPLIED * 8 + 2: STORE_LOOP(int16_t, uint8_t, 2, channel_step, pixel_step, premultiplied8, code8) break;
        default: STORE_LOOP(int16_t, uint8_t, 4, channel_step, pixel_step, premultiplied8, code8) break;
    }
}

static void sum_rows8(
    void *to, const void *const *rows, const int32_t *weights, size_t row_count, size_t first, size_t count) {
    int16_t *out = to;
    size_t i = first, end = first + count;
    for (; i + 3 * LANES < end; i += 4 * LANES) {
        samples s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (size_t k = 0; k < row_count; k++) {
            const int16_t *row = (const int16_t *)rows[k] + i;
            samples weight = weight8(weights[k]);
            s0 = __builtin_elementwise_add_sat(s0, multiply_round(load_samples(row), weight));
            s1 = __builtin_elementwise_add_sat(s1, multiply_round(load_samples(row + LANES), weight));
            s2 = __builtin_elementwise_add_sat(s2, multiply_round(load_samples(row + 2 * LANES), weight));
            s3 = __builtin_elementwise_add_sat(s3, multiply_round(load_samples(row + 3 * LANES), weight));
        }
        store_samples(out + i, s0);
        store_samples(out + i + LANES, s1);
        store_samples(out + i + 2 * LANES, s2);
        store_samples(out + i + 3 * LANES, s3);
    }
    for (; i < end; i += LANES) {
        samples sum = {0};
        for (size_t k = 0; k < row_count; k++)
            sum = __builtin_elementwise_add_sat(
                sum, multiply_round(load_samples((const int16_t *)rows[k] + i), weight8(weights[k])));
        store_samples(out + i, sum);
    }
}

static inline samples weighted_pair8(const void *a, const void *b, size_t place, samples weight) {
    const int16_t *x = a, *y = b;
    return multiply_round(average(load_samples(x + place), load_samples(y + place)), weight);
}

static void sum_pairs8(
    void *to, const void *const *a, const void *const *b, const int32_t *weights, size_t pair_count, size_t count) {
    int16_t *out = to;
    size_t i = 0;
    for (; i + 3 * LANES < count; i += 4 * LANES) {
        samples s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (size_t k = 0; k < pair_count; k++) {
            const void *x = a[k], *y = b[k];
            samples weight = weight8(weights[k]);
            s0 = __builtin_elementwise_add_sat(s0, weighted_pair8(x, y, i, weight));
            s1 = __builtin_elementwise_add_sat(s1, weighted_pair8(x, y, i + LANES, weight));
            s2 = __builtin_elementwise_add_sat(s2, weighted_pair8(x, y, i + 2 * LANES, weight));
            s3 = __builtin_elementwise_add_sat(s3, weighted_pair8(x, y, i + 3 * LANES, weight));
        }
        store_samples(out + i, s0);
        store_samples(out + i + LANES, s1);
        store_samples(out + i + 2 * LANES, s2);
        store_samples(out + i + 3 * LANES, s3);
    }
    for (; i < count; i += LANES) {
        samples sum = {0};
        for (size_t k = 0; k < pair_count; k++)
            sum = __builtin_elementwise_add_sat(sum, weighted_pair8(a[k], b[k], i, weight8(weights[k])));
        store_samples(out + i, sum);
    }
}

static void reduce_rows8(void *to, const void *const *rows, size_t count) {
    int16_t *out = to;
    const samples outer = splat(1 << 11), next = splat(5 << 11), inner = splat(10 << 11);
    for (size_t i = 0; i < count; i += LANES) {
        samples sum = __builtin_elementwise_add_sat(
            weighted_pair8(rows[0], rows[5], i, outer), weighted_pair8(rows[1], rows[4], i, next));
        store_samples(out + i, __builtin_elementwise_add_sat(sum, weighted_pair8(rows[2], rows[3], i, inner)));
    }
}

// The weights of neighbors, repeated.
static inline samples pair_weights(int32_t first, int32_t second) {
    return (samples)((pair_sums){0} + (first | second << 16));
}

static inline void halve_half8(int16_t *out, const int16_t *in) {
    pair_sums sum = multiply_pairs(load_samples(in - 2), pair_weights(1, 5)) +
                    multiply_pairs(load_samples(in), pair_weights(10, 10)) +
                    multiply_pairs(load_samples(in + 2), pair_weights(5, 1));
    short_samples half = __builtin_convertvector((sum + 16) >> 5, short_samples);
    memcpy(out, &half, sizeof half);
}

static void halve8(void *to, const void *from, size_t count) {
    int16_t *out = to;
    const int16_t *in = from;
    for (size_t i = 0; i < count; i += LANES / 2) halve_half8(out + i, in + 2 * i);
}

static inline int16_t average_of8(int16_t a, int16_t b) {
    return (int16_t)(((uint32_t)(uint16_t)a + (uint16_t)b + 1) >> 1);
}

// A quarter towards a neighbor.
static inline int16_t linear8(int16_t here, int16_t near) { return average_of8(average_of8(near, here), here); }

// The same by 10, 5 and 1 sixteenths of a sample, the near and the far neighbor; `middle` is mean8 of the three.
static inline int16_t binomial8(int16_t here, int16_t near, int16_t middle) {
    return average_of8(here, average_of8(near, middle));
}

static inline int16_t mean8(int16_t here, int16_t before, int16_t after) {
    return average_of8(here, average_of8(before, after));
}

static void double_linear8(void *restrict to, const void *restrict from, size_t count) {
    int16_t *out = to;
    const int16_t *in = from, *before = in - 1, *after = in + 1;
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = linear8(in[i], before[i]);
        out[2 * i + 1] = linear8(in[i], after[i]);
    }
}

static void double_binomial8(void *restrict to, const void *restrict from, size_t count) {
    int16_t *out = to;
    const int16_t *in = from, *before = in - 1, *after = in + 1;
    for (size_t i = 0; i < count; i++) {
        int16_t middle = mean8(in[i], before[i], after[i]);
        out[2 * i] = binomial8(in[i], before[i], middle);
        out[2 * i + 1] = binomial8(in[i], after[i], middle);
    }
}

typedef uint16_t code_pair __attribute__((aligned(1), may_alias));
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first code of a pair has to come first in memory");

static inline uint16_t codes8(int16_t first, int16_t second, uint16_t half) {
    return (uint16_t)(code8(first, half) | code8(second, half) << 8);
}

static void double_codes8(uint8_t *restrict out, const void *restrict from, size_t count, uint16_t surplus, bool binomial) {
    const int16_t *in = from, *before = in - 1, *after = in + 1;
    code_pair *to = (code_pair *)out;
    uint16_t half = (uint16_t)((1 << (FRACTION_BITS - 1)) - surplus);
    if (!binomial) {
        for (size_t i = 0; i < count; i++) to[i] = codes8(linear8(in[i], before[i]), linear8(in[i], after[i]), half);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        int16_t middle = mean8(in[i], before[i], after[i]);
        to[i] = codes8(binomial8(in[i], before[i], middle), binomial8(in[i], after[i], middle), half);
    }
}

static void interleave8(uint8_t *restrict to, const uint8_t *restrict from, size_t step, size_t channels, size_t count) {
    INTERLEAVE(uint8_t)
}

static inline int16_t saturated8(int32_t sample) { return (int16_t)(sample > INT16_MAX ? INT16_MAX : sample); }

static inline int16_t product8(int16_t sample, int16_t weight) {
    return (int16_t)((weight * sample + (1 << 14)) >> 15);
}

static void enlarge_one8(int16_t *restrict out, const int16_t *restrict fractions, size_t count) {
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        samples now = load_samples(out + i);
        samples added = multiply_round(now, load_samples(fractions + i));
        store_samples(out + i, __builtin_elementwise_add_sat(now, added));
    }
    // ends are mostly multiples of 8 pixels long
#pragma clang loop vectorize_width(8) interleave_count(1)
    for (; i < count; i++) out[i] = saturated8(out[i] + product8(out[i], fractions[i]));
}

static void enlarge8(void *samples, const void *factors, size_t channels, size_t pixels) {
    const int16_t *fractions = factors;
    if (channels == 1) return enlarge_one8(samples, fractions, pixels);
    for (size_t i = 0; i < pixels; i++) {
        int16_t *pixel = (int16_t *)samples + i * channels;
        for (size_t c = 0; c < channels; c++) pixel[c] = saturated8(pixel[c] + product8(pixel[c], fractions[i]));
    }
}

static void add_edges8(
    void *restrict samples, const void *restrict first_weights, const void *restrict last_weights,
    const void *restrict first, const void *restrict last, size_t channels, size_t pixels) {
    int16_t *to = samples;
    const int16_t *first_weight = first_weights, *last_weight = last_weights;
    for (size_t c = 0; c < channels; c++) {
        int16_t first_sample = ((const int16_t *)first)[c], last_sample = ((const int16_t *)last)[c];
        for (size_t i = 0; i < pixels; i++) {
            int32_t added = product8(first_sample, first_weight[i]) + product8(last_sample, last_weight[i]);
            to[i * channels + c] = saturated8(to[i * channels + c] + added);
        }
    }
}

static inline int16_t sum_of_two8(int16_t a, int16_t b) { return saturated8(a + b); }

static void fold8(void *samples, size_t channels, size_t pixels, size_t reach, bool mirrored) {
    FOLD_LOOP(int16_t, sum_of_two8)
}

static void split8(void *const *out, const void *restrict in, size_t channels, size_t count) { SPLIT(int16_t) }

static void reverse8(void *restrict out, const void *restrict in, size_t count) { REVERSE(int16_t) }

static inline int32_t quotient8(float inside, float one) {
    float fraction = one / inside - 32767.5f;
    fraction = fraction > 0 ? fraction : 0;
    return (int32_t)(fraction < 32767.0f ? fraction : 32767.0f);
}

static void note_shares8(void *restrict out, const float *restrict in, size_t count) {
    int16_t *fractions = out;
    for (size_t i = 0; i < count; i++) {
        float fraction = in[i] * 32768.0f + 0.5f;
        fractions[i] = (int16_t)(fraction < 32767.0f ? fraction : 32767.0f);
    }
}

static void divide8(void *restrict out, const float *restrict in, float scale, size_t count) {
    int16_t *fractions = out;
    float one = 32768.0f * scale;
    for (size_t i = 0; i < count; i++) fractions[i] = (int16_t)quotient8(in[i], one);
}

typedef uint32_t quotient_pair __attribute__((aligned(2), may_alias));
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first quotient of a pair has to come first in memory");

static void divide_doubled8(void *restrict out, const float *restrict in, float scale, size_t count, bool binomial) {
    float near = binomial ? 0.625f : 0.75f, next = binomial ? 0.3125f : 0.25f, far = binomial ? 0.0625f : 0;
    float one = 32768.0f * scale;
    const float *before = in - 1, *after = in + 1;
    quotient_pair *to = out;
    for (size_t i = 0; i < count; i++) {
        float middle = near * in[i];
        int32_t first = quotient8(middle + next * before[i] + far * after[i], one);
        int32_t second = quotient8(middle + next * after[i] + far * before[i], one);
        to[i] = (uint32_t)first | (uint32_t)second << 16;
    }
}

static void reduce_codes8(void *restrict to, const uint8_t *const *rows, size_t count) {
    int16_t *out = to;
    const uint8_t *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4], *f = rows[5];
    for (size_t i = 0; i < count; i++) {
        uint16_t outer = (uint16_t)(a[i] + f[i]), next = (uint16_t)(b[i] + e[i]), inner = (uint16_t)(c[i] + d[i]);
        // the sum of the weights is 32, and a code counts 128
        out[i] = (int16_t)((outer + 5 * (next + 2 * inner)) * 4);
    }
}

#define KERNEL_TABLE8                                                                              \
    {                                                                                              \
        sizeof(int16_t), 32768, load8, store8, reduce_codes8, sum_rows8, sum_pairs8, reduce_rows8, \
            halve8, split8, double_linear8, double_binomial8, double_codes8, interleave8,          \
            sum_numbers, double_shares, note_shares8, divide8, divide_doubled8, reverse8,          \
            enlarge8, add_edges8, fold8                                                            \
    }
