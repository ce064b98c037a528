// A JPEG file of which some rows of MCUs are new, while the codes of all others stay as they are, bit by bit: what is kept is
// neither decoded nor encoded, but looked through, so that damage is noticed.

#ifndef JPEG_SPLICE_H
#define JPEG_SPLICE_H

#include "jpeg_session.h"

typedef struct jpeg_splice jpeg_splice;

// Opens a splice on a session whose header has been read, and which has to stay. The rows from `new_first` up to `new_end` will
// be others. NULL if there is no memory, or if the file is not of the kind: one scan of Huffman codes, with all tables before it.
jpeg_splice *jpeg_splice_open(jpeg_reader *original, uint32_t new_first, uint32_t new_end);

// Looks through the original; any thread may do that. CODEC_UNSUPPORTED if it has anything unusual, be it damage or not.
codec_status jpeg_splice_examine(jpeg_splice *splice);

// After that: adds the next new rows, which are those of a JPEG file of the same components, written with the codes of the
// original, to which others are added behind them. CODEC_UNSUPPORTED if there is no room for a code that is missing.
codec_status jpeg_splice_add(jpeg_splice *splice, codec_bytes file);

// Adds what is left, and the end of the file.
codec_status jpeg_splice_finish(jpeg_splice *splice);

// What was made: everything that follows the file's header.
codec_bytes jpeg_splice_output(const jpeg_splice *splice);

void jpeg_splice_close(jpeg_splice *splice);

// Starts the file, once all rows are there: of the settings only Adobe's marker and the density count. Segments may follow.
codec_status jpeg_writer_start_header(
    jpeg_writer *writer, const jpeg_writer_settings *settings, const jpeg_splice *splice);

// Ends the file at the end of its header, behind which its codes begin.
codec_status jpeg_writer_finish_header(jpeg_writer *writer);

#endif
