#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "common/deadline.h"
#include "png_failure.h"
#include "png_reader.h"
#include "png_rows.h"

struct png_reader {
    png_structp png;
    png_infop info;
    png_failure failure;
    png_memory memory;
    png_source *source;
    png_image_info image;
    size_t row_bytes;
    bool is_expanded;   // whether rows differ from those of the file
    png_rows *rows;     // NULL if libpng decodes the rows, or before the first
    uint8_t *all_rows;  // of an interlaced image
    png_kept *kept;     // NULL if nothing is kept
    uint32_t next_row;
    codec_limits limits;
};

// libpng calls this only while a public function has set the jump target.
static void read_source(png_structp png, png_bytep output, size_t count) {
    png_reader *reader = png_get_io_ptr(png);
    codec_status status = png_source_read(reader->source, output, count);
    if (status != CODEC_OK) png_failure_end(&reader->failure, status, png_source_message(reader->source));
}

png_reader *png_reader_open(const codec_bytes *pieces, size_t piece_count, codec_limits limits) {
    png_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->limits = limits;
    reader->memory.limit = limits.memory;
    reader->failure.memory = &reader->memory;
    reader->failure.warnings_left = limits.warnings;
    reader->source = png_source_open(pieces, piece_count, limits.allows_damage, limits.deadline);
    if (reader->source) {
        reader->png = png_create_read_struct_2(
            PNG_LIBPNG_VER_STRING, &reader->failure, png_failure_raise, png_failure_warn, &reader->memory,
            png_memory_allocate, png_memory_free);
    }
    if (reader->png) reader->info = png_create_info_struct(reader->png);
    if (!reader->info) {
        png_reader_close(reader);
        return NULL;
    }
    png_set_read_fn(reader->png, reader, read_source);
    return reader;
}

// Expands transparent colors to alpha, palettes to RGB, and samples of less than 8 bits to 8.
static void set_transformations(png_reader *reader) {
    png_structp png = reader->png;
    png_set_expand(png);
    uint16_t probe = 1;
    if (*(uint8_t *)&probe == 1) png_set_swap(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, reader->info);
}

// The number of bytes of the filtered rows, of all passes.
static uint64_t filtered_size(const png_reader *reader) {
    png_structp png = reader->png;
    uint32_t width = png_get_image_width(png, reader->info), height = png_get_image_height(png, reader->info);
    uint64_t bits = (uint64_t)png_get_bit_depth(png, reader->info) * png_get_channels(png, reader->info);
    if (png_get_interlace_type(png, reader->info) == PNG_INTERLACE_NONE) return height * ((width * bits + 7) / 8 + 1);
    uint64_t size = 0;
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
        uint64_t columns = PNG_PASS_COLS(width, pass), rows = PNG_PASS_ROWS(height, pass);
        if (columns > 0) size += rows * ((columns * bits + 7) / 8 + 1);
    }
    return size;
}

codec_status png_reader_start(png_reader *reader, png_image_info *info) {
    if (reader->failure.status != CODEC_OK || setjmp(reader->failure.jump)) return reader->failure.status;
    png_structp png = reader->png;
    // The caller limits the size. libpng's default limit is a width or height of a million pixels.
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // The source verifies the checksums, unless damage is tolerated.
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
#ifdef PNG_IGNORE_ADLER32
    png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#endif
    png_read_info(png, reader->info);
    png_source_limit(reader->source, filtered_size(reader));
    int stored_depth = png_get_bit_depth(png, reader->info), stored_type = png_get_color_type(png, reader->info);
    set_transformations(reader);
    reader->image = (png_image_info){
        .width = png_get_image_width(png, reader->info),
        .height = png_get_image_height(png, reader->info),
        .channels = png_get_channels(png, reader->info),
        .bits_per_sample = png_get_bit_depth(png, reader->info),
        .is_interlaced = png_get_interlace_type(png, reader->info) != PNG_INTERLACE_NONE,
    };
    reader->row_bytes = png_get_rowbytes(png, reader->info);
    reader->is_expanded =
        reader->image.bits_per_sample != stored_depth || png_get_color_type(png, reader->info) != stored_type;
    *info = reader->image;
    return CODEC_OK;
}

