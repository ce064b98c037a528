// The least that a thumbnail takes: libjpeg-turbo's scaled decoding and its encoding, or libpng's decoding, in one thread.
//
//   usage: thumbnail-baseline INPUT OUTPUT WIDTH HEIGHT
//
// A JPEG file is decoded at the smallest of 1/8, 1/4, 1/2, and 1/1 that is at least twice the size of the result. The nearest of
// its pixels are encoded with quality 80 and 4:2:0. A PNG file is decoded, and nothing is written.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>

static void *allocate(size_t count) {
    void *memory = malloc(count);
    if (memory) return memory;
    fputs("out of memory\n", stderr);
    exit(71);
}

static FILE *opened(const char *path, const char *mode) {
    FILE *file = fopen(path, mode);
    if (file) return file;
    perror(path);
    exit(66);
}

static void scale_jpeg(FILE *input, FILE *output, JDIMENSION width, JDIMENSION height) {
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct source = {.err = jpeg_std_error(&errors)};
    jpeg_create_decompress(&source);
    jpeg_stdio_src(&source, input);
    jpeg_read_header(&source, TRUE);
    source.scale_num = 1;
    while (source.scale_num < 8 && (source.image_width * source.scale_num / 8.0 < 2.0 * width ||
                                    source.image_height * source.scale_num / 8.0 < 2.0 * height))
        source.scale_num *= 2;
    source.scale_denom = 8;
    jpeg_start_decompress(&source);
    size_t channels = (size_t)source.output_components;
    JSAMPROW row = allocate(source.output_width * channels), picked = allocate(width * channels);

    struct jpeg_compress_struct target = {.err = &errors};
    jpeg_create_compress(&target);
    jpeg_stdio_dest(&target, output);
    target.image_width = width, target.image_height = height;
    target.input_components = source.output_components, target.in_color_space = source.out_color_space;
    jpeg_set_defaults(&target);
    jpeg_set_quality(&target, 80, TRUE);
    jpeg_start_compress(&target, TRUE);
    while (source.output_scanline < source.output_height) {
        jpeg_read_scanlines(&source, &row, 1);
        if (target.next_scanline >= height ||
            (size_t)target.next_scanline * source.output_height / height >= source.output_scanline)
            continue;
        for (size_t x = 0; x < width; x++)
            memcpy(picked + x * channels, row + x * source.output_width / width * channels, channels);
        jpeg_write_scanlines(&target, &picked, 1);
    }
    jpeg_finish_compress(&target);
    jpeg_finish_decompress(&source);
    jpeg_destroy_compress(&target);
    jpeg_destroy_decompress(&source);
    free(row);
    free(picked);
}

static void decode_png(FILE *input) {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, input);
    png_read_info(png, info);
    png_bytep row = allocate(png_get_rowbytes(png, info));
    for (png_uint_32 y = 0; y < png_get_image_height(png, info); y++) png_read_row(png, row, NULL);
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    free(row);
}

int main(int count, char **arguments) {
    if (count != 5 || atoi(arguments[3]) < 1 || atoi(arguments[4]) < 1) {
        fputs("usage: thumbnail-baseline INPUT OUTPUT WIDTH HEIGHT\n", stderr);
        return 64;
    }
    FILE *input = opened(arguments[1], "rb");
    int first = getc(input);
    rewind(input);
    if (first == 0xFF) {
        FILE *output = opened(arguments[2], "wb");
        scale_jpeg(input, output, (JDIMENSION)atoi(arguments[3]), (JDIMENSION)atoi(arguments[4]));
        if (fclose(output)) return 74;
    } else {
        decode_png(input);
    }
    fclose(input);
    return 0;
}
