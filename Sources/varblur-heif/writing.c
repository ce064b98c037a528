#include <stdlib.h>
#include <string.h>

#include "bleeding.h"
#include "boxes.h"
#include "library.h"
#include "worker.h"

// The encoded file.
typedef struct output_file {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
} output_file;

static struct heif_error append(struct heif_context *context, const void *bytes, size_t count, void *user) {
    (void)context;
    output_file *file = user;
    if (file->capacity - file->count < count) {
        size_t capacity = 2 * file->capacity > file->count + count ? 2 * file->capacity : file->count + count;
        uint8_t *grown = realloc(file->bytes, capacity);
        worker_check_memory(grown);
        file->bytes = grown;
        file->capacity = capacity;
    }
    memcpy(file->bytes + file->count, bytes, count);
    file->count += count;
    return (struct heif_error){.code = heif_error_Ok, .message = "Success"};
}

static uint16_t narrowed(uint16_t sample, uint32_t greatest) {
    return (uint16_t)((sample * greatest + 32767u) / 65535u);
}

static void receive_rows(struct heif_image *image, const heif_task *task, uint32_t depth) {
    int stride = 0;
    enum heif_channel channel = task->is_gray ? heif_channel_Y : heif_channel_interleaved;
    uint8_t *start = heif.heif_image_get_plane(image, channel, &stride);
    worker_check_memory(start);
    size_t samples = (size_t)task->width * (task->has_alpha ? 4 : task->is_gray ? 1 : 3);
    for (uint32_t y = 0; y < task->height; y++) {
        uint8_t *row = start + (size_t)y * (size_t)stride;
        worker_receive(row, samples * (task->is_wide ? 2 : 1));
        if (!task->is_wide) continue;
        uint16_t *values = (uint16_t *)row;
        for (size_t index = 0; index < samples; index++) values[index] = narrowed(values[index], (1u << depth) - 1);
    }
    if (!task->has_alpha) return;
    rgba_pixels pixels = {
        .start = start, .stride = (size_t)stride, .width = task->width, .height = task->height, .is_wide = task->is_wide};
    if (!bleed_colors(&pixels)) worker_fail(HELPER_OUT_OF_MEMORY, "not enough memory");
}

static struct heif_image *make_image(const heif_task *task, uint32_t depth) {
    int width = (int)task->width, height = (int)task->height;
    struct heif_image *image;
    if (task->is_gray) {
        enum heif_colorspace space = heif_colorspace_monochrome;
        worker_check(heif.heif_image_create(width, height, space, heif_chroma_monochrome, &image));
        worker_check(heif.heif_image_add_plane(image, heif_channel_Y, width, height, (int)depth));
        return image;
    }
    enum heif_chroma narrow = task->has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
    enum heif_chroma wide = task->has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
    worker_check(heif.heif_image_create(width, height, heif_colorspace_RGB, task->is_wide ? wide : narrow, &image));
    worker_check(heif.heif_image_add_plane(image, heif_channel_interleaved, width, height, (int)depth));
    return image;
}

// Describes the colors. BT.601 is the matrix that all readers assume for images.
static struct heif_color_profile_nclx *make_codes(const heif_task *task) {
    struct heif_color_profile_nclx *codes = heif.heif_nclx_color_profile_alloc();
    worker_check_memory(codes);
    codes->color_primaries = (enum heif_color_primaries)task->primaries;
    codes->transfer_characteristics = (enum heif_transfer_characteristics)task->transfer;
    codes->matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6;
    codes->full_range_flag = 1;
    return codes;
}

static bool has_bytes(const uint8_t *bytes, size_t count) {
    for (size_t index = 0; index < count; index++)
        if (bytes[index] != 0) return true;
    return false;
}

