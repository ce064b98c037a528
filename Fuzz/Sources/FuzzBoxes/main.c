// Surveys and repairs the boxes of a HEIF file, as varblur-heif does before libheif reads it.
//
// There, a failure ends the process, and its memory with it; here, it jumps back, and what was allocated is released.

#include <fuzz_driver.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// The other end of a jump knows no blocks, so a list does.
typedef struct block {
    struct block *next;
} block;

static block *blocks;
static jmp_buf failed;

static void *tracked(size_t count) {
    block *added = calloc(1, sizeof(block) + (count > 0 ? count : 1));
    if (!added) abort();
    added->next = blocks;
    blocks = added;
    return added + 1;
}

static void release(void *memory) {
    for (block **place = &blocks; *place; place = &(*place)->next) {
        if (*place + 1 != memory) continue;
        block *found = *place;
        *place = found->next;
        free(found);
        return;
    }
}

static void *resized(void *memory, size_t count) {
    block *old = memory ? (block *)memory - 1 : NULL;
    for (block **place = &blocks; old && *place; place = &(*place)->next)
        if (*place == old) {
            *place = old->next;
            break;
        }
    block *grown = realloc(old, sizeof(block) + count);
    if (!grown) abort();
    grown->next = blocks;
    blocks = grown;
    return grown + 1;
}

#define malloc(count) tracked(count)
#define calloc(number, size) tracked((number) * (size))
#define realloc(memory, count) resized(memory, count)
#define free(memory) release(memory)

#include <boxes.c>
#include <coded_image.c>
#include <items.c>
#include <repair.c>
#include <survey.c>

#undef malloc
#undef calloc
#undef realloc
#undef free

// Whether a file was repaired, which must leave its boxes inside of one another. Data that overlaps them may change.
static bool is_repaired;

void worker_fail(helper_failure failure, const char *text) {
    if (is_repaired && strcmp(text, "the size of a box is wrong") == 0) abort();
    // each failure is one of the list, and has a text
    if (failure > HELPER_OVER_LIMIT || !text) abort();
    longjmp(failed, 1);
}

void worker_check_memory(const void *memory) {
    if (!memory) abort();
}

static bool is_recent;

bool libheif_is(unsigned major, unsigned minor) {
    (void)major, (void)minor;
    return is_recent;
}

// The first byte says whether libheif is one that reads files of phones, which item is read, and which one has the parameters of a gain map.
static int test(const uint8_t *bytes, size_t count) {
    if (count == 0) return 0;
    is_recent = bytes[0] & 1;
    is_repaired = false;
    if (setjmp(failed) == 0) {
        size_t length = count - 1;
        uint8_t *file = tracked(length);
        memcpy(file, bytes + 1, length);
        heif_task task = {.item = bytes[0] >> 1 & 3, .tone_mapping = bytes[0] >> 3 & 3};
        file_survey survey = survey_file(file, length, &task);
        tile_grid grid = survey.grid;
        repair_file(&file, &length, &task, &survey);
        if (grid.tiles) show_tiles(file, length, &grid);
        // What was repaired is read by libheif, so that its boxes must still be inside of one another.
        is_repaired = true;
        survey_file(file, length, &task);
    }
    while (blocks) release(blocks + 1);
    return 0;
}

int main(int argc, char **argv) { return LLVMFuzzerRunDriver(&argc, &argv, test); }
