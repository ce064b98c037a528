// The bits of a JPEG file's codes: read without the zero bytes that are stuffed in behind 0xFF, and written with them.

#ifndef ENTROPY_BITS_H
#define ENTROPY_BITS_H

#include <string.h>

#include "output_buffer.h"

typedef struct bit_reader {
    const uint8_t *next, *end;
    uint64_t bits;    // what has been fetched, from the top bit on
    int count;        // how many of them; negative once more have been taken than there were before a marker
    uint64_t fetched;  // how many have ever been
} bit_reader;

static inline uint64_t big_endian_64(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static inline bool has_byte_of_ones(uint64_t word) {
    const uint64_t ones = 0x0101010101010101;
    return ((~word - ones) & word & (ones << 7)) != 0;
}

// Where 0xFF is near, or the end: byte by byte, up to a marker.
static inline void bit_reader_fetch_slowly(bit_reader *reader) {
    while (reader->count >= 0 && reader->count <= 56 && reader->next < reader->end) {
        uint8_t byte = *reader->next;
        if (byte == 0xFF && (reader->end - reader->next < 2 || reader->next[1] != 0)) return;
        reader->next += byte == 0xFF ? 2 : 1;
        reader->bits |= (uint64_t)byte << (56 - reader->count);
        reader->count += 8;
        reader->fetched += 8;
    }
}

// Sees to it that 32 bits are there, if the file has them; behind its last there are zeros. What is below the bits that count
// is 0 or what follows them, so that it may be set again.
static inline void bit_reader_fetch(bit_reader *reader) {
    if (reader->count >= 32) return;
    if (reader->end - reader->next >= 8) {
        uint64_t word = big_endian_64(reader->next);
        if (!has_byte_of_ones(word)) {
            int bytes = (63 - reader->count) >> 3;
            reader->bits |= word >> reader->count;
            reader->next += bytes;
            reader->count += 8 * bytes;
            reader->fetched += (uint64_t)(8 * bytes);
            return;
        }
    }
    bit_reader_fetch_slowly(reader);
}

static inline uint32_t bit_reader_peek(const bit_reader *reader, int count) {
    return (uint32_t)(reader->bits >> 32) >> (32 - count);
}

// Takes at most 32 bits, which have been fetched.
static inline void bit_reader_drop(bit_reader *reader, int count) {
    reader->bits <<= count;
    reader->count -= count;
}

static inline uint32_t bit_reader_take(bit_reader *reader, int count) {
    if (count == 0) return 0;
    uint32_t bits = bit_reader_peek(reader, count);
    bit_reader_drop(reader, count);
    return bits;
}

// How many bits have been taken altogether.
static inline uint64_t bit_reader_taken(const bit_reader *reader) { return reader->fetched - (uint64_t)(int64_t)reader->count; }

typedef struct bit_writer {
    output_buffer output;
    uint64_t bits;  // what has no full byte yet, at the bottom
    int count;
    bool is_out_of_memory;
} bit_writer;

static inline void bit_writer_put_word(bit_writer *writer, uint32_t word) {
    if (!output_buffer_reserve(&writer->output, 8)) {
        writer->is_out_of_memory = true;
        return;
    }
    uint8_t *next = writer->output.start + writer->output.count;
    for (int shift = 24; shift >= 0; shift -= 8) {
        *next = (uint8_t)(word >> shift);
        if (*next++ == 0xFF) *next++ = 0;
    }
    writer->output.count = (size_t)(next - writer->output.start);
}

// Writes at most 32 bits, above which `bits` is zero.
static inline void bit_writer_put(bit_writer *writer, uint32_t bits, int count) {
    writer->bits = writer->bits << count | bits;
    writer->count += count;
    if (writer->count < 32) return;
    writer->count -= 32;
    bit_writer_put_word(writer, (uint32_t)(writer->bits >> writer->count));
}

// Fills the last byte up with ones, and writes it.
void bit_writer_align(bit_writer *writer);

// Writes bytes as they are, where a byte begins.
void bit_writer_put_bytes(bit_writer *writer, const uint8_t *bytes, size_t count);

// Copies bits, as many as there are at least.
void bit_writer_copy(bit_writer *writer, bit_reader *reader, uint64_t count);

#endif
