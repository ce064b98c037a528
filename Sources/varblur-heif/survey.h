// What is known of a HEIF file before libheif reads it: nothing of it then takes more time or memory than its picture justifies.

#ifndef SURVEY_H
#define SURVEY_H

#include <heif_messages.h>
#include <stddef.h>
#include <stdint.h>

typedef struct file_survey {
    uint64_t work;  // of reading the file and decoding an image, in pixels that are decoded, drawn, or moved
    uint8_t tone_mapping[HEIF_TONE_MAPPING_BYTES];
    size_t tone_mapping_count;
} file_survey;

// Checks a file. Ends the task if it is damaged, or over a limit.
file_survey survey_file(uint8_t *file, size_t count, const heif_task *task);

// Changes what libheif reads wrongly, but is valid, and makes an item the picture unless it is 0; see repair.c. The file may move.
void repair_file(uint8_t **file, size_t *count, uint32_t item);

#endif
