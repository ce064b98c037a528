#include "png_memory.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What precedes each piece of memory, so that its size is known when it is given back.
typedef union piece_header {
    size_t count;
    max_align_t alignment;
} piece_header;

png_voidp png_memory_take(png_structp png, png_alloc_size_t count) {
    png_memory *memory = png_get_mem_ptr(png);
    if (count > memory->limit - memory->used) {
        memory->refusal = CODEC_OVER_LIMIT;
        return NULL;
    }
    piece_header *piece = count > SIZE_MAX - sizeof *piece ? NULL : malloc(sizeof *piece + count);
    if (!piece) {
        memory->refusal = CODEC_OUT_OF_MEMORY;
        return NULL;
    }
    piece->count = count;
    memory->used += count;
    return piece + 1;
}

void png_memory_give_back(png_structp png, png_voidp pointer) {
    if (!pointer) return;
    png_memory *memory = png_get_mem_ptr(png);
    piece_header *piece = (piece_header *)pointer - 1;
    memory->used -= piece->count;
    free(piece);
}

void png_failure_set(png_failure *failure, codec_status status, const char *message) {
    failure->status = status;
    snprintf(failure->message, sizeof failure->message, "%s", message);
}

void png_failure_raise(png_structp png, png_const_charp message) {
    png_failure *failure = png_get_error_ptr(png);
    codec_status refusal = failure->memory ? failure->memory->refusal : CODEC_OK;
    // what the library says of memory that it has not got depends on what it was about to do
    if (refusal == CODEC_OVER_LIMIT) message = "it needs more memory than it may have";
    png_failure_set(failure, refusal == CODEC_OK ? CODEC_DAMAGED : refusal, message);
    longjmp(failure->jump, 1);
}

// After the last row libpng only warns of what is wrong with the compressed pixels. Superfluous data is harmless; a
// check sum that does not match is not.
static bool is_damage(const char *warning) {
    if (strncmp(warning, "IDAT: ", 6) != 0) return false;
    return !strstr(warning, "Extra compressed data") && !strstr(warning, "Too much image data");
}

void png_failure_warn(png_structp png, png_const_charp message) {
    if (is_damage(message)) png_failure_raise(png, message);
    png_failure *failure = png_get_error_ptr(png);
    if (failure->limits_warnings && failure->warnings_left-- <= 0) {
        png_failure_set(failure, CODEC_OVER_LIMIT, "too many warnings");
        longjmp(failure->jump, 1);
    }
    if (!failure->warning[0]) snprintf(failure->warning, sizeof failure->warning, "%s", message);
}
