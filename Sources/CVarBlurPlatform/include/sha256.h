// SHA-256 (FIPS 180-4), with the SHA instructions of x86-64 processors that have them.

#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32 };

typedef struct sha256 {
    uint32_t state[8];
    uint64_t count;     // bytes so far
    uint8_t block[64];  // the bytes of an incomplete block
} sha256;

void sha256_start(sha256 *hash);
void sha256_add(sha256 *hash, const uint8_t *bytes, size_t count);
void sha256_finish(sha256 *hash, uint8_t digest[SHA256_SIZE]);

#endif
