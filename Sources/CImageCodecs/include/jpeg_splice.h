// A JPEG file with some of its MCUs replaced, while the entropy-coded data of the others is copied unchanged, or encoded again with
// finer quantization steps for the same values.
//
// Copied data is parsed to detect damage, but neither decoded to coefficients nor encoded again. With finer steps, kept MCUs are written
// symbol by symbol: a merge would take 1.5 to 1.9 times the processor time of a job.

#ifndef JPEG_SPLICE_H
#define JPEG_SPLICE_H

#include "jpeg_reader.h"

typedef struct jpeg_splice jpeg_splice;

// Opens a splice that replaces some MCUs: disjoint nonempty spans in order. `original` must have read its header and
// must outlive the splice. `finer` holds the quantization steps of the new rows if they are finer than those of the original, which they
// divide, or is NULL.
//
// Returns NULL if memory allocation fails, or if the file does not consist of one sequential Huffman-coded scan with
// all tables defined before it.
jpeg_splice *jpeg_splice_open(jpeg_reader *original, const mcu_span *replaced, size_t count, const jpeg_quantization *finer);

// Parses the entropy-coded data of the original, on any thread; with finer steps, also writes the kept MCUs before the first replaced one.
// CODEC_UNSUPPORTED if any of it is unusual or damaged, or if a coefficient has no valid code with finer steps.
codec_status jpeg_splice_parse(jpeg_splice *splice);

// Adds the next new MCU rows after `jpeg_splice_parse`, from the row `first_row` on: a JPEG file with the same components. Those of
// its MCUs that are not replaced are left out. The symbols of the others are written with the Huffman codes of the kept MCUs, which
// are extended for missing symbols. CODEC_UNSUPPORTED if a table is full.
codec_status jpeg_splice_add(jpeg_splice *splice, uint32_t first_row, codec_bytes file);

// Adds the remaining MCUs of the original and the end of the file.
codec_status jpeg_splice_finish(jpeg_splice *splice);

// The output: the entropy-coded data that follows the file's header, and the EOI marker.
codec_bytes jpeg_splice_output(const jpeg_splice *splice);

void jpeg_splice_close(jpeg_splice *splice);

#endif
