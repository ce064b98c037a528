#include "items.h"

#include <stdlib.h>
#include <string.h>

#include "worker.h"

enum {
    FULL_BOX = 4,            // the bytes of a version and flags
    MOST_COPIES = 4,         // how often each byte of a file may be part of an item, on average
    SHARED_BYTES = 1 << 24,  // for tiles that are the same
};

static int compare_items(const void *left, const void *right) {
    uint32_t a = ((const heif_item *)left)->id, b = ((const heif_item *)right)->id;
    return a < b ? -1 : a > b;
}

heif_item *items_find(const heif_items *items, uint32_t id) {
    heif_item key = {.id = id};
    return items->count == 0 ? NULL : bsearch(&key, items->items, items->count, sizeof key, compare_items);
}

// Returns memory for entries that are added one by one; it doubles when it is full.
static void *with_room(void *entries, size_t count, size_t size, size_t most, const char *name) {
    if (count >= most) worker_fail(HELPER_OVER_LIMIT, name);
    bool is_full = count == 0 || (count >= 16 && (count & (count - 1)) == 0);
    if (!is_full) return entries;
    void *grown = realloc(entries, (count < 16 ? 16 : 2 * count) * size);
    worker_check_memory(grown);
    return grown;
}

// MARK: - Names and places

static bool is_text(uint32_t type) {
    return type == BOX_TYPE('E', 'x', 'i', 'f') || type == BOX_TYPE('m', 'i', 'm', 'e') ||
           type == BOX_TYPE('u', 'r', 'i', ' ');
}

static void read_entries(heif_items *items, box all) {
    box entries = item_entries_of(all);
    size_t texts = 0;
    for (item_entry entry; item_entries_next(&entries, &entry);) {
        items->items = with_room(items->items, items->count, sizeof *items->items, MOST_ITEMS, "it has too many items");
        items->items[items->count++] = (heif_item){.id = entry.id, .type = entry.type};
        texts += is_text(entry.type);
        if (texts > MOST_TEXTS) worker_fail(HELPER_OVER_LIMIT, "it has too many items with EXIF or XMP data");
    }
    if (items->count == 0) return;
    qsort(items->items, items->count, sizeof *items->items, compare_items);
    for (size_t index = 1; index < items->count; index++)
        if (items->items[index - 1].id == items->items[index].id) worker_fail(HELPER_DAMAGED, "an item exists twice");
}

static unsigned checked_bytes(uint64_t count) {
    if (count != 0 && count != 4 && count != 8) worker_fail(HELPER_DAMAGED, "the places of items are invalid");
    return (unsigned)count;
}

// Reads a piece of an item: where it begins, and how long it is.
static uint64_t read_piece(const heif_items *items, box *pieces, uint64_t *offset) {
    box_number(pieces, items->index_bytes);
    *offset = box_number(pieces, items->offset_bytes);
    return box_number(pieces, items->length_bytes);
}

// Reads the place of an item, for which an unknown one may be given. Returns the number of its bytes.
static uint64_t read_place(heif_items *items, heif_item *item, box *places, uint32_t version, unsigned base_bytes) {
    if (item->is_located) worker_fail(HELPER_DAMAGED, "an item has two places");
    item->is_located = true;
    item->method = version == 0 ? 0 : (uint32_t)box_number(places, 2) & 15;
    box_number(places, 2);  // the file: always this one
    item->base = box_number(places, base_bytes);
    item->piece_count = (uint32_t)box_number(places, 2);
    if (item->piece_count > MOST_PIECES) worker_fail(HELPER_OVER_LIMIT, "an item has too many pieces");
    item->pieces = *places;
    item->byte_count = 0;
    size_t length = (size_t)(items->file.end - items->file.start);
    for (uint32_t piece = 0; piece < item->piece_count; piece++) {
        uint64_t offset, count = read_piece(items, places, &offset);
        item->byte_count += count < length ? count : length;
    }
    return item->byte_count;
}

static void read_places(heif_items *items, box places) {
    uint32_t version = box_version(&places, NULL);
    uint64_t sizes = box_number(&places, 2);
    items->offset_bytes = checked_bytes(sizes >> 12);
    items->length_bytes = checked_bytes(sizes >> 8 & 15);
    unsigned base_bytes = checked_bytes(sizes >> 4 & 15);
    items->index_bytes = version == 0 ? 0 : checked_bytes(sizes & 15);
    uint64_t count = box_number(&places, version < 2 ? 2 : 4), length = (uint64_t)(items->file.end - items->file.start);
    if (count > MOST_ITEMS) worker_fail(HELPER_OVER_LIMIT, "it has too many items");
    uint64_t sum = 0;
    for (uint64_t index = 0; index < count; index++) {
        heif_item unknown = {0}, *item = items_find(items, (uint32_t)box_number(&places, version < 2 ? 2 : 4));
        sum += read_place(items, item ? item : &unknown, &places, version, base_bytes);
        if (sum > MOST_COPIES * length + SHARED_BYTES) worker_fail(HELPER_DAMAGED, "items share their bytes");
    }
}

