// Looks at one earlier position for each position, and takes the first match that saves bits.

#ifndef QUICK_SEARCH_H
#define QUICK_SEARCH_H

#include "block_builder.h"

enum { QUICK_HASH_BITS = 12 };  // larger tables find a little more, but displace rows from the first cache

typedef struct quick_search {
    uint16_t positions[1 << QUICK_HASH_BITS];  // the last position of each hash, without its upper bits
} quick_search;

// Begins a stream.
void quick_search_begin(quick_search *search);

// Divides a block into sequences. All bytes from `start` on may be referred to.
void quick_search_block(quick_search *search, block_builder *builder, const uint8_t *start);

#endif
