// The address space of a process, which may be limited (RLIMIT_AS), and its heap.

#ifndef ADDRESS_SPACE_H
#define ADDRESS_SPACE_H

#include <stddef.h>

// Ends the process with a message and the status 71 if a limit of the address space leaves less than a number of bytes: the allocations
// of a runtime that starts do not fail, but crash.
void require_address_space(size_t size);

// Makes all threads allocate from the same heap if the address space is limited, with stacks of a number of bytes; 0 leaves their size.
//
// glibc otherwise reserves 64 MiB of addresses for each thread, and usually 8 MiB for its stack, so that allocations fail long before the
// memory is used. Has no effect with other C libraries. Call it before the first thread starts.
void share_limited_address_space(size_t stack_size);

// Enlarges the heap by a number of bytes, and asks the system to map it in large pages.
//
// A program that fills some buffers of megabytes and ends otherwise spends a fifth of its time on mapping small pages. Buffers that are
// released stay in the heap for the next ones. Has no effect if the address space is limited, or with other C libraries. Call it before
// the first thread starts.
void use_large_heap_pages(size_t size);

#endif
