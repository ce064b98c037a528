// The coefficients of a JPEG file for a writer, turned: nothing is rounded, so that nothing is lost.

#ifndef TURNED_COEFFICIENTS_H
#define TURNED_COEFFICIENTS_H

#include "jpeg_reader_state.h"

// Lets a writer, which has the parameters of the original, write its coefficients turned, which must have been read.
//
// Rows and columns of blocks are mirrored as a whole: along a mirrored axis, the turned image must consist of whole MCUs. Call with the jump
// target of the writer set.
void turned_coefficients_install(jpeg_reader *original, struct jpeg_compress_struct *writer, jpeg_turn turn);

#endif