size_t png_reader_rows_size(size_t row_bytes) { return row_bytes <= PNG_ROWS_WIDEST ? png_rows_size(row_bytes) : 0; }

// Whether rows are decoded without libpng.
static bool has_plain_rows(const png_reader *reader) {
    return !reader->image.is_interlaced && !reader->is_expanded && !reader->limits.allows_damage &&
           reader->row_bytes <= PNG_ROWS_WIDEST;
}

bool png_reader_keep(png_reader *reader, png_kept *kept) {
    if (reader->failure.status != CODEC_OK || reader->next_row > 0) return false;
    if (!has_plain_rows(reader)) return false;
    if (!png_source_keep(reader->source, kept)) return false;
    reader->kept = kept;
    return true;
}

static void read_all_passes(png_reader *reader) {
    size_t height = reader->image.height;
    reader->all_rows = png_calloc(reader->png, (png_alloc_size_t)(height * reader->row_bytes));
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++)
        for (size_t row = 0; row < height; row++) {
            if (deadline_has_passed(reader->limits.deadline))
                png_failure_end(&reader->failure, CODEC_TIMEOUT, "the deadline has passed");
            png_read_row(reader->png, reader->all_rows + row * reader->row_bytes, NULL);
        }
}

static void read_plain_row(png_reader *reader, uint8_t *row) {
    if (!reader->rows) {
        png_rows_layout layout = {
            .height = reader->image.height,
            .row_bytes = reader->row_bytes,
            .pixel_bytes = (size_t)(reader->image.channels * reader->image.bits_per_sample / 8),
            .has_words = reader->image.bits_per_sample == 16,
        };
        reader->rows = png_rows_open(reader->source, layout);
        if (!reader->rows) png_failure_end(&reader->failure, CODEC_OUT_OF_MEMORY, "");
    }
    codec_status status = png_rows_next(reader->rows, row);
    if (status != CODEC_OK) png_failure_end(&reader->failure, status, png_source_message(reader->source));
}

codec_status png_reader_next_row(png_reader *reader, uint8_t *row) {
    if (reader->next_row >= reader->image.height) return CODEC_FAULT;
    if (reader->failure.status != CODEC_OK || setjmp(reader->failure.jump)) return reader->failure.status;
    if (has_plain_rows(reader)) {
        read_plain_row(reader, row);
    } else if (!reader->image.is_interlaced) {
        png_read_row(reader->png, row, NULL);
    } else {
        if (!reader->all_rows) read_all_passes(reader);
        memcpy(row, reader->all_rows + reader->next_row * reader->row_bytes, reader->row_bytes);
    }
    reader->next_row += 1;
    return CODEC_OK;
}

bool png_reader_salvage_row(const png_reader *reader, uint32_t index, uint8_t *row) {
    if (!reader->all_rows || index >= reader->image.height) return false;
    memcpy(row, reader->all_rows + index * reader->row_bytes, reader->row_bytes);
    return true;
}

codec_status png_reader_finish(png_reader *reader) {
    if (reader->failure.status != CODEC_OK || setjmp(reader->failure.jump)) return reader->failure.status;
    if (reader->rows) {
        codec_status status = png_source_finish_pixels(reader->source);
        if (status != CODEC_OK) png_failure_end(&reader->failure, status, png_source_message(reader->source));
        if (png_source_has_extra_pixels(reader->source)) png_warning(reader->png, "IDAT: Too much image data");
    }
    png_read_end(reader->png, NULL);
    if (png_source_has_extra_data(reader->source)) png_warning(reader->png, "IDAT: Extra compressed data");
    if (reader->kept && png_source_has_ended(reader->source)) png_kept_note_end(reader->kept);
    return CODEC_OK;
}

const char *png_reader_warning(const png_reader *reader) { return reader->failure.warning; }

const char *png_reader_message(const png_reader *reader) { return reader->failure.message; }

void png_reader_close(png_reader *reader) {
    if (!reader) return;
    if (reader->all_rows) png_free(reader->png, reader->all_rows);
    png_destroy_read_struct(&reader->png, &reader->info, NULL);
    png_rows_close(reader->rows);
    png_source_close(reader->source);
    free(reader);
}
