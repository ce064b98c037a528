// The kernels for images of 8 bits. The including file defines multiply_round(a, b): (a * b + 2^14) >> 15, and
// multiply_pairs(a, b): the sums of two neighbouring products.

enum { FRACTION_BITS = 7 };

static inline samples average(samples a, samples b) {
    unsigned_samples x = (unsigned_samples)a, y = (unsigned_samples)b;
    return (samples)((x | y) - ((x ^ y) >> 1));
}

static inline samples splat(int16_t value) { return value - (samples){0}; }

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

static void load8(int16_t *out, const uint8_t *in, size_t channels, blur_alpha alpha, size_t pixels) {
    if (alpha != BLUR_STRAIGHT) {
        load_opaque8(out, in, channels * pixels);
    } else if (channels == 2) {
        load_straight8(out, in, 2, pixels);
    } else {
        load_straight8(out, in, 4, pixels);
    }
}

static inline uint8_t code8(int16_t sample, uint16_t half) {
    // 32767 is the largest sample, and 255 the code that it is rounded to
    uint16_t rounded = (uint16_t)((uint16_t)sample + half) >> FRACTION_BITS;
    return (uint8_t)(rounded > 255 ? 255 : rounded);
}

static inline uint8_t straight8(int16_t sample, int16_t alpha, uint16_t half) {
    float code = (float)sample * 255.0f / (float)(alpha > 0 ? alpha : 1) + 0.5f;
    return (uint8_t)(code8(alpha, half) == 0 ? 0 : code > 255.0f ? 255.0f : code);
}

static inline uint8_t premultiplied8(int16_t sample, int16_t alpha, uint16_t half) {
    return code8(sample < alpha ? sample : alpha, half);
}

// One loop for each number of channels and meaning of the last, so that the compiler knows the strides.
#define STORE_LOOP(CODE, CHANNELS, CHANNEL_STEP, PIXEL_STEP, COLOUR, LAST)                         \
    for (size_t i = 0; i < pixels; i++) {                                                          \
        CODE *pixel = to + i * CHANNELS;                                                           \
        const int16_t *sample = in + i * PIXEL_STEP;                                               \
        int16_t last = sample[(CHANNELS - 1) * CHANNEL_STEP];                                      \
        for (size_t c = 0; c + 1 < CHANNELS; c++) pixel[c] = COLOUR(sample[c * CHANNEL_STEP], last, half); \
        pixel[CHANNELS - 1] = LAST(last, half);                                                    \
    }

#define PLAIN8(sample, alpha, half) code8(sample, half)

static void store8(
    uint8_t *restrict out, const int16_t *restrict in, size_t channel_step, size_t pixel_step, size_t channels,
    blur_alpha alpha, size_t pixels, uint16_t surplus) {
    uint8_t *restrict to = out;
    uint16_t half = (uint16_t)((1 << (FRACTION_BITS - 1)) - surplus);
    if (alpha == BLUR_NO_ALPHA && pixel_step == channels) {
        for (size_t i = 0; i < pixels * channels; i++) to[i] = code8(in[i], half);
        return;
    }
    switch (alpha * 8 + channels) {
        case 2: STORE_LOOP(uint8_t, 2, channel_step, 1, PLAIN8, code8) break;
        case 3: STORE_LOOP(uint8_t, 3, channel_step, 1, PLAIN8, code8) break;
        case 4: STORE_LOOP(uint8_t, 4, channel_step, 1, PLAIN8, code8) break;
        case BLUR_STRAIGHT * 8 + 2: STORE_LOOP(uint8_t, 2, channel_step, pixel_step, straight8, code8) break;
        case BLUR_STRAIGHT * 8 + 4: STORE_LOOP(uint8_t, 4, channel_step, pixel_step, straight8, code8) break;
        case BLUR_PREMULTIPLIED * 8 + 2: STORE_LOOP(uint8_t, 2, channel_step, pixel_step, premultiplied8, code8) break;
        default: STORE_LOOP(uint8_t, 4, channel_step, pixel_step, premultiplied8, code8) break;
    }
}

