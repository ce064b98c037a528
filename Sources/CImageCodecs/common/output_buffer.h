// A growing buffer for the output of an encoder.

#ifndef OUTPUT_BUFFER_H
#define OUTPUT_BUFFER_H

#include <stdbool.h>

#include "codec_status.h"

typedef struct output_buffer {
    uint8_t *start;
    size_t count;
    size_t capacity;
} output_buffer;

// Reserves space for `count` more bytes. Returns false if memory allocation fails.
bool output_buffer_reserve(output_buffer *buffer, size_t count);

// Appends bytes. Returns false if memory allocation fails.
bool output_buffer_append(output_buffer *buffer, const uint8_t *bytes, size_t count);

void output_buffer_free(output_buffer *buffer);

#endif
