#include <stdlib.h>
#include <string.h>

#include "boxes.h"
#include "coded_image.h"
#include "jxl_library.h"
#include "worker.h"

// A file, and what is read before its pixels.
typedef struct jxl_file {
    uint8_t *bytes;
    size_t count;
    JxlBasicInfo info;
    file_header header;
} jxl_file;

// A decoder at the beginning of a file. Its input stays open, so that a file that ends too early is told from other damage.
static JxlDecoder *open_file(const jxl_file *file, int events) {
    JxlDecoder *decoder = jxl.JxlDecoderCreate(NULL);
    worker_check_memory(decoder);
    jxl.JxlDecoderSubscribeEvents(decoder, events);
    jxl.JxlDecoderSetInput(decoder, file->bytes, file->count);
    return decoder;
}

// Fails unless a decoder has come to an event.
static void check(JxlDecoderStatus status, JxlDecoderStatus event) {
    if (status == event) return;
    if (worker_lacks_memory) worker_check_memory(NULL);
    worker_fail(HELPER_DAMAGED, status == JXL_DEC_NEED_MORE_INPUT ? "it is truncated" : "libjxl cannot decode it");
}

// MARK: - The header

// Fails if there are channels other than colors and alpha.
static void check_channels(const JxlDecoder *decoder, const JxlBasicInfo *info) {
    for (uint32_t index = 0; index < info->num_extra_channels; index++) {
        JxlExtraChannelInfo channel;
        check(jxl.JxlDecoderGetExtraChannelInfo(decoder, index, &channel), JXL_DEC_SUCCESS);
        if (channel.type == JXL_CHANNEL_BLACK) worker_fail(HELPER_UNSUPPORTED, "CMYK");
        if (channel.type != JXL_CHANNEL_ALPHA || index > 0)
            worker_fail(HELPER_UNSUPPORTED, "channels beside those of colors and of alpha");
    }
}

static uint32_t depth_of(const JxlBasicInfo *info) {
    return info->bits_per_sample > info->alpha_bits ? info->bits_per_sample : info->alpha_bits;
}

static void read_info(jxl_file *file, JxlDecoder *decoder) {
    JxlBasicInfo *info = &file->info;
    check(jxl.JxlDecoderProcessInput(decoder), JXL_DEC_BASIC_INFO);
    check(jxl.JxlDecoderGetBasicInfo(decoder, info), JXL_DEC_SUCCESS);
    bool swaps_axes = info->orientation >= JXL_ORIENT_TRANSPOSE;
    worker_limit_processor((uint64_t)info->xsize * info->ysize, file->count);
    check_channels(decoder, info);
    bool is_float = info->exponent_bits_per_sample > 0 || info->alpha_exponent_bits > 0;
    bool is_reduced = is_float || depth_of(info) > 16;
    file->header.reply = (heif_reply){
        .kind = HEIF_HEADER,
        .width = swaps_axes ? info->ysize : info->xsize,
        .height = swaps_axes ? info->xsize : info->ysize,
        .depth = is_reduced ? 16 : depth_of(info),
        .orientation = (uint8_t)info->orientation,
        .has_alpha = info->alpha_bits > 0,
        .is_gray = info->num_color_channels == 1,
        .is_animation = info->have_animation != 0,
        .is_reduced = is_reduced,
        .primaries = UNKNOWN_CODE,
        .transfer = UNKNOWN_CODE};
}

// Whether colors are those of sRGB, or PQ or HLG with primaries of ITU-T H.273, whose numbers libjxl uses. Sets the code points.
static bool read_codes(const JxlColorEncoding *colors, heif_reply *reply) {
    if (colors->white_point != JXL_WHITE_POINT_D65) return false;
    bool is_gray = colors->color_space == JXL_COLOR_SPACE_GRAY;
    uint32_t primaries = is_gray ? JXL_PRIMARIES_SRGB : (uint32_t)colors->primaries;
    bool is_bright =
        colors->transfer_function == JXL_TRANSFER_FUNCTION_PQ || colors->transfer_function == JXL_TRANSFER_FUNCTION_HLG;
    bool is_srgb = primaries == JXL_PRIMARIES_SRGB && colors->transfer_function == JXL_TRANSFER_FUNCTION_SRGB;
    if ((!is_bright && !is_srgb) || primaries == JXL_PRIMARIES_CUSTOM) return false;
    reply->primaries = primaries == JXL_PRIMARIES_P3 ? 12 : primaries;
    reply->transfer = (uint32_t)colors->transfer_function;
    return true;
}

