// What is known of a HEIF file before libheif reads it: nothing of it then takes more time or memory than its picture justifies.

#ifndef SURVEY_H
#define SURVEY_H

#include <heif_messages.h>
#include <stddef.h>
#include <stdint.h>

#include "coded_image.h"

// A picture of coded tiles that can be decoded one by one: each of them occurs once, shows, and is neither turned nor transparent.
typedef struct tile_grid {
    uint32_t *tiles;  // the numbers of the items, row by row; NULL if the picture is another one
    uint32_t rows;
    uint32_t columns;
    uint32_t tile_width;
    uint32_t tile_height;
    uint32_t width;  // of the picture before it is turned, which is all that happens to it
    uint32_t height;
    uint32_t turns;  // counterclockwise, in quarters
    bool is_uniform;  // whether colors are stored with half of the resolution, and the picture and all tiles have the same codes for them
} tile_grid;

// Whether an image is stored without colors.
typedef enum monochrome_kind {
    NOT_MONOCHROME,
    MONOCHROME,        // the image itself
    MONOCHROME_TILES,  // the images of which it consists
} monochrome_kind;

typedef struct file_survey {
    uint64_t work;  // of reading the file and decoding an image, in pixels that are decoded, drawn, or moved
    uint8_t tone_mapping[HEIF_TONE_MAPPING_BYTES];
    size_t tone_mapping_count;
    uint8_t light_levels[HEIF_LIGHT_BYTES];  // as in a heif_reply
    uint8_t mastering_display[HEIF_DISPLAY_BYTES];
    tile_grid grid;
    color_codes colors;
    monochrome_kind monochrome;
    uint32_t image;          // that is decoded
    uint32_t alpha_to_turn;  // its alpha channel, if only the image is turned, mirrored, or cropped; or 0
    bool has_alpha;          // whether the image has an alpha channel, which the library may not read
} file_survey;

// Checks a file. Ends the task if it is damaged, or over a limit.
file_survey survey_file(uint8_t *file, size_t count, const heif_task *task);

// Changes what libheif reads wrongly, and makes the item of a task the picture; see repair.c. The file was surveyed, and may move.
void repair_file(uint8_t **file, size_t *count, const heif_task *task, const file_survey *survey);

// Shows the tiles of a grid, so that older versions of libheif give them.
void show_tiles(uint8_t *file, size_t count, const tile_grid *grid);

#endif
