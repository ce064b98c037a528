// Memory for a file's coefficients, in place of libjpeg's own: pages as large as the system has them, because to touch the
// coefficients of a photograph for the first time costs as much, a small page at a time, as to decode them.

#ifndef JPEG_BLOCKS_H
#define JPEG_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

struct jpeg_merge;

typedef struct jpeg_blocks {
    void (*realize_others)(j_common_ptr common);
    jvirt_barray_ptr arrays;  // the one that was requested last
    void *mapping;
    size_t mapping_size;
    size_t limit;
    struct jpeg_merge *merge;  // whose rows a writer gets; NULL if there is none
} jpeg_blocks;

// Lets a session's arrays of coefficients, which may take `limit` bytes, come from here. Called right after libjpeg's object has
// been created, whose `client_data` it takes and whose `err` is a `jpeg_failure`.
void jpeg_blocks_install(jpeg_blocks *blocks, j_common_ptr common, size_t limit);

// Rows of an array's blocks.
JBLOCKARRAY jpeg_blocks_rows(jvirt_barray_ptr array, JDIMENSION first);

// Gives the memory back, after libjpeg's object has been destroyed.
void jpeg_blocks_free(jpeg_blocks *blocks);

#endif
