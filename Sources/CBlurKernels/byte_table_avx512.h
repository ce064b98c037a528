// Look-ups of bytes in a table of 256 samples, 32 at once. Defines HAS_BYTE_TABLE.

#include "vector_types.h"

#define HAS_BYTE_TABLE 1

typedef struct byte_table {
    __m512i parts[8];
} byte_table;

static inline byte_table load_byte_table(const int16_t *entries) {
    byte_table table;
    for (int i = 0; i < 8; i++) table.parts[i] = _mm512_loadu_si512(entries + 32 * i);
    return table;
}

// Two parts are selected by the lower six bits of a byte, the pair of parts by the upper two.
static inline __attribute__((always_inline)) __m512i look_up_bytes(const byte_table *table, const uint8_t *bytes) {
    const __m512i *parts = table->parts;
    __m512i indices = _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)bytes));
    __mmask32 is_odd = _mm512_test_epi16_mask(indices, _mm512_set1_epi16(64));
    __mmask32 is_high = _mm512_test_epi16_mask(indices, _mm512_set1_epi16(128));
    __m512i low = _mm512_mask_mov_epi16(
        _mm512_permutex2var_epi16(parts[0], indices, parts[1]), is_odd,
        _mm512_permutex2var_epi16(parts[2], indices, parts[3]));
    __m512i high = _mm512_mask_mov_epi16(
        _mm512_permutex2var_epi16(parts[4], indices, parts[5]), is_odd,
        _mm512_permutex2var_epi16(parts[6], indices, parts[7]));
    return _mm512_mask_mov_epi16(low, is_high, high);
}
