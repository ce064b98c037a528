// Measures libpng and libjpeg-turbo alone, in one thread and in memory: decoding a file into rows, and encoding the rows.
//
//   usage: codec-baseline FILE RUNS
//
// Prints the median times of decoding and encoding in milliseconds, and the size of the encoded file in bytes. Encoding uses
// the defaults of the library (JPEG: quality 90, 4:2:0).

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jpeglib.h>
#include <png.h>

typedef struct raster {
    size_t width, height, channels, bits;
    unsigned char *rows;  // NULL to discard the decoded rows
} raster;

typedef struct byte_buffer {
    unsigned char *start;
    size_t count, next;
} byte_buffer;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static size_t row_bytes(const raster *image) { return image->width * image->channels * image->bits / 8; }

static unsigned char *allocate(size_t count) {
    unsigned char *memory = malloc(count);
    if (memory) return memory;
    fputs("out of memory\n", stderr);
    exit(71);
}

static void decode_jpeg(byte_buffer file, raster *image) {
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct jpeg = {.err = jpeg_std_error(&errors)};
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, file.start, file.count);
    jpeg_read_header(&jpeg, TRUE);
    jpeg_start_decompress(&jpeg);
    image->width = jpeg.output_width, image->height = jpeg.output_height;
    image->channels = (size_t)jpeg.output_components, image->bits = 8;
    unsigned char *discarded = allocate(row_bytes(image));
    for (size_t y = 0; y < image->height; y++) {
        unsigned char *row = image->rows ? image->rows + y * row_bytes(image) : discarded;
        jpeg_read_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
    free(discarded);
}

static size_t encode_jpeg(const raster *image) {
    struct jpeg_error_mgr errors;
    struct jpeg_compress_struct jpeg = {.err = jpeg_std_error(&errors)};
    unsigned char *output = NULL;
    unsigned long count = 0;
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &output, &count);
    jpeg.image_width = (JDIMENSION)image->width, jpeg.image_height = (JDIMENSION)image->height;
    jpeg.input_components = (int)image->channels;
    jpeg.in_color_space = image->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 90, TRUE);
    jpeg_start_compress(&jpeg, TRUE);
    for (size_t y = 0; y < image->height; y++) {
        unsigned char *row = image->rows + y * row_bytes(image);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    free(output);
    return count;
}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    byte_buffer *file = png_get_io_ptr(png);
    if (count > file->count - file->next) png_error(png, "the file is truncated");
    memcpy(target, file->start + file->next, count);
    file->next += count;
}

static void decode_png(byte_buffer file, raster *image) {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &file, read_bytes);
    png_read_info(png, info);
    image->width = png_get_image_width(png, info), image->height = png_get_image_height(png, info);
    image->channels = png_get_channels(png, info), image->bits = png_get_bit_depth(png, info);
    unsigned char *discarded = allocate(row_bytes(image));
    for (size_t y = 0; y < image->height; y++)
        png_read_row(png, image->rows ? image->rows + y * row_bytes(image) : discarded, NULL);
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    free(discarded);
}

static void count_bytes(png_structp png, png_bytep start, size_t count) {
    (void)start;
    *(size_t *)png_get_io_ptr(png) += count;
}

static void flush_nothing(png_structp png) { (void)png; }

static size_t encode_png(const raster *image) {
    static const int types[] = {
        0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGBA};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    size_t count = 0;
    png_set_write_fn(png, &count, count_bytes, flush_nothing);
    png_set_IHDR(
        png, info, (png_uint_32)image->width, (png_uint_32)image->height, (int)image->bits, types[image->channels],
        PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    png_write_info(png, info);
    for (size_t y = 0; y < image->height; y++) png_write_row(png, image->rows + y * row_bytes(image));
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return count;
}

static int compare(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

static double median(double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, compare);
    return times[count / 2];
}

static byte_buffer read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        perror(path);
        exit(66);
    }
    byte_buffer contents = {.count = (size_t)ftell(file)};
    contents.start = allocate(contents.count);
    rewind(file);
    if (fread(contents.start, 1, contents.count, file) != contents.count) exit(74);
    fclose(file);
    return contents;
}

int main(int count, char **arguments) {
    if (count != 3 || atoi(arguments[2]) < 1 || atoi(arguments[2]) > 100) {
        fputs("usage: codec-baseline FILE RUNS\n", stderr);
        return 64;
    }
    byte_buffer file = read_file(arguments[1]);
    int is_jpeg = file.count > 2 && file.start[0] == 0xFF, runs = atoi(arguments[2]);
    void (*decode)(byte_buffer, raster *) = is_jpeg ? decode_jpeg : decode_png;
    raster decoded = {0};
    decode(file, &decoded);
    double decoding[100], encoding[100];
    for (int run = 0; run < runs; run++) {
        double start = now();
        decode(file, &decoded);
        decoding[run] = now() - start;
    }
    decoded.rows = allocate(decoded.height * row_bytes(&decoded));
    decode(file, &decoded);
    size_t size = 0;
    for (int run = 0; run < runs; run++) {
        double start = now();
        size = is_jpeg ? encode_jpeg(&decoded) : encode_png(&decoded);
        encoding[run] = now() - start;
    }
    printf("%.3f %.3f %zu\n", median(decoding, runs), median(encoding, runs), size);
    return 0;
}
