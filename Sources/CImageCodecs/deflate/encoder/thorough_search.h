// Finds the cheapest division of a block into literals and matches, among several matches at each position.

#ifndef THOROUGH_SEARCH_H
#define THOROUGH_SEARCH_H

#include "block_builder.h"

enum { THOROUGH_HASH_BITS = 15 };

// The cheapest known way to a position: a literal if the length is 1, or a match.
typedef struct search_step {
    uint32_t cost;  // of everything up to the position, in bits
    uint16_t length, distance;
} search_step;

typedef struct thorough_search {
    uint16_t last[1 << THOROUGH_HASH_BITS];  // the last position of each hash, without its upper bits
    uint16_t previous[LONGEST_DISTANCE];     // the position before each position with the same hash
    search_step steps[LONGEST_BLOCK + 1];  // to each position of the block; later, from each position of the cheapest way
} thorough_search;

// Begins a stream.
void thorough_search_begin(thorough_search *search);

// Divides a block into sequences. All bytes from `start` on may be referred to.
void thorough_search_block(thorough_search *search, block_builder *builder, const uint8_t *start);

#endif
