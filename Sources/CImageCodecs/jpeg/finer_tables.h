// Huffman tables for a scan with finer quantization steps.

#ifndef FINER_TABLES_H
#define FINER_TABLES_H

#include "mcu_writer.h"

// Makes tables that suit the counted symbols and those of smooth blocks, and contain all valid symbols. `share` is the fraction of
// symbols that the counted ones represent.
void finer_tables_fit(entropy_scan *scan, const symbol_counts *counts, double share);

#endif
