// Draws SVG files and unpacks fonts for varblur, which starts this program: each file in a process of its own.

#include "tasks.h"

static svg_task task;

static const char *load(uint8_t kind) { return kind == SVG_UNPACK_FONT ? font_library_load() : drawing_library_load(); }

static void begin(uint8_t kind) {
    (void)kind;
    worker_receive(&task, sizeof task);
    worker_limit_time(task.milliseconds);
    // a process that was taken over could get rid of neither limit
    if (task.milliseconds > 0) worker_limit_processor_time(task.milliseconds / 1000 + 2, false);
    worker_limit_memory(task.memory);
}

static void work(uint8_t kind) {
    uint8_t *file = worker_receive_new(task.file_count);
    switch (kind) {
        case SVG_MEASURE: measure_drawing(file, &task); break;
        case SVG_DRAW: draw_drawing(file, &task); break;
        case SVG_UNPACK_FONT: unpack_font(file, &task); break;
        default: worker_fail(HELPER_FAULT, "unknown task");
    }
}

int main(void) {
    static const worker_program program = {
        .name = "varblur-svg",
        .sandbox = SANDBOX_DRAWING,
        .load = load,
        .directory = drawing_library_directory,
        .begin = begin,
        .work = work};
    return worker_serve(&program);
}
