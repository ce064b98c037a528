#define _DEFAULT_SOURCE

#include "jpeg_blocks.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "jpeg_failure.h"
#include "jpeg_merge_rows.h"

// libjpeg knows this type by name only.
struct jvirt_barray_control {
    jpeg_blocks *owner;
    jvirt_barray_ptr next;
    int component;
    JDIMENSION width, height;   // in blocks
    JDIMENSION kept;            // rows in memory, which stand for those whose numbers differ by a multiple of it
    JDIMENSION cleared;         // rows below this one have been made zero
    JBLOCKARRAY rows;
};

enum { LARGE_PAGE = 1 << 21 };

static jvirt_barray_ptr request(
    j_common_ptr common, int pool, boolean is_zeroed, JDIMENSION width, JDIMENSION height, JDIMENSION together) {
    (void)is_zeroed;
    jpeg_blocks *blocks = common->client_data;
    jvirt_barray_ptr array = common->mem->alloc_small(common, pool, sizeof *array);
    JDIMENSION kept = blocks->row_limit ? blocks->row_limit * together : height;
    *array = (struct jvirt_barray_control){
        .owner = blocks,
        .next = blocks->arrays,
        .component = blocks->arrays ? blocks->arrays->component + 1 : 0,
        .width = width,
        .height = height,
        .kept = kept < height ? kept : height,
    };
    blocks->arrays = array;
    return array;
}

static void *map(jpeg_blocks *blocks, size_t size) {
    size += LARGE_PAGE;
    void *mapping = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (mapping == MAP_FAILED) return NULL;
    blocks->mapping = mapping;
    blocks->mapping_size = size;
    uintptr_t start = ((uintptr_t)mapping + LARGE_PAGE - 1) & ~(uintptr_t)(LARGE_PAGE - 1);
#ifdef MADV_HUGEPAGE
    if (size > 4 * LARGE_PAGE) (void)madvise((void *)start, size - LARGE_PAGE, MADV_HUGEPAGE);
#endif
    return (void *)start;
}

static void realize(j_common_ptr common) {
    jpeg_blocks *blocks = common->client_data;
    blocks->realize_others(common);
    size_t size = 0;
    for (jvirt_barray_ptr array = blocks->arrays; array; array = array->next)
        size += (size_t)array->width * array->kept * sizeof(JBLOCK);
    if (size == 0 || blocks->mapping) return;
    jpeg_failure *failure = (jpeg_failure *)common->err;
    if (size > blocks->limit) jpeg_failure_raise(failure, CODEC_OVER_LIMIT, "its coefficients need more memory than allowed");
    JBLOCKROW next = map(blocks, size);
    if (!next) jpeg_failure_raise(failure, CODEC_OUT_OF_MEMORY, "no memory for the coefficients");
    for (jvirt_barray_ptr array = blocks->arrays; array; array = array->next) {
        array->rows = common->mem->alloc_large(common, JPOOL_IMAGE, array->kept * sizeof(JBLOCKROW));
        for (JDIMENSION row = 0; row < array->kept; row++, next += array->width) array->rows[row] = next;
    }
}

void jpeg_blocks_list(const jpeg_blocks *blocks, jvirt_barray_ptr *arrays, int count) {
    for (jvirt_barray_ptr array = blocks->arrays; array; array = array->next)
        if (array->component < count) arrays[array->component] = array;
}

JBLOCKARRAY jpeg_blocks_rows(jvirt_barray_ptr array, JDIMENSION first) { return array->rows + first % array->kept; }

// Memory that has been used for other rows is made zero, which libjpeg relies on.
static void clear(jvirt_barray_ptr array, JDIMENSION first, JDIMENSION count) {
    for (JDIMENSION row = first; row < first + count; row++) {
        if (row < array->cleared) continue;
        if (row >= array->kept) memset(jpeg_blocks_rows(array, row)[0], 0, array->width * sizeof(JBLOCK));
        array->cleared = row + 1;
    }
}

static JBLOCKARRAY access(
    j_common_ptr common, jvirt_barray_ptr array, JDIMENSION first, JDIMENSION count, boolean is_written) {
    if (!array->rows || first > array->height || count > array->height - first)
        jpeg_failure_raise((jpeg_failure *)common->err, CODEC_FAULT, "no such row of coefficients");
    struct jpeg_merge *merge = array->owner->merge;
    if (merge && !common->is_decompressor) return jpeg_merge_rows(merge, common, array, array->component, first);
    if (merge) jpeg_merge_begin_rows(merge, common, array->component, first);
    if (is_written) clear(array, first, count);
    return jpeg_blocks_rows(array, first);
}

void jpeg_blocks_install(jpeg_blocks *blocks, j_common_ptr common, size_t limit) {
    blocks->limit = limit;
    blocks->realize_others = common->mem->realize_virt_arrays;
    common->client_data = blocks;
    common->mem->request_virt_barray = request;
    common->mem->realize_virt_arrays = realize;
    common->mem->access_virt_barray = access;
}

void jpeg_blocks_free(jpeg_blocks *blocks) {
    if (blocks->mapping) munmap(blocks->mapping, blocks->mapping_size);
    blocks->mapping = NULL;
}
