// libjpeg's errors and warnings, as JPEG readers and writers handle them.

#ifndef JPEG_FAILURE_H
#define JPEG_FAILURE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "codec_status.h"

typedef struct jpeg_failure {
    struct jpeg_error_mgr manager;  // the first member: libjpeg's pointer to it is cast to the failure
    jmp_buf jump;                   // set by every public function
    codec_status status;
    char message[CODEC_MESSAGE_SIZE];
    char warning[CODEC_MESSAGE_SIZE];  // the first harmless one
    int warnings_left;
    bool tolerates_damage;
    bool ends_early;                  // the file has no end marker, although no data was missing so far
    char damage[CODEC_MESSAGE_SIZE];  // the first that was tolerated
} jpeg_failure;

// Sets the handlers and returns the value for `cinfo->err`.
struct jpeg_error_mgr *jpeg_failure_prepare(jpeg_failure *failure);

// Ends the current call with a message.
_Noreturn void jpeg_failure_raise(jpeg_failure *failure, codec_status status, const char *message);

#endif
