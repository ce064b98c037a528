// Writes MCUs that are read from another scan, symbol by symbol, with the Huffman tables of a scan.

#ifndef MCU_WRITER_H
#define MCU_WRITER_H

#include "entropy_writer.h"
#include "entropy_scan.h"
#include "step_quotients.h"

// How often the symbols of each Huffman table occur.
typedef struct symbol_counts {
    uint32_t dc[NUM_HUFF_TBLS][256], ac[NUM_HUFF_TBLS][256];
} symbol_counts;

typedef struct mcu_writer {
    entropy_writer bits;
    entropy_scan *target;   // the scan whose tables and restart interval the output has
    symbol_counts *counts;  // what counts the symbols, which are not written then; or NULL
    uint32_t mcu;           // the index of the next MCU to write
    int dc_predictors[JPEG_MAX_COMPONENTS];
} mcu_writer;

// Writes a restart marker if one must precede the next MCU.
void mcu_writer_restart(mcu_writer *writer);

// Writes MCUs between two restart markers of `source`, which may be the target itself, with finer steps. Extends the tables of the target
// by missing symbols. Returns false if an MCU is invalid, if a coefficient has no valid code, or if a table is full.
bool mcu_writer_copy(mcu_writer *writer, entropy_scan *source, uint32_t count, const step_quotients *quotients);

#endif
