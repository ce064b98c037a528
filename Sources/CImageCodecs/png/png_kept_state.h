// The state of kept compressed data, which several files share.

#ifndef PNG_KEPT_STATE_H
#define PNG_KEPT_STATE_H

#include "deflate/deflate_join.h"
#include "png_idat.h"
#include "png_kept.h"

enum {
    PNG_ZLIB_HEADER_SIZE = 2,
    PNG_ADLER_SIZE = 4,
};

// Some filtered bytes that are noted while they are decoded.
typedef struct png_kept_note_range {
    uint64_t start;  // counted in filtered bytes of the image
    size_t count;
    uint8_t *bytes;
    uint32_t adler;    // the checksum of all bytes before them
    bool is_complete;  // whether all of them were noted
} png_kept_note_range;

typedef struct png_kept_range {
    uint64_t start, end;  // counted in filtered bytes of the image
    bool is_head, is_tail;
    deflate_border first, last;    // of the symbols that are kept
    png_kept_note_range notes[2];  // at the start and at the end
} png_kept_range;

struct png_kept {
    png_band_settings settings;
    size_t row_size;  // a filtered row with its filter type, in bytes
    png_kept_range *ranges;
    size_t range_count;

    // The search.
    png_idat searched;
    bool is_found;

    // What was decoded.
    uint64_t noted;
    uint32_t adler;
    bool has_ended;

    // The range that is being read: the bytes before it, its own, and those after it.
    png_idat copied;  // the pieces are those of `searched`
    deflate_joint before, after;
    uint64_t copied_start, copied_end;  // counted in bytes of the stream
    uint64_t cleared_bit;               // a bit of the stream to clear, or UINT64_MAX
    size_t position, size;
    uint8_t before_bytes[DEFLATE_LONGEST_START];
    uint8_t after_bytes[DEFLATE_LONGEST_END];
};

#endif
