// Writes MCUs that are read from another scan, symbol by symbol, with the Huffman tables of an original scan.

#ifndef MCU_WRITER_H
#define MCU_WRITER_H

#include "bit_writer.h"
#include "entropy_scan.h"

typedef struct mcu_writer {
    bit_writer bits;
    entropy_scan *target;  // the scan whose tables and restart interval the output has
    uint32_t mcu;          // the index of the next MCU to write
    int dc_predictors[JPEG_MAX_COMPONENTS];
} mcu_writer;

// Writes a restart marker if one must precede the next MCU.
void mcu_writer_restart(mcu_writer *writer);

// Writes the next MCU of `source`, which may be the target itself. Extends the tables of the target by missing symbols.
// Returns false if the MCU is invalid, or if a table is full.
bool mcu_writer_copy(mcu_writer *writer, entropy_scan *source);

#endif
