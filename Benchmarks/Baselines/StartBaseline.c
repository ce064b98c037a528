// The least that a run on a JPEG file takes: decoding it with libjpeg-turbo, and encoding it with quality 90 and 4:2:0.
//
//   usage: start-baseline INPUT OUTPUT

#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

static FILE *opened(const char *path, const char *mode) {
    FILE *file = fopen(path, mode);
    if (file) return file;
    perror(path);
    exit(66);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fputs("usage: start-baseline INPUT OUTPUT\n", stderr);
        return 64;
    }
    FILE *input = opened(arguments[1], "rb");
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct decoder = {.err = jpeg_std_error(&errors)};
    jpeg_create_decompress(&decoder);
    jpeg_stdio_src(&decoder, input);
    jpeg_read_header(&decoder, TRUE);
    jpeg_start_decompress(&decoder);
    size_t row_bytes = (size_t)decoder.output_width * (size_t)decoder.output_components;
    unsigned char *pixels = malloc(decoder.output_height * row_bytes);
    if (!pixels) return 71;
    while (decoder.output_scanline < decoder.output_height) {
        unsigned char *row = pixels + decoder.output_scanline * row_bytes;
        jpeg_read_scanlines(&decoder, &row, 1);
    }
    jpeg_finish_decompress(&decoder);

    FILE *output = opened(arguments[2], "wb");
    struct jpeg_compress_struct encoder = {.err = &errors};
    jpeg_create_compress(&encoder);
    jpeg_stdio_dest(&encoder, output);
    encoder.image_width = decoder.output_width, encoder.image_height = decoder.output_height;
    encoder.input_components = decoder.output_components, encoder.in_color_space = decoder.out_color_space;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, 90, TRUE);
    jpeg_start_compress(&encoder, TRUE);
    while (encoder.next_scanline < encoder.image_height) {
        unsigned char *row = pixels + encoder.next_scanline * row_bytes;
        jpeg_write_scanlines(&encoder, &row, 1);
    }
    jpeg_finish_compress(&encoder);
    return fclose(output) == 0 ? 0 : 74;
}
