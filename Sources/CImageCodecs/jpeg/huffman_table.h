// Huffman tables of a JPEG file, for decoding and for encoding.

#ifndef HUFFMAN_TABLE_H
#define HUFFMAN_TABLE_H

#include <stdio.h>

#include <jpeglib.h>

#include "bit_reader.h"

enum {
    LOOKUP_BITS = 11,
    MAX_CODE_LENGTH = 16,
    MAX_DC_SIZE = 11,  // bits of a DC difference at 8 bits per sample
    MAX_AC_SIZE = 10,  // bits of an AC coefficient at 8 bits per sample
};

typedef struct huffman_table {
    bool is_prepared;
    // Indexed by the next LOOKUP_BITS bits, which begin with a Huffman code: its length in the high byte, its symbol in the low
    // byte. 0 if the code is longer or invalid.
    uint16_t lookup[1 << LOOKUP_BITS];
    // Indexed likewise, for as many complete AC symbols as the bits contain: the number of coefficients they skip in
    // the high byte, the number of their bits in the low byte.
    uint16_t skips[1 << LOOKUP_BITS];
    int32_t largest[MAX_CODE_LENGTH + 1];  // the largest code of each length, or -1
    int32_t offset[MAX_CODE_LENGTH + 1];   // the index of a symbol minus its code, for each length
    JHUFF_TBL table;
    int symbol_count;
    uint32_t next_code;    // the first free code of MAX_CODE_LENGTH
    uint16_t codes[256];   // by symbol
    uint8_t lengths[256];  // by symbol, 0 if the symbol has no code
} huffman_table;

// Prepares a table, once. Returns false if `table` is NULL, or not one that an encoder accepts.
bool huffman_table_prepare(huffman_table *huffman, const JHUFF_TBL *table, int largest_symbol);

// Makes a table for the symbols with counts above 0, whose sum must be below 2^21. The table is optimal for the counts if it needs no
// codes longer than 15 bits.
void huffman_table_fit(JHUFF_TBL *table, const uint32_t counts[256]);

// Adds a code for a symbol that has none, after all existing codes, which do not change. Returns false if the table is full.
bool huffman_table_add(huffman_table *huffman, int symbol);

// The advance assigned to the end-of-block symbol: greater than the total advance of any lookup without one.
enum { END_OF_BLOCK_ADVANCE = 160 };

// The number of coefficients that an AC symbol advances, or 0 if the symbol is invalid at 8 bits per sample.
static inline int ac_symbol_advance(int symbol) {
    int zeros = symbol >> 4, size = symbol & 15;
    if (size > MAX_AC_SIZE || (size == 0 && zeros != 0 && zeros != 15)) return 0;
    return symbol == 0 ? END_OF_BLOCK_ADVANCE : zeros + 1;
}

// Whether a block may end with `next` as the index of its next coefficient.
static inline bool is_block_end(int next) {
    return next == 64 || (next > END_OF_BLOCK_ADVANCE && next < END_OF_BLOCK_ADVANCE + 64);
}

// Decodes a symbol whose code is longer than LOOKUP_BITS. Returns a negative number if there is no such code.
int huffman_decode_long(const huffman_table *huffman, bit_reader *reader);

// Decodes a symbol. At least 16 bits must have been fetched, unless the data has ended. Returns a negative number if
// there is no such code.
static inline int huffman_decode(const huffman_table *huffman, bit_reader *reader) {
    uint16_t entry = huffman->lookup[bit_reader_peek(reader, LOOKUP_BITS)];
    if (entry == 0) return huffman_decode_long(huffman, reader);
    bit_reader_drop(reader, entry >> 8);
    return entry & 0xFF;
}

#endif
