// Changes valid boxes that libheif reads wrongly.
//
// Older versions apply the properties of an image in their order, but count only the transformations after `ispe` in its size: `ispe`
// becomes the first one. Before version 1.18, they refuse auxiliary images, thumbnails, and metadata of several images, as phones write
// them since 2024, and version 1.23 refuses them if one of the images is of a kind it does not know: one image remains. They give neither
// hidden images nor parts of others, but any image that is the picture.
//
// An alpha channel without transformations gets those of its image: libavif wrote such files until 2025, and browsers show them so.

#include <stdlib.h>
#include <string.h>

#include "boxes.h"
#include "survey.h"
#include "worker.h"

enum { MOST_ASSOCIATIONS = 255, ESSENTIAL = 0x8000 };

// MARK: - The order of properties

// Moves the associations with `ispe` before the others.
static void move_sizes(const associations *entry, const bool *is_size, size_t property_count) {
    uint8_t sorted[2 * MOST_ASSOCIATIONS];
    size_t next = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint64_t index = 0; index < entry->count; index++) {
            uint32_t number = associations_property(entry, index);
            if ((number <= property_count && is_size[number]) != (pass == 0)) continue;
            memcpy(sorted + next, entry->first + index * entry->width, entry->width);
            next += entry->width;
        }
    memcpy(entry->first, sorted, next);
}

static void order_all_properties(box meta) {
    box all, container, part, property;
    if (!box_find(meta, BOX_TYPE('i', 'p', 'r', 'p'), &all)) return;
    if (!box_find(all, BOX_TYPE('i', 'p', 'c', 'o'), &container)) return;
    size_t count = 0;
    bool *is_size = calloc((size_t)(container.end - container.next) / 8 + 1, sizeof *is_size);
    worker_check_memory(is_size);
    while (box_next(&container, &property)) is_size[++count] = property.type == BOX_TYPE('i', 's', 'p', 'e');
    while (box_next(&all, &part)) {
        if (part.type != BOX_TYPE('i', 'p', 'm', 'a')) continue;
        for (associations entry = associations_of(part); associations_next(&entry);) move_sizes(&entry, is_size, count);
    }
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
    unsigned id_bytes = box_id_bytes(&references);
    for (box group; box_next(&references, &group);) {
        box_number(&group, id_bytes);
        if (has_one_target(group.type) && box_number(&group, 2) > 1) return true;
    }
    return false;
}

