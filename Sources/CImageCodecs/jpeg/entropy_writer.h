// Writes the bits of entropy-coded JPEG data and stuffs a zero byte after every 0xFF.

#ifndef ENTROPY_WRITER_H
#define ENTROPY_WRITER_H

#include "bit_reader.h"
#include "common/output_buffer.h"

typedef struct entropy_writer {
    output_buffer output;
    uint64_t bits;  // the bits that are not in the output yet, from the least significant up
    int count;
    bool is_out_of_memory;
} entropy_writer;

static inline void entropy_writer_put_word(entropy_writer *writer, uint32_t word) {
    if (!output_buffer_reserve(&writer->output, 8)) {
        writer->is_out_of_memory = true;
        return;
    }
    uint8_t *next = writer->output.start + writer->output.count;
    if (!has_ff_byte(word)) {
        big_endian_write_64(next, (uint64_t)word << 32);
        writer->output.count += 4;
        return;
    }
    for (int shift = 24; shift >= 0; shift -= 8) {
        *next = (uint8_t)(word >> shift);
        if (*next++ == 0xFF) *next++ = 0;
    }
    writer->output.count = (size_t)(next - writer->output.start);
}

// Writes the low `count` bits of `bits`, at most 32. The bits above them must be zero.
static inline void entropy_writer_put(entropy_writer *writer, uint32_t bits, int count) {
    writer->bits = writer->bits << count | bits;
    writer->count += count;
    if (writer->count < 32) return;
    writer->count -= 32;
    entropy_writer_put_word(writer, (uint32_t)(writer->bits >> writer->count));
}

// Fills the last byte with ones and writes it.
void entropy_writer_align(entropy_writer *writer);

// Writes bytes without stuffing, at a byte boundary.
void entropy_writer_put_bytes(entropy_writer *writer, const uint8_t *bytes, size_t count);

// Copies `count` bits from a reader that has at least as many left.
void entropy_writer_copy(entropy_writer *writer, bit_reader *reader, uint64_t count);

#endif
