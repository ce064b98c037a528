#include "sha256.h"

#include <string.h>

#include "sha256_blocks.h"

static void add_blocks(uint32_t state[8], const uint8_t *bytes, size_t count) {
    if (sha256_has_x86_instructions()) {
        sha256_blocks_x86(state, bytes, count);
    } else {
        sha256_blocks_portable(state, bytes, count);
    }
}

void sha256_start(sha256 *hash) {
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(hash->state, start, sizeof start);
    hash->count = 0;
}

void sha256_add(sha256 *hash, const uint8_t *bytes, size_t count) {
    size_t pending = hash->count % 64;
    hash->count += count;
    if (pending > 0) {
        size_t part = count < 64 - pending ? count : 64 - pending;
        memcpy(hash->block + pending, bytes, part);
        if (pending + part < 64) return;
        add_blocks(hash->state, hash->block, 1);
        bytes += part;
        count -= part;
    }
    add_blocks(hash->state, bytes, count / 64);
    if (count % 64 > 0) memcpy(hash->block, bytes + count / 64 * 64, count % 64);
}

void sha256_finish(sha256 *hash, uint8_t digest[SHA256_SIZE]) {
    static const uint8_t padding[64] = {0x80};
    uint64_t bits = hash->count * 8;
    sha256_add(hash, padding, (hash->count % 64 < 56 ? 56 : 120) - hash->count % 64);
    uint8_t length[8];
    for (int i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_add(hash, length, 8);
    for (int i = 0; i < SHA256_SIZE; i++) digest[i] = (uint8_t)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}
