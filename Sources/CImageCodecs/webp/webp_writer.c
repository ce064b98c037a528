#include "webp_writer.h"

#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>

#include "common/deadline.h"
#include "common/output_buffer.h"

// The rows that are converted to YUV at once; an even number, because two rows share their chroma samples.
enum { STRIPE_HEIGHT = 16 };

struct webp_writer {
    webp_writer_settings settings;
    WebPPicture picture;
    uint8_t *stripe;  // rows that have not been converted yet, unless the file is lossless
    size_t row_bytes;
    uint32_t next;  // the index of the next row
    output_buffer output;
    codec_status status;
    const char *message;
};

// How much time lossless compression takes, from 0 to 9.
enum { LOSSLESS_EFFORT = 1 };

// The binary logarithm of the number of parts into which the symbols of a lossy file can be divided.
enum { MOST_PARTITIONS = 3 };

static codec_status fail(webp_writer *writer, codec_status status, const char *message) {
    writer->status = status;
    writer->message = message;
    return status;
}

webp_writer *webp_writer_open(const webp_writer_settings *settings) {
    webp_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    writer->settings = *settings;
    writer->row_bytes = (size_t)settings->width * (settings->has_alpha ? 4 : 3);
    writer->message = "";
    WebPPicture *picture = &writer->picture;
    if (!WebPPictureInit(picture)) {
        fail(writer, CODEC_FAULT, "the version of libwebp does not match");
        return writer;
    }
    picture->width = (int)settings->width;
    picture->height = (int)settings->height;
    picture->use_argb = settings->is_lossless;
    picture->colorspace = settings->has_alpha ? WEBP_YUV420A : WEBP_YUV420;
    bool has_stripe = settings->is_lossless || (writer->stripe = malloc(STRIPE_HEIGHT * writer->row_bytes));
    if (has_stripe && WebPPictureAlloc(picture)) return writer;
    webp_writer_close(writer);
    return NULL;
}

static void copy_plane(uint8_t *target, int target_stride, const uint8_t *source, int source_stride, int width, int height) {
    for (int y = 0; y < height; y++) {
        memcpy(target + (size_t)y * (size_t)target_stride, source + (size_t)y * (size_t)source_stride, (size_t)width);
    }
}

// Copies converted rows to their place in the whole picture.
static void copy_stripe(webp_writer *writer, const WebPPicture *stripe, int top) {
    WebPPicture *picture = &writer->picture;
    int chroma_width = (stripe->width + 1) / 2, chroma_height = (stripe->height + 1) / 2;
    size_t chroma_offset = (size_t)(top / 2) * (size_t)picture->uv_stride;
    copy_plane(
        picture->y + (size_t)top * (size_t)picture->y_stride, picture->y_stride, stripe->y, stripe->y_stride,
        stripe->width, stripe->height);
    copy_plane(picture->u + chroma_offset, picture->uv_stride, stripe->u, stripe->uv_stride, chroma_width, chroma_height);
    copy_plane(picture->v + chroma_offset, picture->uv_stride, stripe->v, stripe->uv_stride, chroma_width, chroma_height);
    if (!picture->a) return;
    uint8_t *alpha = picture->a + (size_t)top * (size_t)picture->a_stride;
    if (stripe->a) {
        copy_plane(alpha, picture->a_stride, stripe->a, stripe->a_stride, stripe->width, stripe->height);
    } else {
        memset(alpha, 0xFF, (size_t)stripe->height * (size_t)picture->a_stride);
    }
}

// Converts rows to YUV.
static codec_status convert_stripe(webp_writer *writer, int top, int height) {
    WebPPicture stripe;
    WebPPictureInit(&stripe);
    stripe.width = writer->picture.width;
    stripe.height = height;
    int stride = (int)writer->row_bytes;
    bool is_converted = writer->settings.has_alpha ? WebPPictureImportRGBA(&stripe, writer->stripe, stride)
                                                   : WebPPictureImportRGB(&stripe, writer->stripe, stride);
    if (is_converted) copy_stripe(writer, &stripe, top);
    WebPPictureFree(&stripe);
    return is_converted ? CODEC_OK : fail(writer, CODEC_OUT_OF_MEMORY, "no memory to convert rows");
}

