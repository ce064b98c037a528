#include "png_kept.h"

#include <isa-l.h>
#include <stdlib.h>
#include <zlib.h>

#include "png_kept_state.h"

// The last bytes of a range that may have to be encoded anew: less than a stored block.
enum { END_SIZE = LONGEST_BLOCK };

// The number of bytes at the start of a range that may have to be encoded anew: its first row, and what a symbol can refer to.
static size_t beginning_size(const png_kept *kept) { return kept->row_size + LONGEST_DISTANCE + LONGEST_LENGTH; }

static bool set_note(png_kept_note_range *note, uint64_t start, size_t count) {
    note->start = start;
    note->count = count;
    note->bytes = count > 0 ? malloc(count) : NULL;
    return note->bytes || count == 0;
}

static bool set_range(png_kept *kept, png_kept_range *range, png_kept_rows rows) {
    size_t row = kept->row_size;
    if (rows.first >= rows.end || rows.end > kept->settings.height) return false;
    if ((rows.end - rows.first - 1) * row < PNG_KEPT_LEAST) return false;
    range->start = rows.first * row;
    range->end = rows.end * row;
    range->is_head = rows.first == 0;
    range->is_tail = rows.end == kept->settings.height;
    if (!set_note(&range->notes[0], range->start, range->is_head ? 0 : beginning_size(kept))) return false;
    size_t end_size = range->is_tail ? 0 : END_SIZE;
    return set_note(&range->notes[1], range->end - end_size, end_size);
}

png_kept *png_kept_open(
    const codec_bytes *pieces, size_t piece_count, const png_kept_rows *ranges, size_t range_count,
    const png_band_settings *settings) {
    png_kept *kept = calloc(1, sizeof *kept);
    if (!kept) return NULL;
    kept->settings = *settings;
    kept->row_size = settings->row_bytes + 1;
    kept->adler = 1;
    kept->ranges = calloc(range_count, sizeof *kept->ranges);
    bool is_open = png_chunks_open(&kept->searched.chunks, pieces, piece_count);
    kept->copied = kept->searched;
    is_open = is_open && kept->ranges && kept->row_size > 0 && settings->height <= SIZE_MAX / kept->row_size;
    uint64_t before = 0;
    for (size_t i = 0; is_open && i < range_count; i++) {
        is_open = ranges[i].first * kept->row_size >= before && set_range(kept, &kept->ranges[i], ranges[i]);
        before = kept->ranges[i].end + 1;
        kept->range_count = i + 1;
    }
    if (is_open) return kept;
    png_kept_close(kept);
    return NULL;
}

void png_kept_close(png_kept *kept) {
    if (!kept) return;
    for (size_t i = 0; i < kept->range_count; i++) {
        free(kept->ranges[i].notes[0].bytes);
        free(kept->ranges[i].notes[1].bytes);
    }
    free(kept->ranges);
    png_chunks_close(&kept->searched.chunks);
    free(kept);
}

codec_status png_kept_find(png_kept *kept, int64_t deadline) {
    png_idat_rewind(&kept->searched);
    uint8_t header[PNG_ZLIB_HEADER_SIZE];
    if (!png_idat_copy(&kept->searched, header, sizeof header)) return CODEC_UNSUPPORTED;
    // Neither another compression method, nor a preset dictionary, nor a wrong check sum of the header.
    bool is_zlib = (header[0] & 0x0F) == Z_DEFLATED && !(header[1] & 0x20) && (header[0] << 8 | header[1]) % 31 == 0;
    if (!is_zlib) return CODEC_UNSUPPORTED;
    png_idat_rewind(&kept->searched);
    deflate_skimmer *skimmer = deflate_skimmer_open();
    if (!skimmer) return CODEC_OUT_OF_MEMORY;
    deflate_skimmer_start(skimmer, png_idat_next_piece, &kept->searched, PNG_ZLIB_HEADER_SIZE);
    codec_status status = CODEC_OK;
    for (size_t i = 0; i < kept->range_count && status == CODEC_OK; i++) {
        png_kept_range *range = &kept->ranges[i];
        uint64_t safe = range->start + kept->row_size + LONGEST_DISTANCE;
        if (!range->is_head) status = deflate_skimmer_find_after(skimmer, safe, deadline, &range->first);
        if (status == CODEC_OK && !range->is_tail)
            status = deflate_skimmer_find_before(skimmer, range->end, deadline, &range->last);
    }
    deflate_skimmer_close(skimmer);
    kept->is_found = status == CODEC_OK;
    return status;
}

static void note_bytes(png_kept_note_range *note, uint64_t start, const uint8_t *bytes, size_t count) {
    uint64_t first = start > note->start ? start : note->start;
    uint64_t end = start + count < note->start + note->count ? start + count : note->start + note->count;
    if (first < end) memcpy(note->bytes + (first - note->start), bytes + (first - start), (size_t)(end - first));
}

void png_kept_note(png_kept *kept, const uint8_t *bytes, size_t count) {
    uint64_t end = kept->noted + count;
    for (size_t i = 0; i < 2 * kept->range_count; i++) {
        png_kept_note_range *note = &kept->ranges[i / 2].notes[i % 2];
        if (note->is_complete || note->start >= end) continue;
        note_bytes(note, kept->noted, bytes, count);
        note->is_complete = note->start + note->count <= end;
        if (note->start < kept->noted) continue;
        size_t before = (size_t)(note->start - kept->noted);
        note->adler = isal_adler32(kept->adler, bytes, before);
    }
    kept->adler = isal_adler32(kept->adler, bytes, count);
    kept->noted = end;
}

void png_kept_note_end(png_kept *kept) {
    kept->has_ended = kept->noted == (uint64_t)kept->row_size * kept->settings.height;
}

size_t png_kept_beginning_rows(const png_kept *kept, size_t range) {
    size_t row = kept->row_size;
    return kept->ranges[range].is_head ? 0 : (beginning_size(kept) + row - 1) / row;
}

codec_bytes png_kept_beginning(const png_kept *kept, size_t range) {
    const png_kept_range *kept_range = &kept->ranges[range];
    if (kept_range->is_head) return (codec_bytes){0};
    return (codec_bytes){kept_range->notes[0].bytes, (size_t)(kept_range->first.output - kept_range->start)};
}
