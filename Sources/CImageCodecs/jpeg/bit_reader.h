// Reads the bits of entropy-coded JPEG data and removes the zero bytes that are stuffed after 0xFF.

#ifndef BIT_READER_H
#define BIT_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "common/big_endian.h"

typedef struct bit_reader {
    const uint8_t *next, *end;
    uint64_t bits;     // the fetched bits, from the most significant down
    int count;         // the number of bits left; negative if more bits were taken than there are before the marker
    uint64_t fetched;  // the total number of fetched bits
} bit_reader;

// Whether any byte of the word is 0xFF.
static inline bool has_ff_byte(uint64_t word) {
    const uint64_t ones = 0x0101010101010101;
    return ((~word - ones) & word & (ones << 7)) != 0;
}

// Fetches byte by byte, up to a marker: needed near 0xFF and near the end.
static inline void bit_reader_fetch_bytes(bit_reader *reader) {
    while (reader->count >= 0 && reader->count <= 56 && reader->next < reader->end) {
        uint8_t byte = *reader->next;
        if (byte == 0xFF && (reader->end - reader->next < 2 || reader->next[1] != 0)) return;
        reader->next += byte == 0xFF ? 2 : 1;
        reader->bits |= (uint64_t)byte << (56 - reader->count);
        reader->count += 8;
        reader->fetched += 8;
    }
}

// Fetches at least 32 bits if the data has them; zeros follow the last bit.
//
// The bits below the `count` valid ones are zero or already equal the data that follows, so OR-ing the same data in
// again is harmless.
static inline void bit_reader_fetch(bit_reader *reader) {
    if (reader->count >= 32) return;
    if (reader->end - reader->next >= 8) {
        uint64_t word = big_endian_read_64(reader->next);
        if (!has_ff_byte(word)) {
            int bytes = (63 - reader->count) >> 3;
            reader->bits |= word >> reader->count;
            reader->next += bytes;
            reader->count += 8 * bytes;
            reader->fetched += (uint64_t)(8 * bytes);
            return;
        }
    }
    bit_reader_fetch_bytes(reader);
}

static inline uint32_t bit_reader_peek(const bit_reader *reader, int count) {
    return (uint32_t)(reader->bits >> 32) >> (32 - count);
}

// Drops at most 32 fetched bits.
static inline void bit_reader_drop(bit_reader *reader, int count) {
    reader->bits <<= count;
    reader->count -= count;
}

// Takes at most 32 fetched bits.
static inline uint32_t bit_reader_take(bit_reader *reader, int count) {
    if (count == 0) return 0;
    uint32_t bits = bit_reader_peek(reader, count);
    bit_reader_drop(reader, count);
    return bits;
}

// The total number of bits taken.
static inline uint64_t bit_reader_taken(const bit_reader *reader) {
    return reader->fetched - (uint64_t)(int64_t)reader->count;
}

#endif
