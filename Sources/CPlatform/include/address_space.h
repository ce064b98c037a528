// The address space that a process may be limited to (RLIMIT_AS).

#ifndef ADDRESS_SPACE_H
#define ADDRESS_SPACE_H

// Makes all threads allocate from the same heap if the address space is limited.
//
// glibc otherwise reserves 64 MiB of addresses for each thread, so that allocations fail long before the memory is used.
// Has no effect with other C libraries. Call it before the first thread starts.
void share_limited_address_space(void);

#endif
