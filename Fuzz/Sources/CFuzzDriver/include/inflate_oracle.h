// Other libraries, as independent judges of compressed data.

#ifndef INFLATE_ORACLE_H
#define INFLATE_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint32_t fuzz_crc32(const uint8_t *bytes, size_t count);
uint32_t fuzz_adler32(const uint8_t *bytes, size_t count);

// Whether zlib decompresses the IDAT chunks of a file to their end, and no byte is left.
bool fuzz_inflates(const uint8_t *file, size_t count);

// Whether zlib, libdeflate, and ISA-L decompress a deflate stream without a header to the same bytes.
bool fuzz_all_inflate(const uint8_t *stream, size_t stream_count, const uint8_t *bytes, size_t count);

#endif
