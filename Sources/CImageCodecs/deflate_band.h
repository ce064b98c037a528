// A band of a deflate stream: compressed without its neighbors, so that bands can be made at once and then follow each other.

#ifndef DEFLATE_BAND_H
#define DEFLATE_BAND_H

#include <stdbool.h>

#include "codec_status.h"

// Memory for one band at a time.
typedef struct deflate_workspace deflate_workspace;

// For bands of at most `most` bytes; returns NULL if there is no memory.
deflate_workspace *deflate_workspace_open(size_t most);
void deflate_workspace_close(deflate_workspace *workspace);

// What a band may be compressed with.
typedef enum deflate_method {
    DEFLATE_QUICKLY,     // ISA-L: a third larger, in a quarter of the time
    DEFLATE_RUNS,        // zlib, repetitions of single bytes only: all there is in most filtered photographs
    DEFLATE_MATCHES,     // zlib at its usual effort
    DEFLATE_HARDER,      // zlib at an effort beyond which hardly anything is gained
} deflate_method;

enum { DEFLATE_METHODS = DEFLATE_HARDER + 1 };

// Compresses a band. The last ends the stream; the others end at a whole byte. `packed` lies in the workspace until the method
// is used again.
codec_status deflate_band_pack(
    deflate_workspace *workspace, deflate_method method, codec_bytes band, bool is_last, codec_bytes *packed);

// Whether matches at a distance make a band much smaller than runs of single bytes, by a sample.
bool deflate_band_has_matches(deflate_workspace *workspace, codec_bytes band);

#endif
