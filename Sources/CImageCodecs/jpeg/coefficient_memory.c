#define _DEFAULT_SOURCE

#include "coefficient_memory.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "jpeg_failure.h"

// libjpeg declares this type without defining it.
struct jvirt_barray_control {
    coefficient_memory *owner;
    jvirt_barray_ptr next;
    int component;
    JDIMENSION width, height;  // in blocks
    JBLOCKARRAY rows;
};

enum { LARGE_PAGE = 1 << 21 };

static jvirt_barray_ptr request(
    j_common_ptr common, int pool, boolean is_zeroed, JDIMENSION width, JDIMENSION height, JDIMENSION rows_per_access) {
    (void)is_zeroed;  // mapped memory is always zeroed
    (void)rows_per_access;
    coefficient_memory *memory = common->client_data;
    jvirt_barray_ptr array = common->mem->alloc_small(common, pool, sizeof *array);
    *array = (struct jvirt_barray_control){
        .owner = memory,
        .next = memory->arrays,
        .component = memory->arrays ? memory->arrays->component + 1 : 0,
        .width = width,
        .height = height,
    };
    memory->arrays = array;
    return array;
}

static void *map(coefficient_memory *memory, size_t size) {
    size += LARGE_PAGE;
    void *mapping = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (mapping == MAP_FAILED) return NULL;
    memory->mapping = mapping;
    memory->mapping_size = size;
    uintptr_t start = ((uintptr_t)mapping + LARGE_PAGE - 1) & ~(uintptr_t)(LARGE_PAGE - 1);
#ifdef MADV_HUGEPAGE
    if (size > 4 * LARGE_PAGE) (void)madvise((void *)start, size - LARGE_PAGE, MADV_HUGEPAGE);
#endif
    return (void *)start;
}

static void realize(j_common_ptr common) {
    coefficient_memory *memory = common->client_data;
    memory->realize_default(common);
    size_t size = 0;
    for (jvirt_barray_ptr array = memory->arrays; array; array = array->next)
        size += (size_t)array->width * array->height * sizeof(JBLOCK);
    if (size == 0 || memory->mapping) return;
    jpeg_failure *failure = (jpeg_failure *)common->err;
    if (size > memory->limit) jpeg_failure_raise(failure, CODEC_OVER_LIMIT, "the coefficients exceed the memory limit");
    JBLOCKROW next = map(memory, size);
    if (!next) jpeg_failure_raise(failure, CODEC_OUT_OF_MEMORY, "no memory for the coefficients");
    for (jvirt_barray_ptr array = memory->arrays; array; array = array->next) {
        array->rows = common->mem->alloc_large(common, JPOOL_IMAGE, array->height * sizeof(JBLOCKROW));
        for (JDIMENSION row = 0; row < array->height; row++, next += array->width) array->rows[row] = next;
    }
}

JBLOCKARRAY coefficient_rows(jvirt_barray_ptr array, JDIMENSION first) { return array->rows + first; }

static JBLOCKARRAY access(
    j_common_ptr common, jvirt_barray_ptr array, JDIMENSION first, JDIMENSION count, boolean is_written) {
    (void)is_written;
    const coefficient_memory *memory = array->owner;
    if (memory->source && !common->is_decompressor)
        return memory->source(memory->context, common, array, array->component, first);
    if (!array->rows || first > array->height || count > array->height - first)
        jpeg_failure_raise((jpeg_failure *)common->err, CODEC_FAULT, "row of coefficients out of range");
    return coefficient_rows(array, first);
}

void coefficient_memory_install(coefficient_memory *memory, j_common_ptr common, size_t limit) {
    memory->limit = limit;
    memory->realize_default = common->mem->realize_virt_arrays;
    common->client_data = memory;
    common->mem->request_virt_barray = request;
    common->mem->realize_virt_arrays = realize;
    common->mem->access_virt_barray = access;
}

void coefficient_memory_free(coefficient_memory *memory) {
    if (memory->mapping) munmap(memory->mapping, memory->mapping_size);
    memory->mapping = NULL;
}
