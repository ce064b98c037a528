// Writes bits, from the least significant up.

#ifndef BIT_WRITER_H
#define BIT_WRITER_H

#include <stdint.h>
#include <string.h>

typedef struct bit_writer {
    uint64_t bits;   // not yet written
    unsigned count;  // their number; fewer than 8 after a flush
    uint8_t *next;   // has room for 8 more bytes
} bit_writer;

// Adds bits; at most 64 may be pending.
static inline void bit_writer_add(bit_writer *writer, uint64_t bits, unsigned count) {
    writer->bits |= bits << writer->count;
    writer->count += count;
}

// Writes whole bytes. Fewer than 64 bits must be pending.
static inline void bit_writer_flush(bit_writer *writer) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t bytes = writer->bits;
#else
    uint64_t bytes = __builtin_bswap64(writer->bits);
#endif
    memcpy(writer->next, &bytes, sizeof bytes);
    writer->next += writer->count / 8;
    writer->bits >>= writer->count / 8 * 8;
    writer->count %= 8;
}

// Adds zeros up to a byte boundary. Only bits of a byte may be pending.
static inline void bit_writer_align(bit_writer *writer) {
    if (writer->count > 0) writer->count = 8;
    bit_writer_flush(writer);
}

#endif
