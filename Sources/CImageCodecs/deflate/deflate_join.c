#include "deflate_join.h"

#include "encoder/block_writer.h"

enum {
    FIXED_BLOCK = 2,  // the bits of an empty block with fixed codes
    FIXED_BLOCK_LENGTH = 10,
    ADLER_MODULUS = 65521,
};

static void put(bit_writer *writer, uint64_t bits, unsigned count) {
    bit_writer_add(writer, bits, count);
    bit_writer_flush(writer);
}

// Writes an empty block with dynamic codes, whose length is 7 bits more than a multiple of 8.
//
// The codes are complete, because some decoders accept no others: two literals or ends, two distances, and two lengths of
// codes.
static void put_odd_block(bit_writer *writer) {
    enum { REPEATED_ZERO = 2, LENGTH_ONE = 17 };  // the last two in the order in which RFC 1951 stores them
    put(writer, 2 << 1, 3);
    put(writer, 0, 5);  // 257 literal codes
    put(writer, 1, 5);  // 2 distance codes
    put(writer, LENGTH_SYMBOLS - 4, 4);
    for (int i = 0; i < LENGTH_SYMBOLS; i++) put(writer, i == REPEATED_ZERO || i == LENGTH_ONE, 3);
    put(writer, 0, 1);             // the first literal has a code of one bit
    put(writer, 1 | 127 << 1, 8);  // 138 have none
    put(writer, 1 | 106 << 1, 8);  // 117 have none
    put(writer, 0, 3);             // the end, and both distances
    put(writer, 1, 1);             // the end
}

// Writes empty blocks from a byte boundary to a number of bits beyond one.
static void put_shift(bit_writer *writer, unsigned bits) {
    if (bits % 2 == 1) put_odd_block(writer);
    while (writer->count != bits) put(writer, FIXED_BLOCK, FIXED_BLOCK_LENGTH);
}

void deflate_join_start(const deflate_border *border, bool keeps_final, deflate_joint *joint) {
    bit_writer writer = {.next = joint->bytes};
    if (border->is_stored) {
        block_write_stored_header(border->stored_left, border->is_final && keeps_final, &writer);
    } else {
        put_shift(&writer, (unsigned)((border->bit - border->header_length) % 8));
        for (unsigned i = 0; i < border->header_length; i++) {
            bool bit = border->header[i / 8] >> i % 8 & 1;
            put(&writer, bit && (i > 0 || keeps_final), 1);
        }
    }
    joint->count = (size_t)(writer.next - joint->bytes);
    joint->mask = (uint8_t)((1 << writer.count) - 1);
    joint->other_bits = (uint8_t)writer.bits;
}

void deflate_join_end(const deflate_border *border, codec_bytes further, deflate_joint *joint) {
    unsigned begun = (unsigned)(border->bit % 8);
    bit_writer writer = {.count = begun, .next = joint->bytes};
    put(&writer, border->end_code, border->end_length);
    block_write_stored_header(further.count, false, &writer);
    if (further.count > 0) memcpy(writer.next, further.start, further.count);
    joint->count = (size_t)(writer.next - joint->bytes) + further.count;
    joint->mask = begun ? (uint8_t)(0xFF << begun) : 0;
    joint->other_bits = begun ? joint->bytes[0] : 0;
    if (begun) memmove(joint->bytes, joint->bytes + 1, --joint->count);
}

uint32_t deflate_adler_of_rest(uint32_t whole, uint32_t before, uint64_t count) {
    // adler32_combine(before, rest) is `whole`: its sums are those of both parts, and the second sum also counts the first sum of
    // the first part once for each byte of the rest.
    uint64_t length = count % ADLER_MODULUS;
    uint64_t before_low = before & 0xFFFF, before_high = before >> 16;
    uint64_t low = ((whole & 0xFFFF) + ADLER_MODULUS + 1 - before_low) % ADLER_MODULUS;
    uint64_t counted = length * ((before_low + ADLER_MODULUS - 1) % ADLER_MODULUS) % ADLER_MODULUS;
    uint64_t high = ((whole >> 16) + 2 * ADLER_MODULUS - before_high - counted) % ADLER_MODULUS;
    return (uint32_t)(high << 16 | low);
}
