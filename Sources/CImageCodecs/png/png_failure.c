#include "png_failure.h"

#include <stdio.h>
#include <string.h>

void png_failure_end(png_failure *failure, codec_status status, const char *message) {
    failure->status = status;
    snprintf(failure->message, sizeof failure->message, "%s", message);
    longjmp(failure->jump, 1);
}

void png_failure_raise(png_structp png, png_const_charp message) {
    png_failure *failure = png_get_error_ptr(png);
    codec_status memory_failure = failure->memory->failure;
    // libpng's own message for a failed allocation depends on what it was about to do.
    if (memory_failure == CODEC_OVER_LIMIT) message = "decoding needs more memory than allowed";
    png_failure_end(failure, memory_failure == CODEC_OK ? CODEC_DAMAGED : memory_failure, message);
}

// After the last row, libpng only warns of damaged pixel data. Extra data is harmless, a wrong checksum is not.
static bool is_damage(const char *warning) {
    if (strncmp(warning, "IDAT: ", 6) != 0) return false;
    return !strstr(warning, "Extra compressed data") && !strstr(warning, "Too much image data");
}

void png_failure_warn(png_structp png, png_const_charp message) {
    if (is_damage(message)) png_failure_raise(png, message);
    png_failure *failure = png_get_error_ptr(png);
    if (failure->warnings_left-- <= 0) png_failure_end(failure, CODEC_OVER_LIMIT, "too many warnings");
    if (!failure->warning[0]) snprintf(failure->warning, sizeof failure->warning, "%s", message);
}
