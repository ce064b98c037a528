#include <loaded_library.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tasks.h"

// The interfaces of librsvg 2.52 and of the libraries that it uses, whose headers are not needed to build. Cairo's functions are those that
// librsvg itself calls, even if the program contains another copy.
typedef struct rectangle {
    double x, y, width, height;
} rectangle;
typedef struct length {
    double value;
    int unit;
} length;
typedef struct failure {
    uint32_t domain;
    int code;
    char *message;
} failure;

enum { CAIRO_ARGB32 = 0, CAIRO_SUCCESS = 0, CAIRO_NO_MEMORY = 1 };
static const double PIXELS_PER_INCH = 96;  // as in CSS

// name, result, parameters
#define FUNCTIONS(EACH) \
    EACH(rsvg_handle_new_from_data, void *, (const uint8_t *bytes, size_t count, failure **error)) \
    EACH(rsvg_handle_set_dpi, void, (void *handle, double dpi)) \
    EACH(rsvg_handle_get_intrinsic_size_in_pixels, int, (void *handle, double *width, double *height)) \
    EACH( \
        rsvg_handle_get_intrinsic_dimensions, void, \
        (void *handle, int *has_width, length *width, int *has_height, length *height, int *has_box, rectangle *box)) \
    EACH(rsvg_handle_render_document, int, (void *handle, void *context, const rectangle *viewport, failure **error)) \
    EACH( \
        cairo_image_surface_create_for_data, void *, \
        (unsigned char *data, int format, int width, int height, int stride)) \
    EACH(cairo_surface_flush, void, (void *surface)) \
    EACH(cairo_surface_destroy, void, (void *surface)) \
    EACH(cairo_create, void *, (void *surface)) \
    EACH(cairo_scale, void, (void *context, double x, double y)) \
    EACH(cairo_status, int, (void *context)) \
    EACH(cairo_destroy, void, (void *context)) \
    EACH(FcConfigGetCurrent, void *, (void)) \
    EACH(FcConfigGetFontDirs, void *, (void *configuration)) \
    EACH(FcStrListNext, const char *, (void *list))

static struct {
    FUNCTIONS(LIBRARY_TYPED_MEMBER)
} library;

// What librsvg reads: loaders of images in SVG files, and fonts.
enum { MOST_DIRECTORIES = 64 };
static const char *directories[MOST_DIRECTORIES] = {"/usr"};

// Reads the list of fonts once, and not in each process.
static void find_fonts(void) {
    void *configuration = library.FcConfigGetCurrent();
    void *list = configuration ? library.FcConfigGetFontDirs(configuration) : NULL;
    // the names belong to the configuration, which is never released
    for (size_t index = 1; list && index < MOST_DIRECTORIES; index += 1) {
        directories[index] = library.FcStrListNext(list);
        if (!directories[index]) break;
    }
}

const char *drawing_library_load(void) {
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME) NULL};
    static bool is_loaded = false;
    const char *message = NULL;
    if (is_loaded || !library_load("librsvg-2.so.2", "librsvg-2.2.dylib", names, &library, &message)) return message;
    find_fonts();
    is_loaded = true;
    return NULL;
}

const char *drawing_library_directory(size_t index) { return index < MOST_DIRECTORIES ? directories[index] : NULL; }

// MARK: - Work with librsvg

static void *open_drawing(const uint8_t *file, const svg_task *task) {
    failure *error = NULL;
    void *handle = library.rsvg_handle_new_from_data(file, task->file_count, &error);
    if (!handle) worker_fail(HELPER_DAMAGED, error ? error->message : "");
    library.rsvg_handle_set_dpi(handle, PIXELS_PER_INCH);
    return handle;
}

void measure_drawing(const uint8_t *file, const svg_task *task) {
    void *handle = open_drawing(file, task);
    svg_reply reply = {.kind = SVG_RESULT};
    if (!library.rsvg_handle_get_intrinsic_size_in_pixels(handle, &reply.size.width, &reply.size.height)) {
        length width, height;
        rectangle box;
        int has_width, has_height, has_box;
        library.rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &width, &has_height, &height, &has_box, &box);
        if (!has_box) worker_fail(HELPER_UNSUPPORTED, "it has no size");
        reply.size = (svg_size){box.width, box.height};
    }
    worker_send(&reply, sizeof reply);
}

void draw_drawing(const uint8_t *file, const svg_task *task) {
    void *handle = open_drawing(file, task);
    const svg_part *part = &task->part;
    int columns = (int)part->columns, rows = (int)part->rows;
    svg_reply reply = {.kind = SVG_RESULT, .count = 4 * (uint64_t)part->columns * part->rows};
    unsigned char *pixels = calloc(part->rows, 4 * (size_t)part->columns);
    worker_check_memory(pixels);
    void *surface = library.cairo_image_surface_create_for_data(pixels, CAIRO_ARGB32, columns, rows, 4 * columns);
    void *context = library.cairo_create(surface);
    library.cairo_scale(context, columns / part->width, rows / part->height);
    rectangle viewport = {-part->x, -part->y, task->size.width, task->size.height};
    failure *error = NULL;
    bool is_drawn = library.rsvg_handle_render_document(handle, context, &viewport, &error);
    int status = library.cairo_status(context);
    // librsvg has no code for it
    bool is_out_of_memory = status == CAIRO_NO_MEMORY || (error && strstr(error->message, "emory"));
    if (is_out_of_memory) worker_check_memory(NULL);
    if (!is_drawn || status != CAIRO_SUCCESS) worker_fail(HELPER_DAMAGED, error ? error->message : "");
    library.cairo_destroy(context);
    library.cairo_surface_flush(surface);
    library.cairo_surface_destroy(surface);
    worker_begin_stream();
    worker_send(&reply, sizeof reply);
    worker_send(pixels, reply.count);
}
