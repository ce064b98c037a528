// Prefix codes with limited lengths (RFC 1951, section 3.2.2).

#ifndef PREFIX_CODE_H
#define PREFIX_CODE_H

#include <stdint.h>

enum { MOST_SYMBOLS = 286 };

typedef struct prefix_code {
    uint8_t lengths[MOST_SYMBOLS];  // in bits; 0 if a symbol has no code
    uint16_t codes[MOST_SYMBOLS];   // with the first bit as the least significant
} prefix_code;

// A code of at most 16 bits with its first bit as the least significant.
uint16_t prefix_code_reversed(uint32_t code, int length);

// Makes a code for the symbols with counts above 0, and for at least two symbols. The sum of the counts must be below 2^23.
// No code is longer than `longest` bits; if none would be, the code is optimal.
void prefix_code_make(prefix_code *code, const uint32_t *counts, int symbol_count, int longest);

#endif
