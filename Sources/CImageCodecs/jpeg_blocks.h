// Memory for a file's coefficients, in place of libjpeg's own: pages as large as the system has them, because to touch the
// coefficients of a photograph for the first time costs as much, a small page at a time, as to decode them; or, where they are
// written as soon as they have been read, only some rows of MCUs.

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
    struct jpeg_merge *merge;  // who is told which rows are wanted; NULL if nobody has to know
    JDIMENSION row_limit;      // that many rows of MCUs are kept; 0 for all
} jpeg_blocks;

// Lets a session's arrays of coefficients, which may take `limit` bytes, come from here. Called right after libjpeg's object has
// been created, whose `client_data` it takes and whose `err` is a `jpeg_failure`.
void jpeg_blocks_install(jpeg_blocks *blocks, j_common_ptr common, size_t limit);

// The arrays in the order of the components, of which there are at most `count`.
void jpeg_blocks_list(const jpeg_blocks *blocks, jvirt_barray_ptr *arrays, int count);

// Rows of an array's blocks, for whoever may read them now.
JBLOCKARRAY jpeg_blocks_rows(jvirt_barray_ptr array, JDIMENSION first);

// Gives the memory back, after libjpeg's object has been destroyed.
void jpeg_blocks_free(jpeg_blocks *blocks);

#endif
