// Changes valid boxes that libheif reads wrongly.
//
// Older versions apply the properties of an image in their order, but count only the transformations after `ispe` in its size: `ispe`
// becomes the first one. Before version 1.18, they refuse auxiliary images, thumbnails, and metadata of several images, as phones write
// them since 2024, and version 1.23 refuses them if one of the images is of a kind it does not know: one image remains. They give neither hidden images nor parts of others, but any image that is the picture.

#include <stdlib.h>
#include <string.h>

#include "boxes.h"
#include "survey.h"
#include "worker.h"

// MARK: - The order of properties

// Moves the associations with `ispe` before the others. Each association has one or two bytes.
static void move_sizes(uint8_t *first, uint64_t count, unsigned width, const bool *is_size, size_t property_count) {
    uint8_t sorted[2 * 255];
    size_t next = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint64_t index = 0; index < count; index++) {
            const uint8_t *from = first + index * width;
            size_t number = width == 1 ? from[0] & 0x7F : (size_t)(from[0] & 0x7F) << 8 | from[1];
            if ((number <= property_count && is_size[number]) != (pass == 0)) continue;
            memcpy(sorted + next, from, width);
            next += width;
        }
    memcpy(first, sorted, next);
}

static void order_properties(box associations, const bool *is_size, size_t property_count) {
    uint32_t flags, version = box_version(&associations, &flags);
    unsigned id_bytes = version == 0 ? 2 : 4, width = (flags & 1) == 0 ? 1 : 2;
    for (uint64_t entries = box_number(&associations, 4); entries > 0; entries--) {
        box_number(&associations, id_bytes);
        uint64_t count = box_number(&associations, 1);
        uint8_t *first = associations.next;
        for (uint64_t index = 0; index < count; index++) box_number(&associations, width);
        move_sizes(first, count, width, is_size, property_count);
    }
}

static void order_all_properties(box meta) {
    box all, container, associations, property;
    if (!box_find(meta, BOX_TYPE('i', 'p', 'r', 'p'), &all)) return;
    if (!box_find(all, BOX_TYPE('i', 'p', 'c', 'o'), &container)) return;
    size_t count = 0;
    bool *is_size = calloc((size_t)(container.end - container.next) / 8 + 1, sizeof *is_size);
    worker_check_memory(is_size);
    while (box_next(&container, &property)) is_size[++count] = property.type == BOX_TYPE('i', 's', 'p', 'e');
    while (box_next(&all, &associations))
        if (associations.type == BOX_TYPE('i', 'p', 'm', 'a')) order_properties(associations, is_size, count);
    free(is_size);
}

// MARK: - References

static bool has_one_target(uint32_t type) {
    return type == BOX_TYPE('a', 'u', 'x', 'l') || type == BOX_TYPE('t', 'h', 'm', 'b') ||
           type == BOX_TYPE('c', 'd', 's', 'c');
}

// Leaves one target of a group of references: the picture if it is among them, or the first. Returns how many bytes are left out.
static size_t leave_one(box *group, unsigned id_bytes, uint32_t primary) {
    box_number(group, id_bytes);  // the item that refers
    uint64_t count = box_number(group, 2);
    uint8_t *targets = group->next;
    for (uint64_t index = 0; index < count; index++)
        if (box_number(group, id_bytes) == primary) memmove(targets, group->next - id_bytes, id_bytes);
    if (count < 2) return 0;
    targets[-2] = 0;
    targets[-1] = 1;
    size_t surplus = (size_t)(count - 1) * id_bytes;
    box_set_size(group, (uint64_t)(group->end - group->start) - surplus);
    return surplus;
}

static bool has_surplus(box references) {
    unsigned id_bytes = box_version(&references, NULL) == 0 ? 2 : 4;
    for (box group; box_next(&references, &group);) {
        box_number(&group, id_bytes);
        if (has_one_target(group.type) && box_number(&group, 2) > 1) return true;
    }
    return false;
}