static void sum_rows8(
    int16_t *out, const int16_t *const *rows, const int16_t *weights, size_t row_count, size_t first, size_t count) {
    size_t i = first, end = first + count;
    for (; i + 3 * LANES < end; i += 4 * LANES) {
        samples s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (size_t k = 0; k < row_count; k++) {
            const int16_t *row = rows[k] + i;
            samples weight = splat(weights[k]);
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
            sum = __builtin_elementwise_add_sat(sum, multiply_round(load_samples(rows[k] + i), splat(weights[k])));
        store_samples(out + i, sum);
    }
}

static inline samples weighted_pair8(const int16_t *a, const int16_t *b, samples weight) {
    return multiply_round(average(load_samples(a), load_samples(b)), weight);
}

static void sum_pairs8(
    int16_t *out, const int16_t *const *a, const int16_t *const *b, const int16_t *weights, size_t pair_count,
    size_t count) {
    size_t i = 0;
    for (; i + 3 * LANES < count; i += 4 * LANES) {
        samples s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (size_t k = 0; k < pair_count; k++) {
            const int16_t *x = a[k] + i, *y = b[k] + i;
            samples weight = splat(weights[k]);
            s0 = __builtin_elementwise_add_sat(s0, weighted_pair8(x, y, weight));
            s1 = __builtin_elementwise_add_sat(s1, weighted_pair8(x + LANES, y + LANES, weight));
            s2 = __builtin_elementwise_add_sat(s2, weighted_pair8(x + 2 * LANES, y + 2 * LANES, weight));
            s3 = __builtin_elementwise_add_sat(s3, weighted_pair8(x + 3 * LANES, y + 3 * LANES, weight));
        }
        store_samples(out + i, s0);
        store_samples(out + i + LANES, s1);
        store_samples(out + i + 2 * LANES, s2);
        store_samples(out + i + 3 * LANES, s3);
    }
    for (; i < count; i += LANES) {
        samples sum = {0};
        for (size_t k = 0; k < pair_count; k++)
            sum = __builtin_elementwise_add_sat(sum, weighted_pair8(a[k] + i, b[k] + i, splat(weights[k])));
        store_samples(out + i, sum);
    }
}

static void reduce_rows8(int16_t *out, const int16_t *const *rows, size_t count) {
    const samples outer = splat(1 << 11), next = splat(5 << 11), inner = splat(10 << 11);
    for (size_t i = 0; i < count; i += LANES) {
        samples sum = __builtin_elementwise_add_sat(
            weighted_pair8(rows[0] + i, rows[5] + i, outer), weighted_pair8(rows[1] + i, rows[4] + i, next));
        store_samples(out + i, __builtin_elementwise_add_sat(sum, weighted_pair8(rows[2] + i, rows[3] + i, inner)));
    }
}

// The weights of neighbours, repeated.
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

static void halve8(int16_t *out, const int16_t *in, size_t count) {
    for (size_t i = 0; i < count; i += LANES / 2) halve_half8(out + i, in + 2 * i);
}

static inline int16_t average_of8(int16_t a, int16_t b) {
    return (int16_t)(((uint32_t)(uint16_t)a + (uint16_t)b + 1) >> 1);
}

// A quarter towards a neighbour.
static inline int16_t linear8(int16_t here, int16_t near) { return average_of8(average_of8(near, here), here); }

// The same by 10, 5 and 1 sixteenths of a sample, the near and the far neighbour; `middle` is mean8 of the three.
static inline int16_t binomial8(int16_t here, int16_t near, int16_t middle) {
    return average_of8(here, average_of8(near, middle));
}

static inline int16_t mean8(int16_t here, int16_t before, int16_t after) {
    return average_of8(here, average_of8(before, after));
}

static void double_linear8(int16_t *restrict out, const int16_t *restrict in, size_t count) {
    const int16_t *before = in - 1, *after = in + 1;
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = linear8(in[i], before[i]);
        out[2 * i + 1] = linear8(in[i], after[i]);
    }
}

