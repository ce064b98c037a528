// Joins a part of a deflate stream, cut out between two borders, to other parts.
//
// All joints are at byte boundaries. A part may begin and end at any bit: empty blocks before it shift it to the position
// in its byte that it had, so that its bytes can be copied.

#ifndef DEFLATE_JOIN_H
#define DEFLATE_JOIN_H

#include "deflate_skimmer.h"

// Bytes around a part of a stream. The part's own bytes are those with bits of the part; the bits of the first and of the last that are
// not part of it come from here.
typedef struct deflate_joint {
    uint8_t *bytes;
    size_t count;        // of whole bytes
    uint8_t other_bits;  // the bits that complete the part's first or last byte, in their places
    uint8_t mask;        // which bits of that byte these are
} deflate_joint;

enum {
    // An upper bound for `deflate_join_start`: a header after at most 128 bits of empty blocks, and the writer's room.
    DEFLATE_LONGEST_START = DEFLATE_LONGEST_HEADER + 16 + 8,
    // An upper bound for `deflate_join_end`: the code of the end, a header, and the bytes of a stored block.
    DEFLATE_LONGEST_END = 8 + LONGEST_BLOCK,
};

// Writes what precedes a part that begins at a border: the header of its block. Unless `keeps_final`, the block is no longer the last
// of the stream.
void deflate_join_start(const deflate_border *border, bool keeps_final, deflate_joint *joint);

// Writes what follows a part that ends at a border, which is not inside a stored block: the end of its block, and a stored block
// with at most LONGEST_BLOCK further bytes.
void deflate_join_end(const deflate_border *border, codec_bytes further, deflate_joint *joint);

// The Adler-32 checksum of the last `count` bytes of `whole`, given the checksums of all bytes and of those before them.
uint32_t deflate_adler_of_rest(uint32_t whole, uint32_t before, uint64_t count);

#endif
