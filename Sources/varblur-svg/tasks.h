// What the program does with a file. Each function sends a reply, or fails.

#ifndef TASKS_H
#define TASKS_H

#include <helper_process.h>
#include <svg_messages.h>

// Loads librsvg, and the list of the system's fonts. Returns NULL, or why that fails.
const char *drawing_library_load(void);

// A directory with fonts; NULL after the last one.
const char *drawing_library_directory(size_t index);

void measure_drawing(const uint8_t *file, const svg_task *task);
void draw_drawing(const uint8_t *file, const svg_task *task);

// Loads FreeType. Returns NULL, or why that fails.
const char *font_library_load(void);

void unpack_font(const uint8_t *file, const svg_task *task);

#endif
