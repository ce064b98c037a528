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
    DEFLATE_ISAL,     // ISA-L: about a quarter of the time of zlib, output about a third larger
    DEFLATE_ROWS,     // our own encoder, about as fast, for filtered photographs, which have few short matches worth their bits
    DEFLATE_MATCHES,  // libdeflate, about as small as zlib at its default level, in a quarter of its time
    DEFLATE_SMALL,    // libdeflate, about as small as zlib at its highest level, for data with few matches
    DEFLATE_OPTIMAL,  // libdeflate, considers several ways to match the same bytes, for data with many matches
} deflate_method;

enum { DEFLATE_METHOD_COUNT = DEFLATE_OPTIMAL + 1 };

// Compresses a band. The last band ends the stream; all others end at a byte boundary. `compressed` points into the
// workspace and is valid until the same method is used again.
codec_status deflate_band_compress(
    deflate_workspace *workspace, deflate_method method, codec_bytes band, bool is_last, codec_bytes *compressed);

// Estimates from a sample whether DEFLATE_MATCHES compresses a band so much better than DEFLATE_ROWS that it is worth its time.
bool deflate_band_prefers_matches(deflate_workspace *workspace, codec_bytes band);

#endif