static void double_binomial8(int16_t *restrict out, const int16_t *restrict in, size_t count) {
    const int16_t *before = in - 1, *after = in + 1;
    for (size_t i = 0; i < count; i++) {
        int16_t middle = mean8(in[i], before[i], after[i]);
        out[2 * i] = binomial8(in[i], before[i], middle);
        out[2 * i + 1] = binomial8(in[i], after[i], middle);
    }
}

typedef uint16_t code_pair __attribute__((aligned(1)));
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first code of a pair has to come first in memory");

static inline uint16_t codes8(int16_t first, int16_t second, uint16_t half) {
    return (uint16_t)(code8(first, half) | code8(second, half) << 8);
}

static void double_codes8(uint8_t *restrict out, const int16_t *restrict in, size_t count, uint16_t surplus, bool binomial) {
    const int16_t *before = in - 1, *after = in + 1;
    code_pair *restrict to = (code_pair *)out;
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

static void interleave8(uint8_t *restrict out, const uint8_t *restrict in, size_t step, size_t channels, size_t count) {
    const uint8_t *restrict a = in, *restrict b = in + step, *restrict c = channels > 2 ? b + step : b;
    const uint8_t *restrict d = channels > 3 ? c + step : c;
    switch (channels) {
        case 2:
            for (size_t i = 0; i < count; i++) out[2 * i] = a[i], out[2 * i + 1] = b[i];
            break;
        case 3:
            for (size_t i = 0; i < count; i++) out[3 * i] = a[i], out[3 * i + 1] = b[i], out[3 * i + 2] = c[i];
            break;
        default:
            for (size_t i = 0; i < count; i++)
                out[4 * i] = a[i], out[4 * i + 1] = b[i], out[4 * i + 2] = c[i], out[4 * i + 3] = d[i];
    }
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

static void enlarge8(int16_t *samples_of_pixels, const int16_t *fractions, size_t channels, size_t pixels) {
    if (channels == 1) return enlarge_one8(samples_of_pixels, fractions, pixels);
    for (size_t i = 0; i < pixels; i++) {
        int16_t *pixel = samples_of_pixels + i * channels;
        for (size_t c = 0; c < channels; c++) pixel[c] = saturated8(pixel[c] + product8(pixel[c], fractions[i]));
    }
}

static void add_edges8(
    int16_t *restrict samples, const int16_t *restrict first_weights, const int16_t *restrict last_weights,
    const int16_t *restrict first, const int16_t *restrict last, size_t channels, size_t pixels) {
    for (size_t c = 0; c < channels; c++) {
        int16_t first_sample = first[c], last_sample = last[c];
        for (size_t i = 0; i < pixels; i++) {
            int32_t added = product8(first_sample, first_weights[i]) + product8(last_sample, last_weights[i]);
            samples[i * channels + c] = saturated8(samples[i * channels + c] + added);
        }
    }
}

static inline int16_t sum_of_two8(int16_t a, int16_t b) { return saturated8(a + b); }

static void fold8(int16_t *samples, size_t channels, size_t pixels, size_t reach, bool mirrored) {
    FOLD_LOOP(sum_of_two8)
}

static void reduce_codes8(int16_t *restrict out, const uint8_t *const *rows, size_t count) {
    const uint8_t *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4], *f = rows[5];
    for (size_t i = 0; i < count; i++) {
        uint16_t outer = (uint16_t)(a[i] + f[i]), next = (uint16_t)(b[i] + e[i]), inner = (uint16_t)(c[i] + d[i]);
        // the sum of the weights is 32, and a code counts 128
        out[i] = (int16_t)((outer + 5 * (next + 2 * inner)) * 4);
    }
}

#define KERNEL_TABLE8                                                                              \
    {load8,  store8, reduce_codes8,  sum_rows8,        sum_pairs8,    reduce_rows8, halve8, split, \
     double_linear8, double_binomial8, double_codes8, interleave8, sum_numbers, double_shares, divide, divide_doubled, reverse, enlarge8, add_edges8, fold8}
