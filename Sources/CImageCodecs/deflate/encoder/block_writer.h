// Writes deflate blocks.

#ifndef BLOCK_WRITER_H
#define BLOCK_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include "bit_writer.h"
#include "common/prefix_code.h"
#include "symbols.h"

enum { LONGEST_BLOCK = 65535 };  // bytes: the most that a stored block holds

// Literals, and the match after them.
typedef struct sequence {
    uint32_t literal_count;
    uint16_t length;  // of the match; 0 at the end of the block
    uint16_t distance;
} sequence;

typedef struct block {
    const uint8_t *bytes;
    size_t count;                              // at most LONGEST_BLOCK
    const sequence *sequences;                 // the last of them has no match
    bool is_last;                              // whether the stream ends with the block
    uint32_t literal_counts[LITERAL_SYMBOLS];  // how often each literal, END_OF_BLOCK and each length occurs
    uint32_t distance_counts[DISTANCE_SYMBOLS];
} block;

// The codes of a block.
typedef struct block_codes {
    prefix_code literals, distances;
} block_codes;

void block_codes_make(block_codes *codes, const block *block);

// Writes a block with its codes, or stored if that is shorter.
void block_write(const block *block, const block_codes *codes, bit_writer *writer);

// Writes an empty stored block.
void block_write_empty(bit_writer *writer);

#endif
