// The items of a HEIF file: images, coded or derived from others, and metadata.

#ifndef ITEMS_H
#define ITEMS_H

#include "boxes.h"

// Limits that no picture reaches: 200 million pixels in tiles of 512, with the tiles of an alpha channel and a gain map, have 3,000 items.
// libheif needs time in proportion to the square of these numbers.
enum {
    MOST_ITEMS = 4096,
    MOST_TEXTS = 256,  // EXIF, XMP, and the like, each of which libheif reads at once
    MOST_REFERENCES = 65536,
    MOST_PROPERTIES = 16384,
    MOST_PIECES = 256,  // of an item
};

// How the colors of an image are stored.
typedef enum chroma {
    UNKNOWN_CHROMA,
    NO_CHROMA,
    HALVED_CHROMA,  // with half of the resolution, on both axes
    OTHER_CHROMA,
} chroma;

typedef struct heif_item {
    uint32_t id;
    uint32_t type;
    uint32_t width;  // as it is coded, and as it is displayed: turned and cropped; 0 if the file does not tell
    uint32_t height;
    uint32_t shown_width;
    uint32_t shown_height;
    uint32_t transformations;  // how many are applied
    uint32_t rotations;  // how many of them are rotations, and by how many quarters these turn it counterclockwise together
    uint32_t turns;
    bool is_alpha;
    bool is_tile;
    bool is_checked;    // whether its coded size was compared
    box parameters;     // hvcC, or empty
    box codes;          // those of colors, or empty
    box light_levels;   // clli, or empty
    box display;        // mdcv, or empty
    chroma chroma;      // as its first decoder configuration says, or, once its work is counted, those of all parts
    bool is_described;  // whether it has properties
    bool is_located;
    // Where its bytes are: pieces of the file, or of the box idat.
    uint32_t method;
    uint64_t base;
    box pieces;
    uint32_t piece_count;
    uint64_t byte_count;
    // What decoding it takes.
    enum { NOT_COUNTED, COUNTING, COUNTED } state;
    uint32_t levels;  // of images that are derived from others
    uint64_t work;
} heif_item;

// A reference from an item to another.
typedef struct heif_reference {
    uint32_t type;
    uint32_t from;  // the numbers of items
    uint32_t to;
    uint32_t order;  // the place among all references
} heif_reference;

typedef struct heif_items {
    heif_item *items;  // by their numbers
    size_t count;
    heif_reference *references;  // by the items from which they come, in their order
    size_t reference_count;
    heif_reference *alphas;  // references of alpha channels, by the items to which they belong
    size_t alpha_count;
    uint32_t primary;
    box file;
    box data;               // idat
    unsigned offset_bytes;  // of what the box iloc contains
    unsigned length_bytes;
    unsigned index_bytes;
} heif_items;

// Reads what a file tells of its items. Ends the task if it is damaged, or has more than any image needs.
heif_items items_read(box file, box meta);

void items_free(heif_items *items);

// Finds an item; NULL if there is none.
heif_item *items_find(const heif_items *items, uint32_t id);

// Finds the references of a type from an item; they follow each other. Returns their number.
size_t items_references(const heif_items *items, const heif_item *from, uint32_t type, const heif_reference **first);

// Finds the alpha channels of an item; they follow each other. Returns their number.
size_t items_alphas(const heif_items *items, const heif_item *of, const heif_reference **first);

// Copies the first bytes of an item. Returns how many there are.
size_t items_data(const heif_items *items, const heif_item *item, uint8_t *bytes, size_t count);

#endif
