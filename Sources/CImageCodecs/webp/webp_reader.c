#include "webp_reader.h"

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>

#include "common/deadline.h"

struct webp_reader {
    WebPIDecoder *decoder;  // NULL before the first row
    WebPDecoderConfig configuration;
    bool separates_blocks;
    codec_bytes chunks;
    webp_image_info info;
    int64_t deadline;
    uint8_t *pixels;
    size_t row_bytes;
    size_t given;    // the number of bytes that the decoder has received
    uint32_t ready;  // the number of rows that have been decoded
    uint32_t next;   // the index of the next row to copy
    bool is_complete;
    codec_status status;
    const char *message;
};

// The bytes that the decoder receives at first. While there are no rows, it begins anew each time, so that their number is
// doubled; then it receives enough for about a million pixels, so that the deadline is checked often.
static const size_t FIRST_STEP = 4096;
static const size_t PIXELS_PER_STEP = 1 << 20;

webp_reader *webp_reader_open(codec_bytes chunks, webp_image_info info, int64_t deadline) {
    webp_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->chunks = chunks;
    reader->info = info;
    reader->deadline = deadline;
    reader->row_bytes = (size_t)info.width * (info.has_alpha ? 4 : 3);
    reader->message = "";
    return reader;
}

static codec_status fail(webp_reader *reader, codec_status status, const char *message) {
    reader->status = status;
    reader->message = message;
    return status;
}

void webp_reader_separate_blocks(webp_reader *reader) { reader->separates_blocks = true; }

static codec_status start(webp_reader *reader) {
    size_t size = reader->row_bytes * reader->info.height;
    reader->pixels = calloc(reader->info.height, reader->row_bytes);
    if (!reader->pixels) return fail(reader, CODEC_OUT_OF_MEMORY, "no memory for the image");
    WebPDecoderConfig *configuration = &reader->configuration;
    if (!WebPInitDecoderConfig(configuration))
        return fail(reader, CODEC_FAULT, "the version of libwebp does not match");
    WebPDecBuffer *output = &configuration->output;
    output->colorspace = reader->info.has_alpha ? MODE_RGBA : MODE_RGB;
    output->is_external_memory = 1;
    output->u.RGBA = (WebPRGBABuffer){.rgba = reader->pixels, .stride = (int)reader->row_bytes, .size = size};
    configuration->options.bypass_filtering = reader->separates_blocks;
    configuration->options.no_fancy_upsampling = reader->separates_blocks;
    reader->decoder = WebPIDecode(NULL, 0, configuration);
    if (!reader->decoder) return fail(reader, CODEC_OUT_OF_MEMORY, "no memory for the decoder");
    return CODEC_OK;
}

static size_t step(const webp_reader *reader) {
    if (reader->ready == 0) return reader->given > FIRST_STEP ? reader->given : FIRST_STEP;
    size_t pixels = (size_t)reader->info.width * reader->info.height;
    size_t share = reader->chunks.count / (1 + pixels / PIXELS_PER_STEP);
    return share > FIRST_STEP ? share : FIRST_STEP;
}

static codec_status decode_more(webp_reader *reader) {
    if (reader->status != CODEC_OK) return reader->status;
    if (!reader->decoder && start(reader) != CODEC_OK) return reader->status;
    if (deadline_has_passed(reader->deadline)) return fail(reader, CODEC_TIMEOUT, "the deadline has passed");
    size_t left = reader->chunks.count - reader->given;
    size_t added = step(reader);
    reader->given += added < left ? added : left;
    VP8StatusCode result = WebPIUpdate(reader->decoder, reader->chunks.start, reader->given);
    int ready = 0;
    if (WebPIDecGetRGB(reader->decoder, &ready, NULL, NULL, NULL) && ready > (int)reader->ready) {
        reader->ready = (uint32_t)ready;
    }
    switch (result) {
        case VP8_STATUS_OK:
            reader->is_complete = true;
            reader->ready = reader->info.height;
            return CODEC_OK;
        case VP8_STATUS_SUSPENDED:
        case VP8_STATUS_NOT_ENOUGH_DATA:
            if (reader->given < reader->chunks.count) return CODEC_OK;
            return fail(reader, CODEC_DAMAGED, "the image data is truncated");
        case VP8_STATUS_OUT_OF_MEMORY: return fail(reader, CODEC_OUT_OF_MEMORY, "no memory for the decoder");
        case VP8_STATUS_USER_ABORT:  // the alpha channel is invalid: nothing else aborts
        case VP8_STATUS_BITSTREAM_ERROR: return fail(reader, CODEC_DAMAGED, "the image data is invalid");
        case VP8_STATUS_UNSUPPORTED_FEATURE: return fail(reader, CODEC_UNSUPPORTED, "an unknown feature");
        default: return fail(reader, CODEC_FAULT, "the decoder refuses its parameters");
    }
}

codec_status webp_reader_next_row(webp_reader *reader, uint8_t *row) {
    if (reader->next >= reader->info.height) return fail(reader, CODEC_FAULT, "there are no more rows");
    while (reader->ready <= reader->next) {
        codec_status status = decode_more(reader);
        if (status != CODEC_OK && reader->ready <= reader->next) return status;
    }
    memcpy(row, reader->pixels + reader->row_bytes * reader->next, reader->row_bytes);
    reader->next++;
    return CODEC_OK;
}

codec_status webp_reader_finish(webp_reader *reader) {
    while (!reader->is_complete) {
        codec_status status = decode_more(reader);
        if (status != CODEC_OK) return status;
    }
    return CODEC_OK;
}

const char *webp_reader_message(const webp_reader *reader) { return reader->message; }

void webp_reader_close(webp_reader *reader) {
    if (!reader) return;
    WebPIDelete(reader->decoder);
    free(reader->pixels);
    free(reader);
}
