// Allocates libpng's memory, up to a limit.

#ifndef PNG_MEMORY_H
#define PNG_MEMORY_H

#include <png.h>

#include "codec_status.h"

typedef struct png_memory {
    size_t used;
    size_t limit;
    codec_status failure;  // why the last request failed
} png_memory;

png_voidp png_memory_allocate(png_structp png, png_alloc_size_t count);
void png_memory_free(png_structp png, png_voidp memory);

#endif
