// Compresses bands of a deflate stream independently, so that several threads can share the work.

#ifndef DEFLATE_BAND_H
#define DEFLATE_BAND_H

#include <stdbool.h>

#include "codec_status.h"

// The state and the output memory of the compressors, for one band at a time.
typedef struct deflate_workspace deflate_workspace;

// Creates a workspace for bands of at most `max_count` bytes. Returns NULL if memory allocation fails.
deflate_workspace *deflate_workspace_open(size_t max_count);
void deflate_workspace_close(deflate_workspace *workspace);

typedef enum deflate_method {
    DEFLATE_ISAL,        // ISA-L: about half of the time of DEFLATE_ROWS, output about a quarter larger
    DEFLATE_ROWS,        // our own encoder, for filtered photographs
    DEFLATE_MATCHES,     // libdeflate, in two to five times the time of DEFLATE_ROWS, for data with many short matches
    DEFLATE_SMALL_ROWS,  // our own encoder, which compares several matches
    DEFLATE_OPTIMAL,     // libdeflate, considers several ways to match the same bytes, for data with many short matches
} deflate_method;

enum { DEFLATE_METHOD_COUNT = DEFLATE_OPTIMAL + 1 };

// Compresses a band. The last band ends the stream; all others end at a byte boundary. `compressed` points into the
// workspace and is valid until the same method is used again.
codec_status deflate_band_compress(
    deflate_workspace *workspace, deflate_method method, codec_bytes band, bool is_last, codec_bytes *compressed);

// Estimates from a sample which of two methods to use for a band. `slow`, which is a method of libdeflate, must save enough to be
// worth its time.
deflate_method deflate_band_choose(deflate_workspace *workspace, deflate_method quick, deflate_method slow, codec_bytes band);

#endif