size_t items_data(const heif_items *items, const heif_item *item, uint8_t *bytes, size_t count) {
    if (item->method > 1) worker_fail(HELPER_UNSUPPORTED, "an item whose bytes are part of another one");
    const box *source = item->method == 1 ? &items->data : &items->file;
    // after the header of the box, or from the start of the file
    uint64_t available = source->next ? (uint64_t)(source->end - source->next) : 0;
    box pieces = item->pieces;
    size_t found = 0;
    for (uint32_t piece = 0; piece < item->piece_count && found < count; piece++) {
        uint64_t offset, length = read_piece(items, &pieces, &offset);
        if (offset > available || item->base > available - offset) break;
        offset += item->base;
        if (length > available - offset) length = available - offset;
        if (length > count - found) length = count - found;
        // a missing box has no bytes
        if (length > 0) memcpy(bytes + found, source->next + offset, length);
        found += length;
    }
    return found;
}

// MARK: - Properties

static bool is_alpha_type(box property) {
    static const char *const types[] = {
        "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"};
    box_version(&property, NULL);
    size_t count = (size_t)(property.end - property.next);
    for (size_t index = 0; index < sizeof types / sizeof *types; index++) {
        size_t length = strlen(types[index]);
        if (count >= length && memcmp(property.next, types[index], length) == 0) return true;
    }
    return false;
}

// A fraction of the box clap, rounded down.
static uint32_t read_fraction(box *property) {
    uint64_t numerator = box_number(property, 4), denominator = box_number(property, 4);
    if (denominator == 0) worker_fail(HELPER_DAMAGED, "invalid crop");
    return (uint32_t)(numerator / denominator);
}

// How the configuration of a decoder says that colors are stored: in bytes of AV1's and of HEVC's (ISO/IEC 14496-15, 8.3.3).
static chroma read_chroma(const box *property) {
    ptrdiff_t count = property->end - property->next;
    if (property->type == BOX_TYPE('a', 'v', '1', 'C') && count > 2) {
        uint8_t byte = property->next[2];
        return (byte & 0x10) != 0 ? NO_CHROMA : (byte & 0x0C) == 0x0C ? HALVED_CHROMA : OTHER_CHROMA;
    }
    if (property->type == BOX_TYPE('h', 'v', 'c', 'C') && count > 16) {
        uint8_t format = property->next[16] & 3;
        return format == 0 ? NO_CHROMA : format == 1 ? HALVED_CHROMA : OTHER_CHROMA;
    }
    return UNKNOWN_CHROMA;
}

// Applies a property to an item; those that transform it come in their order.
static void apply_property(heif_item *item, box property) {
    if (item->chroma == UNKNOWN_CHROMA) item->chroma = read_chroma(&property);
    switch (property.type) {
        case BOX_TYPE('i', 's', 'p', 'e'):
            box_version(&property, NULL);
            item->width = item->shown_width = (uint32_t)box_number(&property, 4);
            item->height = item->shown_height = (uint32_t)box_number(&property, 4);
            break;
        case BOX_TYPE('i', 'r', 'o', 't'):
            item->transformations++;
            item->rotations++;
            uint32_t turns = (uint32_t)box_number(&property, 1) & 3;
            item->turns = (item->turns + turns) & 3;
            if ((turns & 1) == 0) break;
            uint32_t width = item->shown_width;
            item->shown_width = item->shown_height;
            item->shown_height = width;
            break;
        case BOX_TYPE('c', 'l', 'a', 'p'):
            item->transformations++;
            item->shown_width = read_fraction(&property);
            item->shown_height = read_fraction(&property);
            break;
        case BOX_TYPE('i', 'm', 'i', 'r'): item->transformations++; break;
        case BOX_TYPE('h', 'v', 'c', 'C'): item->parameters = property; break;
        case BOX_TYPE('c', 'o', 'l', 'r'):
            if (property.end - property.next < 4) break;
            if (box_number(&property, 4) == BOX_TYPE('n', 'c', 'l', 'x')) item->codes = property;
            break;
        case BOX_TYPE('c', 'l', 'l', 'i'): item->light_levels = property; break;
        case BOX_TYPE('m', 'd', 'c', 'v'): item->display = property; break;
        case BOX_TYPE('a', 'u', 'x', 'C'): item->is_alpha = is_alpha_type(property); break;
        default: break;
    }
}

static box *read_properties(box container, size_t *count) {
    box *properties = NULL;
    *count = 0;
    for (box property; box_next(&container, &property);) {
        properties = with_room(properties, *count, sizeof *properties, MOST_PROPERTIES, "it has too many properties");
        properties[(*count)++] = property;
    }
    return properties;
}

