// Sums of samples with symmetric weights, for a type of samples: included once for each.
//
// The including file defines SAMPLE; VECTOR, and VECTOR_LANES, the samples in it; TYPED(name), the name of a function for the type;
// TYPED(weight_symmetric)(weight); and TYPED(add_symmetric)(sum, a, b, weight), which adds a weighted pair.

// Blocks of up to four vectors are summed at once.
static inline __attribute__((always_inline)) void TYPED(symmetric_block)(
    SAMPLE *out, const SAMPLE *in, ptrdiff_t tap_step, ptrdiff_t first_distance, const int32_t *weights,
    size_t pair_count, const size_t vectors) {
    VECTOR sums[4] = {{0}, {0}, {0}, {0}};
    for (ptrdiff_t k = 0; k < (ptrdiff_t)pair_count; k++) {
        ptrdiff_t distance = k + first_distance > 0 ? (k + first_distance) * tap_step : 0;
        const SAMPLE *before = in - distance, *after = in + distance;
        VECTOR weight = TYPED(weight_symmetric)(weights[k]);
        for (size_t v = 0; v < vectors; v++) {
            VECTOR a, b;
            memcpy(&a, before + v * VECTOR_LANES, sizeof a);
            memcpy(&b, after + v * VECTOR_LANES, sizeof b);
            sums[v] = TYPED(add_symmetric)(sums[v], a, b, weight);
        }
    }
    memcpy(out, sums, vectors * sizeof *sums);
}

static void TYPED(sum_symmetric)(
    void *to, size_t out_step, const void *from, size_t in_step, ptrdiff_t tap_step, ptrdiff_t first_distance,
    const int32_t *weights, size_t pair_count, size_t planes, size_t count) {
    for (size_t p = 0; p < planes; p++) {
        SAMPLE *out = (SAMPLE *)to + p * out_step;
        const SAMPLE *in = (const SAMPLE *)from + p * in_step;
        size_t i = 0;
        for (; i + 3 * VECTOR_LANES < count; i += 4 * VECTOR_LANES)
            TYPED(symmetric_block)(out + i, in + i, tap_step, first_distance, weights, pair_count, 4);
        if (i + 2 * VECTOR_LANES < count)
            TYPED(symmetric_block)(out + i, in + i, tap_step, first_distance, weights, pair_count, 3);
        else if (i + VECTOR_LANES < count)
            TYPED(symmetric_block)(out + i, in + i, tap_step, first_distance, weights, pair_count, 2);
        else if (i < count) TYPED(symmetric_block)(out + i, in + i, tap_step, first_distance, weights, pair_count, 1);
    }
}

// Several kernels. Samples are read once for all of them, and blocks of a few vectors are summed at once, whose sums fit into the registers.

// Adds the taps from the distance `from` to `to`, which the kernels from `first` on have.
static inline __attribute__((always_inline)) void TYPED(add_kernel_taps)(
    VECTOR sums[BLUR_GREATEST_KERNEL_COUNT][3], const SAMPLE *in, const blur_symmetric_kernel *kernels, ptrdiff_t from,
    ptrdiff_t to, const size_t first, const size_t kernel_count, const size_t vectors) {
    for (ptrdiff_t k = from; k < to; k++) {
        VECTOR weights[BLUR_GREATEST_KERNEL_COUNT];
        for (size_t n = first; n < kernel_count; n++) weights[n] = TYPED(weight_symmetric)(kernels[n].weights[k]);
        for (size_t v = 0; v < vectors; v++) {
            VECTOR a, b;
            memcpy(&a, in - k + v * VECTOR_LANES, sizeof a);
            memcpy(&b, in + k + v * VECTOR_LANES, sizeof b);
            for (size_t n = first; n < kernel_count; n++)
                sums[n][v] = TYPED(add_symmetric)(sums[n][v], a, b, weights[n]);
        }
    }
}

static inline __attribute__((always_inline)) void TYPED(kernels_block)(
    void *const *out, size_t offset, const SAMPLE *in, const blur_symmetric_kernel *kernels, const size_t kernel_count,
    const size_t vectors) {
    VECTOR sums[BLUR_GREATEST_KERNEL_COUNT][3] = {{{0}}};
    ptrdiff_t ends[BLUR_GREATEST_KERNEL_COUNT];
    for (size_t n = 0; n < kernel_count; n++) ends[n] = (ptrdiff_t)kernels[n].pair_count;
    TYPED(add_kernel_taps)(sums, in, kernels, 0, ends[0], 0, kernel_count, vectors);
    if (kernel_count > 1) TYPED(add_kernel_taps)(sums, in, kernels, ends[0], ends[1], 1, kernel_count, vectors);
    if (kernel_count > 2) TYPED(add_kernel_taps)(sums, in, kernels, ends[1], ends[2], 2, kernel_count, vectors);
    if (kernel_count > 3) TYPED(add_kernel_taps)(sums, in, kernels, ends[2], ends[3], 3, kernel_count, vectors);
    for (size_t n = 0; n < kernel_count; n++) memcpy((SAMPLE *)out[n] + offset, sums[n], vectors * sizeof(VECTOR));
}

