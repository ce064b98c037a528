#include <isa-l.h>
#include <zlib.h>

#include "common/big_endian.h"
#include "png_kept_state.h"

// The checksum of all filtered bytes before a position among those that were noted.
static uint32_t adler_before(const png_kept_note_range *note, uint64_t position) {
    return isal_adler32(note->adler, note->bytes, (size_t)(position - note->start));
}

// Writes the header of a zlib stream, with the level of compression of the original but the largest window.
static codec_status begin_stream(png_kept *kept) {
    uint8_t *header = kept->before_bytes;
    png_idat_rewind(&kept->copied);
    if (!png_idat_copy(&kept->copied, header, PNG_ZLIB_HEADER_SIZE)) return CODEC_UNSUPPORTED;
    header[0] = 0x78;
    header[1] &= 0xC0;
    header[1] |= (uint8_t)(31 - (header[0] << 8 | header[1]) % 31);
    kept->before.count = PNG_ZLIB_HEADER_SIZE;
    kept->copied_start = PNG_ZLIB_HEADER_SIZE;
    return CODEC_OK;
}

static codec_status begin_part(png_kept *kept, const png_kept_range *range) {
    if (range->first.output < range->start || range->first.output > range->end) return CODEC_UNSUPPORTED;
    deflate_join_start(&range->first, range->is_tail, &kept->before);
    kept->copied_start = range->first.bit / 8;
    return CODEC_OK;
}

// Ends the stream with the checksum, which replaces that of the original.
static codec_status end_stream(png_kept *kept, uint32_t adler) {
    png_idat_rewind(&kept->copied);
    while (png_idat_skip(&kept->copied, UINT32_MAX)) continue;
    kept->copied_end = kept->copied.position;
    if (kept->copied_end < kept->copied_start + PNG_ADLER_SIZE) return CODEC_UNSUPPORTED;
    kept->copied_end -= PNG_ADLER_SIZE;
    uint8_t original[PNG_ADLER_SIZE];
    png_idat_rewind(&kept->copied);
    bool is_copied =
        png_idat_skip(&kept->copied, kept->copied_end) && png_idat_copy(&kept->copied, original, PNG_ADLER_SIZE);
    if (!is_copied || big_endian_read_32(original) != kept->adler) return CODEC_UNSUPPORTED;
    big_endian_write_32(kept->after_bytes, adler);
    kept->after.count = PNG_ADLER_SIZE;
    return CODEC_OK;
}

static codec_status end_part(png_kept *kept, const png_kept_range *range) {
    const deflate_border *last = &range->last;
    const png_kept_note_range *note = &range->notes[1];
    if (last->output < note->start || last->output > range->end) return CODEC_UNSUPPORTED;
    codec_bytes further = {note->bytes + (last->output - note->start), (size_t)(range->end - last->output)};
    deflate_join_end(last, further, &kept->after);
    kept->copied_end = (last->bit + 7) / 8;
    bool clears_final = last->is_final && (range->is_head || last->block >= range->first.bit);
    if (clears_final) kept->cleared_bit = last->block;
    return CODEC_OK;
}

// The checksum of the bytes of a range that are kept, and their number.
static uint32_t kept_adler(const png_kept *kept, const png_kept_range *range, uint64_t *count) {
    uint64_t start = range->is_head ? 0 : range->first.output;
    uint32_t before = range->is_head ? 1 : adler_before(&range->notes[0], start);
    uint32_t whole = range->is_tail ? kept->adler : adler_before(&range->notes[1], range->end);
    *count = range->end - start;
    return deflate_adler_of_rest(whole, before, *count);
}

codec_status png_kept_start(png_kept *kept, size_t index, uint32_t *adler) {
    const png_kept_range *range = &kept->ranges[index];
    bool is_decoded = range->notes[0].is_complete && (range->is_tail ? kept->has_ended : range->notes[1].is_complete);
    if (!kept->is_found || !is_decoded) return CODEC_UNSUPPORTED;
    kept->before = (deflate_joint){.bytes = kept->before_bytes};
    kept->after = (deflate_joint){.bytes = kept->after_bytes};
    kept->cleared_bit = UINT64_MAX;
    uint64_t count = 0;
    uint32_t added = kept_adler(kept, range, &count);
    uint32_t combined = (uint32_t)adler32_combine(*adler, added, (z_off_t)count);
    codec_status status = range->is_head ? begin_stream(kept) : begin_part(kept, range);
    if (status == CODEC_OK) status = range->is_tail ? end_stream(kept, combined) : end_part(kept, range);
    if (status != CODEC_OK) return status;
    png_idat_rewind(&kept->copied);
    if (!png_idat_skip(&kept->copied, kept->copied_start)) return CODEC_UNSUPPORTED;
    kept->position = 0;
    kept->size = kept->before.count + (size_t)(kept->copied_end - kept->copied_start) + kept->after.count;
    *adler = combined;
    return CODEC_OK;
}

size_t png_kept_left(const png_kept *kept) { return kept->size - kept->position; }

// Replaces some bits of a byte at an index of the copied bytes, if it is among `count` bytes from `start` on.
static void complete(uint8_t *bytes, uint64_t start, size_t count, uint64_t index, const deflate_joint *joint) {
    if (index < start || index - start >= count) return;
    uint8_t *byte = bytes + (index - start);
    *byte = (uint8_t)((*byte & ~joint->mask) | joint->other_bits);
}

static void copy_part(png_kept *kept, uint8_t *output, size_t count) {
    uint64_t start = kept->copied.position;
    if (!png_idat_copy(&kept->copied, output, count)) return;
    uint64_t cleared = kept->cleared_bit / 8;
    if (cleared >= start && cleared - start < count) output[cleared - start] &= (uint8_t)~(1 << kept->cleared_bit % 8);
    complete(output, start, count, kept->copied_start, &kept->before);
    complete(output, start, count, kept->copied_end - 1, &kept->after);
}

void png_kept_read(png_kept *kept, uint8_t *output, size_t count) {
    size_t after_start = kept->size - kept->after.count;
    while (count > 0 && kept->position < kept->size) {
        size_t end = kept->position < kept->before.count ? kept->before.count : after_start;
        if (kept->position >= after_start) end = kept->size;
        size_t step = count < end - kept->position ? count : end - kept->position;
        if (kept->position < kept->before.count) memcpy(output, kept->before.bytes + kept->position, step);
        else if (kept->position < after_start) copy_part(kept, output, step);
        else memcpy(output, kept->after.bytes + (kept->position - after_start), step);
        kept->position += step;
        output += step;
        count -= step;
    }
}
