#include "library.h"
#include "worker.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    FREE_SECONDS = 5,             // of processor time
    PIXELS_PER_SECOND = 1 << 21,  // a slow processor decodes noise at this rate
    BYTES_PER_SECOND = 1 << 20,
};

static uint64_t seconds_for(uint64_t pixels, uint64_t byte_count) {
    return FREE_SECONDS + pixels / PIXELS_PER_SECOND + byte_count / BYTES_PER_SECOND;
}

void worker_limit_survey(uint64_t byte_count) { worker_limit_processor_time(seconds_for(0, byte_count), true); }

void worker_limit_processor(uint64_t pixels, uint64_t byte_count) {
    worker_limit_processor_time(seconds_for(pixels, byte_count), false);
}

void worker_reply(const heif_reply *reply) {
    if (reply->kind == HEIF_PIXELS || reply->kind == HEIF_FILE) worker_begin_stream();
    worker_send(reply, sizeof *reply);
}

size_t worker_count(size_t count, const file_header *header, const heif_task *task) {
    const heif_reply *reply = &header->reply;
    uint64_t sum = reply->profile_count + reply->exif_count + reply->xmp_count;
    if (sum + count > task->metadata_limit) worker_fail(HELPER_TOO_MUCH_METADATA, "");
    return count;
}

heif_decode worker_send_header(const file_header *header) {
    worker_reply(&header->reply);
    worker_send(header->profile, header->reply.profile_count);
    worker_send(header->exif, header->reply.exif_count);
    worker_send(header->xmp, header->reply.xmp_count);
    worker_send(header->tone_mapping, header->reply.tone_mapping_count);
    free(header->profile);
    free(header->exif);
    free(header->xmp);
    heif_decode request;
    worker_receive(&request, sizeof request);
    worker_limit_memory(request.memory);
    return request;
}

void worker_send_file(const uint8_t *bytes, size_t count) {
    heif_reply reply = {.kind = HEIF_FILE, .count = count};
    worker_reply(&reply);
    worker_send(bytes, count);
}

void worker_fail_unsupported(struct heif_error error) {
    if (libheif_is(1, 18)) worker_fail(HELPER_UNSUPPORTED, error.message);
    char text[512];
    snprintf(text, sizeof text, "libheif %s: %s", heif.heif_get_version(), error.message);
    worker_fail(HELPER_OLD_LIBRARY, text);
}

static _Noreturn void fail_with(struct heif_error error) {
    helper_failure failure = HELPER_DAMAGED;
    switch (error.code) {
        case heif_error_Unsupported_filetype:
        case heif_error_Unsupported_feature: worker_fail_unsupported(error);
        case heif_error_Memory_allocation_error: failure = HELPER_OUT_OF_MEMORY; break;
        case heif_error_Usage_error:
        case heif_error_Encoder_plugin_error:
        case heif_error_Encoding_error: failure = HELPER_FAULT; break;
        default: break;
    }
    if (error.subcode == heif_suberror_Security_limit_exceeded) failure = HELPER_OVER_LIMIT;
    worker_fail(failure, error.message);
}

void worker_check(struct heif_error error) {
    if (error.code != heif_error_Ok) fail_with(error);
}
