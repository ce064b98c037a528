#include "jpeg_splice.h"

#include <stdlib.h>

#include "common/deadline.h"
#include "finer_tables.h"
#include "jpeg_original.h"

// A range of consecutive MCUs of the original.
typedef struct mcu_range {
    uint32_t first, end;
    entropy_checkpoint start, stop;
    uint64_t bits;   // before the first restart marker of the range, or of the whole range
    size_t restart;  // the offset of that marker, or 0
} mcu_range;

// Finer steps, with which all MCUs are written.
typedef struct finer_scan {
    symbol_counts counts;
    uint32_t counted;     // MCUs whose symbols have been counted
    entropy_scan target;  // the original with tables of its own
} finer_scan;

struct jpeg_splice {
    jpeg_original file;
    entropy_scan original;
    finer_scan *finer;   // NULL unless the steps change
    mcu_range *kept;     // the kept MCUs before each replaced span, and after the last one; any of them may be empty
    size_t kept_count;   // one more than there are replaced spans
    size_t next_kept;    // the first range that has not been written
    entropy_scan piece;  // the new rows that are being added
    mcu_writer writer;
};

static uint32_t mcu_count(const entropy_scan *scan) { return scan->row_count * scan->mcus_per_row; }

// Prepares for finer steps, unless they stay the same. Returns false if there is no memory, or if the steps do not suit the original.
static bool open_finer(jpeg_splice *splice, const jpeg_quantization *finer) {
    if (!finer) return true;
    splice->finer = calloc(1, sizeof *splice->finer);
    return splice->finer && step_quotients_find(&splice->file.quotients, splice->file.reader, finer);
}

jpeg_splice *jpeg_splice_open(jpeg_reader *original, const mcu_span *replaced, size_t count, const jpeg_quantization *finer) {
    jpeg_splice *splice = calloc(1, sizeof *splice);
    if (!splice) return NULL;
    splice->file.reader = original;
    splice->kept = calloc(count + 1, sizeof *splice->kept);
    if (!splice->kept || !entropy_scan_open(&splice->original, original) || !open_finer(splice, finer)) {
        jpeg_splice_close(splice);
        return NULL;
    }
    splice->writer.target = &splice->original;
    splice->kept_count = count + 1;
    for (size_t i = 0; i <= count; i++) {
        uint32_t first = i == 0 ? 0 : replaced[i - 1].end;
        splice->kept[i] =
            (mcu_range){.first = first, .end = i < count ? replaced[i].first : mcu_count(&splice->original)};
    }
    return splice;
}

void jpeg_splice_close(jpeg_splice *splice) {
    if (!splice) return;
    output_buffer_free(&splice->writer.bits.output);
    free(splice->file.quotients);
    free(splice->finer);
    free(splice->kept);
    free(splice);
}

// MARK: - Parsing the original

static uint32_t minimum(uint32_t a, uint32_t b) { return a < b ? a : b; }

// Parses kept MCUs between two restart markers. A sample of them is counted for the tables of finer steps.
static codec_status parse_mcus(jpeg_splice *splice, uint32_t count) {
    enum { ENOUGH = 4096, SAMPLE_STEP = 8 };
    entropy_scan *scan = &splice->original;
    finer_scan *finer = splice->finer;
    bool is_sample = finer && (finer->counted < ENOUGH || scan->mcu / scan->mcus_per_row % SAMPLE_STEP == 0);
    if (!is_sample) return entropy_scan_skip(scan, count);
    finer->counted += count;
    mcu_writer counter = {.target = scan, .counts = &finer->counts};
    for (int i = 0; i < JPEG_MAX_COMPONENTS; i++)
        counter.dc_predictors[i] = scan->dc_predictors[i] * splice->file.quotients->of[i][0];
    return mcu_writer_copy(&counter, scan, count, splice->file.quotients) ? CODEC_OK : CODEC_UNSUPPORTED;
}

