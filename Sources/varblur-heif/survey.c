#include "survey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "worker.h"

enum {
    MOST_LEVELS = 8,             // of images that are derived from others; phones have one
    WORK_PER_PIXEL = 4,          // of the picture, and of its alpha channel: tiles, their grid, and a rotation take 3
    FREE_WORK = 1 << 26,         // for small pictures
    WORK_PER_DECODER = 1 << 17,  // to create and to remove a decoder, with its threads
    WORK_PER_ITEM = 16,          // libheif looks for each image among all items
    SEQUENCE_BYTES = 256,        // at the beginning of AV1 data, more than a sequence header has
    CANVAS_BYTES = 18,           // of the data of a derived image, as far as its size
};

typedef struct canvas {
    uint64_t width;
    uint64_t height;
    uint64_t columns;
    uint64_t rows;
} canvas;

static uint64_t added(uint64_t a, uint64_t b) { return a < UINT64_MAX - b ? a + b : UINT64_MAX; }

static bool is_coded(const heif_item *item) {
    return item->type == BOX_TYPE('h', 'v', 'c', '1') || item->type == BOX_TYPE('a', 'v', '0', '1');
}

static bool is_derived(const heif_item *item) {
    return item->type == BOX_TYPE('g', 'r', 'i', 'd') || item->type == BOX_TYPE('i', 'o', 'v', 'l') ||
           item->type == BOX_TYPE('i', 'd', 'e', 'n');
}

// Fails for an image of another compression: versions of the library differ in what they say of it.
static void check_compression(const heif_item *item) {
    static const struct {
        uint32_t type;
        const char *name;
    } others[] = {
        {BOX_TYPE('a', 'v', 'c', '1'), "AVC"},
        {BOX_TYPE('j', '2', 'k', '1'), "JPEG 2000"},
        {BOX_TYPE('j', 'p', 'e', 'g'), "JPEG"},
        {BOX_TYPE('v', 'v', 'c', '1'), "VVC"}};
    if (is_coded(item) || is_derived(item)) return;
    uint8_t code[5] = {0};
    box_store(code, item->type);
    for (int index = 0; index < 4; index++)
        if (code[index] < ' ' || code[index] > '~') code[index] = '?';
    const char *name = (const char *)code;
    for (size_t index = 0; index < sizeof others / sizeof *others; index++)
        if (others[index].type == item->type) name = others[index].name;
    char text[64];
    snprintf(text, sizeof text, "its image is coded as %s, not as HEVC or AV1", name);
    worker_fail(HELPER_UNSUPPORTED, text);
}

// Reads the size of a grid or an overlay.
static canvas read_canvas(const heif_items *items, const heif_item *item) {
    uint8_t bytes[CANVAS_BYTES];
    size_t count = items_data(items, item, bytes, sizeof bytes);
    box data = box_of_file(bytes, count);
    box_number(&data, 1);  // the version
    unsigned size_bytes = (box_number(&data, 1) & 1) == 0 ? 2 : 4;
    canvas found = {0};
    if (item->type == BOX_TYPE('g', 'r', 'i', 'd')) {
        found.rows = box_number(&data, 1) + 1;
        found.columns = box_number(&data, 1) + 1;
    } else {
        box_number(&data, 8);  // the color of the background
    }
    found.width = box_number(&data, size_bytes);
    found.height = box_number(&data, size_bytes);
    return found;
}

// Checks that the tiles of a grid cover it: libheif would leave the rest as the memory was.
static void check_grid(const heif_items *items, canvas grid, const heif_reference *tiles, size_t count) {
    if (count != grid.rows * grid.columns) worker_fail(HELPER_DAMAGED, "the grid has another number of tiles");
    const heif_item *first = items_find(items, tiles->to);
    for (size_t index = 0; index < count; index++) {
        const heif_item *tile = items_find(items, tiles[index].to);
        if (!tile) worker_fail(HELPER_DAMAGED, "a tile is missing");
        if (tile->shown_width != first->shown_width || tile->shown_height != first->shown_height)
            worker_fail(HELPER_DAMAGED, "the tiles have several sizes");
    }
    if (first->shown_width * grid.columns < grid.width || first->shown_height * grid.rows < grid.height)
        worker_fail(HELPER_DAMAGED, "the tiles do not cover the image");
}

