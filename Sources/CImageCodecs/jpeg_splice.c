#include "jpeg_splice.h"

#include <stdlib.h>

#include "entropy_scan.h"
#include "jpeg_splice_tables.h"

// Rows that are kept.
typedef struct stretch {
    uint32_t first, end;  // rows of MCUs
    entropy_place start, stop;
    uint64_t bits;           // up to the first restart marker among them, or to their end
    const uint8_t *restart;  // that marker, or NULL
} stretch;

struct jpeg_splice {
    jpeg_reader *session;
    entropy_scan original;
    stretch before, behind;  // the new rows
    entropy_scan piece;
    bit_writer writer;
    uint32_t mcu;  // the number of the next one to be written
    int last_dc[JPEG_MOST_COMPONENTS];
};

jpeg_splice *jpeg_splice_open(jpeg_reader *original, uint32_t new_first, uint32_t new_end) {
    jpeg_splice *splice = calloc(1, sizeof *splice);
    if (!splice) return NULL;
    splice->session = original;
    if (!entropy_scan_open(&splice->original, original)) {
        free(splice);
        return NULL;
    }
    splice->before = (stretch){.first = 0, .end = new_first};
    splice->behind = (stretch){.first = new_end, .end = splice->original.row_count};
    return splice;
}

void jpeg_splice_close(jpeg_splice *splice) {
    if (!splice) return;
    output_buffer_free(&splice->writer.output);
    free(splice);
}

// ---- looking through

static uint32_t smaller(uint32_t one, uint32_t other) { return one < other ? one : other; }

// Passes rows, and notes where they are.
static codec_status examine(jpeg_splice *splice, stretch *rows) {
    entropy_scan *scan = &splice->original;
    uint32_t end = rows->end * scan->mcus_in_row;
    if (scan->mcu == end) return CODEC_OK;
    if (!entropy_scan_restart(scan)) return CODEC_UNSUPPORTED;
    rows->start = entropy_scan_place(scan);
    uint64_t taken = bit_reader_taken(&scan->reader);
    while (scan->mcu < end) {
        if (jpeg_reader_is_late(splice->session)) return CODEC_TIMEOUT;
        uint32_t count = smaller(smaller(end - scan->mcu, scan->mcus_in_row), entropy_scan_until_restart(scan));
        codec_status status = entropy_scan_skip(scan, count);
        if (status != CODEC_OK) return status;
        if (!rows->restart) rows->bits = bit_reader_taken(&scan->reader) - taken;
        if (scan->mcu == end || !entropy_scan_restart_is_due(scan)) continue;
        if (!rows->restart) rows->restart = entropy_scan_marker(scan);
        if (!entropy_scan_restart(scan)) return CODEC_UNSUPPORTED;
    }
    rows->stop = entropy_scan_place(scan);
    return CODEC_OK;
}

codec_status jpeg_splice_examine(jpeg_splice *splice) {
    stretch replaced = {.first = splice->before.end, .end = splice->behind.first};
    codec_status status = examine(splice, &splice->before);
    if (status == CODEC_OK) status = examine(splice, &replaced);
    if (status == CODEC_OK) status = examine(splice, &splice->behind);
    if (status == CODEC_OK && !entropy_scan_is_over(&splice->original)) status = CODEC_UNSUPPORTED;
    // libjpeg is to judge that
    return status == CODEC_DAMAGED ? CODEC_UNSUPPORTED : status;
}

// ---- writing

static int size_of(int number) {
    int size = 0;
    for (unsigned int rest = (unsigned int)abs(number); rest > 0; rest >>= 1) size++;
    return size;
}

// Writes a symbol and the bits that belong to it. False if there is no code for it, and no room for one.
static bool put(bit_writer *writer, entropy_codes *codes, int symbol, uint32_t bits, int size) {
    if (codes->lengths[symbol] == 0 && !entropy_codes_add(codes, symbol)) return false;
    bit_writer_put(writer, codes->codes[symbol], codes->lengths[symbol]);
    bit_writer_put(writer, bits, size);
    return true;
}

static bool put_difference(bit_writer *writer, entropy_codes *codes, int difference) {
    int size = size_of(difference);
    if (size > LARGEST_DC_SIZE) return false;
    uint32_t bits = (uint32_t)(difference < 0 ? difference + (1 << size) - 1 : difference);
    return put(writer, codes, size, bits, size);
}

static bool rewrite_others(
    bit_writer *writer, entropy_codes *codes, bit_reader *reader, const entropy_codes *its) {
    int next = 1;
    while (next < JPEG_BLOCK_AREA) {
        bit_reader_fetch(reader);
        int symbol = entropy_symbol(its, reader), step = symbol < 0 ? 0 : entropy_step(symbol);
        if (step == 0) return false;
        int size = symbol & 15;
        if (!put(writer, codes, symbol, bit_reader_take(reader, size), size)) return false;
        next += step;
    }
    return entropy_is_end(next) && reader->count >= 0;
}

// Writes the marker that is due before the next MCU, if any.
static void restart(jpeg_splice *splice) {
    uint32_t interval = splice->original.restart_interval;
    if (interval == 0 || splice->mcu == 0 || splice->mcu % interval != 0) return;
    const uint8_t marker[] = {0xFF, (uint8_t)(0xD0 + (splice->mcu / interval - 1) % 8)};
    bit_writer_align(&splice->writer);
    bit_writer_put_bytes(&splice->writer, marker, sizeof marker);
    memset(splice->last_dc, 0, sizeof splice->last_dc);
}

