#include <stdlib.h>
#include <string.h>

#include "entropy_scan.h"

bool jpeg_reader_has_late_tables(const jpeg_reader *reader) {
    enum { QUANTIZATION = 0xDB, CODES = 0xC4 };
    const struct jpeg_source_mgr *source = reader->jpeg.src;
    bool has_one_scan = !jpeg_has_multiple_scans((j_decompress_ptr)&reader->jpeg);
    const uint8_t *next = source->next_input_byte, *end = next + source->bytes_in_buffer;
    while (next && (next = memchr(next, 0xFF, (size_t)(end - next))) && ++next < end)
        if (*next == QUANTIZATION || (*next == CODES && has_one_scan)) return true;
    return false;
}

static codec_status skip_all(entropy_scan *scan, const jpeg_reader *reader) {
    uint32_t end = scan->mcus_in_row * scan->row_count;
    codec_status status = CODEC_OK;
    while (status == CODEC_OK && scan->mcu < end) {
        if (jpeg_reader_is_late(reader)) return CODEC_TIMEOUT;
        if (!entropy_scan_restart(scan)) return CODEC_UNSUPPORTED;
        uint32_t row_left = scan->mcus_in_row - scan->mcu % scan->mcus_in_row, left = entropy_scan_until_restart(scan);
        status = entropy_scan_skip(scan, row_left < left ? row_left : left);
    }
    return status;
}

// Goes through the codes of a file of one Huffman scan. Failures other than CODEC_DAMAGED tell nothing.
static codec_status look_through(const jpeg_reader *reader) {
    jpeg_picture picture;
    entropy_scan *scan = calloc(1, sizeof *scan);
    jpeg_reader *again = jpeg_reader_open(reader->file, reader->memory_limit, reader->scan_limit, reader->deadline);
    codec_status status = scan && again ? CODEC_OK : CODEC_OUT_OF_MEMORY;
    if (status == CODEC_OK) status = jpeg_reader_start(again, &picture);
    if (status == CODEC_OK) status = entropy_scan_open(scan, again) ? skip_all(scan, reader) : CODEC_UNSUPPORTED;
    jpeg_reader_close(again);
    free(scan);
    return status;
}

void jpeg_reader_judge_codes(jpeg_reader *reader) {
    static const char message[] = "Corrupt JPEG data: codes without meaning";
    if (!reader->failure.warning[0] || reader->failure.damage[0] || look_through(reader) != CODEC_DAMAGED) return;
    if (!reader->failure.tolerates_damage) jpeg_failure_raise(&reader->failure, CODEC_DAMAGED, message);
    memcpy(reader->failure.damage, message, sizeof message);
}
