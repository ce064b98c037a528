#include "step_quotients.h"

#include <stdlib.h>
#include <string.h>

#define EIGHT_ONES 1, 1, 1, 1, 1, 1, 1, 1
#define ONES {EIGHT_ONES, EIGHT_ONES, EIGHT_ONES, EIGHT_ONES, EIGHT_ONES, EIGHT_ONES, EIGHT_ONES, EIGHT_ONES}

const step_quotients unchanged_steps = {.of = {ONES, ONES, ONES, ONES}};

// The index in a block, row by row, of each coefficient in zigzag order: along the antidiagonals, in alternating directions.
static void find_zigzag(uint8_t order[JPEG_BLOCK_AREA]) {
    int next = 0;
    for (int sum = 0; sum < 2 * JPEG_BLOCK - 1; sum++) {
        int least = sum < JPEG_BLOCK ? 0 : sum - JPEG_BLOCK + 1;
        for (int i = least; i <= sum - least; i++) {
            int row = sum % 2 == 0 ? sum - i : i;
            order[next++] = (uint8_t)(row * JPEG_BLOCK + sum - row);
        }
    }
}

bool step_quotients_find(step_quotients **found, const jpeg_reader *original, const jpeg_quantization *finer) {
    if (!finer) return true;
    const struct jpeg_decompress_struct *jpeg = &original->jpeg;
    step_quotients *quotients = *found = calloc(1, sizeof *quotients);
    if (!quotients) return false;
    find_zigzag(quotients->order);
    quotients->finer = *finer;
    for (int i = 0; i < jpeg->num_components; i++) {
        int number = jpeg->comp_info[i].quant_tbl_no;
        if (number < 0 || number >= NUM_QUANT_TBLS || !jpeg->quant_tbl_ptrs[number]) return false;
        for (int other = 0; other < i; other++)
            if (jpeg->comp_info[other].quant_tbl_no == number && finer->table_of[other] != finer->table_of[i])
                return false;
        const uint16_t *steps = finer->tables[finer->table_of[i]];
        for (int k = 0; k < JPEG_BLOCK_AREA; k++) {
            int old = jpeg->quant_tbl_ptrs[number]->quantval[quotients->order[k]], new = steps[quotients->order[k]];
            if (new == 0 || old % new != 0) return false;
            quotients->of[i][k] = (uint16_t)(old / new);
            if (old != new) quotients->end[i] = k + 1;
        }
    }
    return true;
}

void step_quotients_apply(const step_quotients *quotients, struct jpeg_compress_struct *jpeg) {
    for (int i = 0; i < jpeg->num_components; i++) {
        const uint16_t *steps = quotients->finer.tables[quotients->finer.table_of[i]];
        JQUANT_TBL *table = jpeg->quant_tbl_ptrs[jpeg->comp_info[i].quant_tbl_no];
        memcpy(table->quantval, steps, sizeof table->quantval);
    }
}

void step_quotients_scale(const step_quotients *quotients, int component, JCOEF *block) {
    for (int k = 0; k < quotients->end[component]; k++) {
        JCOEF *coefficient = &block[quotients->order[k]];
        int product = *coefficient * quotients->of[component][k];
        // libjpeg refuses coefficients that have no valid code
        *coefficient = (JCOEF)(product > INT16_MAX ? INT16_MAX : product < -INT16_MAX ? -INT16_MAX : product);
    }
}
