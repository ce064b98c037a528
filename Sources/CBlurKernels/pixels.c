#include <string.h>

#include "blur_kernels.h"

#define COPY_EACH(BYTES)                                                                           \
    for (size_t i = 0; i < count; i++) memcpy(to + (ptrdiff_t)i * to_step, from + (ptrdiff_t)i * from_step, BYTES);

void blur_copy_pixels(
    uint8_t *to, ptrdiff_t to_step, const uint8_t *from, ptrdiff_t from_step, size_t bytes_per_pixel, size_t count) {
    // constant sizes, so that the compiler can do without calls
    switch (bytes_per_pixel) {
        case 1: COPY_EACH(1) break;
        case 2: COPY_EACH(2) break;
        case 3: COPY_EACH(3) break;
        case 4: COPY_EACH(4) break;
        case 6: COPY_EACH(6) break;
        default: COPY_EACH(8) break;
    }
}
