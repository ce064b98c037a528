#include <png.h>
#include <isa-l.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "common/big_endian.h"
#include "common/output_buffer.h"
#include "png_chunks.h"
#include "png_failure.h"
#include "png_writer.h"

enum { LONGEST_KEPT = 1 << 18 };  // bytes of kept data in a chunk

struct png_writer {
    png_structp png;
    png_infop info;
    png_failure failure;
    output_buffer output;
    uint32_t adler;  // the checksum of the bands so far
};

static void append_output(png_structp png, png_bytep bytes, size_t count) {
    png_writer *writer = png_get_io_ptr(png);
    if (output_buffer_append(&writer->output, bytes, count)) return;
    png_failure_set(&writer->failure, CODEC_OUT_OF_MEMORY, "no memory for the compressed image");
    longjmp(writer->failure.jump, 1);
}

static void ignore_flush(png_structp png) { (void)png; }

png_writer *png_writer_open(void) {
    png_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->failure, png_failure_raise, png_failure_warn);
    if (writer->png) writer->info = png_create_info_struct(writer->png);
    if (!writer->info) {
        png_writer_close(writer);
        return NULL;
    }
    png_set_write_fn(writer->png, writer, append_output, ignore_flush);
    return writer;
}

static int color_type(int channels) {
    static const int types[] = {
        PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
    return types[channels - 1];
}

codec_status png_writer_start(png_writer *writer, const png_writer_settings *settings) {
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    png_structp png = writer->png;
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(
        png, writer->info, settings->width, settings->height, settings->bits_per_sample, color_type(settings->channels),
        PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    writer->adler = 1;
    png_write_info_before_PLTE(png, writer->info);
    return CODEC_OK;
}

// libpng's functions for specific chunks would reject some contents that must be kept unchanged.
codec_status png_writer_add_chunk(png_writer *writer, const char *type, codec_bytes contents) {
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    png_write_chunk(writer->png, (png_const_bytep)type, contents.start, contents.count);
    return CODEC_OK;
}

codec_status png_writer_end_header(png_writer *writer) {
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    png_write_info(writer->png, writer->info);
    return CODEC_OK;
}

// Reserves memory for an IDAT chunk with `count` bytes. Returns where these begin, or NULL if memory allocation fails.
static uint8_t *begin_idat(png_writer *writer, size_t count) {
    if (!output_buffer_reserve(&writer->output, count + CHUNK_HEADER_SIZE + CHUNK_CRC_SIZE)) return NULL;
    uint8_t *chunk = writer->output.start + writer->output.count;
    big_endian_write_32(chunk, (uint32_t)count);
    memcpy(chunk + 4, "IDAT", 4);
    return chunk + CHUNK_HEADER_SIZE;
}

// Completes the chunk. ISA-L computes the checksum faster than libpng.
static void end_idat(png_writer *writer, uint8_t *contents, size_t count) {
    big_endian_write_32(contents + count, crc32_gzip_refl(0, contents - 4, count + 4));
    writer->output.count += CHUNK_HEADER_SIZE + count + CHUNK_CRC_SIZE;
}

codec_status png_writer_add_band(png_writer *writer, const png_band *band, bool is_last) {
    if (writer->failure.status != CODEC_OK) return writer->failure.status;
    writer->adler = png_band_adler(writer->adler, band);
    size_t count = band->bytes.count + (is_last ? 4 : 0);
    uint8_t *contents = begin_idat(writer, count);
    if (!contents) return CODEC_OUT_OF_MEMORY;
    memcpy(contents, band->bytes.start, band->bytes.count);
    if (is_last) big_endian_write_32(contents + band->bytes.count, writer->adler);
    end_idat(writer, contents, count);
    return CODEC_OK;
}

codec_status png_writer_start_kept(png_writer *writer, png_kept *kept, size_t range) {
    return writer->failure.status != CODEC_OK ? writer->failure.status : png_kept_start(kept, range, &writer->adler);
}

codec_status png_writer_add_kept(png_writer *writer, png_kept *kept) {
    size_t left = png_kept_left(kept), count = left < LONGEST_KEPT ? left : LONGEST_KEPT;
    uint8_t *contents = begin_idat(writer, count);
    if (!contents) return CODEC_OUT_OF_MEMORY;
    png_kept_read(kept, contents, count);
    end_idat(writer, contents, count);
    return CODEC_OK;
}

// png_write_end would report missing pixels, because libpng has not written them itself.
codec_status png_writer_finish(png_writer *writer) { return png_writer_add_chunk(writer, "IEND", (codec_bytes){0}); }

codec_bytes png_writer_output(const png_writer *writer) {
    return (codec_bytes){writer->output.start, writer->output.count};
}

void png_writer_discard_output(png_writer *writer) { writer->output.count = 0; }

const char *png_writer_message(const png_writer *writer) { return writer->failure.message; }

void png_writer_close(png_writer *writer) {
    if (!writer) return;
    png_destroy_write_struct(&writer->png, &writer->info);
    output_buffer_free(&writer->output);
    free(writer);
}
