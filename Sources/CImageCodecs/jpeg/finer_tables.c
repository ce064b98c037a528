#include "finer_tables.h"

#include <stdlib.h>

enum { WEIGHT = 1 << 20 };

// Adds counts of smooth blocks to others, and at least one of each valid symbol.
static void fit(huffman_table *huffman, const uint32_t *counts, const double *smooth, double share) {
    double sum = 0, smooth_sum = 0;
    uint32_t weights[256];
    for (int symbol = 0; symbol < 256; symbol++) {
        sum += counts[symbol];
        smooth_sum += smooth[symbol];
    }
    if (sum == 0) share = 0;
    for (int symbol = 0; symbol < 256; symbol++) {
        double counted = sum > 0 ? share * counts[symbol] / sum : 0;
        weights[symbol] = (uint32_t)(WEIGHT * (counted + (1 - share) * smooth[symbol] / smooth_sum));
        if (weights[symbol] == 0 && smooth[symbol] > 0) weights[symbol] = 1;
    }
    JHUFF_TBL table;
    huffman_table_fit(&table, weights);
    memset(huffman, 0, sizeof *huffman);
    huffman_table_prepare(huffman, &table, 255);
}

void finer_tables_fit(entropy_scan *scan, const symbol_counts *counts, double share) {
    double dc[256] = {0}, ac[256] = {0};
    for (int size = 0; size <= MAX_DC_SIZE; size++) dc[size] = 1.0 / (1 << abs(size - 3));
    for (int symbol = 0; symbol < 256; symbol++) {
        int zeros = symbol >> 4, size = symbol & 15;
        if (ac_symbol_advance(symbol) > 0)
            ac[symbol] = size == 0 ? zeros == 0 ? 0.5 : 1e-4 : 1.0 / (1 << (zeros + size));
    }
    for (int i = 0; i < NUM_HUFF_TBLS; i++) {
        if (scan->dc[i].is_prepared) fit(&scan->dc[i], counts->dc[i], dc, share);
        if (scan->ac[i].is_prepared) fit(&scan->ac[i], counts->ac[i], ac, share);
    }
}
