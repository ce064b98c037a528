#include "output_buffer.h"

#include <stdlib.h>
#include <string.h>

bool output_buffer_reserve(output_buffer *buffer, size_t count) {
    if (count <= buffer->capacity - buffer->count) return true;
    if (count > SIZE_MAX / 4 - buffer->count) return false;
    size_t capacity = 2 * (buffer->count + count);
    uint8_t *start = realloc(buffer->start, capacity);
    if (!start) return false;
    buffer->start = start;
    buffer->capacity = capacity;
    return true;
}

bool output_buffer_append(output_buffer *buffer, const uint8_t *bytes, size_t count) {
    if (count == 0) return true;
    if (!output_buffer_reserve(buffer, count)) return false;
    memcpy(buffer->start + buffer->count, bytes, count);
    buffer->count += count;
    return true;
}

void output_buffer_free(output_buffer *buffer) {
    free(buffer->start);
    *buffer = (output_buffer){0};
}
