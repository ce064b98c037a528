// Where libpng reads from. The compressed pixels are inflated here, by ISA-L, and handed on in blocks that are stored: libpng then
// has only to copy them, and takes as long for that as for a third of what inflating took.

#ifndef PNG_SOURCE_H
#define PNG_SOURCE_H

#include <stdbool.h>

#include "codec_status.h"

typedef struct png_source png_source;

// A stream that is the concatenation of some pieces of memory, which have to stay. The first piece begins with the signature; each
// begins and ends with whole chunks. Unless `as_it_is`, the contents of its IDAT chunks are inflated, and of its critical
// chunks the check sums verified. Returns NULL if there is no memory.
png_source *png_source_open(const codec_bytes *pieces, size_t piece_count, bool as_it_is);

// The most bytes that the pixels may come to when they are inflated; what is beyond is not looked at.
void png_source_limit(png_source *source, uint64_t count);

// The next bytes; CODEC_DAMAGED if the stream ends before, or is not what it should be, which `png_source_complaint` names.
codec_status png_source_read(png_source *source, uint8_t *to, size_t count);

// Whether there were compressed bytes behind the end of the compressed pixels.
bool png_source_has_surplus(const png_source *source);

const char *png_source_complaint(const png_source *source);

void png_source_close(png_source *source);

#endif