static void store_argb(uint32_t *target, const uint8_t *row, size_t width, bool has_alpha) {
    for (size_t x = 0; x < width; x++) {
        const uint8_t *pixel = row + x * (has_alpha ? 4 : 3);
        uint32_t alpha = has_alpha ? pixel[3] : 0xFF;
        target[x] = alpha << 24 | (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
    }
}

codec_status webp_writer_next_row(webp_writer *writer, const uint8_t *row) {
    if (writer->status != CODEC_OK) return writer->status;
    const webp_writer_settings *settings = &writer->settings;
    if (writer->next >= settings->height) return fail(writer, CODEC_FAULT, "there are no more rows");
    WebPPicture *picture = &writer->picture;
    uint32_t index = writer->next++;
    if (settings->is_lossless) {
        uint32_t *target = picture->argb + (size_t)index * (size_t)picture->argb_stride;
        store_argb(target, row, settings->width, settings->has_alpha);
        return CODEC_OK;
    }
    uint32_t line = index % STRIPE_HEIGHT;
    memcpy(writer->stripe + line * writer->row_bytes, row, writer->row_bytes);
    if (line + 1 < STRIPE_HEIGHT && writer->next < settings->height) return CODEC_OK;
    return convert_stripe(writer, (int)(index - line), (int)line + 1);
}

static int append_output(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
    webp_writer *writer = picture->custom_ptr;
    return output_buffer_append(&writer->output, bytes, count);
}

static int note_progress(int percent, const WebPPicture *picture) {
    (void)percent;
    const webp_writer *writer = picture->custom_ptr;
    return !deadline_has_passed(writer->settings.deadline);
}

static bool configure(WebPConfig *config, const webp_writer_settings *settings) {
    if (!WebPConfigInit(config)) return false;
    if (settings->is_lossless) {
        config->exact = 1;
        return WebPConfigLosslessPreset(config, LOSSLESS_EFFORT);
    }
    config->quality = (float)settings->quality;
    if ((size_t)settings->width * settings->height > WEBP_MAXIMUM_PIXELS_IN_ONE_PASS) {
        config->low_memory = 1;
        config->partitions = MOST_PARTITIONS;
    }
    return true;
}

// Encodes the picture; a lossy one again in another way if a part of the file gets too long for the format.
static WebPEncodingError encode(webp_writer *writer, WebPConfig *config) {
    WebPPicture *picture = &writer->picture;
    while (!WebPEncode(config, picture)) {
        WebPEncodingError error = picture->error_code;
        if (error == VP8_ENC_ERROR_PARTITION0_OVERFLOW && config->partition_limit < 100) {
            config->partition_limit += 50;
        } else if (error == VP8_ENC_ERROR_PARTITION_OVERFLOW && config->partitions < MOST_PARTITIONS) {
            config->low_memory = 1;
            config->partitions = MOST_PARTITIONS;
        } else {
            return error;
        }
        picture->error_code = VP8_ENC_OK;
        writer->output.count = 0;
    }
    return VP8_ENC_OK;
}

codec_status webp_writer_finish(webp_writer *writer) {
    if (writer->status != CODEC_OK) return writer->status;
    if (writer->next != writer->settings.height) return fail(writer, CODEC_FAULT, "rows are missing");
    WebPPicture *picture = &writer->picture;
    picture->writer = append_output;
    picture->progress_hook = note_progress;
    picture->custom_ptr = writer;
    WebPConfig config;
    if (!configure(&config, &writer->settings))
        return fail(writer, CODEC_FAULT, "the version of libwebp does not match");
    switch (encode(writer, &config)) {
        case VP8_ENC_OK: break;
        case VP8_ENC_ERROR_OUT_OF_MEMORY:
        case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
        case VP8_ENC_ERROR_BAD_WRITE: return fail(writer, CODEC_OUT_OF_MEMORY, "no memory for the encoder");
        case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
        case VP8_ENC_ERROR_PARTITION_OVERFLOW:
        case VP8_ENC_ERROR_FILE_TOO_BIG: return fail(writer, CODEC_OVER_LIMIT, "the encoded image is too large");
        case VP8_ENC_ERROR_USER_ABORT: return fail(writer, CODEC_TIMEOUT, "the deadline has passed");
        default: return fail(writer, CODEC_FAULT, "the encoder refuses its parameters");
    }
    WebPPictureFree(picture);
    return CODEC_OK;
}

codec_status webp_writer_wrap(webp_writer *writer, size_t dropped, codec_bytes before, codec_bytes after) {
    output_buffer *file = &writer->output;
    size_t kept = file->count - dropped, count = before.count + kept + after.count;
    if (count > UINT32_MAX) return fail(writer, CODEC_OVER_LIMIT, "the file is too large");
    if (count > file->count && !output_buffer_reserve(file, count - file->count))
        return fail(writer, CODEC_OUT_OF_MEMORY, "no memory for the file");
    memmove(file->start + before.count, file->start + dropped, kept);
    memcpy(file->start, before.start, before.count);
    if (after.count > 0) memcpy(file->start + before.count + kept, after.start, after.count);
    file->count = count;
    return CODEC_OK;
}

codec_bytes webp_writer_output(const webp_writer *writer) {
    return (codec_bytes){writer->output.start, writer->output.count};
}

void webp_writer_discard_output(webp_writer *writer) { writer->output.count = 0; }

const char *webp_writer_message(const webp_writer *writer) { return writer->message; }

void webp_writer_close(webp_writer *writer) {
    if (!writer) return;
    WebPPictureFree(&writer->picture);
    free(writer->stripe);
    output_buffer_free(&writer->output);
    free(writer);
}
