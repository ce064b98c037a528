// Collects the sequences of a block, and estimates what literals and matches cost.

#ifndef BLOCK_BUILDER_H
#define BLOCK_BUILDER_H

#include "block_writer.h"

enum { SHORTEST_MATCH = 7 };  // shorter matches of filtered rows save nothing

typedef struct block_builder {
    block block;
    block_codes codes;
    // What literals and matches probably cost in this block, in bits.
    uint8_t literal_costs[LITERALS];
    uint8_t length_costs[LONGEST_LENGTH + 1];
    uint8_t distance_costs[DISTANCE_SYMBOLS];
    uint32_t counts[4][LITERALS];  // of literals: several tables, because it takes long to count a byte twice in a row
    sequence sequences[LONGEST_BLOCK / SHORTEST_MATCH + 1];
    sequence *next_sequence;
} block_builder;

// Guesses the costs of the first block from its bytes. The costs of each further block are those of the block before it.
void block_builder_guess_costs(block_builder *builder, const uint8_t *bytes, size_t count);

// Begins a block of at most LONGEST_BLOCK bytes.
void block_builder_begin(block_builder *builder, const uint8_t *bytes, size_t count, bool is_last);

// Adds literals, and the match that follows them, which has at least SHORTEST_MATCH bytes; a length of 0 ends the block.
void block_builder_add(block_builder *builder, const uint8_t *literals, size_t count, size_t length, size_t distance);

void block_builder_write(block_builder *builder, bit_writer *writer);

#endif