// Writes an MCU that is read from a scan, code by code.
static bool rewrite(jpeg_splice *splice, entropy_scan *scan) {
    for (int i = 0; i < scan->block_count; i++) {
        int component = scan->blocks[i].component, difference = 0;
        entropy_codes *dc = &splice->original.dc[splice->original.blocks[i].dc];
        entropy_codes *ac = &splice->original.ac[splice->original.blocks[i].ac];
        const entropy_codes *its_dc = &scan->dc[scan->blocks[i].dc];
        if (entropy_scan_take_difference(&scan->reader, its_dc, &difference) != CODEC_OK) return false;
        int value = scan->last_dc[component] += difference;
        if (!put_difference(&splice->writer, dc, value - splice->last_dc[component])) return false;
        splice->last_dc[component] = value;
        if (!rewrite_others(&splice->writer, ac, &scan->reader, &scan->ac[scan->blocks[i].ac])) return false;
    }
    scan->mcu++;
    splice->mcu++;
    return true;
}

// How much is copied before the time is looked at.
enum { BITS_AT_ONCE = 1 << 23 };

// Writes rows that are kept: the first MCU with the differences to what is now before it, all else as it is.
static codec_status keep(jpeg_splice *splice, const stretch *rows) {
    entropy_scan *scan = &splice->original;
    bit_writer *writer = &splice->writer;
    uint32_t mcu = rows->first * scan->mcus_in_row;
    if (rows->first >= rows->end) return CODEC_OK;
    if (splice->mcu != mcu) return CODEC_FAULT;
    restart(splice);
    entropy_scan_go(scan, &rows->start, mcu);
    uint64_t taken = bit_reader_taken(&scan->reader);
    if (!rewrite(splice, scan)) return CODEC_UNSUPPORTED;
    uint64_t left = rows->bits - (bit_reader_taken(&scan->reader) - taken);
    while (left > 0) {
        uint64_t count = left < BITS_AT_ONCE ? left : BITS_AT_ONCE;
        bit_writer_copy(writer, &scan->reader, count);
        left -= count;
        if (jpeg_reader_is_late(splice->session)) return CODEC_TIMEOUT;
    }
    if (rows->restart) {
        bit_writer_align(writer);
        bit_writer_put_bytes(writer, rows->restart, (size_t)(rows->stop.byte - rows->restart));
        if (rows->stop.bits > 0) bit_writer_put(writer, *rows->stop.byte >> (8 - rows->stop.bits), rows->stop.bits);
    }
    splice->mcu = rows->end * scan->mcus_in_row;
    memcpy(splice->last_dc, rows->stop.last_dc, sizeof splice->last_dc);
    return writer->is_out_of_memory ? CODEC_OUT_OF_MEMORY : CODEC_OK;
}

static bool has_same_blocks(const entropy_scan *one, const entropy_scan *other) {
    bool is_same = one->block_count == other->block_count && one->mcus_in_row == other->mcus_in_row;
    for (int i = 0; is_same && i < one->block_count; i++)
        is_same = one->blocks[i].component == other->blocks[i].component;
    return is_same;
}

static codec_status rewrite_all(jpeg_splice *splice, entropy_scan *scan) {
    uint32_t count = scan->mcus_in_row * scan->row_count;
    if (count > splice->behind.first * scan->mcus_in_row - splice->mcu) return CODEC_FAULT;
    while (scan->mcu < count) {
        if (scan->mcu % scan->mcus_in_row == 0 && jpeg_reader_is_late(splice->session)) return CODEC_TIMEOUT;
        if (!entropy_scan_restart(scan)) return CODEC_UNSUPPORTED;
        restart(splice);
        if (!rewrite(splice, scan)) return CODEC_UNSUPPORTED;
    }
    return splice->writer.is_out_of_memory ? CODEC_OUT_OF_MEMORY : CODEC_OK;
}

codec_status jpeg_splice_add(jpeg_splice *splice, codec_bytes file) {
    jpeg_picture picture;
    codec_status status = splice->mcu == 0 ? keep(splice, &splice->before) : CODEC_OK;
    if (status != CODEC_OK) return status;
    jpeg_reader *session = jpeg_reader_open(file, SIZE_MAX, 1, INT64_MAX);
    if (!session) return CODEC_OUT_OF_MEMORY;
    memset(&splice->piece, 0, sizeof splice->piece);
    status = jpeg_reader_start(session, &picture);
    if (status == CODEC_OK)
        status = entropy_scan_open(&splice->piece, session) && has_same_blocks(&splice->piece, &splice->original)
            ? rewrite_all(splice, &splice->piece) : CODEC_FAULT;
    jpeg_reader_close(session);
    return status;
}

codec_status jpeg_splice_finish(jpeg_splice *splice) {
    static const uint8_t end_of_image[] = {0xFF, 0xD9};
    codec_status status = splice->mcu == 0 ? keep(splice, &splice->before) : CODEC_OK;
    if (status == CODEC_OK) status = keep(splice, &splice->behind);
    if (status != CODEC_OK) return status;
    if (splice->mcu != splice->original.row_count * splice->original.mcus_in_row) return CODEC_FAULT;
    bit_writer_align(&splice->writer);
    bit_writer_put_bytes(&splice->writer, end_of_image, sizeof end_of_image);
    return splice->writer.is_out_of_memory ? CODEC_OUT_OF_MEMORY : CODEC_OK;
}

const JHUFF_TBL *jpeg_splice_table(const jpeg_splice *splice, bool is_dc, int number) {
    const entropy_codes *codes = is_dc ? &splice->original.dc[number] : &splice->original.ac[number];
    return codes->is_known ? &codes->table : NULL;
}

jpeg_reader *jpeg_splice_original(const jpeg_splice *splice) { return splice->session; }

codec_bytes jpeg_splice_output(const jpeg_splice *splice) {
    return (codec_bytes){splice->writer.output.start, splice->writer.output.count};
}
