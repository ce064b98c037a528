// Grids whose tiles are decoded one by one, on several threads: rows are sent as soon as the tiles that show in them are there.

#ifndef TILES_H
#define TILES_H

#include <heif_messages.h>
#include <libheif/heif.h>
#include <stdbool.h>

#include "survey.h"

// Whether the tiles of a picture, decoded one by one, have the pixels that the library gives the picture as a whole.
bool tiles_are_separable(const file_survey *survey, const heif_reply *header);

// Decodes a grid and sends its rows. Returns false, without having sent anything, if the library does not give the tiles.
bool tiles_send(const tile_grid *grid, struct heif_context *context, const heif_reply *header, uint32_t threads);

#endif
