// The kernels for images of 16 bits: sums of 32 bits, rounded once, and no more than the largest code.

typedef uint16_t unaligned_code __attribute__((aligned(1)));

static inline void load_straight16(
    int16_t *restrict out, const unaligned_code *restrict in, size_t channels, size_t pixels) {
    for (size_t i = 0; i < pixels; i++) {
        uint32_t alpha = in[i * channels + channels - 1];
        for (size_t c = 0; c + 1 < channels; c++) {
            uint32_t product = in[i * channels + c] * alpha;
            // the nearest 65535th
            out[i * channels + c] = (int16_t)(uint16_t)(((uint64_t)product + 32767) / 65535);
        }
        out[i * channels + channels - 1] = (int16_t)alpha;
    }
}

static void load16(int16_t *out, const uint8_t *in, size_t channels, blur_alpha alpha, size_t pixels) {
    if (alpha == BLUR_STRAIGHT) {
        load_straight16(out, (const unaligned_code *)in, channels, pixels);
    } else {
        memcpy(out, in, 2 * channels * pixels);
    }
}

static inline uint16_t plain16(int16_t sample, uint16_t half) {
    (void)half;
    return (uint16_t)sample;
}

static inline uint16_t straight16(int16_t sample, int16_t alpha, uint16_t half) {
    (void)half;
    uint32_t divisor = (uint16_t)alpha;
    if (divisor == 0) return 0;
    uint64_t code = ((uint64_t)(uint16_t)sample * 65535 + divisor / 2) / divisor;
    return (uint16_t)(code > 65535 ? 65535 : code);
}

static inline uint16_t premultiplied16(int16_t sample, int16_t alpha, uint16_t half) {
    (void)half;
    return (uint16_t)sample < (uint16_t)alpha ? (uint16_t)sample : (uint16_t)alpha;
}

#define PLAIN16(sample, alpha, half) plain16(sample, half)

static void store16(
    uint8_t *restrict out, const int16_t *restrict in, size_t channel_step, size_t pixel_step, size_t channels,
    blur_alpha alpha, size_t pixels, uint16_t surplus) {
    unaligned_code *restrict to = (unaligned_code *)out;
    uint16_t half = surplus;
    if (alpha == BLUR_NO_ALPHA && pixel_step == channels) {
        memcpy(out, in, 2 * channels * pixels);
        return;
    }
    switch (alpha * 8 + channels) {
        case 2: STORE_LOOP(unaligned_code, 2, channel_step, 1, PLAIN16, plain16) break;
        case 3: STORE_LOOP(unaligned_code, 3, channel_step, 1, PLAIN16, plain16) break;
        case 4: STORE_LOOP(unaligned_code, 4, channel_step, 1, PLAIN16, plain16) break;
        case BLUR_STRAIGHT * 8 + 2: STORE_LOOP(unaligned_code, 2, channel_step, pixel_step, straight16, plain16) break;
        case BLUR_STRAIGHT * 8 + 4: STORE_LOOP(unaligned_code, 4, channel_step, pixel_step, straight16, plain16) break;
        case BLUR_PREMULTIPLIED * 8 + 2:
            STORE_LOOP(unaligned_code, 2, channel_step, pixel_step, premultiplied16, plain16)
            break;
        default: STORE_LOOP(unaligned_code, 4, channel_step, pixel_step, premultiplied16, plain16) break;
    }
}

static inline sums widened(const int16_t *from) {
    half_samples codes;
    memcpy(&codes, from, sizeof codes);
    return __builtin_convertvector(codes, sums);
}

static inline void store_sums(int16_t *to, sums sum, int shift) {
    // edges are made up for by weights whose sum is a little more than 1
    half_samples codes = __builtin_convertvector(__builtin_elementwise_min(sum >> shift, (sums){0} + 65535u), half_samples);
    memcpy(to, &codes, sizeof codes);
}

static void sum_rows16(
    int16_t *out, const int16_t *const *rows, const int16_t *weights, size_t row_count, size_t first, size_t count) {
    for (size_t i = first; i < first + count; i += 4 * SUM_LANES) {
        sums s0 = (sums){0} + (1u << 14), s1 = s0, s2 = s0, s3 = s0;
        for (size_t k = 0; k < row_count; k++) {
            const int16_t *row = rows[k] + i;
            uint32_t weight = (uint32_t)weights[k];
            s0 += widened(row) * weight;
            s1 += widened(row + SUM_LANES) * weight;
            s2 += widened(row + 2 * SUM_LANES) * weight;
            s3 += widened(row + 3 * SUM_LANES) * weight;
        }
        store_sums(out + i, s0, 15);
        store_sums(out + i + SUM_LANES, s1, 15);
        store_sums(out + i + 2 * SUM_LANES, s2, 15);
        store_sums(out + i + 3 * SUM_LANES, s3, 15);
    }
}

static inline sums pair16(const int16_t *a, const int16_t *b) { return widened(a) + widened(b); }

static void sum_pairs16(
    int16_t *out, const int16_t *const *a, const int16_t *const *b, const int16_t *weights, size_t pair_count,
    size_t count) {
    for (size_t i = 0; i < count; i += 4 * SUM_LANES) {
        sums s0 = (sums){0} + (1u << 15), s1 = s0, s2 = s0, s3 = s0;
        for (size_t k = 0; k < pair_count; k++) {
            const int16_t *x = a[k] + i, *y = b[k] + i;
            uint32_t weight = (uint32_t)weights[k];
            s0 += pair16(x, y) * weight;
            s1 += pair16(x + SUM_LANES, y + SUM_LANES) * weight;
            s2 += pair16(x + 2 * SUM_LANES, y + 2 * SUM_LANES) * weight;
            s3 += pair16(x + 3 * SUM_LANES, y + 3 * SUM_LANES) * weight;
        }
        store_sums(out + i, s0, 16);
        store_sums(out + i + SUM_LANES, s1, 16);
        store_sums(out + i + 2 * SUM_LANES, s2, 16);
        store_sums(out + i + 3 * SUM_LANES, s3, 16);
    }
}