static inline __attribute__((always_inline)) void TYPED(kernels_plane)(
    void *const *out, size_t offset, const SAMPLE *in, const blur_symmetric_kernel *kernels, size_t count,
    const size_t kernel_count) {
    // AVX-512 has twice the registers of the other sets
    const size_t most = VECTOR_BYTES == 64 ? 3 : 2;
    size_t i = 0;
    for (; i + most * VECTOR_LANES < count; i += 2 * VECTOR_LANES)
        TYPED(kernels_block)(out, offset + i, in + i, kernels, kernel_count, 2);
    if (i + 2 * VECTOR_LANES < count) TYPED(kernels_block)(out, offset + i, in + i, kernels, kernel_count, 3);
    else if (i + VECTOR_LANES < count) TYPED(kernels_block)(out, offset + i, in + i, kernels, kernel_count, 2);
    else if (i < count) TYPED(kernels_block)(out, offset + i, in + i, kernels, kernel_count, 1);
}

static void TYPED(sum_symmetric_kernels)(
    void *const *out, size_t out_step, const void *from, size_t in_step, const blur_symmetric_kernel *kernels,
    size_t kernel_count, size_t planes, size_t count) {
    for (size_t p = 0; p < planes; p++) {
        const SAMPLE *in = (const SAMPLE *)from + p * in_step;
        switch (kernel_count) {
            case 1: TYPED(kernels_plane)(out, p * out_step, in, kernels, count, 1); break;
            case 2: TYPED(kernels_plane)(out, p * out_step, in, kernels, count, 2); break;
            case 3: TYPED(kernels_plane)(out, p * out_step, in, kernels, count, 3); break;
            default: TYPED(kernels_plane)(out, p * out_step, in, kernels, count, BLUR_GREATEST_KERNEL_COUNT); break;
        }
    }
}

// Two rows of results share most of the rows that they read.
static inline __attribute__((always_inline)) void TYPED(two_rows)(
    SAMPLE *out, ptrdiff_t out_step, const SAMPLE *in, ptrdiff_t row_step, const int32_t *weights, ptrdiff_t pair_count,
    const size_t vectors) {
    VECTOR first[4] = {{0}, {0}, {0}, {0}}, second[4] = {{0}, {0}, {0}, {0}}, before[4], after[4];
    memcpy(before, in + row_step, vectors * sizeof(VECTOR));
    memcpy(after, in, vectors * sizeof(VECTOR));
    for (ptrdiff_t k = 0; k < pair_count; k++) {
        VECTOR weight = TYPED(weight_symmetric)(weights[k]);
        for (size_t v = 0; v < vectors; v++) {
            VECTOR a, b;
            memcpy(&a, in - k * row_step + v * VECTOR_LANES, sizeof a);
            memcpy(&b, in + (k + 1) * row_step + v * VECTOR_LANES, sizeof b);
            first[v] = TYPED(add_symmetric)(first[v], a, after[v], weight);
            second[v] = TYPED(add_symmetric)(second[v], before[v], b, weight);
            before[v] = a, after[v] = b;
        }
    }
    memcpy(out, first, vectors * sizeof(VECTOR));
    memcpy(out + out_step, second, vectors * sizeof(VECTOR));
}

static void TYPED(sum_symmetric_rows)(
    void *to, size_t out_step, const void *from, size_t in_step, ptrdiff_t first_distance, const int32_t *weights,
    size_t pair_count, size_t rows, size_t count) {
    // AVX-512 has twice the registers of the other sets
    const size_t most = VECTOR_BYTES == 64 ? 4 : 2;
    for (size_t r = 0; r < rows;) {
        SAMPLE *out = (SAMPLE *)to + r * out_step;
        const SAMPLE *in = (const SAMPLE *)from + r * in_step;
        if (first_distance != 0 || r + 1 == rows) {
            TYPED(sum_symmetric)(out, 0, in, 0, (ptrdiff_t)in_step, first_distance, weights, pair_count, 1, count);
            r += 1;
            continue;
        }
        size_t i = 0;
        const ptrdiff_t out_rows = (ptrdiff_t)out_step, in_rows = (ptrdiff_t)in_step, pairs = (ptrdiff_t)pair_count;
        for (; i + (most - 1) * VECTOR_LANES < count; i += most * VECTOR_LANES)
            TYPED(two_rows)(out + i, out_rows, in + i, in_rows, weights, pairs, most);
        for (; i + VECTOR_LANES < count; i += 2 * VECTOR_LANES)
            TYPED(two_rows)(out + i, out_rows, in + i, in_rows, weights, pairs, 2);
        if (i < count) TYPED(two_rows)(out + i, out_rows, in + i, in_rows, weights, pairs, 1);
        r += 2;
    }
}

#undef SAMPLE
#undef VECTOR
#undef VECTOR_LANES
#undef TYPED
