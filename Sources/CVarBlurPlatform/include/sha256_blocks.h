// The compression function of SHA-256, applied to whole blocks of 64 bytes.

#ifndef SHA256_BLOCKS_H
#define SHA256_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const uint32_t sha256_constants[64];

void sha256_blocks_portable(uint32_t state[8], const uint8_t *bytes, size_t count);

// Whether the processor has the x86-64 SHA instructions.
bool sha256_has_x86_instructions(void);

// Requires the SHA instructions. On architectures other than x86-64 it calls the portable function.
void sha256_blocks_x86(uint32_t state[8], const uint8_t *bytes, size_t count);

#endif
