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

// Reads the header of the next box inside of another one, of which there is more. Returns false if it is cut, or its size is wrong.
bool box_header(box *outer, box *inner);

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

// Reads the version of a box with numbers of items, each of which has as many bytes as are returned.
unsigned box_id_bytes(box *outer);

// Finds the number of the picture in the contents of the box that describes the images; 0 if it is missing.
uint32_t box_primary_item(box contents);

// An entry of the box iinf.
typedef struct item_entry {
    uint32_t id;
    uint32_t type;   // 0 in older versions, which have no types
    uint8_t *flags;  // the last byte of them
} item_entry;

// The entries of a box iinf, before the first of them.
box item_entries_of(box all);

// Reads the next entry. Returns false at the end; ends the task if the box is damaged.
bool item_entries_next(box *entries, item_entry *entry);

// The properties of an item: an entry of the box ipma.
typedef struct associations {
    box box;  // which contains them; what was not read yet are the entries of other items
    uint64_t entries_left;
    unsigned id_bytes;
    uint32_t item;
    uint8_t *first;
    unsigned width;  // the bytes of each association
    uint64_t count;
} associations;

// The entries of a box ipma, before the first of them.
associations associations_of(box all);

// Reads the next entry. Returns false at the end; ends the task if the box is damaged.
bool associations_next(associations *entry);

// The number of a property, from 1; 0 for an association that was removed.
uint32_t associations_property(const associations *entry, uint64_t index);

// Writes a big-endian number of four bytes.
void box_store(uint8_t *target, uint32_t number);

// Changes the size in the header of a box; ends the task if that has no room for it.
void box_set_size(const box *changed, uint64_t size);

#endif
