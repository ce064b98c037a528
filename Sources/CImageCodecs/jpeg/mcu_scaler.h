// Encodes MCUs again with finer quantization steps. The coefficients are multiplied, so that they stand for the same values.

#ifndef MCU_SCALER_H
#define MCU_SCALER_H

#include "mcu_writer.h"
#include "step_quotients.h"

// How often the symbols of each Huffman table occur.
typedef struct symbol_counts {
    uint32_t dc[NUM_HUFF_TBLS][256], ac[NUM_HUFF_TBLS][256];
} symbol_counts;

// Parses MCUs between two restart markers, and counts the symbols that they would have with finer steps. The result is that of
// `entropy_scan_skip`, or CODEC_UNSUPPORTED if a coefficient would have no valid code.
codec_status mcu_scaler_count(entropy_scan *scan, uint32_t count, const step_quotients *quotients, symbol_counts *counts);

// Makes tables that suit the counted symbols and those of smooth blocks, and contain all valid symbols. `share` is the fraction of
// symbols that the counted ones represent.
void mcu_scaler_fit(entropy_scan *scan, const symbol_counts *counts, double share);

// How bits with the tables of one scan become bits with those of another and finer steps.
typedef struct mcu_translator mcu_translator;

// Returns NULL if there is no memory. The tables of the target must contain all valid symbols.
mcu_translator *mcu_translator_open(
    const entropy_scan *source, const entropy_scan *target, const step_quotients *quotients);

void mcu_translator_close(mcu_translator *translator);

// Writes MCUs between two restart markers with finer steps and the tables of the target. CODEC_UNSUPPORTED if a coefficient has no valid code.
codec_status mcu_scaler_write(
    mcu_writer *writer, entropy_scan *source, uint32_t count, const step_quotients *quotients,
    const mcu_translator *translator);

#endif