static void associate(heif_items *items, box all, const box *properties, size_t property_count) {
    for (associations entry = associations_of(all); associations_next(&entry);) {
        heif_item unknown = {0}, *item = items_find(items, entry.item);
        if (!item) item = &unknown;
        if (item->is_described) worker_fail(HELPER_DAMAGED, "an item is described twice");
        item->is_described = true;
        for (uint64_t index = 0; index < entry.count; index++) {
            uint32_t number = associations_property(&entry, index);
            if (number == 0) continue;
            if (number > property_count) worker_fail(HELPER_DAMAGED, "a property does not exist");
            apply_property(item, properties[number - 1]);
        }
    }
}

static void read_all_properties(heif_items *items, box all) {
    box container, part;
    if (!box_find(all, BOX_TYPE('i', 'p', 'c', 'o'), &container)) return;
    size_t count;
    box *properties = read_properties(container, &count);
    while (box_next(&all, &part))
        if (part.type == BOX_TYPE('i', 'p', 'm', 'a')) associate(items, part, properties, count);
    free(properties);
}

// MARK: - References

static int compare_references(const void *left, const void *right) {
    const heif_reference *a = left, *b = right;
    if (a->from != b->from) return a->from < b->from ? -1 : 1;
    if (a->type != b->type) return a->type < b->type ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static void sort(heif_reference *references, size_t count) {
    if (count > 1) qsort(references, count, sizeof *references, compare_references);
}

// `key` comes before the references that are found.
static size_t find_references(
    const heif_reference *references, size_t count, heif_reference key, const heif_reference **first) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_references(references + middle, &key) < 0) low = middle + 1;
        else high = middle;
    }
    *first = references + low;
    size_t end = low;
    while (end < count && references[end].from == key.from && references[end].type == key.type) end++;
    return end - low;
}

size_t items_references(const heif_items *items, const heif_item *from, uint32_t type, const heif_reference **first) {
    return find_references(items->references, items->reference_count, (heif_reference){type, from->id, 0, 0}, first);
}

size_t items_alphas(const heif_items *items, const heif_item *of, const heif_reference **first) {
    heif_reference key = {BOX_TYPE('a', 'u', 'x', 'l'), of->id, 0, 0};
    return find_references(items->alphas, items->alpha_count, key, first);
}

static void read_references(heif_items *items, box all) {
    unsigned id_bytes = box_id_bytes(&all);
    for (box group; box_next(&all, &group);) {
        heif_reference reference = {.type = group.type, .from = (uint32_t)box_number(&group, id_bytes)};
        uint64_t count = box_number(&group, 2);
        if ((uint64_t)(group.end - group.next) != count * id_bytes) worker_fail(HELPER_DAMAGED, "references are cut");
        for (uint64_t index = 0; index < count; index++) {
            reference.to = (uint32_t)box_number(&group, id_bytes);
            reference.order = (uint32_t)items->reference_count;
            items->references = with_room(
                items->references, items->reference_count, sizeof reference, MOST_REFERENCES,
                "it has too many references");
            items->references[items->reference_count++] = reference;
        }
    }
    sort(items->references, items->reference_count);
}

// Finds the alpha channels of all items.
static void find_alphas(heif_items *items) {
    for (size_t index = 0; index < items->reference_count; index++) {
        heif_reference found = items->references[index];
        const heif_item *channel = items_find(items, found.from);
        if (found.type != BOX_TYPE('a', 'u', 'x', 'l') || !channel || !channel->is_alpha) continue;
        items->alphas = with_room(items->alphas, items->alpha_count, sizeof found, MOST_REFERENCES, "");
        items->alphas[items->alpha_count++] = (heif_reference){found.type, found.to, found.from, (uint32_t)index};
    }
    sort(items->alphas, items->alpha_count);
}

// MARK: - All

heif_items items_read(box file, box meta) {
    heif_items items = {.file = file};
    meta.next += FULL_BOX <= meta.end - meta.next ? FULL_BOX : 0;
    box part;
    items.primary = box_primary_item(meta);
    box_find(meta, BOX_TYPE('i', 'd', 'a', 't'), &items.data);
    if (box_find(meta, BOX_TYPE('i', 'i', 'n', 'f'), &part)) read_entries(&items, part);
    if (box_find(meta, BOX_TYPE('i', 'l', 'o', 'c'), &part)) read_places(&items, part);
    if (box_find(meta, BOX_TYPE('i', 'p', 'r', 'p'), &part)) read_all_properties(&items, part);
    if (box_find(meta, BOX_TYPE('i', 'r', 'e', 'f'), &part)) read_references(&items, part);
    find_alphas(&items);
    return items;
}

void items_free(heif_items *items) {
    free(items->items);
    free(items->references);
    free(items->alphas);
}
