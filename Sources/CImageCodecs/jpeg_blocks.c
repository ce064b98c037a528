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
    JDIMENSION width, height;  // in blocks
    JBLOCKARRAY rows;
};

enum { LARGE_PAGE = 1 << 21 };

static jvirt_barray_ptr request(
    j_common_ptr common, int pool, boolean is_zeroed, JDIMENSION width, JDIMENSION height, JDIMENSION together) {
    (void)is_zeroed;  // new memory is
    (void)together;
    jpeg_blocks *blocks = common->client_data;
    jvirt_barray_ptr array = common->mem->alloc_small(common, pool, sizeof *array);
    *array = (struct jvirt_barray_control){
        .owner = blocks,
        .next = blocks->arrays,
        .component = blocks->arrays ? blocks->arrays->component + 1 : 0,
        .width = width,
        .height = height,
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
        size += (size_t)array->width * array->height * sizeof(JBLOCK);
    if (size == 0 || blocks->mapping) return;
    jpeg_failure *failure = (jpeg_failure *)common->err;
    if (size > blocks->limit) jpeg_failure_raise(failure, CODEC_OVER_LIMIT, "its coefficients need more memory than allowed");
    JBLOCKROW next = map(blocks, size);
    if (!next) jpeg_failure_raise(failure, CODEC_OUT_OF_MEMORY, "no memory for the coefficients");
    for (jvirt_barray_ptr array = blocks->arrays; array; array = array->next) {
        array->rows = common->mem->alloc_large(common, JPOOL_IMAGE, array->height * sizeof(JBLOCKROW));
        for (JDIMENSION row = 0; row < array->height; row++, next += array->width) array->rows[row] = next;
    }
}

JBLOCKARRAY jpeg_blocks_rows(jvirt_barray_ptr array, JDIMENSION first) { return array->rows + first; }

static JBLOCKARRAY access(
    j_common_ptr common, jvirt_barray_ptr array, JDIMENSION first, JDIMENSION count, boolean is_written) {
    (void)is_written;
    if (!array->rows || first > array->height || count > array->height - first)
        jpeg_failure_raise((jpeg_failure *)common->err, CODEC_FAULT, "no such row of coefficients");
    struct jpeg_merge *merge = array->owner->merge;
    if (merge && !common->is_decompressor) return jpeg_merge_rows(merge, common, array, array->component, first);
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
