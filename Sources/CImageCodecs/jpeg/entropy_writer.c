#include "entropy_writer.h"

void entropy_writer_align(entropy_writer *writer) {
    while (writer->count % 8 != 0) entropy_writer_put(writer, 1, 1);
    while (writer->count > 0) {
        writer->count -= 8;
        uint8_t bytes[] = {(uint8_t)(writer->bits >> writer->count), 0};
        entropy_writer_put_bytes(writer, bytes, bytes[0] == 0xFF ? 2 : 1);
    }
}

void entropy_writer_put_bytes(entropy_writer *writer, const uint8_t *bytes, size_t count) {
    if (!output_buffer_append(&writer->output, bytes, count)) writer->is_out_of_memory = true;
}

void entropy_writer_copy(entropy_writer *writer, bit_reader *reader, uint64_t count) {
    for (; count >= 32; count -= 32) {
        bit_reader_fetch(reader);
        entropy_writer_put(writer, bit_reader_take(reader, 32), 32);
    }
    bit_reader_fetch(reader);
    entropy_writer_put(writer, bit_reader_take(reader, (int)count), (int)count);
}
