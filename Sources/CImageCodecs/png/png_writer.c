#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

#include "common/big_endian.h"
#include "common/output_buffer.h"
#include "png_failure.h"
#include "png_writer.h"

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
    writer->png = png_create_write_struct(
        PNG_LIBPNG_VER_STRING, &writer->failure, png_failure_raise, png_failure_warn);
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
        png, writer->info, settings->width, settings->height, settings->bits_per_sample,
        color_type(settings->channels), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
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

codec_status png_writer_add_band(png_writer *writer, const png_band *band, bool is_last) {
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    writer->adler = png_band_adler(writer->adler, band);
    uint8_t trailer[4];
    size_t trailer_size = is_last ? sizeof trailer : 0;
    big_endian_write_32(trailer, writer->adler);
    png_write_chunk_start(writer->png, (png_const_bytep) "IDAT", (png_uint_32)(band->bytes.count + trailer_size));
    png_write_chunk_data(writer->png, band->bytes.start, band->bytes.count);
    png_write_chunk_data(writer->png, trailer, trailer_size);
    png_write_chunk_end(writer->png);
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
