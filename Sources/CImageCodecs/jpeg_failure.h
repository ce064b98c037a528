// libjpeg's errors and warnings, as every JPEG session handles them.

#ifndef JPEG_FAILURE_H
#define JPEG_FAILURE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "codec_status.h"

typedef struct jpeg_failure {
    struct jpeg_error_mgr manager;  // the first member, so that libjpeg's pointer to it is one to the whole
    jmp_buf jump;                   // set by every call of the session
    codec_status status;
    char message[CODEC_MESSAGE_SIZE];
    char warning[CODEC_MESSAGE_SIZE];
    bool limits_warnings;
    int warnings_left;  // that cost no data, if they are limited
    bool tolerates_damage;
    char damage[CODEC_MESSAGE_SIZE];  // the first that was tolerated
} jpeg_failure;

// Fills in the handlers and returns what `cinfo->err` is to point to.
struct jpeg_error_mgr *jpeg_failure_prepare(jpeg_failure *failure);

// Ends the session's call with a message.
_Noreturn void jpeg_failure_raise(jpeg_failure *failure, codec_status status, const char *message);

#endif
