// sbrk, madvise, and pthread_setattr_default_np
#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "address_space.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <sys/mman.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>
#include <pthread.h>
#endif

void require_address_space(size_t size) {
    static const char message[] =
        "varblur: error: too little memory to start: the address space is limited (raise the limit: ulimit -v)\n";
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    void *range = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (range == MAP_FAILED) {
        (void)!write(STDERR_FILENO, message, sizeof message - 1);
        _exit(71);
    }
    munmap(range, size);
}

void share_limited_address_space(size_t stack_size) {
#if defined(__GLIBC__)
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    mallopt(M_ARENA_MAX, 1);
    pthread_attr_t attributes;
    if (stack_size == 0 || pthread_attr_init(&attributes) != 0) return;
    pthread_attr_setstacksize(&attributes, stack_size);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
#else
    (void)stack_size;
#endif
}

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)

#define LARGE_PAGE ((uintptr_t)1 << 21)
// Larger blocks get a mapping of their own; the greatest value that glibc accepts.
#define GREATEST_BLOCK (32 << 20)

void use_large_heap_pages(size_t size) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return;
    mallopt(M_MMAP_THRESHOLD, GREATEST_BLOCK);
    mallopt(M_TRIM_THRESHOLD, 2 * GREATEST_BLOCK);
    mallopt(M_TOP_PAD, (int)size);
    // does not fit into what the heap already has
    void *block = malloc(1 << 20);
    uintptr_t start = ((uintptr_t)block + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
    uintptr_t end = (uintptr_t)sbrk(0) & ~(LARGE_PAGE - 1);
    // only advice: the result does not matter
    if (block && end > start && end - start <= 2 * size) (void)madvise((void *)start, end - start, MADV_HUGEPAGE);
    free(block);
    mallopt(M_TOP_PAD, 128 << 10);
}

#else

void use_large_heap_pages(size_t size) { (void)size; }

#endif
