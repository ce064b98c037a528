#include <loaded_library.h>
#include <stdbool.h>
#include <stdlib.h>

#include "tasks.h"

// The interface of FreeType, which turns WOFF and WOFF2 files into the files that they were made of before it reads them. Its headers
// are not needed to build.
enum { FREETYPE_UNIMPLEMENTED = 7, FREETYPE_OUT_OF_MEMORY = 64 };

// name, result, parameters
#define FUNCTIONS(EACH) \
    EACH(FT_Init_FreeType, int, (void **library)) \
    EACH(FT_New_Memory_Face, int, (void *library, const uint8_t *file, long count, long index, void **face)) \
    EACH(FT_Load_Sfnt_Table, int, (void *face, unsigned long tag, long offset, uint8_t *bytes, unsigned long *count))

static struct {
    FUNCTIONS(LIBRARY_TYPED_MEMBER)
} library;

const char *font_library_load(void) {
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME) NULL};
    static bool is_loaded = false;
    const char *message = NULL;
    if (!is_loaded) is_loaded = library_load("libfreetype.so.6", "libfreetype.6.dylib", names, &library, &message);
    return message;
}

static void check(int error) {
    switch (error) {
        case 0: return;
        case FREETYPE_UNIMPLEMENTED: worker_fail(HELPER_NO_CODEC, "FreeType was built without it");
        case FREETYPE_OUT_OF_MEMORY: worker_check_memory(NULL); return;
        default: worker_fail(HELPER_DAMAGED, "FreeType cannot read it");
    }
}

void unpack_font(const uint8_t *file, const svg_task *task) {
    void *freetype, *face;
    check(library.FT_Init_FreeType(&freetype));
    check(library.FT_New_Memory_Face(freetype, file, (long)task->file_count, 0, &face));
    // the tag 0 stands for the whole file
    unsigned long count = 0;
    check(library.FT_Load_Sfnt_Table(face, 0, 0, NULL, &count));
    if (count > task->font_limit) worker_fail(HELPER_OVER_LIMIT, "it is too large");
    uint8_t *font = malloc(count > 0 ? count : 1);
    worker_check_memory(font);
    check(library.FT_Load_Sfnt_Table(face, 0, 0, font, &count));
    svg_reply reply = {.kind = SVG_RESULT, .count = count};
    worker_begin_stream();
    worker_send(&reply, sizeof reply);
    worker_send(font, count);
}