static inline sums weighted_pair16(const int16_t *a, const int16_t *b, uint32_t weight) { return pair16(a, b) * weight; }

static void reduce_rows16(int16_t *out, const int16_t *const *rows, size_t count) {
    for (size_t i = 0; i < count; i += SUM_LANES) {
        sums sum = weighted_pair16(rows[0] + i, rows[5] + i, 1) + weighted_pair16(rows[1] + i, rows[4] + i, 5) +
                   weighted_pair16(rows[2] + i, rows[3] + i, 10);
        store_sums(out + i, sum + 16, 5);
    }
}

static void halve16(int16_t *restrict out, const int16_t *restrict in, size_t count) {
    const uint16_t *from = (const uint16_t *)in - 2;
    for (size_t i = 0; i < count; i++) {
        const uint16_t *x = from + 2 * i;
        uint32_t outer = (uint32_t)x[0] + x[5], next = (uint32_t)x[1] + x[4], inner = (uint32_t)x[2] + x[3];
        out[i] = (int16_t)(uint16_t)((outer + 5 * (next + 2 * inner) + 16) >> 5);
    }
}

static void double_linear16(int16_t *restrict out, const int16_t *restrict in, size_t count) {
    const uint16_t *here = (const uint16_t *)in, *before = here - 1, *after = here + 1;
    for (size_t i = 0; i < count; i++) {
        uint32_t middle = 3u * here[i] + 2;
        out[2 * i] = (int16_t)(uint16_t)((middle + before[i]) >> 2);
        out[2 * i + 1] = (int16_t)(uint16_t)((middle + after[i]) >> 2);
    }
}

static void double_binomial16(int16_t *restrict out, const int16_t *restrict in, size_t count) {
    const uint16_t *here = (const uint16_t *)in, *before = here - 1, *after = here + 1;
    for (size_t i = 0; i < count; i++) {
        uint32_t middle = 10u * here[i] + 8;
        out[2 * i] = (int16_t)(uint16_t)((5u * before[i] + middle + after[i]) >> 4);
        out[2 * i + 1] = (int16_t)(uint16_t)((before[i] + middle + 5u * after[i]) >> 4);
    }
}

static inline int16_t saturated16(uint32_t sample) { return (int16_t)(uint16_t)(sample > 65535 ? 65535 : sample); }

static inline uint32_t product16(int16_t sample, int16_t weight) {
    return ((uint32_t)weight * (uint16_t)sample + (1 << 14)) >> 15;
}

static void enlarge16(int16_t *restrict samples, const int16_t *restrict fractions, size_t channels, size_t pixels) {
    if (channels == 1) {
        for (size_t i = 0; i < pixels; i++)
            samples[i] = saturated16((uint16_t)samples[i] + product16(samples[i], fractions[i]));
        return;
    }
    for (size_t i = 0; i < pixels; i++) {
        int16_t *pixel = samples + i * channels;
        for (size_t c = 0; c < channels; c++)
            pixel[c] = saturated16((uint16_t)pixel[c] + product16(pixel[c], fractions[i]));
    }
}

static void add_edges16(
    int16_t *restrict samples, const int16_t *restrict first_weights, const int16_t *restrict last_weights,
    const int16_t *restrict first, const int16_t *restrict last, size_t channels, size_t pixels) {
    for (size_t c = 0; c < channels; c++) {
        int16_t first_sample = first[c], last_sample = last[c];
        for (size_t i = 0; i < pixels; i++) {
            uint32_t added = product16(first_sample, first_weights[i]) + product16(last_sample, last_weights[i]);
            samples[i * channels + c] = saturated16((uint16_t)samples[i * channels + c] + added);
        }
    }
}

static inline int16_t sum_of_two16(int16_t a, int16_t b) { return saturated16((uint32_t)(uint16_t)a + (uint16_t)b); }

static void fold16(int16_t *samples, size_t channels, size_t pixels, size_t reach, bool mirrored) {
    FOLD_LOOP(sum_of_two16)
}

static void reduce_codes16(int16_t *restrict out, const uint8_t *const *rows, size_t count) {
    const unaligned_code *a = (const unaligned_code *)rows[0], *b = (const unaligned_code *)rows[1];
    const unaligned_code *c = (const unaligned_code *)rows[2], *d = (const unaligned_code *)rows[3];
    const unaligned_code *e = (const unaligned_code *)rows[4], *f = (const unaligned_code *)rows[5];
    for (size_t i = 0; i < count; i++) {
        uint32_t outer = (uint32_t)a[i] + f[i], next = (uint32_t)b[i] + e[i], inner = (uint32_t)c[i] + d[i];
        out[i] = (int16_t)(uint16_t)((outer + 5 * (next + 2 * inner) + 16) >> 5);
    }
}

#define KERNEL_TABLE16                                                                             \
    {load16, store16, reduce_codes16, sum_rows16, sum_pairs16, reduce_rows16, halve16, split,      \
     double_linear16, double_binomial16, NULL, NULL, sum_numbers, double_shares, divide, divide_doubled, reverse, enlarge16, add_edges16, fold16}