// Checks that the images of an overlay begin on its canvas: some versions of libheif read and write beside it, and others lose images.
static void check_overlay(const heif_items *items, const heif_item *item, canvas canvas, size_t count) {
    uint8_t start[2] = {0};  // the version, and flags
    items_data(items, item, start, sizeof start);
    unsigned number_bytes = (start[1] & 1) == 0 ? 2 : 4, first = 10 + 2 * number_bytes;
    size_t byte_count = first + 2 * count * number_bytes;
    uint8_t *bytes = malloc(byte_count);
    worker_check_memory(bytes);
    bool is_whole = items_data(items, item, bytes, byte_count) == byte_count, is_beside = false;
    box places = box_of_file(bytes + first, byte_count - first);
    while (is_whole && places.next < places.end) {
        uint64_t x = box_number(&places, number_bytes), y = box_number(&places, number_bytes);
        bool is_negative = (x | y) >> (8 * number_bytes - 1) != 0;
        is_beside = is_beside || is_negative || x >= canvas.width || y >= canvas.height;
    }
    free(bytes);
    if (!is_whole) worker_fail(HELPER_DAMAGED, "the overlay does not place its images");
    if (is_beside) worker_fail(HELPER_UNSUPPORTED, "overlays with images that begin outside of them");
}

// Reads what the data of an item announces. Returns false if it is not coded, or does not tell its size.
static bool read_coded(const heif_items *items, const heif_item *part, coded_size *size, color_codes *colors) {
    if (part->type == BOX_TYPE('a', 'v', '0', '1')) {
        uint8_t start[SEQUENCE_BYTES];
        return coded_image_of_av1(start, items_data(items, part, start, sizeof start), size, colors);
    }
    const box *parameters = &part->parameters;
    return parameters->next &&
           coded_image_of_hevc(parameters->next, (size_t)(parameters->end - parameters->next), size, colors);
}

// Checks, once, that a part has the size that the file announces: libheif would use memory beside a smaller one.
static void check_size(const heif_items *items, heif_item *part) {
    coded_size size;
    if (part->is_checked) return;
    part->is_checked = true;
    if (read_coded(items, part, &size, NULL) && (size.width != part->width || size.height != part->height))
        worker_fail(HELPER_DAMAGED, "a part of the image has another size than the file announces");
}

static void count_work(const heif_items *items, heif_item *item);

// Adds the work of an item that is needed for another one.
static void add_part(const heif_items *items, heif_item *whole, uint32_t id) {
    heif_item *part = items_find(items, id);
    if (!part) worker_fail(HELPER_DAMAGED, "an image is missing");
    count_work(items, part);
    check_size(items, part);
    whole->work = added(whole->work, part->work);
    if (part->levels > whole->levels) whole->levels = part->levels;
}

static void add_derived(const heif_items *items, heif_item *item) {
    const heif_reference *parts;
    size_t count = items_references(items, item, BOX_TYPE('d', 'i', 'm', 'g'), &parts);
    if (item->type != BOX_TYPE('i', 'd', 'e', 'n')) {
        canvas canvas = read_canvas(items, item);
        item->work = added(item->work, canvas.width * canvas.height);
        if (canvas.rows > 0) check_grid(items, canvas, parts, count);
        else check_overlay(items, item, canvas, count);
    }
    // an overlay has a color behind its parts
    bool is_monochrome = count > 0 && item->type != BOX_TYPE('i', 'o', 'v', 'l');
    for (size_t index = 0; index < count; index++) {
        add_part(items, item, parts[index].to);
        is_monochrome = is_monochrome && items_find(items, parts[index].to)->chroma == NO_CHROMA;
    }
    item->chroma = is_monochrome ? NO_CHROMA : OTHER_CHROMA;
    if (++item->levels > MOST_LEVELS) worker_fail(HELPER_OVER_LIMIT, "it derives images from derived images too often");
}

