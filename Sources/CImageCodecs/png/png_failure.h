// libpng's errors and warnings, as PNG readers handle them.

#ifndef PNG_FAILURE_H
#define PNG_FAILURE_H

#include <setjmp.h>
#include <stdbool.h>

#include "png_memory.h"

typedef struct png_failure {
    jmp_buf jump;  // set by every public function
    codec_status status;
    char message[CODEC_MESSAGE_SIZE];
    char warning[CODEC_MESSAGE_SIZE];  // the first harmless one
    int warnings_left;
    png_memory *memory;
} png_failure;

// Ends the current call with a message.
PNG_NORETURN void png_failure_end(png_failure *failure, codec_status status, const char *message);

// libpng's error handler: records the message and jumps back to the public function.
PNG_NORETURN void png_failure_raise(png_structp png, png_const_charp message);

// libpng's warning handler: records the first warning. Raises warnings that mean damaged pixels, and warnings over the limit.
void png_failure_warn(png_structp png, png_const_charp message);

#endif
