// Memory starts at zero: what a library forgets to write is the same in every run, and holds nothing of what was in memory before.

#if defined(__GLIBC__) || defined(__linux__)
#include <features.h>
#endif

#include "worker.h"

#ifdef __GLIBC__

#include <limits.h>
#include <malloc.h>

enum { LARGEST_KEPT = 1 << 22 };

void memory_is_used_again(void) {
    mallopt(M_MMAP_THRESHOLD, LARGEST_KEPT);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

#else

void memory_is_used_again(void) {}

#endif

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_OTHER_ALLOCATOR
#endif
#endif

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(HAS_OTHER_ALLOCATOR)

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void *__libc_memalign(size_t alignment, size_t count);
void *__libc_realloc(void *memory, size_t count);

// These take the place of the functions of the C library in all libraries of the process. The heap itself stays that of the C library,
// whose calloc knows which memory is new, and zero already.

static void *noted(void *memory) {
    if (!memory) worker_lacks_memory = true;
    return memory;
}

void *malloc(size_t count) { return noted(calloc(1, count)); }

void *memalign(size_t alignment, size_t count) {
    void *memory = noted(__libc_memalign(alignment, count));
    if (memory) memset(memory, 0, malloc_usable_size(memory));
    return memory;
}

void *aligned_alloc(size_t alignment, size_t count) { return memalign(alignment, count); }

int posix_memalign(void **memory, size_t alignment, size_t count) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    int error = errno;
    void *found = memalign(alignment, count);
    errno = error;
    if (!found) return ENOMEM;
    *memory = found;
    return 0;
}

void *realloc(void *memory, size_t count) {
    if (!memory) return malloc(count);
    size_t before = malloc_usable_size(memory);
    char *moved = __libc_realloc(memory, count);
    if (count == 0) return moved;
    if (!noted(moved)) return NULL;
    size_t after = malloc_usable_size(moved);
    if (after > before) memset(moved + before, 0, after - before);
    return moved;
}

#endif
