// Reads and writes HEIF and JPEG XL files for varblur, which starts this program: each image in a process of its own.
//
// A decoder of videos cannot be interrupted, and may be taken over by a file that is made for it. Its process can be ended at any
// time, and has no rights. Nothing of one image is left when the next one is read.

#include "jxl_library.h"
#include "library.h"
#include "worker.h"

static heif_task task;

static const char *load(uint8_t kind) { return kind >= HEIF_READ_JXL ? libjxl_load() : libheif_load(); }

static void begin(uint8_t kind) {
    (void)kind;
    worker_receive(&task, sizeof task);
    worker_limit_time(task.milliseconds);
    worker_limit_memory(task.memory);
}

static void work(uint8_t kind) {
    switch (kind) {
        case HEIF_WRITE_AVIF: worker_write(&task); break;
        case HEIF_READ_JXL: worker_read_jxl(&task); break;
        case HEIF_WRITE_JXL: worker_write_jxl(&task); break;
        default: worker_read(&task);
    }
}

int main(void) {
    static const worker_program program = {
        .name = "varblur-heif", .sandbox = SANDBOX_DECODER, .load = load, .begin = begin, .work = work};
    return worker_serve(&program);
}
