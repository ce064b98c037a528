#include "tiles.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "pixels.h"
#include "worker.h"

enum { MOST_THREADS = 16 };

// The rows of the result that a line of tiles shows in: a row of the grid, or a column if the picture is turned by a quarter.
typedef struct tile_band {
    uint8_t *rows;
    uint32_t missing;  // the tiles that are not decoded yet
    uint32_t failed;  // the place in the line of the first tile that could not be decoded; as many as there are if all could
    struct heif_error error;  // of this tile
} tile_band;

typedef struct tile_work {
    const tile_grid *grid;
    const heif_reply *header;
    struct heif_image_handle **tiles;
    const struct heif_decoding_options *options;  // those with which the library decodes the tiles of a grid
    bool is_on_side;                              // whether lines are columns of the grid
    bool is_backward;                             // whether the last line comes first
    uint32_t line_count;
    uint32_t line_length;
    size_t pixel_bytes;
    size_t row_bytes;  // of the result
    // What threads share.
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t next;  // the tile that is decoded next, in the order of the lines
    uint32_t sent;  // the number of lines
    uint32_t band_count;
    tile_band *bands;  // of the lines that are decoded or sent, in turns
} tile_work;

static bool converts_tiles(void) { return !libheif_is(1, 16); }

bool tiles_are_separable(const file_survey *survey, const heif_reply *header) {
    const tile_grid *grid = &survey->grid;
    bool is_on_side = grid->turns % 2 == 1, is_even = grid->width % 2 == 0 && grid->height % 2 == 0;
    // no sample of chroma belongs to two tiles
    bool is_separate =
        (grid->columns == 1 || grid->tile_width % 2 == 0) && (grid->rows == 1 || grid->tile_height % 2 == 0);
    // older versions convert the colors of each tile; later ones, those of the whole, after they have turned it
    bool has_same_pixels =
        converts_tiles() || (libheif_is(1, 19) && grid->is_uniform && is_separate && (grid->turns == 0 || is_even));
    return grid->tiles && has_same_pixels && survey->monochrome == NOT_MONOCHROME && !header->has_alpha &&
           header->width == (is_on_side ? grid->height : grid->width) &&
           header->height == (is_on_side ? grid->width : grid->height);
}

// MARK: - Places

// The place of a tile in the grid, from its place in the order of the lines.
static uint32_t tile_number(const tile_work *work, uint32_t order) {
    uint32_t line = order / work->line_length, place = order % work->line_length;
    if (work->is_backward) line = work->line_count - 1 - line;
    return work->is_on_side ? place * work->grid->columns + line : line * work->grid->columns + place;
}

// The part of a tile that shows: from its upper left pixel.
typedef struct shown_part {
    size_t x;  // of the tile in the grid
    size_t y;
    size_t width;
    size_t height;
} shown_part;

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

static shown_part part_of_tile(const tile_grid *grid, uint32_t number) {
    shown_part part = {
        .x = (size_t)(number % grid->columns) * grid->tile_width,
        .y = (size_t)(number / grid->columns) * grid->tile_height};
    part.width = smaller(grid->tile_width, grid->width - part.x);
    part.height = smaller(grid->tile_height, grid->height - part.y);
    return part;
}

// The number of rows of the result that a line shows in.
static size_t row_count(const tile_work *work, uint32_t line) {
    shown_part part = part_of_tile(work->grid, tile_number(work, line * work->line_length));
    return work->is_on_side ? part.width : part.height;
}

static void copy_pixels(uint8_t *target, ptrdiff_t step, const uint8_t *source, size_t count, size_t pixel_bytes) {
    if (pixel_bytes == 3) {
        for (size_t x = 0; x < count; x++, target += step, source += 3) memcpy(target, source, 3);
    } else {
        for (size_t x = 0; x < count; x++, target += step, source += 6) memcpy(target, source, 6);
    }
}

// Puts the part of a tile that shows into its band, turned.
static void place_tile(const tile_work *work, uint8_t *band, shown_part part, const pixel_rows *rows) {
    const tile_grid *grid = work->grid;
    ptrdiff_t pixel = (ptrdiff_t)work->pixel_bytes, row = (ptrdiff_t)work->row_bytes;
    // the first pixel of the part in the band, and from a pixel to the next one of its row and its column
    const struct {
        size_t x;
        size_t y;
        ptrdiff_t step;
        ptrdiff_t line;
    } places[] =
        {{part.x, 0, pixel, row},
         {part.y, part.width - 1, -row, pixel},
         {grid->width - 1 - part.x, part.height - 1, -pixel, -row},
         {grid->height - 1 - part.y, 0, row, -pixel}},
      place = places[grid->turns];
    uint8_t *target = band + place.y * work->row_bytes + place.x * work->pixel_bytes;
    uint8_t *buffer = grid->turns == 0 ? NULL : malloc(rows->width * work->pixel_bytes);
    if (grid->turns != 0) worker_check_memory(buffer);
    for (size_t y = 0; y < part.height; y++) {
        uint8_t *line = target + (ptrdiff_t)y * place.line;
        rows_convert(rows, y, buffer ? buffer : line);
        if (buffer) copy_pixels(line, place.step, buffer, part.width, work->pixel_bytes);
    }
    free(buffer);
}

// MARK: - Threads

