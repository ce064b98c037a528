#include "memory_passes.h"

#include <stdint.h>

typedef uint64_t words __attribute__((vector_size(16)));

void read_and_write(void *to, const void *from, size_t byte_count) {
    const words *in = from;
    words *out = to, sums[4] = {{0}, {0}, {0}, {0}};
    size_t count = byte_count / sizeof(words) & ~(size_t)3;
    for (size_t i = 0; i < count; i += 4)
        for (size_t k = 0; k < 4; k++) sums[k] += in[i + k];
    words sum = sums[0] + sums[1] + sums[2] + sums[3];
    for (size_t i = 0; i < count; i++) __builtin_nontemporal_store(sum, out + i);
}
