#include "boxes.h"

#include "worker.h"

box box_of_file(uint8_t *file, size_t count) { return (box){.start = file, .next = file, .end = file + count}; }

uint64_t box_number(box *outer, unsigned byte_count) {
    if ((size_t)(outer->end - outer->next) < byte_count) worker_fail(HELPER_DAMAGED, "a box is too short");
    uint64_t number = 0;
    for (unsigned index = 0; index < byte_count; index++) number = number << 8 | *outer->next++;
    return number;
}

uint32_t box_version(box *outer, uint32_t *flags) {
    uint32_t both = (uint32_t)box_number(outer, 4);
    if (flags) *flags = both & 0xFFFFFF;
    return both >> 24;
}

bool box_header(box *outer, box *inner) {
    uint8_t *start = outer->next;
    size_t left = (size_t)(outer->end - start);
    if (left < 8) return false;
    *inner = (box){.start = start, .next = outer->end, .end = outer->end};
    uint64_t size = box_number(outer, 4);
    inner->type = (uint32_t)box_number(outer, 4);
    if (size == 1 && left < 16) return false;
    if (size == 1) size = box_number(outer, 8);
    if (size == 0) size = left;
    if (size < (size_t)(outer->next - start) || size > left) return false;
    inner->next = outer->next;
    outer->next = inner->end = start + size;
    return true;
}

bool box_next(box *outer, box *inner) {
    if (outer->next == outer->end) return false;
    if (!box_header(outer, inner)) worker_fail(HELPER_DAMAGED, "the size of a box is wrong");
    return true;
}

bool box_find_meta(box file, box *meta, box *last) {
    bool is_found = false;
    while (file.next < file.end && box_header(&file, last)) {
        if (last->type != BOX_TYPE('m', 'e', 't', 'a')) continue;
        if (is_found) worker_fail(HELPER_DAMAGED, "two boxes describe the images");
        is_found = true;
        *meta = *last;
    }
    return is_found;
}

bool box_find(box outer, uint32_t type, box *found) {
    bool is_found = false;
    for (box inner; box_next(&outer, &inner);) {
        if (inner.type != type) continue;
        if (is_found) worker_fail(HELPER_DAMAGED, "a box exists twice");
        is_found = true;
        *found = inner;
    }
    return is_found;
}

unsigned box_id_bytes(box *outer) { return box_version(outer, NULL) == 0 ? 2 : 4; }

uint32_t box_primary_item(box contents) {
    box part;
    if (!box_find(contents, BOX_TYPE('p', 'i', 't', 'm'), &part)) return 0;
    unsigned id_bytes = box_id_bytes(&part);
    return (uint32_t)box_number(&part, id_bytes);
}

box item_entries_of(box all) {
    unsigned count_bytes = box_id_bytes(&all);
    box_number(&all, count_bytes);  // how many there are
    return all;
}

bool item_entries_next(box *entries, item_entry *entry) {
    for (box inner; box_next(entries, &inner);) {
        if (inner.type != BOX_TYPE('i', 'n', 'f', 'e')) continue;
        uint8_t *flags = inner.next + 3;
        uint32_t version = box_version(&inner, NULL);
        *entry = (item_entry){.flags = flags, .id = (uint32_t)box_number(&inner, version >= 3 ? 4 : 2)};
        box_number(&inner, 2);  // the protection
        if (version >= 2) entry->type = (uint32_t)box_number(&inner, 4);
        return true;
    }
    return false;
}

associations associations_of(box all) {
    uint32_t flags;
    associations entry = {.box = all};
    entry.id_bytes = box_version(&entry.box, &flags) == 0 ? 2 : 4;
    entry.width = (flags & 1) == 0 ? 1 : 2;
    entry.entries_left = box_number(&entry.box, 4);
    return entry;
}

bool associations_next(associations *entry) {
    if (entry->entries_left == 0) return false;
    entry->entries_left--;
    entry->item = (uint32_t)box_number(&entry->box, entry->id_bytes);
    entry->count = box_number(&entry->box, 1);
    entry->first = entry->box.next;
    for (uint64_t index = 0; index < entry->count; index++) box_number(&entry->box, entry->width);
    return true;
}

uint32_t associations_property(const associations *entry, uint64_t index) {
    // the first bit tells whether a reader must know the property
    const uint8_t *bytes = entry->first + index * entry->width;
    return entry->width == 1 ? bytes[0] & 0x7F : (uint32_t)(bytes[0] & 0x7F) << 8 | bytes[1];
}

void box_store(uint8_t *target, uint32_t number) {
    for (int index = 0; index < 4; index++) target[index] = (uint8_t)(number >> (24 - 8 * index));
}

void box_set_size(const box *changed, uint64_t size) {
    box header = {.next = changed->start, .end = changed->end};
    if (box_number(&header, 4) == 1) {
        if (changed->end - changed->start < 16) worker_fail(HELPER_DAMAGED, "the size of a box is wrong");
        box_store(changed->start + 8, (uint32_t)(size >> 32));
        box_store(changed->start + 12, (uint32_t)size);
    } else if (size <= UINT32_MAX) {
        box_store(changed->start, (uint32_t)size);
    } else {
        worker_fail(HELPER_UNSUPPORTED, "a box is too large");
    }
}
