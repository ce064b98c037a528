// Provides the bytes that libpng reads.
//
// ISA-L inflates the pixel data here, in about a third of the time of libpng's own inflate. Either the caller takes the inflated
// data, and libpng receives an empty stream, or libpng receives it as stored deflate blocks and only copies it.

#ifndef PNG_SOURCE_H
#define PNG_SOURCE_H

#include <stdbool.h>

#include "codec_status.h"
#include "png_kept.h"

typedef struct png_source png_source;

// Opens the concatenation of some pieces of memory, which must outlive the source. Returns NULL if memory allocation
// fails.
//
// The first piece begins with the signature, and every piece consists of whole chunks, except for the last one if damage is tolerated.
// Unless it is, the checksums are verified; otherwise, libpng receives all that can be inflated before the damage is an error. After the
// deadline, functions that inflate or copy return CODEC_TIMEOUT.
png_source *png_source_open(const codec_bytes *pieces, size_t piece_count, bool tolerates_damage, int64_t deadline);

// Sets the size of the image in filtered bytes. What follows is inflated only to verify the checksum, or not at all.
void png_source_limit(png_source *source, uint64_t count);

// Inflates the next `count` bytes of the pixel data, which libpng then does not receive. Call after libpng has read up to the first IDAT
// chunk.
codec_status png_source_inflate(png_source *source, uint8_t *output, uint32_t count);

// Inflates what follows the pixels, so that the checksum is verified: damage can also make the data longer. Call before libpng reads on.
codec_status png_source_finish_pixels(png_source *source);

// Whether there is more pixel data than the limit.
bool png_source_has_extra_pixels(const png_source *source);

// Passes all bytes from `png_source_inflate` on to `kept`, which must outlive the source. Returns false if it was called before.
bool png_source_keep(png_source *source, png_kept *kept);

// Whether the compressed pixel data ended with the last byte of the last IDAT chunk, and is as long as the image needs.
bool png_source_has_ended(const png_source *source);

// Copies the next bytes. CODEC_DAMAGED, with a message in `png_source_message`, if the stream is damaged or ends too
// early.
codec_status png_source_read(png_source *source, uint8_t *output, size_t count);

// Whether compressed bytes follow the end of the compressed pixel data.
bool png_source_has_extra_data(const png_source *source);

// Records the message of a failure. Returns CODEC_DAMAGED.
codec_status png_source_fail(png_source *source, const char *message);

const char *png_source_message(const png_source *source);

void png_source_close(png_source *source);

#endif
