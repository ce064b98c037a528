#include "svg_image.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "library.h"

// The interfaces of librsvg 2.52 and of the libraries that it uses, whose headers are not needed to build. Cairo's functions are those that
// librsvg itself calls, even if the program contains another copy.
typedef struct rectangle {
    double x, y, width, height;
} rectangle;
typedef struct length {
    double value;
    int unit;
} length;

enum { CAIRO_ARGB32 = 0, CAIRO_SUCCESS = 0 };
static const double PIXELS_PER_INCH = 96;  // as in CSS

// name, result, parameters
#define FUNCTIONS(EACH)                                                                                       \
    EACH(rsvg_handle_new_from_data, void *, (const uint8_t *bytes, size_t count, void **error))              \
    EACH(rsvg_handle_set_dpi, void, (void *handle, double dpi))                                              \
    EACH(rsvg_handle_get_intrinsic_size_in_pixels, int, (void *handle, double *width, double *height))       \
    EACH(rsvg_handle_get_intrinsic_dimensions, void,                                                         \
        (void *handle, int *has_width, length *width, int *has_height, length *height, int *has_box, rectangle *box)) \
    EACH(rsvg_handle_render_document, int, (void *handle, void *context, const rectangle *viewport, void **error)) \
    EACH(cairo_image_surface_create_for_data, void *,                                                        \
        (unsigned char *data, int format, int width, int height, int stride))                                \
    EACH(cairo_surface_flush, void, (void *surface))                                                         \
    EACH(cairo_surface_destroy, void, (void *surface))                                                       \
    EACH(cairo_create, void *, (void *surface))                                                              \
    EACH(cairo_scale, void, (void *context, double x, double y))                                             \
    EACH(cairo_status, int, (void *context))                                                                 \
    EACH(cairo_destroy, void, (void *context))                                                               \
    EACH(g_object_unref, void, (void *object))                                                               \
    EACH(g_clear_error, void, (void **error))

static struct {
#define MEMBER(name, result, parameters) result(*name) parameters;
    FUNCTIONS(MEMBER)
} library;
static bool is_loaded = false;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // the names include the version of the interface
    void *handle = library_open("librsvg-2.so.2", "librsvg-2.2.dylib");
    if (handle == NULL) return;
#define LOAD(name, result, parameters)                                                       \
    library.name = (result(*) parameters)library_function(handle, #name);                    \
    if (library.name == NULL) return;
    FUNCTIONS(LOAD)
    is_loaded = true;
}

// What a thread does, and its result. The thread and its caller share it, and the last of both frees it.
typedef struct work {
    uint8_t *file;
    size_t count;
    bool is_measured;
    svg_size size;
    svg_part part;
    unsigned char *pixels;
    svg_status status;
    pthread_mutex_t lock;
    pthread_cond_t done;
    bool is_done;
    bool is_given_up;
} work;

static void work_free(work *work) {
    pthread_cond_destroy(&work->done);
    pthread_mutex_destroy(&work->lock);
    free(work->file);
    free(work->pixels);
    free(work);
}

// MARK: Work with librsvg

static svg_status measure(void *handle, svg_size *size) {
    if (library.rsvg_handle_get_intrinsic_size_in_pixels(handle, &size->width, &size->height)) return SVG_OK;
    length width, height;
    rectangle box;
    int has_width, has_height, has_box;
    library.rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &width, &has_height, &height, &has_box, &box);
    if (!has_box) return SVG_NO_SIZE;
    *size = (svg_size){box.width, box.height};
    return SVG_OK;
}

