// Memory for the coefficients of a JPEG file, instead of libjpeg's own.
//
// Uses the largest pages of the system: with small pages, the page faults for the coefficients of a photograph take as long as
// decoding them.

#ifndef COEFFICIENT_MEMORY_H
#define COEFFICIENT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

// Provides the rows of blocks that a writer reads from an array: those of the array, or others. `context` is that of the memory.
typedef JBLOCKARRAY (*coefficient_source)(
    void *context, j_common_ptr writer, jvirt_barray_ptr array, int component, JDIMENSION first);

typedef struct coefficient_memory {
    void (*realize_default)(j_common_ptr common);  // libjpeg's own function, for its other arrays
    jvirt_barray_ptr arrays;                       // the array requested last
    void *mapping;
    size_t mapping_size;
    size_t limit;
    coefficient_source source;  // NULL for the rows of the arrays
    void *context;
} coefficient_memory;

// Makes a libjpeg object allocate its coefficient arrays here, up to `limit` bytes in total.
//
// Call right after the object has been created. Sets its `client_data`; its `err` must be a `jpeg_failure`.
void coefficient_memory_install(coefficient_memory *memory, j_common_ptr common, size_t limit);

// The rows of blocks of an array, from `first` on.
JBLOCKARRAY coefficient_rows(jvirt_barray_ptr array, JDIMENSION first);

// Releases the memory after the libjpeg object has been destroyed.
void coefficient_memory_free(coefficient_memory *memory);

#endif
