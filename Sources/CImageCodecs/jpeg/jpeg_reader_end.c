#include <stdlib.h>
#include <string.h>

#include "entropy_scan.h"

enum { SOF0 = 0xC0, DHT = 0xC4, RST0 = 0xD0, SOI = 0xD8, EOI = 0xD9, DQT = 0xDB };

// Finds the next marker that ends the image or begins a segment, and moves to it. Returns 0 if there is none.
static uint8_t find_marker(const uint8_t **next, const uint8_t *end) {
    while (*next && (*next = memchr(*next, 0xFF, (size_t)(end - *next))) && ++*next < end) {
        uint8_t marker = **next;
        if (marker >= SOF0 && marker != 0xFF && (marker < RST0 || marker > SOI)) return marker;
    }
    return 0;
}

// Moves from a marker to the end of its segment. Returns false if the file ends there or before.
static bool skip_segment(const uint8_t **next, const uint8_t *end) {
    if (end - *next < 3) return false;
    size_t count = 1 + ((size_t)(*next)[1] << 8 | (*next)[2]);
    if (count >= (size_t)(end - *next)) return false;
    *next += count;
    return true;
}

bool jpeg_reader_may_redefine_tables(const jpeg_reader *reader) {
    const struct jpeg_source_mgr *source = reader->jpeg.src;
    bool has_one_scan = !jpeg_has_multiple_scans((j_decompress_ptr)&reader->jpeg);
    const uint8_t *next = source->next_input_byte, *end = next + source->bytes_in_buffer;
    for (uint8_t marker; (marker = find_marker(&next, end));) {
        if (marker == DQT || (marker == DHT && has_one_scan)) return true;
        // another image may follow
        if (marker == EOI || !skip_segment(&next, end)) return false;
    }
    return false;
}

size_t jpeg_reader_end(const jpeg_reader *reader) {
    const struct jpeg_source_mgr *source = reader->jpeg.src;
    const uint8_t *next = source->next_input_byte, *end = next + source->bytes_in_buffer;
    for (uint8_t marker; (marker = find_marker(&next, end));) {
        if (marker == EOI) return (size_t)(next + 1 - reader->file.start);
        if (!skip_segment(&next, end)) break;
    }
    return reader->file.count;
}

// Parses the entropy-coded data of a file with one Huffman-coded scan. Only CODEC_DAMAGED means that the data is
// damaged.
static codec_status parse_file(const jpeg_reader *reader) {
    jpeg_image_info info;
    entropy_scan *scan = calloc(1, sizeof *scan);
    jpeg_reader *second = jpeg_reader_open(reader->file, reader->limits);
    codec_status status = scan && second ? CODEC_OK : CODEC_OUT_OF_MEMORY;
    if (status == CODEC_OK) status = jpeg_reader_start(second, &info);
    if (status == CODEC_OK && !entropy_scan_open(scan, second)) status = CODEC_UNSUPPORTED;
    if (status == CODEC_OK)
        status = entropy_scan_skip_to(scan, scan->mcus_per_row * scan->row_count, reader->limits.deadline);
    jpeg_reader_close(second);
    free(scan);
    return status;
}

void jpeg_reader_check_entropy_data(jpeg_reader *reader) {
    static const char message[] = "Corrupt JPEG data: invalid Huffman code";
    if (!reader->failure.warning[0] || reader->failure.damage[0] || parse_file(reader) != CODEC_DAMAGED) return;
    if (!reader->failure.tolerates_damage) jpeg_failure_raise(&reader->failure, CODEC_DAMAGED, message);
    memcpy(reader->failure.damage, message, sizeof message);
}

// Whether the end of the file was never written: zeros decode to blocks, too.
static bool ends_with_zeros(codec_bytes file) {
    static const uint8_t zeros[16];
    return file.count >= sizeof zeros && memcmp(file.start + file.count - sizeof zeros, zeros, sizeof zeros) == 0;
}

void jpeg_reader_check_end(jpeg_reader *reader, jpeg_scans scans) {
    jpeg_failure *failure = &reader->failure;
    if (failure->damage[0]) return;
    bool is_cut = failure->ends_early && (scans != JPEG_HAS_ALL || ends_with_zeros(reader->file));
    if (is_cut || scans == JPEG_LACKS_COMPONENTS) {
        const char *message = is_cut ? "Premature end of JPEG file" : "a component of the image is missing";
        if (!failure->tolerates_damage) jpeg_failure_raise(failure, CODEC_DAMAGED, message);
        snprintf(failure->damage, CODEC_MESSAGE_SIZE, "%s", message);
    } else if (!failure->warning[0] && (failure->ends_early || scans != JPEG_HAS_ALL)) {
        const char *part = failure->ends_early ? "the end marker of the file is" : "the last scans of the file are";
        snprintf(failure->warning, CODEC_MESSAGE_SIZE, "%s missing", part);
    }
}

codec_status jpeg_reader_finish(jpeg_reader *reader) {
    if (reader->failure.status != CODEC_OK || setjmp(reader->failure.jump)) return reader->failure.status;
    jpeg_scans scans = jpeg_reader_scans(reader);
    jpeg_finish_decompress(&reader->jpeg);
    jpeg_reader_check_entropy_data(reader);
    jpeg_reader_check_end(reader, scans);
    return CODEC_OK;
}