// Leaves out surplus targets; what follows moves up. Returns how many bytes are left out.
static size_t shorten(box references, box meta, uint32_t primary) {
    box all = references;
    unsigned id_bytes = box_id_bytes(&all);
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

static box contents_of_meta(box meta) {
    box_version(&meta, NULL);
    return meta;
}

// Finds the box that describes the images, and the last box, which may be cut. A size of 0, which means the rest of the file, is replaced:
// libheif refuses it.
static box find_meta(uint8_t *file, size_t count, box *last) {
    box meta;
    box_find_meta(box_of_file(file, count), &meta, last);
    box_set_size(&meta, (uint64_t)(meta.end - meta.start));
    return meta;
}

// Moves the box that describes the images to the end of the file, so that no data moves. Returns it, with room behind it.
static box move_to_end(uint8_t **file, size_t *count, size_t room) {
    box last, moved, meta = find_meta(*file, *count, &last);
    size_t length = (size_t)(meta.end - meta.start), place = (size_t)(meta.start - *file);
    bool is_last = last.start == meta.start;
    size_t start = is_last ? place : *count;
    if (!is_last) box_set_size(&last, (uint64_t)(*file + start - last.start));
    uint8_t *grown = realloc(*file, start + length + room);
    worker_check_memory(grown);
    if (!is_last) {
        memcpy(grown + start, grown + place, length);
        box_store(grown + place + 4, BOX_TYPE('f', 'r', 'e', 'e'));
    }
    *file = grown;
    *count = start + length;
    box tail = {.next = grown + start, .end = grown + *count};
    box_next(&tail, &moved);
    return moved;
}

static void leave_one_of_each(uint8_t **file, size_t *count) {
    box meta = move_to_end(file, count, 0), contents = contents_of_meta(meta), references;
    box_find(contents, BOX_TYPE('i', 'r', 'e', 'f'), &references);
    *count -= shorten(references, meta, box_primary_item(contents));
}

// MARK: - Alpha channels

// Finds the associations of an item. Returns false if there are none.
static bool find_associations(box properties, uint32_t item, associations *found) {
    for (box part; box_next(&properties, &part);) {
        if (part.type != BOX_TYPE('i', 'p', 'm', 'a')) continue;
        for (*found = associations_of(part); associations_next(found);)
            if (found->item == item) return true;
    }
    return false;
}

static bool is_transformation(box properties, size_t number) {
    box container, property = {0};
    box_find(properties, BOX_TYPE('i', 'p', 'c', 'o'), &container);
    while (number > 0 && box_next(&container, &property)) number--;
    return property.type == BOX_TYPE('i', 'r', 'o', 't') || property.type == BOX_TYPE('i', 'm', 'i', 'r') ||
           property.type == BOX_TYPE('c', 'l', 'a', 'p');
}

// Collects the transformations of an item, in their order. Returns their number.
static size_t find_transformations(box properties, uint32_t item, uint16_t *numbers) {
    associations found;
    size_t count = 0;
    if (!find_associations(properties, item, &found)) return 0;
    for (uint64_t index = 0; index < found.count; index++) {
        uint32_t number = associations_property(&found, index);
        if (is_transformation(properties, number)) numbers[count++] = (uint16_t)number;
    }
    return count;
}

static void grow(const box *grown, size_t added) { box_set_size(grown, (uint64_t)(grown->end - grown->start) + added); }

// Gives an alpha channel the transformations of its image.
static void turn_alpha(uint8_t **file, size_t *count, uint32_t image, uint32_t alpha) {
    uint16_t numbers[MOST_ASSOCIATIONS];
    box meta = move_to_end(file, count, 2 * MOST_ASSOCIATIONS), properties;
    if (!box_find(contents_of_meta(meta), BOX_TYPE('i', 'p', 'r', 'p'), &properties)) return;
    size_t added = find_transformations(properties, image, numbers);
    associations target;
    bool has_room = find_associations(properties, alpha, &target) && target.count + added <= MOST_ASSOCIATIONS;
    for (size_t index = 0; index < added; index++) has_room = has_room && (target.width == 2 || numbers[index] <= 0x7F);
    if (!has_room) worker_fail(HELPER_UNSUPPORTED, "the alpha channel is not turned like its image");
    size_t byte_count = added * target.width;
    target.first[-1] += (uint8_t)added;
    uint8_t *place = target.first + target.count * target.width;
    memmove(place + byte_count, place, (size_t)(meta.end - place));
    for (size_t index = 0; index < added; index++) {
        uint16_t number = numbers[index] | ESSENTIAL;
        if (target.width == 2) *place++ = (uint8_t)(number >> 8);
        *place++ = target.width == 2 ? (uint8_t)number : (uint8_t)(number | 0x80);
    }
    grow(&target.box, byte_count);
    grow(&properties, byte_count);
    grow(&meta, byte_count);
    *count += byte_count;
}

// MARK: - The picture

static bool contains(const uint32_t *items, size_t count, uint64_t item) {
    for (size_t index = 0; index < count; index++)
        if (items[index] == item) return true;
    return false;
}

// Shows items that are hidden.
static void show(box contents, const uint32_t *items, size_t count) {
    box all;
    if (!box_find(contents, BOX_TYPE('i', 'i', 'n', 'f'), &all)) return;
    box entries = item_entries_of(all);
    for (item_entry entry; item_entries_next(&entries, &entry);)
        if (contains(items, count, entry.id)) *entry.flags &= 0xFE;
}

static void make_picture(box contents, uint32_t item) {
    box part;
    show(contents, &item, 1);
    if (!box_find(contents, BOX_TYPE('p', 'i', 't', 'm'), &part)) return;
    unsigned id_bytes = box_id_bytes(&part);
    if (id_bytes == 2 && item > UINT16_MAX) worker_fail(HELPER_DAMAGED, "an image is missing");
    uint8_t *number = part.next;
    box_number(&part, id_bytes);
    for (unsigned index = 0; index < id_bytes; index++) number[index] = (uint8_t)(item >> 8 * (id_bytes - 1 - index));
}

// MARK: - All

static box find_contents(uint8_t *file, size_t count) {
    box last;
    return contents_of_meta(find_meta(file, count, &last));
}

void show_tiles(uint8_t *file, size_t count, const tile_grid *grid) {
    show(find_contents(file, count), grid->tiles, (size_t)grid->rows * grid->columns);
}

void repair_file(uint8_t **file, size_t *count, const heif_task *task, const file_survey *survey) {
    box references;
    if (survey->alpha_to_turn != 0) turn_alpha(file, count, survey->image, survey->alpha_to_turn);
    box contents = find_contents(*file, *count);
    order_all_properties(contents);
    bool has_references = box_find(contents, BOX_TYPE('i', 'r', 'e', 'f'), &references);
    if (has_references && has_surplus(references)) leave_one_of_each(file, count);
    if (task->item != 0) make_picture(find_contents(*file, *count), task->item);
}