// Parses a kept range and records where its entropy-coded data is.
static codec_status parse_range(jpeg_splice *splice, mcu_range *range) {
    entropy_scan *scan = &splice->original;
    uint32_t end = range->end;
    if (scan->mcu == end) return CODEC_OK;
    if (!entropy_scan_restart(scan)) return CODEC_UNSUPPORTED;
    range->start = entropy_scan_checkpoint(scan);
    uint64_t taken = bit_reader_taken(&scan->reader);
    while (scan->mcu < end) {
        if (deadline_has_passed(splice->file.reader->limits.deadline)) return CODEC_TIMEOUT;
        uint32_t count = minimum(minimum(end - scan->mcu, scan->mcus_per_row), entropy_scan_until_restart(scan));
        codec_status status = parse_mcus(splice, count);
        if (status != CODEC_OK) return status;
        if (!range->restart) range->bits = bit_reader_taken(&scan->reader) - taken;
        if (scan->mcu == end || !entropy_scan_needs_restart(scan)) continue;
        if (!range->restart) range->restart = (size_t)(entropy_scan_marker(scan) - scan->start);
        if (!entropy_scan_restart(scan)) return CODEC_UNSUPPORTED;
    }
    range->stop = entropy_scan_checkpoint(scan);
    return CODEC_OK;
}

// Makes the Huffman tables for finer steps.
static void fit_tables(jpeg_splice *splice) {
    finer_scan *finer = splice->finer;
    uint64_t kept = 0;
    for (size_t i = 0; i < splice->kept_count; i++) kept += splice->kept[i].end - splice->kept[i].first;
    finer->target = splice->original;
    finer_tables_fit(&finer->target, &finer->counts, (double)kept / mcu_count(&splice->original));
    splice->writer.target = &finer->target;
}

// MARK: - Writing

// The number of bits to copy between two checks of the deadline.
enum { COPY_STEP = 1 << 23 };

// Copies the rest of a range after its first MCU: as bits up to the first restart marker, then as bytes.
static codec_status copy_bits(jpeg_splice *splice, const mcu_range *range, uint64_t count) {
    entropy_writer *bits = &splice->writer.bits;
    while (count > 0) {
        uint64_t step = count < COPY_STEP ? count : COPY_STEP;
        entropy_writer_copy(bits, &splice->original.reader, step);
        count -= step;
        if (deadline_has_passed(splice->file.reader->limits.deadline)) return CODEC_TIMEOUT;
    }
    if (range->restart) {
        entropy_writer_align(bits);
        const uint8_t *data = splice->original.start;
        entropy_writer_put_bytes(bits, data + range->restart, range->stop.offset - range->restart);
        if (range->stop.bits > 0)
            entropy_writer_put(bits, data[range->stop.offset] >> (8 - range->stop.bits), range->stop.bits);
    }
    return CODEC_OK;
}

// Writes a kept range with finer steps.
static codec_status write_finer(jpeg_splice *splice, const mcu_range *range) {
    entropy_scan *scan = &splice->original;
    while (scan->mcu < range->end) {
        if (deadline_has_passed(splice->file.reader->limits.deadline)) return CODEC_TIMEOUT;
        // the range starts after a marker that precedes it
        if (scan->mcu > range->first && !entropy_scan_restart(scan)) return CODEC_UNSUPPORTED;
        mcu_writer_restart(&splice->writer);
        uint32_t count = minimum(minimum(range->end - scan->mcu, scan->mcus_per_row), entropy_scan_until_restart(scan));
        if (!mcu_writer_copy(&splice->writer, scan, count, splice->file.quotients)) return CODEC_UNSUPPORTED;
    }
    return splice->writer.bits.is_out_of_memory ? CODEC_OUT_OF_MEMORY : CODEC_OK;
}

