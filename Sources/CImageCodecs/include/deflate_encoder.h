// Compresses filtered rows of images into deflate blocks (RFC 1951).
//
// The bytes of filtered rows have about 1 to 4 bits of information. A match must therefore be long to save anything: the encoder
// looks for matches of at least 7 or 16 bytes, and compares the bits that each needs with those of the literals it replaces.

#ifndef DEFLATE_ENCODER_H
#define DEFLATE_ENCODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Encodes one stream at a time. Several encoders can work in parallel.
typedef struct deflate_encoder deflate_encoder;

typedef enum deflate_effort {
    DEFLATE_QUICK,     // faster than zlib's run-length strategy, and smaller
    DEFLATE_THOROUGH,  // takes almost twenty times as long, for about a tenth of the bytes
} deflate_effort;

// Returns NULL if memory allocation fails.
deflate_encoder *deflate_encoder_open(deflate_effort effort);

void deflate_encoder_close(deflate_encoder *encoder);

// The size of the output for `count` bytes, at most, in bytes.
size_t deflate_encoder_bound(size_t count);

// Encodes bytes into blocks that refer to no other bytes. The last of them ends the stream if `is_last`; otherwise an empty stored
// block ends at a byte boundary. Returns the size of the output. The time is proportional to `count`.
size_t deflate_encoder_encode(deflate_encoder *encoder, const uint8_t *bytes, size_t count, bool is_last, uint8_t *output);

#endif