// Moves a decoder to the colors of its file, and chooses those of the samples.
//
// libjxl does not convert lossy samples to a profile, but to linear light, unless it is told otherwise: 8 bits are too few for that.
static void choose_colors(const jxl_file *file, JxlDecoder *decoder) {
    check(jxl.JxlDecoderProcessInput(decoder), JXL_DEC_COLOR_ENCODING);
    JxlColorEncoding colors;
    if (file->info.uses_original_profile ||
        libjxl_get_encoding(decoder, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &colors) == JXL_DEC_SUCCESS)
        return;
    colors = (JxlColorEncoding){
        .color_space = file->header.reply.is_gray ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB,
        .white_point = JXL_WHITE_POINT_D65,
        // the largest gamut that the samples can hold without visible steps
        .primaries = file->header.reply.depth > 8 ? JXL_PRIMARIES_2100 : JXL_PRIMARIES_P3,
        .transfer_function = JXL_TRANSFER_FUNCTION_SRGB,
        .rendering_intent = JXL_RENDERING_INTENT_RELATIVE};
    check(jxl.JxlDecoderSetPreferredColorProfile(decoder, &colors), JXL_DEC_SUCCESS);
}

// Finds the header of the first frame: a decoder that has read the colors stands there, or before another part of the codestream. Releases its
// input. Returns NULL if the file ends before.
static const uint8_t *find_frame(const jxl_file *file, JxlDecoder *decoder) {
    size_t left = jxl.JxlDecoderReleaseInput(decoder);
    const uint8_t *place = file->bytes + file->count - left;
    if (!file->info.have_container) return left > 0 ? place : NULL;
    box whole = box_of_file(file->bytes, file->count);
    for (box part; whole.next < whole.end && box_header(&whole, &part);) {
        bool is_part = part.type == BOX_TYPE('j', 'x', 'l', 'p');
        ptrdiff_t head = is_part ? 4 : 0;  // the number of the part
        if (!is_part && part.type != BOX_TYPE('j', 'x', 'l', 'c')) continue;
        if (part.end - part.next <= head || place >= part.end) continue;
        return part.next + head > place ? part.next + head : place;
    }
    return NULL;
}

// Whether samples are stored in the colors of the file, and not as frequencies, as photos that were JPEG files are. The library does not tell.
static bool is_lossless(const jxl_file *file, const uint8_t *frame) {
    // one bit for all defaults, which are frequencies, two for the kind of the frame, and one for samples
    return file->info.uses_original_profile && frame && (*frame & 1) == 0 && (*frame & 8) != 0;
}

static void read_colors(jxl_file *file, JxlDecoder *decoder, const heif_task *task) {
    choose_colors(file, decoder);
    JxlColorEncoding colors;
    bool is_known = libjxl_get_encoding(decoder, JXL_COLOR_PROFILE_TARGET_DATA, &colors) == JXL_DEC_SUCCESS &&
                    read_codes(&colors, &file->header.reply);
    size_t count = 0;
    if (is_known || !task->wants_colors || libjxl_get_profile_size(decoder, &count) != JXL_DEC_SUCCESS || count == 0)
        return;
    worker_count(count, &file->header, task);
    worker_check_memory(file->header.profile = malloc(count));
    check(libjxl_get_profile(decoder, file->header.profile, count), JXL_DEC_SUCCESS);
    file->header.reply.profile_count = count;
}

// Reads the contents of a box, decompressed; the decoder stands at its beginning, and then at the next one.
static JxlDecoderStatus read_box(
    const jxl_file *file, JxlDecoder *decoder, const heif_task *task, uint8_t **bytes, uint64_t *count) {
    enum { FIRST_COUNT = 1 << 12 };
    size_t capacity = 0, filled = 0;
    JxlDecoderStatus status = JXL_DEC_BOX_NEED_MORE_OUTPUT;
    while (status == JXL_DEC_BOX_NEED_MORE_OUTPUT) {
        if (capacity > 0) filled = capacity - jxl.JxlDecoderReleaseBoxBuffer(decoder);
        worker_count(filled, &file->header, task);
        capacity = capacity > 0 ? 2 * capacity : FIRST_COUNT;
        worker_check_memory(*bytes = realloc(*bytes, capacity));
        jxl.JxlDecoderSetBoxBuffer(decoder, *bytes + filled, capacity - filled);
        status = jxl.JxlDecoderProcessInput(decoder);
    }
    *count = capacity - jxl.JxlDecoderReleaseBoxBuffer(decoder);
    worker_count(0, &file->header, task);
    return status;
}