// Counts the work of decoding an item, once.
static void count_work(const heif_items *items, heif_item *item) {
    if (item->state == COUNTED) return;
    if (item->state == COUNTING) worker_fail(HELPER_DAMAGED, "an image is a part of itself");
    item->state = COUNTING;
    uint64_t pixels = (uint64_t)item->width * item->height;
    for (uint32_t index = 0; index < item->transformations; index++) item->work = added(item->work, pixels);
    if (is_derived(item)) {
        add_derived(items, item);
    } else {
        uint64_t search = items->count * WORK_PER_ITEM;
        item->work = added(item->work, added(pixels, item->byte_count + WORK_PER_DECODER + search));
    }
    const heif_reference *alphas;
    size_t count = items_alphas(items, item, &alphas);
    for (size_t index = 0; index < count; index++) add_part(items, item, alphas[index].to);
    item->state = COUNTED;
}

// Whether a tile is one of a tile_grid, among which it was not yet.
static bool is_separable(const heif_items *items, heif_item *tile) {
    const heif_reference *alphas;
    bool is_first = !tile->is_tile;
    tile->is_tile = true;
    return is_first && is_coded(tile) && tile->transformations == 0 && items_alphas(items, tile, &alphas) == 0;
}

static bool have_same_codes(const heif_item *a, const heif_item *b) {
    size_t count = (size_t)(a->codes.end - a->codes.next);
    return count == (size_t)(b->codes.end - b->codes.next) &&
           (count == 0 || memcmp(a->codes.next, b->codes.next, count) == 0);
}

// Describes a picture whose work was counted.
static tile_grid find_grid(const heif_items *items, const heif_item *item) {
    const heif_reference *parts, *alphas;
    tile_grid none = {0};
    bool is_grid = item->type == BOX_TYPE('g', 'r', 'i', 'd'), is_turned_only = item->transformations == item->rotations;
    if (!is_grid || !is_turned_only || items_alphas(items, item, &alphas) > 0) return none;
    canvas canvas = read_canvas(items, item);
    size_t count = items_references(items, item, BOX_TYPE('d', 'i', 'm', 'g'), &parts);
    const heif_item *first = items_find(items, parts->to);
    uint64_t width = first->width, height = first->height;
    bool do_all_show = width * (canvas.columns - 1) < canvas.width && height * (canvas.rows - 1) < canvas.height;
    if (!do_all_show || canvas.width > INT32_MAX || canvas.height > INT32_MAX) return none;
    bool is_uniform = !item->codes.next || have_same_codes(item, first);
    uint32_t *tiles = malloc(count * sizeof *tiles);
    worker_check_memory(tiles);
    for (size_t index = 0; index < count; index++) {
        heif_item *tile = items_find(items, parts[index].to);
        if (!is_separable(items, tile)) {
            free(tiles);
            return none;
        }
        tiles[index] = tile->id;
        is_uniform = is_uniform && tile->chroma == HALVED_CHROMA && have_same_codes(tile, first);
    }
    return (tile_grid){
        tiles,
        (uint32_t)canvas.rows,
        (uint32_t)canvas.columns,
        (uint32_t)width,
        (uint32_t)height,
        (uint32_t)canvas.width,
        (uint32_t)canvas.height,
        item->turns,
        is_uniform};
}

// Whether an item whose work was counted is stored without colors.
static monochrome_kind find_monochrome_kind(const heif_item *item) {
    if (item->chroma != NO_CHROMA) return NOT_MONOCHROME;
    return is_derived(item) ? MONOCHROME_TILES : MONOCHROME;
}

