// The result of every codec call. After a failure, a reader or writer can only report its message, salvage rows
// (`png_reader_salvage_row`), and be closed.

#ifndef CODEC_STATUS_H
#define CODEC_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum codec_status {
    CODEC_OK = 0,
    CODEC_DAMAGED,        // the input violates its format or is truncated
    CODEC_UNSUPPORTED,    // the input is valid, but of a kind that is not supported
    CODEC_OVER_LIMIT,     // the input exceeds a limit
    CODEC_TIMEOUT,        // the deadline has passed
    CODEC_OUT_OF_MEMORY,  // memory allocation failed
    CODEC_FAULT,          // an internal error, or misuse of this library
} codec_status;

// Bytes that the callee does not own.
typedef struct codec_bytes {
    const uint8_t *start;
    size_t count;
} codec_bytes;

// The limits of a reader.
typedef struct codec_limits {
    size_t memory;     // the approximate maximum number of bytes that its library may allocate
    int scans;         // the maximum number of scans of a JPEG file
    int warnings;      // the maximum number of warnings
    int64_t deadline;  // a time of CLOCK_MONOTONIC in nanoseconds, or INT64_MAX for none
    bool allows_damage;  // whether wrong checksums of PNG files, and damage from which libjpeg can recover, are no failures
} codec_limits;

// The size of an error message, with its terminating zero.
enum { CODEC_MESSAGE_SIZE = 256 };

#endif
