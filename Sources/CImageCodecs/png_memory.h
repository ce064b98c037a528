// libpng's memory and its errors, as every PNG session handles them.

#ifndef PNG_MEMORY_H
#define PNG_MEMORY_H

#include <png.h>
#include <setjmp.h>
#include <stdbool.h>

#include "codec_status.h"

// What the library has been given, and the most that it may get.
typedef struct png_memory {
    size_t used;
    size_t limit;
    codec_status refusal;  // why the last request was turned down
} png_memory;

typedef struct png_failure {
    jmp_buf jump;  // set by every call of the session
    codec_status status;
    char message[CODEC_MESSAGE_SIZE];
    char warning[CODEC_MESSAGE_SIZE];
    bool limits_warnings;
    int warnings_left;  // that cost no pixels, if they are limited
    png_memory *memory;
} png_failure;

void png_failure_set(png_failure *failure, codec_status status, const char *message);

// libpng's error handler: notes the message and jumps back to the session's call.
PNG_NORETURN void png_failure_raise(png_structp png, png_const_charp message);

// libpng's warning handler: notes the first one, and raises those that mean damaged pixels, and one too many.
void png_failure_warn(png_structp png, png_const_charp message);

png_voidp png_memory_take(png_structp png, png_alloc_size_t count);
void png_memory_give_back(png_structp png, png_voidp memory);

#endif
