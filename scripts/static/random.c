// The functions for random numbers that glibc has since version 2.36, for commands that also run with earlier versions.

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

void arc4random_buf(void *buffer, size_t count) {
    uint8_t *next = buffer;
    while (count > 0) {
        ssize_t added = getrandom(next, count, 0);
        if (added < 0 && errno != EINTR) abort();
        if (added > 0) {
            next += added;
            count -= (size_t)added;
        }
    }
}

uint32_t arc4random(void) {
    uint32_t value;
    arc4random_buf(&value, sizeof value);
    return value;
}

// Values of an incomplete last range would make some results more frequent than others.
uint32_t arc4random_uniform(uint32_t bound) {
    if (bound < 2) return 0;
    uint32_t least = -bound % bound;
    uint32_t value;
    do value = arc4random();
    while (value < least);
    return value % bound;
}