// Leaves out surplus targets; what follows moves up. Returns how many bytes are left out.
static size_t shorten(box references, box meta, uint32_t primary) {
    box all = references;
    unsigned id_bytes = box_version(&all, NULL) == 0 ? 2 : 4;
    uint8_t *target = all.next;
    size_t surplus = 0;
    for (box group; box_next(&all, &group);) {
        size_t length = (size_t)(group.end - group.start);
        box copy = group;
        size_t removed = has_one_target(group.type) ? leave_one(&copy, id_bytes, primary) : 0;
        memmove(target, group.start, length - removed);
        target += length - removed;
        surplus += removed;
    }
    memmove(target, references.end, (size_t)(meta.end - references.end));
    box_set_size(&references, (uint64_t)(references.end - references.start) - surplus);
    box_set_size(&meta, (uint64_t)(meta.end - meta.start) - surplus);
    return surplus;
}

static uint32_t primary_item(box meta) {
    box part;
    if (!box_find(meta, BOX_TYPE('p', 'i', 't', 'm'), &part)) return 0;
    return (uint32_t)box_number(&part, box_version(&part, NULL) == 0 ? 2 : 4);
}

static box contents_of_meta(box meta) {
    box_version(&meta, NULL);
    return meta;
}

// Copies the box that describes the images to the end of the file, so that no data moves, and shortens the copy.
static void shorten_copy(uint8_t **file, size_t *count, box meta, box last) {
    size_t length = (size_t)(meta.end - meta.start), place = (size_t)(meta.start - *file);
    bool is_last = last.start == meta.start;
    size_t end = is_last ? place + length : *count;
    // a size of 0 means the rest of the file, and the last box may be cut
    box_set_size(&meta, length);
    if (!is_last) box_set_size(&last, (uint64_t)(*file + end - last.start));
    uint8_t *grown = realloc(*file, end + length);
    worker_check_memory(grown);
    memcpy(grown + end, grown + place, length);
    box_store(grown + place + 4, BOX_TYPE('f', 'r', 'e', 'e'));
    box tail = {.next = grown + end, .end = grown + end + length}, copy, references;
    box_next(&tail, &copy);
    box_find(contents_of_meta(copy), BOX_TYPE('i', 'r', 'e', 'f'), &references);
    *file = grown;
    *count = end + length - shorten(references, copy, primary_item(contents_of_meta(copy)));
}

// MARK: - The picture

static bool contains(const uint32_t *items, size_t count, uint64_t item) {
    for (size_t index = 0; index < count; index++)
        if (items[index] == item) return true;
    return false;
}

// Shows items that are hidden.
static void show(box contents, const uint32_t *items, size_t count) {
    box entries;
    if (!box_find(contents, BOX_TYPE('i', 'i', 'n', 'f'), &entries)) return;
    box_number(&entries, box_version(&entries, NULL) == 0 ? 2 : 4);  // how many there are
    for (box entry; box_next(&entries, &entry);) {
        if (entry.type != BOX_TYPE('i', 'n', 'f', 'e')) continue;
        uint8_t *flags = entry.next + 3;
        uint32_t version = box_version(&entry, NULL);
        if (contains(items, count, box_number(&entry, version >= 3 ? 4 : 2))) *flags &= 0xFE;
    }
}

static void make_picture(box contents, uint32_t item) {
    box part;
    show(contents, &item, 1);
    if (!box_find(contents, BOX_TYPE('p', 'i', 't', 'm'), &part)) return;
    unsigned id_bytes = box_version(&part, NULL) == 0 ? 2 : 4;
    if (id_bytes == 2 && item > UINT16_MAX) worker_fail(HELPER_DAMAGED, "an image is missing");
    uint8_t *number = part.next;
    box_number(&part, id_bytes);
    for (unsigned index = 0; index < id_bytes; index++) number[index] = (uint8_t)(item >> 8 * (id_bytes - 1 - index));
}

// MARK: - All

void show_tiles(uint8_t *file, size_t count, const tile_grid *grid) {
    box meta, last;
    if (box_find_meta(box_of_file(file, count), &meta, &last))
        show(contents_of_meta(meta), grid->tiles, (size_t)grid->rows * grid->columns);
}

void repair_file(uint8_t **file, size_t *count, uint32_t item) {
    box meta, last, references;
    if (!box_find_meta(box_of_file(*file, *count), &meta, &last)) return;
    box contents = contents_of_meta(meta);
    order_all_properties(contents);
    bool has_references = box_find(contents, BOX_TYPE('i', 'r', 'e', 'f'), &references);
    if (has_references && has_surplus(references)) {
        shorten_copy(file, count, meta, last);
        box_find_meta(box_of_file(*file, *count), &meta, &last);
    }
    if (item != 0) make_picture(contents_of_meta(meta), item);
}