// Finds how the colors of an item whose work was counted are stored: its box tells, or that of its first part, or the coded data.
static color_codes find_colors(const heif_items *items, const heif_item *item) {
    const heif_reference *parts;
    while (!item->codes.next && is_derived(item)) {
        if (items_references(items, item, BOX_TYPE('d', 'i', 'm', 'g'), &parts) == 0) break;
        item = items_find(items, parts->to);
    }
    color_codes colors = unknown_colors;
    coded_size size;
    box codes = item->codes;
    if (!codes.next) {
        read_coded(items, item, &size, &colors);
        return colors;
    }
    colors.primaries = (uint32_t)box_number(&codes, 2);
    colors.transfer = (uint32_t)box_number(&codes, 2);
    colors.matrix = (uint32_t)box_number(&codes, 2);
    colors.is_full_range = box_number(&codes, 1) >> 7 == 1;
    return colors;
}

// Returns an alpha channel that lies over its image only if it is transformed alike, which its properties do not say; or 0.
static uint32_t find_alpha_to_turn(const heif_items *items, const heif_item *image, uint32_t id) {
    const heif_item *alpha = items_find(items, id);
    bool has_size = alpha && alpha->width == image->width && alpha->height == image->height;
    return has_size && image->transformations > 0 && alpha->transformations == 0 ? id : 0;
}

// Copies the contents of a property that has as many.
static void copy_contents(const box *property, uint8_t *target, size_t count) {
    if (property->next && (size_t)(property->end - property->next) == count) memcpy(target, property->next, count);
}

// Fails for a file that does not describe its picture: versions of the library differ in what they say of it.
static _Noreturn void fail_without_images(box file) {
    box movie;
    if (box_find(file, BOX_TYPE('m', 'o', 'o', 'v'), &movie))
        worker_fail(HELPER_UNSUPPORTED, "a sequence without a still image");
    worker_fail(HELPER_DAMAGED, "it describes no image");
}

file_survey survey_file(uint8_t *file, size_t count, const heif_task *task) {
    file_survey found = {0};
    box whole = box_of_file(file, count), meta, last;
    if (!box_find_meta(whole, &meta, &last)) fail_without_images(whole);
    const heif_reference *alphas;
    heif_items items = items_read(whole, meta);
    heif_item *decoded = items_find(&items, task->item == 0 ? items.primary : task->item);
    if (!decoded && task->item == 0) fail_without_images(whole);
    if (decoded) {
        check_compression(decoded);
        count_work(&items, decoded);
        if (task->item != 0) check_size(&items, decoded);
        found.work = decoded->work;
        uint64_t pixels = (uint64_t)decoded->width * decoded->height * (items.alpha_count > 0 ? 2 : 1);
        uint64_t most = pixels < UINT64_MAX / WORK_PER_PIXEL ? added(pixels * WORK_PER_PIXEL, FREE_WORK) : UINT64_MAX;
        found.grid = find_grid(&items, decoded);
        found.colors = find_colors(&items, decoded);
        found.monochrome = find_monochrome_kind(decoded);
        found.has_alpha = items_alphas(&items, decoded, &alphas) > 0;
        found.image = decoded->id;
        found.alpha_to_turn = found.has_alpha ? find_alpha_to_turn(&items, decoded, alphas->to) : 0;
        for (uint32_t index = 0; found.alpha_to_turn != 0 && index < decoded->transformations; index++)
            found.work = added(found.work, (uint64_t)decoded->width * decoded->height);
        copy_contents(&decoded->light_levels, found.light_levels, sizeof found.light_levels);
        copy_contents(&decoded->display, found.mastering_display, sizeof found.mastering_display);
        if (found.work > added(most, count)) worker_fail(HELPER_OVER_LIMIT, "it decodes far more pixels than it shows");
    }
    const heif_item *mapping = task->tone_mapping == 0 ? NULL : items_find(&items, task->tone_mapping);
    if (mapping && mapping->method <= 1)
        found.tone_mapping_count = items_data(&items, mapping, found.tone_mapping, sizeof found.tone_mapping);
    items_free(&items);
    return found;
}
