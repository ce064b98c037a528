// What every call of a codec session returns. A session that has failed can only be asked for its message and closed.

#ifndef CODEC_STATUS_H
#define CODEC_STATUS_H

#include <stddef.h>
#include <stdint.h>

typedef enum codec_status {
    CODEC_OK = 0,
    CODEC_DAMAGED,        // the input breaks its format's rules, or ends too early
    CODEC_UNSUPPORTED,    // the input is of a kind that the library does not read
    CODEC_OVER_LIMIT,     // the input asks for more than it was given
    CODEC_TIMEOUT,        // the time is over
    CODEC_OUT_OF_MEMORY,  // the system has no more memory
    CODEC_FAULT,          // anything else: a fault of ours
} codec_status;

// A piece of memory that somebody else owns.
typedef struct codec_bytes {
    const uint8_t *start;
    size_t count;
} codec_bytes;

enum { CODEC_MESSAGE_SIZE = 256 };

#endif