// Describes how bright the image is, and the display for which it was made. The numbers of the boxes are those of the structures.
static void describe_light(struct heif_image *image, heif_task task) {
    if (has_bytes(task.light_levels, HEIF_LIGHT_BYTES)) {
        box levels = box_of_file(task.light_levels, HEIF_LIGHT_BYTES);
        struct heif_content_light_level level = {.max_content_light_level = (uint16_t)box_number(&levels, 2)};
        level.max_pic_average_light_level = (uint16_t)box_number(&levels, 2);
        heif.heif_image_set_content_light_level(image, &level);
    }
    if (has_bytes(task.mastering_display, HEIF_DISPLAY_BYTES)) {
        box display = box_of_file(task.mastering_display, HEIF_DISPLAY_BYTES);
        struct heif_mastering_display_colour_volume volume = {0};
        for (int index = 0; index < 3; index++) {
            volume.display_primaries_x[index] = (uint16_t)box_number(&display, 2);
            volume.display_primaries_y[index] = (uint16_t)box_number(&display, 2);
        }
        volume.white_point_x = (uint16_t)box_number(&display, 2);
        volume.white_point_y = (uint16_t)box_number(&display, 2);
        volume.max_display_mastering_luminance = (uint32_t)box_number(&display, 4);
        volume.min_display_mastering_luminance = (uint32_t)box_number(&display, 4);
        heif.heif_image_set_mastering_display_colour_volume(image, &volume);
    }
}

static struct heif_encoder *make_encoder(struct heif_context *context, const heif_task *task) {
    struct heif_encoder *encoder;
    if (heif.heif_context_get_encoder_for_format(context, heif_compression_AV1, &encoder).code != heif_error_Ok)
        worker_fail(HELPER_NO_CODEC, "");
    worker_check(heif.heif_encoder_set_lossy_quality(encoder, (int)task->quality));
    // encoders other than aom may lack some of these
    heif.heif_encoder_set_parameter_integer(encoder, "speed", (int)task->speed);
    heif.heif_encoder_set_parameter_integer(encoder, "threads", (int)task->threads);
    heif.heif_encoder_set_parameter_string(encoder, "chroma", task->has_full_color ? "444" : "420");
    heif.heif_encoder_set_parameter_boolean(encoder, "lossless-alpha", 1);
    // To find blocks that an image contains twice, aom needs four times the memory, and many times as long, for images with few colors, such as
    // blurred text; nothing else of it depends on what an image shows.
    heif.heif_encoder_set_parameter_string(encoder, "aom:enable-intrabc", "0");
    return encoder;
}

static void add_metadata(
    struct heif_context *context, const struct heif_image_handle *handle, const heif_task *task, const uint8_t *exif,
    const uint8_t *xmp) {
    if (task->exif_count > 0)
        worker_check(heif.heif_context_add_exif_metadata(context, handle, exif, (int)task->exif_count));
    if (task->xmp_count > 0)
        worker_check(heif.heif_context_add_XMP_metadata(context, handle, xmp, (int)task->xmp_count));
}

void worker_write(const heif_task *task) {
    uint8_t *profile = worker_receive_new(task->profile_count), *exif = worker_receive_new(task->exif_count);
    uint8_t *xmp = worker_receive_new(task->xmp_count);
    uint32_t depth = task->depth == 10 && !libheif_allow_ten_bits() ? 12 : task->depth;
    struct heif_context *context = heif.heif_context_alloc();
    worker_check_memory(context);
    struct heif_encoder *encoder = make_encoder(context, task);
    struct heif_image *image = make_image(task, depth);
    struct heif_color_profile_nclx *codes = make_codes(task);
    worker_check(heif.heif_image_set_nclx_color_profile(image, codes));
    if (task->profile_count > 0)
        worker_check(heif.heif_image_set_raw_color_profile(image, "prof", profile, task->profile_count));
    describe_light(image, *task);
    receive_rows(image, task, depth);
    struct heif_encoding_options *options = heif.heif_encoding_options_alloc();
    worker_check_memory(options);
    if (options->version >= 3) options->save_two_colr_boxes_when_ICC_and_nclx_available = 1;
    if (options->version >= 4) options->output_nclx_profile = codes;
    struct heif_image_handle *handle = NULL;
    worker_check(heif.heif_context_encode_image(context, image, encoder, options, &handle));
    heif.heif_image_release(image);
    add_metadata(context, handle, task, exif, xmp);
    output_file file = {0};
    struct heif_writer writer = {.writer_api_version = 1, .write = append};
    worker_check(heif.heif_context_write(context, &writer, &file));
    worker_send_file(file.bytes, file.count);
}
