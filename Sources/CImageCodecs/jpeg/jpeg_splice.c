#include "jpeg_splice.h"

#include <stdlib.h>

#include "common/deadline.h"
#include "jpeg_splice_tables.h"
#include "mcu_writer.h"

// A range of consecutive MCUs of the original.
typedef struct mcu_range {
    uint32_t first, end;
    entropy_checkpoint start, stop;
    uint64_t bits;           // before the first restart marker of the range, or of the whole range
    const uint8_t *restart;  // that marker, or NULL
} mcu_range;

struct jpeg_splice {
    jpeg_reader *reader;
    entropy_scan original;
    mcu_range *kept;     // the kept MCUs before each replaced span, and after the last one; any of them may be empty
    size_t kept_count;   // one more than there are replaced spans
    size_t next_kept;    // the first range that has not been written
    entropy_scan piece;  // the new rows that are being added
    mcu_writer writer;
};

static uint32_t mcu_count(const entropy_scan *scan) { return scan->row_count * scan->mcus_per_row; }

jpeg_splice *jpeg_splice_open(jpeg_reader *original, const mcu_span *replaced, size_t count) {
    jpeg_splice *splice = calloc(1, sizeof *splice);
    if (!splice) return NULL;
    splice->reader = original;
    splice->kept = calloc(count + 1, sizeof *splice->kept);
    if (!splice->kept || !entropy_scan_open(&splice->original, original)) {
        jpeg_splice_close(splice);
        return NULL;
    }
    splice->writer.target = &splice->original;
    splice->kept_count = count + 1;
    for (size_t i = 0; i <= count; i++) {
        uint32_t first = i == 0 ? 0 : replaced[i - 1].end;
        splice->kept[i] = (mcu_range){.first = first, .end = i < count ? replaced[i].first : mcu_count(&splice->original)};
    }
    return splice;
}

void jpeg_splice_close(jpeg_splice *splice) {
    if (!splice) return;
    output_buffer_free(&splice->writer.bits.output);
    free(splice->kept);
    free(splice);
}

// ---- Parsing

static uint32_t minimum(uint32_t a, uint32_t b) { return a < b ? a : b; }

// Parses a range and records where its entropy-coded data is.
static codec_status parse_range(jpeg_splice *splice, mcu_range *range) {
    entropy_scan *scan = &splice->original;
    uint32_t end = range->end;
    if (scan->mcu == end) return CODEC_OK;
    if (!entropy_scan_restart(scan)) return CODEC_UNSUPPORTED;
    range->start = entropy_scan_checkpoint(scan);
    uint64_t taken = bit_reader_taken(&scan->reader);
    while (scan->mcu < end) {
        if (deadline_has_passed(splice->reader->deadline)) return CODEC_TIMEOUT;
        uint32_t count = minimum(minimum(end - scan->mcu, scan->mcus_per_row), entropy_scan_until_restart(scan));
        codec_status status = entropy_scan_skip(scan, count);
        if (status != CODEC_OK) return status;
        if (!range->restart) range->bits = bit_reader_taken(&scan->reader) - taken;
        if (scan->mcu == end || !entropy_scan_needs_restart(scan)) continue;
        if (!range->restart) range->restart = entropy_scan_marker(scan);
        if (!entropy_scan_restart(scan)) return CODEC_UNSUPPORTED;
    }
    range->stop = entropy_scan_checkpoint(scan);
    return CODEC_OK;
}

codec_status jpeg_splice_parse(jpeg_splice *splice) {
    codec_status status = CODEC_OK;
    for (size_t i = 0; status == CODEC_OK && i < splice->kept_count; i++) {
        mcu_range *range = &splice->kept[i];
        mcu_range replaced = {.first = i == 0 ? 0 : splice->kept[i - 1].end, .end = range->first};
        status = parse_range(splice, &replaced);
        if (status == CODEC_OK) status = parse_range(splice, range);
    }
    if (status == CODEC_OK && !entropy_scan_is_at_end(&splice->original)) status = CODEC_UNSUPPORTED;
    // The caller falls back to libjpeg, which decides whether the file is damaged.
    return status == CODEC_DAMAGED ? CODEC_UNSUPPORTED : status;
}

// ---- Writing

// The number of bits to copy between two checks of the deadline.
enum { COPY_STEP = 1 << 23 };

// Copies the rest of a range after its first MCU: as bits up to the first restart marker, then as bytes.
static codec_status copy_bits(jpeg_splice *splice, const mcu_range *range, uint64_t count) {
    bit_writer *bits = &splice->writer.bits;
    while (count > 0) {
        uint64_t step = count < COPY_STEP ? count : COPY_STEP;
        bit_writer_copy(bits, &splice->original.reader, step);
        count -= step;
        if (deadline_has_passed(splice->reader->deadline)) return CODEC_TIMEOUT;
    }
    if (range->restart) {
        bit_writer_align(bits);
        bit_writer_put_bytes(bits, range->restart, (size_t)(range->stop.byte - range->restart));
        if (range->stop.bits > 0) bit_writer_put(bits, *range->stop.byte >> (8 - range->stop.bits), range->stop.bits);
    }
    return CODEC_OK;
}