// Writes a kept range: without finer steps, its first MCU with DC differences from the MCU that now precedes it, all others unchanged.
static codec_status write_range(jpeg_splice *splice, const mcu_range *range) {
    entropy_scan *scan = &splice->original;
    mcu_writer *writer = &splice->writer;
    if (range->first >= range->end) return CODEC_OK;
    if (writer->mcu != range->first) return CODEC_FAULT;
    entropy_scan_resume(scan, &range->start, range->first);
    if (splice->finer) return write_finer(splice, range);
    mcu_writer_restart(writer);
    uint64_t taken = bit_reader_taken(&scan->reader);
    if (!mcu_writer_copy(writer, scan, 1, &unchanged_steps)) return CODEC_UNSUPPORTED;
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

codec_status jpeg_splice_parse(jpeg_splice *splice) {
    codec_status status = CODEC_OK;
    for (size_t i = 0; status == CODEC_OK && i < splice->kept_count; i++) {
        mcu_range *range = &splice->kept[i];
        status = entropy_scan_skip_to(&splice->original, range->first, splice->file.reader->limits.deadline);
        if (status == CODEC_OK) status = parse_range(splice, range);
    }
    if (status == CODEC_OK && !entropy_scan_is_at_end(&splice->original)) status = CODEC_UNSUPPORTED;
    if (status == CODEC_OK && splice->finer) {
        fit_tables(splice);
        status = write_kept(splice);
    }
    // The caller falls back to libjpeg, which decides whether the file is damaged.
    return status == CODEC_DAMAGED ? CODEC_UNSUPPORTED : status;
}

static bool has_same_blocks(const entropy_scan *a, const entropy_scan *b) {
    bool is_same = a->block_count == b->block_count && a->mcus_per_row == b->mcus_per_row;
    for (int i = 0; is_same && i < a->block_count; i++) is_same = a->blocks[i].component == b->blocks[i].component;
    return is_same;
}

// Writes the next replaced MCUs of a piece, up to `count` of them.
static codec_status write_replaced(jpeg_splice *splice, entropy_scan *piece, uint32_t count) {
    mcu_writer *writer = &splice->writer;
    if (!entropy_scan_restart(piece)) return CODEC_UNSUPPORTED;
    mcu_writer_restart(writer);
    uint32_t interval = splice->original.restart_interval;
    if (interval > 0) count = minimum(count, interval - writer->mcu % interval);
    count = minimum(count, entropy_scan_until_restart(piece));
    return mcu_writer_copy(writer, piece, count, &unchanged_steps) ? CODEC_OK : CODEC_UNSUPPORTED;
}

// Writes the replaced MCUs of a piece, and the kept ones between them; `first` is the index of the piece's first MCU.
static codec_status write_piece(jpeg_splice *splice, entropy_scan *piece, uint32_t first) {
    mcu_writer *writer = &splice->writer;
    uint32_t count = mcu_count(piece);
    while (piece->mcu < count) {
        if (piece->mcu % piece->mcus_per_row == 0 && deadline_has_passed(splice->file.reader->limits.deadline))
            return CODEC_TIMEOUT;
        codec_status status = write_kept(splice);
        if (status != CODEC_OK) return status;
        uint32_t next = first + piece->mcu;
        if (writer->mcu < next || next >= mcu_count(&splice->original)) return CODEC_FAULT;
        if (writer->mcu > next) {
            uint32_t end = piece->mcu + minimum(writer->mcu - next, count - piece->mcu);
            status = entropy_scan_skip_to(piece, end, splice->file.reader->limits.deadline);
            if (status != CODEC_OK) return status == CODEC_DAMAGED ? CODEC_UNSUPPORTED : status;
            continue;
        }
        uint32_t until_kept =
            splice->next_kept < splice->kept_count ? splice->kept[splice->next_kept].first - next : UINT32_MAX;
        uint32_t until_row_end = piece->mcus_per_row - piece->mcu % piece->mcus_per_row;
        status = write_replaced(splice, piece, minimum(until_kept, until_row_end));
        if (status != CODEC_OK) return status;
    }
    return writer->bits.is_out_of_memory ? CODEC_OUT_OF_MEMORY : CODEC_OK;
}

codec_status jpeg_splice_add(jpeg_splice *splice, uint32_t first_row, codec_bytes file) {
    jpeg_image_info info;
    jpeg_reader *piece_reader = jpeg_reader_open(file, unlimited);
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
    entropy_writer_align(&writer->bits);
    entropy_writer_put_bytes(&writer->bits, end_of_image, sizeof end_of_image);
    return writer->bits.is_out_of_memory ? CODEC_OUT_OF_MEMORY : CODEC_OK;
}

// MARK: - Results

const JHUFF_TBL *jpeg_splice_table(const jpeg_splice *splice, bool is_dc, int number) {
    const entropy_scan *scan = splice->writer.target;
    const huffman_table *huffman = is_dc ? &scan->dc[number] : &scan->ac[number];
    return huffman->is_prepared ? &huffman->table : NULL;
}

const jpeg_original *jpeg_splice_original(const jpeg_splice *splice) { return &splice->file; }

codec_bytes jpeg_splice_output(const jpeg_splice *splice) {
    return (codec_bytes){splice->writer.bits.output.start, splice->writer.bits.output.count};
}
