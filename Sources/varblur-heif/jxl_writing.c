#include <stdlib.h>

#include "jxl_library.h"
#include "worker.h"

static void check(JxlEncoderStatus status, const char *part) {
    if (status == JXL_ENC_SUCCESS) return;
    if (worker_lacks_memory) worker_check_memory(NULL);
    worker_fail(HELPER_FAULT, part);
}

static void set_info(JxlEncoder *encoder, const heif_task *task) {
    JxlBasicInfo info;
    jxl.JxlEncoderInitBasicInfo(&info);
    info.xsize = task->width;
    info.ysize = task->height;
    info.bits_per_sample = task->is_wide ? 16 : 8;
    info.num_color_channels = task->is_gray ? 1 : 3;
    info.num_extra_channels = task->has_alpha;
    info.alpha_bits = task->has_alpha ? info.bits_per_sample : 0;
    info.uses_original_profile = task->quality >= 100;
    check(jxl.JxlEncoderSetBasicInfo(encoder, &info), "the size of the image");
}

// The transfer function with a code point of ITU-T H.273; a gamma is set.
static JxlTransferFunction transfer_function(uint32_t code, double *gamma) {
    switch (code) {
        case 4: *gamma = 1 / 2.2; return JXL_TRANSFER_FUNCTION_GAMMA;
        case 5: *gamma = 1 / 2.8; return JXL_TRANSFER_FUNCTION_GAMMA;
        case 6:
        case 14:
        case 15: return JXL_TRANSFER_FUNCTION_709;
        default: return (JxlTransferFunction)code;
    }
}

static void set_colors(JxlEncoder *encoder, const heif_task *task, const uint8_t *profile) {
    if (task->profile_count > 0) {
        if (jxl.JxlEncoderSetICCProfile(encoder, profile, task->profile_count) == JXL_ENC_SUCCESS) return;
        worker_fail(HELPER_UNSUPPORTED, "this color profile, which libjxl does not understand");
    }
    JxlColorEncoding colors = {
        .color_space = task->is_gray ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB,
        .white_point = task->primaries == 11 ? JXL_WHITE_POINT_DCI : JXL_WHITE_POINT_D65,
        .primaries = task->primaries == 12 ? JXL_PRIMARIES_P3 : (JxlPrimaries)task->primaries,
        .rendering_intent = JXL_RENDERING_INTENT_RELATIVE};
    colors.transfer_function = transfer_function(task->transfer, &colors.gamma);
    check(jxl.JxlEncoderSetColorEncoding(encoder, &colors), "the code points of colors");
}

// The distance that cjxl has for a quality below 100.
static float distance_of(uint32_t quality) {
    double number = quality;
    return (float)(quality >= 30 ? 0.1 + (100 - number) * 0.09 : 53.0 / 3000 * number * number - 23.0 / 20 * number + 25);
}

static void add_frame(JxlEncoder *encoder, const heif_task *task) {
    JxlPixelFormat format = {
        .num_channels = (task->is_gray ? 1 : 3) + task->has_alpha,
        .data_type = task->is_wide ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
        .endianness = JXL_NATIVE_ENDIAN};
    size_t count = (size_t)task->width * task->height * format.num_channels * (task->is_wide ? 2 : 1);
    uint8_t *rows = worker_receive_new(count);
    JxlEncoderFrameSettings *settings = jxl.JxlEncoderFrameSettingsCreate(encoder, NULL);
    worker_check_memory(settings);
    bool is_lossless = task->quality >= 100;
    check(jxl.JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, task->speed), "the effort");
    check(jxl.JxlEncoderSetFrameDistance(settings, is_lossless ? 0 : distance_of(task->quality)), "the quality");
    if (is_lossless) check(jxl.JxlEncoderSetFrameLossless(settings, JXL_TRUE), "the quality");
    // The search for repeated letters takes up to ten times the memory, and twice the time. Files of text would be half as long.
    check(jxl.JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_PATCHES, 0), "the effort");
    // otherwise, opaque pixels would become translucent
    bool has_lossless_alpha = task->has_alpha && !is_lossless && jxl_set_extra_channel_distance;
    if (has_lossless_alpha) check(jxl_set_extra_channel_distance(settings, 0, 0), "the quality of alpha");
    check(jxl.JxlEncoderAddImageFrame(settings, &format, rows, count), "the pixels");
    free(rows);
}

// Adds a box of metadata, if there is any, after some zeros.
static void add_box(JxlEncoder *encoder, const char *type, size_t zeros, uint64_t count) {
    if (count == 0) return;
    uint8_t *bytes = calloc(1, zeros + count);
    worker_check_memory(bytes);
    worker_receive(bytes + zeros, count);
    check(jxl.JxlEncoderAddBox(encoder, type, bytes, zeros + count, JXL_FALSE), "metadata");
    free(bytes);
}

static void send_file(JxlEncoder *encoder) {
    size_t capacity = 1 << 16, count = 0;
    uint8_t *bytes = NULL;
    JxlEncoderStatus status = JXL_ENC_NEED_MORE_OUTPUT;
    while (status == JXL_ENC_NEED_MORE_OUTPUT) {
        capacity *= 2;
        worker_check_memory(bytes = realloc(bytes, capacity));
        uint8_t *next = bytes + count;
        size_t available = capacity - count;
        status = jxl.JxlEncoderProcessOutput(encoder, &next, &available);
        count = capacity - available;
    }
    check(status, "the image");
    worker_send_file(bytes, count);
}

void worker_write_jxl(const heif_task *task) {
    JxlEncoder *encoder = jxl.JxlEncoderCreate(NULL);
    worker_check_memory(encoder);
    void *runner = jxl_threads.JxlThreadParallelRunnerCreate(NULL, task->threads);
    worker_check_memory(runner);
    check(jxl.JxlEncoderSetParallelRunner(encoder, jxl_threads.JxlThreadParallelRunner, runner), "threads");
    uint8_t *profile = worker_receive_new(task->profile_count);
    check(jxl.JxlEncoderUseContainer(encoder, JXL_TRUE), "the container");
    check(jxl.JxlEncoderUseBoxes(encoder), "the container");
    set_info(encoder, task);
    set_colors(encoder, task, profile);
    free(profile);
    enum { EXIF_OFFSET_COUNT = 4 };
    add_box(encoder, "Exif", EXIF_OFFSET_COUNT, task->exif_count);
    add_box(encoder, "xml ", 0, task->xmp_count);
    add_frame(encoder, task);
    // boxes stay open, so that the last one has a length, and another one may follow it
    jxl.JxlEncoderCloseFrames(encoder);
    send_file(encoder);
}
