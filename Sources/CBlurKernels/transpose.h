// Transposition of pixels in vectors of 16 bytes. Included by kernels_common.h.

typedef uint8_t block __attribute__((vector_size(16)));

enum { BLOCK_BYTES = sizeof(block), COLUMNS_AT_ONCE = 64 };

// Alternates the elements of two vectors, which have `size` bytes: those of the first halves, and those of the second.
static inline __attribute__((always_inline)) block zip_low(block a, block b, const size_t size) {
    switch (size) {
        case 1: return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        case 2: return __builtin_shufflevector(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
        case 4: return __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
        default: return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
    }
}

static inline __attribute__((always_inline)) block zip_high(block a, block b, const size_t size) {
    switch (size) {
        case 1: return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        case 2: return __builtin_shufflevector(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
        case 4: return __builtin_shufflevector(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
        default: return __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
    }
}

// Transposes a square of elements of `size` bytes, one vector a row: each of the perfect shuffles moves one bit of the indices.
static inline __attribute__((always_inline)) void transpose_square(block *rows, const size_t size) {
    const size_t count = BLOCK_BYTES / size;
    for (size_t step = 1; step < count; step *= 2) {
        block zipped[BLOCK_BYTES];
        for (size_t i = 0; i < count / 2; i++) {
            zipped[2 * i] = zip_low(rows[i], rows[i + count / 2], size);
            zipped[2 * i + 1] = zip_high(rows[i], rows[i + count / 2], size);
        }
        for (size_t i = 0; i < count; i++) rows[i] = zipped[i];
    }
}

// The size of an element that holds a pixel of 1, 2, 3, 4, 6 or 8 bytes.
static inline __attribute__((always_inline)) size_t element_size(const size_t size) {
    return size == 3 ? 4 : size == 6 ? 8 : size;
}

// Adjacent pixels as the elements of a vector. If they need less than a vector, the bytes after them are read only if `reads_on`.
static inline __attribute__((always_inline)) block
load_elements(const uint8_t *from, const size_t size, const bool reads_on) {
    block pixels = {0};
    memcpy(&pixels, from, reads_on ? BLOCK_BYTES : size * BLOCK_BYTES / element_size(size));
    switch (size) {
        case 3: return __builtin_shufflevector(pixels, pixels, 0, 1, 2, 12, 3, 4, 5, 13, 6, 7, 8, 14, 9, 10, 11, 15);
        case 6: return __builtin_shufflevector(pixels, pixels, 0, 1, 2, 3, 4, 5, 12, 13, 6, 7, 8, 9, 10, 11, 14, 15);
        default: return pixels;
    }
}

// The pixels of the elements of a vector, followed by what is left of it.
static inline __attribute__((always_inline)) block packed_pixels(block elements, const size_t size) {
    switch (size) {
        case 3:
            return __builtin_shufflevector(elements, elements, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
        case 6:
            return __builtin_shufflevector(elements, elements, 0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 6, 7, 14, 15);
        default: return elements;
    }
}

// Stores the pixels of four vectors of elements, of which each has 12 bytes of pixels.
static inline __attribute__((always_inline)) void store_four(uint8_t *to, const block *elements, const size_t size) {
    block a = packed_pixels(elements[0], size), b = packed_pixels(elements[1], size);
    block c = packed_pixels(elements[2], size), d = packed_pixels(elements[3], size);
    a = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19);
    b = __builtin_shufflevector(b, c, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23);
    c = __builtin_shufflevector(c, d, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    memcpy(to, &a, sizeof a);
    memcpy(to + BLOCK_BYTES, &b, sizeof b);
    memcpy(to + 2 * BLOCK_BYTES, &c, sizeof c);
}

// Transposes `squares` squares of pixels, each below the one before.
static inline __attribute__((always_inline)) void transpose_squares(
    uint8_t *restrict to, size_t to_step, const uint8_t *restrict from, size_t from_step, const size_t size,
    const size_t squares, const bool reads_on) {
    const size_t count = BLOCK_BYTES / element_size(size);
    block columns[4 * BLOCK_BYTES];
    for (size_t s = 0; s < squares; s++) {
        block square[BLOCK_BYTES];
        for (size_t i = 0; i < count; i++)
            square[i] = load_elements(from + (s * count + i) * from_step, size, reads_on);
        transpose_square(square, element_size(size));
        for (size_t i = 0; i < count; i++) columns[i * squares + s] = square[i];
    }
    for (size_t i = 0; i < count; i++) {
        if (squares == 4) {
            store_four(to + i * to_step, columns + i * squares, size);
        } else {
            block pixels = packed_pixels(columns[i], size);
            memcpy(to + i * to_step, &pixels, count * size);
        }
    }
}

static inline __attribute__((always_inline)) void transpose_columns(
    uint8_t *restrict to, size_t to_step, const uint8_t *restrict from, size_t from_step, const size_t size,
    size_t rows, size_t columns) {
    const size_t count = BLOCK_BYTES / element_size(size), squares = size % 3 == 0 ? 4 : 1;
    size_t r = 0;
    for (; r + squares * count <= rows; r += squares * count) {
        uint8_t *target = to + r * size;
        const uint8_t *source = from + r * from_step;
        size_t c = 0;
        for (; c + 2 * count <= columns; c += count)
            transpose_squares(target + c * to_step, to_step, source + c * size, from_step, size, squares, true);
        for (; c + count <= columns; c += count)
            transpose_squares(target + c * to_step, to_step, source + c * size, from_step, size, squares, false);
        for (; c < columns; c++)
            for (size_t i = 0; i < squares * count; i++)
                memcpy(target + c * to_step + i * size, source + i * from_step + c * size, size);
    }
    for (; r < rows; r++)
        for (size_t c = 0; c < columns; c++) memcpy(to + c * to_step + r * size, from + r * from_step + c * size, size);
}

static inline __attribute__((always_inline)) void transpose_size(
    uint8_t *restrict to, size_t to_step, const uint8_t *restrict from, size_t from_step, const size_t size,
    size_t rows, size_t columns) {
    // few rows of the result, so that their cache lines are still cached when the next rows are read
    for (size_t c = 0; c < columns; c += COLUMNS_AT_ONCE) {
        size_t count = columns - c < COLUMNS_AT_ONCE ? columns - c : COLUMNS_AT_ONCE;
        transpose_columns(to + c * to_step, to_step, from + c * size, from_step, size, rows, count);
    }
}

static void transpose_pixels(
    uint8_t *restrict to, size_t to_step, const uint8_t *restrict from, size_t from_step, size_t bytes_per_pixel,
    size_t rows, size_t columns) {
    switch (bytes_per_pixel) {
        case 1: return transpose_size(to, to_step, from, from_step, 1, rows, columns);
        case 2: return transpose_size(to, to_step, from, from_step, 2, rows, columns);
        case 3: return transpose_size(to, to_step, from, from_step, 3, rows, columns);
        case 4: return transpose_size(to, to_step, from, from_step, 4, rows, columns);
        case 6: return transpose_size(to, to_step, from, from_step, 6, rows, columns);
        default: return transpose_size(to, to_step, from, from_step, 8, rows, columns);
    }
}
