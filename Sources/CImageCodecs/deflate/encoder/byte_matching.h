// Compares bytes in words.

#ifndef BYTE_MATCHING_H
#define BYTE_MATCHING_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Eight bytes, of which the first is the least significant.
static inline uint64_t load_word(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return word;
#else
    return __builtin_bswap64(word);
#endif
}

// A hash of the first `count` bytes of a word.
static inline size_t hash_word(uint64_t word, unsigned count, unsigned hash_bits) {
    return (size_t)((word << (64 - 8 * count)) * 0x9E3779B97F4A7C15 >> (64 - hash_bits));
}

// How many bytes equal those at a distance before them, at most `limit`, if the first `length` are known to.
static inline size_t match_length(const uint8_t *bytes, size_t distance, size_t length, size_t limit) {
    for (; length + sizeof(uint64_t) <= limit; length += sizeof(uint64_t)) {
        uint64_t difference = load_word(bytes + length) ^ load_word(bytes + length - distance);
        if (difference) return length + (size_t)__builtin_ctzll(difference) / 8;
    }
    while (length < limit && bytes[length] == *(bytes + length - distance)) length += 1;
    return length;
}

#endif
