// Mutates files with libFuzzer and then repairs the checksums of PNG chunks, so that the decoder reads the mutated chunks.
// One file in eight keeps its wrong checksums.

#include <string.h>

#include "fuzz_driver.h"

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t capacity);

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t crc32_of(const uint8_t *bytes, size_t count) {
    uint32_t crc = ~0u;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    return ~crc;
}

static void repair_checksums(uint8_t *file, size_t count) {
    size_t offset = 8;
    while (count >= offset + 12) {
        uint32_t length = big_endian(file + offset);
        if (length > count - offset - 12) return;
        uint32_t crc = crc32_of(file + offset + 4, length + 4);
        for (int i = 0; i < 4; i++) file[offset + 8 + length + i] = (uint8_t)(crc >> (24 - 8 * i));
        offset += 12 + (size_t)length;
    }
}

// The file follows the bytes that select the settings.
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t capacity, unsigned seed) {
    static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    size_t mutated = LLVMFuzzerMutate(bytes, count, capacity);
    if (seed % 8 == 0) return mutated;
    for (size_t start = 1; start <= FUZZ_MAXIMUM_SETTINGS && mutated > start + 8; start++) {
        if (memcmp(bytes + start, signature, 8) != 0) continue;
        repair_checksums(bytes + start, mutated - start);
        break;
    }
    return mutated;
}
