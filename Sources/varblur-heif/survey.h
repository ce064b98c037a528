// What is known of a HEIF file before libheif reads it: nothing of it then takes more time or memory than its picture justifies.

#ifndef SURVEY_H
#define SURVEY_H

#include <stddef.h>
#include <stdint.h>

// Checks a file. Ends the task if it is damaged, or over a limit.
//
// Returns the work of reading it and decoding an item, 0 for the picture, in pixels that are decoded, drawn, or moved.
uint64_t survey_file(uint8_t *file, size_t count, uint32_t item);

// Changes what libheif reads wrongly, but is valid; see repair.c. The file may move.
void repair_file(uint8_t **file, size_t *count);

#endif