// Decodes a tile into its band.
static struct heif_error decode_tile(const tile_work *work, uint32_t order, uint8_t *band) {
    uint32_t number = tile_number(work, order);
    struct heif_image *image = NULL;
    struct heif_error error = pixels_decode(work->tiles[number], work->header, NOT_MONOCHROME, work->options, &image);
    if (error.code != heif_error_Ok) return error;
    pixel_rows rows = rows_of_header(work->header);
    rows.width = work->grid->tile_width;
    rows.height = work->grid->tile_height;
    rows_find_colors(&rows, image);
    shown_part part = part_of_tile(work->grid, number);
    rows.width = part.width;
    place_tile(work, band, part, &rows);
    rows_release(&rows);
    heif.heif_image_release(image);
    return error;
}

// Takes the next tile as soon as there is a band for it. Returns false after the last one.
static bool take_tile(tile_work *work, uint32_t *order) {
    pthread_mutex_lock(&work->lock);
    while (work->next / work->line_length >= work->sent + work->band_count &&
           work->next / work->line_length < work->line_count)
        pthread_cond_wait(&work->changed, &work->lock);
    bool is_left = work->next / work->line_length < work->line_count;
    if (is_left) *order = work->next++;
    pthread_mutex_unlock(&work->lock);
    return is_left;
}

static void *decode_tiles(void *shared) {
    tile_work *work = shared;
    for (uint32_t order; take_tile(work, &order);) {
        tile_band *band = &work->bands[order / work->line_length % work->band_count];
        struct heif_error error = decode_tile(work, order, band->rows);
        uint32_t place = order % work->line_length;
        pthread_mutex_lock(&work->lock);
        if (error.code != heif_error_Ok && place < band->failed) {
            band->failed = place;
            band->error = error;
        }
        if (--band->missing == 0) pthread_cond_broadcast(&work->changed);
        pthread_mutex_unlock(&work->lock);
    }
    return NULL;
}

static void start_threads(tile_work *work, uint32_t count) {
    uint32_t started = 0;
    for (pthread_t thread; started < count && pthread_create(&thread, NULL, decode_tiles, work) == 0; started++)
        pthread_detach(thread);
    if (started == 0) worker_check_memory(NULL);
}

// Sends the rows of a line when its tiles are there.
static void send_line(tile_work *work, uint32_t line) {
    tile_band *band = &work->bands[line % work->band_count];
    pthread_mutex_lock(&work->lock);
    while (band->missing > 0) pthread_cond_wait(&work->changed, &work->lock);
    pthread_mutex_unlock(&work->lock);
    if (band->failed < work->line_length) worker_check(band->error);
    heif_reply reply = {.kind = HEIF_PIXELS, .count = row_count(work, line) * work->row_bytes};
    worker_reply(&reply);
    worker_send(band->rows, reply.count);
    worker_end_stream();
    pthread_mutex_lock(&work->lock);
    band->missing = work->line_length;
    work->sent++;
    pthread_cond_broadcast(&work->changed);
    pthread_mutex_unlock(&work->lock);
}

// MARK: - All

// Opens all tiles. Returns false if the library does not give one, or if one has another depth than the picture.
static bool open_tiles(tile_work *work, struct heif_context *context) {
    uint32_t count = work->line_count * work->line_length;
    worker_check_memory(work->tiles = calloc(count, sizeof *work->tiles));
    for (uint32_t number = 0; number < count; number++) {
        struct heif_image_handle **tile = &work->tiles[number];
        if (heif.heif_context_get_image_handle(context, work->grid->tiles[number], tile).code != heif_error_Ok)
            return false;
        if (heif.heif_image_handle_get_luma_bits_per_pixel(*tile) != (int)work->header->depth) return false;
    }
    return true;
}

static void create_bands(tile_work *work, uint32_t threads) {
    // one is sent, and the threads find tiles in the others
    work->band_count = 2 + threads / work->line_length;
    if (work->band_count > work->line_count) work->band_count = work->line_count;
    worker_check_memory(work->bands = calloc(work->band_count, sizeof *work->bands));
    size_t rows = work->is_on_side ? work->grid->tile_width : work->grid->tile_height;
    for (uint32_t index = 0; index < work->band_count; index++) {
        tile_band *band = &work->bands[index];
        worker_check_memory(band->rows = malloc(smaller(rows, work->header->height) * work->row_bytes));
        band->missing = band->failed = work->line_length;
    }
}

bool tiles_send(const tile_grid *grid, struct heif_context *context, const heif_reply *header, uint32_t threads) {
    bool is_on_side = grid->turns % 2 == 1;
    pixel_rows rows = rows_of_header(header);
    tile_work work = {
        .grid = grid,
        .header = header,
        .options = converts_tiles() ? NULL : pixels_options(true),
        .is_on_side = is_on_side,
        .is_backward = grid->turns == 1 || grid->turns == 2,
        .line_count = is_on_side ? grid->columns : grid->rows,
        .line_length = is_on_side ? grid->rows : grid->columns,
        .pixel_bytes = rows_byte_count(&rows) / rows.width,
        .row_bytes = rows_byte_count(&rows),
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .changed = PTHREAD_COND_INITIALIZER};
    if (!open_tiles(&work, context)) return false;
    create_bands(&work, threads);
    start_threads(&work, threads < MOST_THREADS ? threads : MOST_THREADS);
    for (uint32_t line = 0; line < work.line_count; line++) send_line(&work, line);
    return true;
}
