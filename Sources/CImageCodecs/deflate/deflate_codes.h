// The Huffman codes of deflate blocks (RFC 1951, section 3.2), as far as they are needed to find the end of each symbol.

#ifndef DEFLATE_CODES_H
#define DEFLATE_CODES_H

#include "deflate_bits.h"
#include "symbols.h"

enum {
    DEFLATE_LONGEST_CODE = 15,
    DEFLATE_LITERAL_CODES = 288,
    DEFLATE_DISTANCE_CODES = 32,
    DEFLATE_LITERAL_TABLE_BITS = 11,
    DEFLATE_DISTANCE_TABLE_BITS = 9,
    DEFLATE_NO_SYMBOL = -1,
};

// A canonical Huffman code.
typedef struct deflate_code {
    uint16_t counts[DEFLATE_LONGEST_CODE + 1];  // the number of codes of each length
    uint16_t symbols[DEFLATE_LITERAL_CODES];    // in the order of their codes
} deflate_code;

// What `DEFLATE_LITERAL_TABLE_BITS` bits begin with: several literals, or a length. Zero if a longer or an invalid code.
//
// Bits 0 to 7: the number of bits to drop. Bits 8 to 15: the number of literals, or 0. For a length: bits 16 to 23: the
// number of extra bits; bits 24 to 32: the least length.
typedef uint64_t deflate_literal_entry;

typedef struct deflate_codes {
    deflate_code literals, distances;
    deflate_literal_entry literal_table[1 << DEFLATE_LITERAL_TABLE_BITS];
    uint8_t distance_table[1 << DEFLATE_DISTANCE_TABLE_BITS];  // the number of bits with the extra bits, or zero
} deflate_codes;

// Prepares the codes of a block with fixed codes.
void deflate_codes_set_fixed(deflate_codes *codes);

// Receives the bits of a header as they are read.
typedef void (*deflate_header_recorder)(void *context, uint32_t bits, unsigned count);

// Reads the codes from the header of a block with dynamic codes. Returns false if they are invalid; this accepts what zlib accepts.
bool deflate_codes_read(deflate_codes *codes, deflate_bits *bits, deflate_header_recorder record, void *context);

// Takes the next code. DEFLATE_NO_SYMBOL if no symbol has this code. The bits must have been fetched.
int deflate_code_take(const deflate_code *code, deflate_bits *bits);

// The code of the end of a block, with its first bit as the least significant; its length is the result.
unsigned deflate_codes_end(const deflate_codes *codes, uint32_t *end_code);

#endif
