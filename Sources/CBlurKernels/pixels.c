#include <string.h>

#include "blur_kernels.h"

// Constant sizes let the compiler inline memcpy.
#define COPY_EACH(BYTES, COUNT)                                                                    \
    for (size_t i = 0; i < COUNT; i++) memcpy(to + i * BYTES, from + (ptrdiff_t)i * from_step, BYTES);

void blur_gather_pixels(
    uint8_t *to, const uint8_t *from, ptrdiff_t from_step, size_t bytes_per_pixel, size_t count, bool is_last) {
    switch (bytes_per_pixel) {
        case 1: COPY_EACH(1, count) break;
        case 2: COPY_EACH(2, count) break;
        case 3:
            if (is_last) {
                COPY_EACH(3, count)
                break;
            }
            // moving four bytes is as fast as moving one; the next pixel overwrites the fourth
            for (size_t i = 0; i + 1 < count; i++) memcpy(to + i * 3, from + (ptrdiff_t)i * from_step, 4);
            if (count) memcpy(to + (count - 1) * 3, from + (ptrdiff_t)(count - 1) * from_step, 3);
            break;
        case 4: COPY_EACH(4, count) break;
        case 6: COPY_EACH(6, count) break;
        default: COPY_EACH(8, count) break;
    }
}

#define COPY_SELECTED(BYTES)                                                                       \
    for (size_t i = 0; i < count; i++)                                                             \
        if (radii[i] > low && radii[i] <= high) memcpy(to + i * BYTES, from + i * BYTES, BYTES);

void blur_copy_selected_pixels(
    uint8_t *to, const uint8_t *from, const float *radii, float low, float high, size_t bytes_per_pixel, size_t count) {
    switch (bytes_per_pixel) {
        case 1: COPY_SELECTED(1) break;
        case 2: COPY_SELECTED(2) break;
        case 3: COPY_SELECTED(3) break;
        case 4: COPY_SELECTED(4) break;
        case 6: COPY_SELECTED(6) break;
        default: COPY_SELECTED(8) break;
    }
}

void blur_prefetch(const void *from, size_t byte_count) {
    enum { CACHE_LINE = 64 };
    const char *first = from;
    if (byte_count == 0) return;
    for (size_t i = 0; i < byte_count; i += CACHE_LINE) __builtin_prefetch(first + i);
    __builtin_prefetch(first + byte_count - 1);
}
