#include <string.h>

#include "blur_kernels.h"

// Constant sizes let the compiler inline memcpy.
#define COPY_SELECTED(BYTES) \
    for (size_t i = 0; i < count; i++) \
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
