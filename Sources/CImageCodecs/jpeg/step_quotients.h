// The quotients of the quantization steps of a file and of finer ones that divide them.

#ifndef STEP_QUOTIENTS_H
#define STEP_QUOTIENTS_H

#include "jpeg_reader_state.h"

typedef struct step_quotients {
    jpeg_quantization finer;
    uint8_t order[JPEG_BLOCK_AREA];                     // the index in a block, row by row, of each in zigzag order
    uint16_t of[JPEG_MAX_COMPONENTS][JPEG_BLOCK_AREA];  // in zigzag order
    int end[JPEG_MAX_COMPONENTS];                       // the index from which on all quotients are 1
} step_quotients;

// Those of steps that stay the same; without the steps themselves.
extern const step_quotients unchanged_steps;

// Finds the quotients for a file whose header has been read, in memory that the caller frees; NULL if `finer` is. Returns false if there is
// no memory, if a finer step does not divide its original, or if the components of a file that share a table do not share the finer one.
bool step_quotients_find(step_quotients **found, const jpeg_reader *original, const jpeg_quantization *finer);

// Replaces the quantization tables of a file that is written by the finer ones.
void step_quotients_apply(const step_quotients *quotients, struct jpeg_compress_struct *jpeg);

// Multiplies a block of coefficients, in the order of its rows.
void step_quotients_scale(const step_quotients *quotients, int component, JCOEF *block);

#endif