// Reads EXIF and XMP, the first of each.
static void read_boxes(jxl_file *file, const heif_task *task) {
    heif_reply *reply = &file->header.reply;
    JxlDecoder *decoder = open_file(file, JXL_DEC_BOX);
    jxl.JxlDecoderSetDecompressBoxes(decoder, JXL_TRUE);
    JxlDecoderStatus status = jxl.JxlDecoderProcessInput(decoder);
    while (status == JXL_DEC_BOX) {
        JxlBoxType type;
        if (jxl.JxlDecoderGetBoxType(decoder, type, JXL_TRUE) != JXL_DEC_SUCCESS) break;
        if (task->wants_texts && !file->header.exif && memcmp(type, "Exif", 4) == 0) {
            status = read_box(file, decoder, task, &file->header.exif, &reply->exif_count);
        } else if (task->wants_texts && !file->header.xmp && memcmp(type, "xml ", 4) == 0) {
            status = read_box(file, decoder, task, &file->header.xmp, &reply->xmp_count);
        } else {
            status = jxl.JxlDecoderProcessInput(decoder);
        }
    }
    jxl.JxlDecoderDestroy(decoder);
}

// MARK: - The pixels

// Decodes the first image, as far as the file goes. Returns its rows.
static uint8_t *decode(const jxl_file *file, uint32_t threads, const heif_decode *request, size_t *count, bool *is_damaged) {
    const heif_reply *header = &file->header.reply;
    JxlPixelFormat format = {
        .num_channels = file->info.num_color_channels + header->has_alpha,
        .data_type = header->depth > 8 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
        .endianness = JXL_NATIVE_ENDIAN};
    JxlDecoder *decoder = open_file(file, JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE);
    void *runner = jxl_threads.JxlThreadParallelRunnerCreate(NULL, threads);
    worker_check_memory(runner);
    jxl.JxlDecoderSetParallelRunner(decoder, jxl_threads.JxlThreadParallelRunner, runner);
    jxl.JxlDecoderSetUnpremultiplyAlpha(decoder, JXL_TRUE);
    choose_colors(file, decoder);
    check(jxl.JxlDecoderProcessInput(decoder), JXL_DEC_NEED_IMAGE_OUT_BUFFER);
    *count = (size_t)header->width * header->height * format.num_channels * (header->depth > 8 ? 2 : 1);
    size_t expected = 0;
    jxl.JxlDecoderImageOutBufferSize(decoder, &format, &expected);
    if (expected != *count) worker_fail(HELPER_DAMAGED, "the image does not have the size that the file announces");
    uint8_t *rows = malloc(*count);
    worker_check_memory(rows);
    // what is missing becomes gray, or transparent
    if (!header->has_alpha) memset(rows, 0x80, *count);
    jxl.JxlDecoderSetImageOutBuffer(decoder, &format, rows, *count);
    JxlDecoderStatus status = jxl.JxlDecoderProcessInput(decoder);
    // only the end may be missing: after other damage, the pixels would depend on the order in which threads work
    *is_damaged = status == JXL_DEC_NEED_MORE_INPUT && request->allows_damage;
    if (*is_damaged) {
        jxl.JxlDecoderFlushImage(decoder);
    } else {
        check(status, JXL_DEC_FULL_IMAGE);
    }
    return rows;
}

// MARK: - Both

void worker_read_jxl(const heif_task *task) {
    jxl_file file = {.bytes = worker_receive_new(task->file_count), .count = task->file_count};
    JxlDecoder *decoder = open_file(&file, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING);
    // libjxl tells the orientation only if it does not apply it
    jxl.JxlDecoderSetKeepOrientation(decoder, JXL_TRUE);
    read_info(&file, decoder);
    read_colors(&file, decoder, task);
    file.header.reply.is_lossless = is_lossless(&file, find_frame(&file, decoder));
    jxl.JxlDecoderDestroy(decoder);
    if (file.info.have_container) read_boxes(&file, task);
    heif_decode request = worker_send_header(&file.header);
    size_t count = 0;
    bool is_damaged = false;
    const uint8_t *rows = decode(&file, task->threads, &request, &count, &is_damaged);
    heif_reply reply = {.kind = HEIF_PIXELS, .count = count, .is_damaged = is_damaged};
    worker_reply(&reply);
    worker_send(rows, count);
}
