// Writes deflate blocks.

#ifndef BLOCK_WRITER_H
#define BLOCK_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include "bit_writer.h"
#include "common/prefix_code.h"
#include "deflate/symbols.h"

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

// Writes what precedes the bytes of a stored block, at most LONGEST_BLOCK. The bits before it must have been flushed.
void block_write_stored_header(size_t count, bool is_last, bit_writer *writer);

#endif
