// The boxes of a HEIF file (ISO/IEC 14496-12 and 23008-12). No size or count in a file is trusted.

#ifndef BOXES_H
#define BOXES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The number that the four letters of a type are.
#define BOX_TYPE(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

typedef struct box {
    uint32_t type;
    uint8_t *start;  // of its header
    uint8_t *next;   // the contents that were not read yet
    uint8_t *end;
} box;

// The box that holds all bytes of a file.
box box_of_file(uint8_t *file, size_t count);

// Reads the header of the next box inside of another one. Returns false at the end; ends the task if the file is damaged.
bool box_next(box *outer, box *inner);

// Finds the box of a file that describes its images, and the last box of the file, which may be cut. Returns false if there is none.
bool box_find_meta(box file, box *meta, box *last);

// Finds the only box of a type inside of another one. Returns false if there is none; ends the task if there are several.
bool box_find(box outer, uint32_t type, box *found);

// Reads a big-endian number of up to eight bytes; ends the task if the contents are too short.
uint64_t box_number(box *outer, unsigned byte_count);

// Reads the version and the flags of a box: the version is the first byte.
uint32_t box_version(box *outer, uint32_t *flags);

// Writes a big-endian number of four bytes.
void box_store(uint8_t *target, uint32_t number);

// Changes the size in the header of a box; ends the task if that has no room for it.
void box_set_size(const box *changed, uint64_t size);

#endif