static svg_status draw(void *handle, work *work) {
    svg_part part = work->part;
    work->pixels = calloc((size_t)part.rows, 4 * (size_t)part.columns);
    if (work->pixels == NULL) return SVG_NO_MEMORY;
    void *surface = library.cairo_image_surface_create_for_data(work->pixels, CAIRO_ARGB32, part.columns, part.rows, 4 * part.columns);
    void *context = library.cairo_create(surface);
    library.cairo_scale(context, part.columns / part.width, part.rows / part.height);
    rectangle viewport = {-part.x, -part.y, work->size.width, work->size.height};
    void *error = NULL;
    bool is_drawn = library.rsvg_handle_render_document(handle, context, &viewport, &error)
        && library.cairo_status(context) == CAIRO_SUCCESS;
    library.g_clear_error(&error);
    library.cairo_destroy(context);
    library.cairo_surface_flush(surface);
    library.cairo_surface_destroy(surface);
    return is_drawn ? SVG_OK : SVG_INVALID;
}

static svg_status perform(work *work) {
    void *error = NULL;
    void *handle = library.rsvg_handle_new_from_data(work->file, work->count, &error);
    library.g_clear_error(&error);
    if (handle == NULL) return SVG_INVALID;
    library.rsvg_handle_set_dpi(handle, PIXELS_PER_INCH);
    svg_status status = work->is_measured ? draw(handle, work) : measure(handle, &work->size);
    library.g_object_unref(handle);
    return status;
}

// MARK: The thread

static void *run(void *argument) {
    work *work = argument;
    svg_status status = perform(work);
    pthread_mutex_lock(&work->lock);
    work->status = status;
    work->is_done = true;
    bool is_given_up = work->is_given_up;
    pthread_cond_signal(&work->done);
    pthread_mutex_unlock(&work->lock);
    if (is_given_up) work_free(work);
    return NULL;
}

static work *work_create(const void *file, size_t count) {
    work *work = calloc(1, sizeof *work);
    if (work == NULL) return NULL;
    pthread_mutex_init(&work->lock, NULL);
    pthread_cond_init(&work->done, NULL);
    work->file = malloc(count > 0 ? count : 1);
    if (work->file == NULL) {
        work_free(work);
        return NULL;
    }
    memcpy(work->file, file, count);
    work->count = count;
    return work;
}

// Performs work on a thread, and waits for it. If the time is over, the thread keeps the work, which must not be used again.
static svg_status wait_for(work *work, double seconds) {
    struct timespec end;
    timespec_get(&end, TIME_UTC);
    double whole = (double)(int64_t)seconds;
    int64_t nanoseconds = end.tv_nsec + (int64_t)((seconds - whole) * 1e9);
    end.tv_sec += (time_t)whole + (time_t)(nanoseconds / 1000000000);
    end.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, work) != 0) {
        work->status = SVG_NO_MEMORY;
        return SVG_NO_MEMORY;
    }
    pthread_detach(thread);
    pthread_mutex_lock(&work->lock);
    while (!work->is_done && pthread_cond_timedwait(&work->done, &work->lock, &end) != ETIMEDOUT) {}
    svg_status status = work->is_done ? work->status : SVG_TIMEOUT;
    work->is_given_up = !work->is_done;
    pthread_mutex_unlock(&work->lock);
    return status;
}

svg_status svg_image_measure(const void *file, size_t count, double seconds, svg_size *size) {
    if (pthread_once(&once, load) != 0 || !is_loaded) return SVG_NO_LIBRARY;
    work *work = work_create(file, count);
    if (work == NULL) return SVG_NO_MEMORY;
    svg_status status = wait_for(work, seconds);
    if (status == SVG_OK) *size = work->size;
    if (status != SVG_TIMEOUT) work_free(work);
    return status;
}

svg_status svg_image_draw(const void *file, size_t count, double seconds, svg_size size, svg_part part, unsigned char **pixels) {
    if (pthread_once(&once, load) != 0 || !is_loaded) return SVG_NO_LIBRARY;
    work *work = work_create(file, count);
    if (work == NULL) return SVG_NO_MEMORY;
    work->is_measured = true;
    work->size = size;
    work->part = part;
    svg_status status = wait_for(work, seconds);
    if (status == SVG_TIMEOUT) return status;
    if (status == SVG_OK) {
        *pixels = work->pixels;
        work->pixels = NULL;
    }
    work_free(work);
    return status;
}
