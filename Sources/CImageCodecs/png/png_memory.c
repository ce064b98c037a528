#include "png_memory.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// Precedes each allocation, so that its size is known when it is freed.
typedef union allocation_header {
    size_t count;
    max_align_t alignment;
} allocation_header;

png_voidp png_memory_allocate(png_structp png, png_alloc_size_t count) {
    png_memory *memory = png_get_mem_ptr(png);
    if (count > memory->limit - memory->used) {
        memory->failure = CODEC_OVER_LIMIT;
        return NULL;
    }
    allocation_header *header = count > SIZE_MAX - sizeof *header ? NULL : malloc(sizeof *header + count);
    if (!header) {
        memory->failure = CODEC_OUT_OF_MEMORY;
        return NULL;
    }
    header->count = count;
    memory->used += count;
    return header + 1;
}

void png_memory_free(png_structp png, png_voidp pointer) {
    if (!pointer) return;
    png_memory *memory = png_get_mem_ptr(png);
    allocation_header *header = (allocation_header *)pointer - 1;
    memory->used -= header->count;
    free(header);
}
