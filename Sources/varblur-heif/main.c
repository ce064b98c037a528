// Reads and writes HEIF and JPEG XL files for varblur, which starts this program: each image in a process of its own.
//
// A decoder of videos cannot be interrupted, and may be taken over by a file that is made for it. Its process can be ended at any
// time, and has no rights. Nothing of one image is left when the next one is read.

#include "jxl_library.h"
#include "library.h"
#include "worker.h"

static heif_task task;

static const char *load(uint8_t format) { return format == HEIF_JXL ? libjxl_load() : libheif_load(); }

static void begin(uint8_t format) {
    (void)format;
    worker_receive(&task, sizeof task);
    worker_limit_time(task.milliseconds);
    worker_limit_memory(task.memory);
    if (!task.is_writing) worker_limit_survey(task.file_count);
}

static void work(uint8_t format) {
    if (task.is_writing) {
        format == HEIF_JXL ? worker_write_jxl(&task) : worker_write(&task);
    } else {
        format == HEIF_JXL ? worker_read_jxl(&task) : worker_read(&task, format);
    }
}

int main(void) {
    static const worker_program program = {
        .name = "varblur-heif", .sandbox = SANDBOX_DECODER, .load = load, .begin = begin, .work = work};
    return worker_serve(&program);
}
