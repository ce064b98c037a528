// Huffman codes of a JPEG file, for reading and for writing.

#ifndef ENTROPY_CODES_H
#define ENTROPY_CODES_H

#include <stdio.h>

#include <jpeglib.h>

#include "entropy_bits.h"

enum { LOOK_AHEAD = 11, LONGEST_CODE = 16, LARGEST_DC_SIZE = 11, LARGEST_AC_SIZE = 10 };

typedef struct entropy_codes {
    bool is_known;
    // by the next bits of a file, where the code is no longer than they: its length above, its symbol below; 0 elsewhere
    uint16_t symbols[1 << LOOK_AHEAD];
    // the same for coefficients other than the first, as many symbols at once as fit: by how many coefficients to go on above, the
    // bits of all of it below
    uint16_t steps[1 << LOOK_AHEAD];
    // of the codes of each length: the largest, or -1, and what to add to one for its place among the values
    int32_t largest[LONGEST_CODE + 1];
    int32_t offset[LONGEST_CODE + 1];
    JHUFF_TBL table;
    int symbol_count;
    uint32_t next_code;  // that is free, of the greatest length
    // by the symbol: its code and its length, 0 where there is none
    uint16_t codes[256];
    uint8_t lengths[256];
} entropy_codes;

// Prepares a table; false if it is none, or one that no encoder takes.
bool entropy_codes_prepare(entropy_codes *codes, const JHUFF_TBL *table, int largest_symbol);

// Adds a code for a symbol that has none, behind all others, which stay what they are. False if there is no room.
bool entropy_codes_add(entropy_codes *codes, int symbol);

// What the end of a block counts as: more than symbols looked up together can go on by without it.
enum { END_OF_BLOCK = 160 };

// By how many coefficients a symbol goes on; 0 if it is unusual.
int entropy_step(int symbol);

// Whether a block may end at this place, whose first coefficient had the number 0.
static inline bool entropy_is_end(int next) {
    return next == 64 || (next > END_OF_BLOCK && next < END_OF_BLOCK + 64);
}

// A symbol whose code is longer than the bits looked at; negative if there is no such code.
int entropy_long_symbol(const entropy_codes *codes, bit_reader *reader);

// Takes a symbol's code, for which 16 bits have been fetched; negative if there is no such code.
static inline int entropy_symbol(const entropy_codes *codes, bit_reader *reader) {
    uint16_t entry = codes->symbols[bit_reader_peek(reader, LOOK_AHEAD)];
    if (entry == 0) return entropy_long_symbol(codes, reader);
    bit_reader_drop(reader, entry >> 8);
    return entry & 0xFF;
}

#endif