// Writes a kept range: its first MCU with DC differences from the MCU that now precedes it, all others unchanged.
static codec_status write_range(jpeg_splice *splice, const mcu_range *range) {
    entropy_scan *scan = &splice->original;
    mcu_writer *writer = &splice->writer;
    if (range->first >= range->end) return CODEC_OK;
    if (writer->mcu != range->first) return CODEC_FAULT;
    mcu_writer_restart(writer);
    entropy_scan_resume(scan, &range->start, range->first);
    uint64_t taken = bit_reader_taken(&scan->reader);
    if (!mcu_writer_copy(writer, scan)) return CODEC_UNSUPPORTED;
    codec_status status = copy_bits(splice, range, range->bits - (bit_reader_taken(&scan->reader) - taken));
    if (status != CODEC_OK) return status;
    writer->mcu = range->end;
    memcpy(writer->dc_predictors, range->stop.dc_predictors, sizeof writer->dc_predictors);
    return writer->bits.is_out_of_memory ? CODEC_OUT_OF_MEMORY : CODEC_OK;
}

// Writes the kept ranges that come next.
static codec_status write_kept(jpeg_splice *splice) {
    for (; splice->next_kept < splice->kept_count; splice->next_kept++) {
        const mcu_range *range = &splice->kept[splice->next_kept];
        if (splice->writer.mcu < range->first) break;
        codec_status status = write_range(splice, range);
        if (status != CODEC_OK) return status;
    }
    return CODEC_OK;
}

static bool has_same_blocks(const entropy_scan *a, const entropy_scan *b) {
    bool is_same = a->block_count == b->block_count && a->mcus_per_row == b->mcus_per_row;
    for (int i = 0; is_same && i < a->block_count; i++)
        is_same = a->blocks[i].component == b->blocks[i].component;
    return is_same;
}

// Skips MCUs of a piece that are not replaced.
static codec_status skip_kept(entropy_scan *piece, uint32_t count) {
    for (uint32_t end = piece->mcu + count; piece->mcu < end;) {
        if (!entropy_scan_restart(piece)) return CODEC_UNSUPPORTED;
        codec_status status = entropy_scan_skip(piece, minimum(end - piece->mcu, entropy_scan_until_restart(piece)));
        if (status != CODEC_OK) return status == CODEC_DAMAGED ? CODEC_UNSUPPORTED : status;
    }
    return CODEC_OK;
}

// Writes the replaced MCUs of a piece, and the kept ones between them; `first` is the index of the piece's first MCU.
static codec_status write_piece(jpeg_splice *splice, entropy_scan *piece, uint32_t first) {
    mcu_writer *writer = &splice->writer;
    uint32_t count = mcu_count(piece);
    while (piece->mcu < count) {
        if (piece->mcu % piece->mcus_per_row == 0 && deadline_has_passed(splice->reader->deadline)) return CODEC_TIMEOUT;
        codec_status status = write_kept(splice);
        if (status != CODEC_OK) return status;
        uint32_t next = first + piece->mcu;
        if (writer->mcu < next || next >= mcu_count(&splice->original)) return CODEC_FAULT;
        if (writer->mcu > next) {
            status = skip_kept(piece, minimum(writer->mcu - next, count - piece->mcu));
            if (status != CODEC_OK) return status;
            continue;
        }
        if (!entropy_scan_restart(piece)) return CODEC_UNSUPPORTED;
        mcu_writer_restart(writer);
        if (!mcu_writer_copy(writer, piece)) return CODEC_UNSUPPORTED;
    }
    return writer->bits.is_out_of_memory ? CODEC_OUT_OF_MEMORY : CODEC_OK;
}

codec_status jpeg_splice_add(jpeg_splice *splice, uint32_t first_row, codec_bytes file) {
    jpeg_image_info info;
    jpeg_reader *piece_reader = jpeg_reader_open(file, SIZE_MAX, 1, INT64_MAX);
    if (!piece_reader) return CODEC_OUT_OF_MEMORY;
    memset(&splice->piece, 0, sizeof splice->piece);
    codec_status status = jpeg_reader_start(piece_reader, &info);
    if (status == CODEC_OK) {
        bool fits = entropy_scan_open(&splice->piece, piece_reader) && has_same_blocks(&splice->piece, &splice->original);
        uint32_t first = first_row * splice->original.mcus_per_row;
        status = fits ? write_piece(splice, &splice->piece, first) : CODEC_FAULT;
    }
    jpeg_reader_close(piece_reader);
    return status;
}

codec_status jpeg_splice_finish(jpeg_splice *splice) {
    static const uint8_t end_of_image[] = {0xFF, 0xD9};
    mcu_writer *writer = &splice->writer;
    codec_status status = write_kept(splice);
    if (status != CODEC_OK) return status;
    if (writer->mcu != mcu_count(&splice->original)) return CODEC_FAULT;
    bit_writer_align(&writer->bits);
    bit_writer_put_bytes(&writer->bits, end_of_image, sizeof end_of_image);
    return writer->bits.is_out_of_memory ? CODEC_OUT_OF_MEMORY : CODEC_OK;
}

// ---- Results

const JHUFF_TBL *jpeg_splice_table(const jpeg_splice *splice, bool is_dc, int number) {
    const huffman_table *huffman = is_dc ? &splice->original.dc[number] : &splice->original.ac[number];
    return huffman->is_prepared ? &huffman->table : NULL;
}

jpeg_reader *jpeg_splice_original(const jpeg_splice *splice) { return splice->reader; }

codec_bytes jpeg_splice_output(const jpeg_splice *splice) {
    return (codec_bytes){splice->writer.bits.output.start, splice->writer.bits.output.count};
}
