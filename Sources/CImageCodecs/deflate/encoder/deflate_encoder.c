#include "deflate_encoder.h"

#include <stdlib.h>

#include "quick_search.h"
#include "thorough_search.h"

enum { WORST_BLOCK = 8 };  // bytes that a block adds at most to its contents

struct deflate_encoder {
    block_builder builder;
    quick_search *quick;        // NULL with another effort
    thorough_search *thorough;  // NULL with another effort
};

deflate_encoder *deflate_encoder_open(deflate_effort effort) {
    deflate_encoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    if (effort == DEFLATE_QUICK) encoder->quick = malloc(sizeof *encoder->quick);
    else encoder->thorough = malloc(sizeof *encoder->thorough);
    if (encoder->quick || encoder->thorough) return encoder;
    deflate_encoder_close(encoder);
    return NULL;
}

void deflate_encoder_close(deflate_encoder *encoder) {
    if (!encoder) return;
    free(encoder->quick);
    free(encoder->thorough);
    free(encoder);
}

size_t deflate_encoder_bound(size_t count) {
    return count + (count / LONGEST_BLOCK + 2) * WORST_BLOCK + sizeof(uint64_t);
}

size_t deflate_encoder_encode(deflate_encoder *encoder, const uint8_t *bytes, size_t count, bool is_last, uint8_t *output) {
    bit_writer writer = {.next = output};
    block_builder *builder = &encoder->builder;
    if (encoder->quick) quick_search_begin(encoder->quick);
    else thorough_search_begin(encoder->thorough);
    block_builder_guess_costs(builder, bytes, count);
    size_t done = 0;
    do {
        size_t size = count - done < LONGEST_BLOCK ? count - done : LONGEST_BLOCK;
        block_builder_begin(builder, bytes + done, size, is_last && done + size == count);
        if (encoder->quick) quick_search_block(encoder->quick, builder, bytes);
        else thorough_search_block(encoder->thorough, builder, bytes);
        block_builder_write(builder, &writer);
        done += size;
    } while (done < count);
    if (is_last) bit_writer_align(&writer);
    else block_write_stored_header(0, false, &writer);
    return (size_t)(writer.next - output);
}
