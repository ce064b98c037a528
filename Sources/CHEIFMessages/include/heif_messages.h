// What this process and varblur-heif, which reads and writes HEIF and JPEG XL files, tell each other.
//
// On a channel, a task comes first, and then the bytes that it announces. The answer is a reply, followed by what it announces.

#ifndef HEIF_MESSAGES_H
#define HEIF_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The kind of a channel. The brands of a HEIF file tell which of the first two it has.
typedef enum heif_format {
    HEIF_HEIC,
    HEIF_AVIF,
    HEIF_JXL,  // with libjxl; the others with libheif
} heif_format;

// More bytes than the parameters of a gain map have (ISO 21496-1), and as many as the boxes clli and mdcv have.
enum { HEIF_TONE_MAPPING_BYTES = 256, HEIF_LIGHT_BYTES = 4, HEIF_DISPLAY_BYTES = 24 };

typedef struct heif_task {
    uint32_t threads;
    uint64_t milliseconds;  // until when the task must end; 0 for any time
    uint64_t memory;        // the number of bytes that the task may take; a heif_decode lowers it
    bool is_writing;

    // Reading: `file_count` bytes of the file follow, and later a heif_decode.
    uint64_t file_count;
    uint64_t metadata_limit;  // the greatest number of bytes of profile, EXIF, and XMP together
    uint32_t longest_side;
    uint32_t item;  // the image that is read in place of the picture; 0 for the picture
    uint32_t tone_mapping;  // the item that derives another rendition of the picture with a gain map, whose data is read; 0 for none
    uint32_t gain_map;  // this gain map; 0 for none
    bool wants_colors;
    bool wants_texts;  // EXIF and XMP

    // Writing: profile, EXIF, and XMP follow, and then the rows, with samples of 8 or 16 bits.
    uint32_t width;
    uint32_t height;
    bool is_gray;  // of JPEG XL, and of gain maps
    bool has_alpha;
    bool is_wide;         // 16 bits per sample, of which `depth` are stored
    bool has_full_color;  // whether colors have the resolution of the image; of AVIF
    uint32_t depth;       // the number of bits per sample in the file
    uint32_t quality;     // of JPEG XL, 100 is lossless
    uint32_t speed;       // of JPEG XL, the effort
    uint32_t primaries;   // code points of ITU-T H.273
    uint32_t transfer;
    uint8_t light_levels[HEIF_LIGHT_BYTES];  // of AVIF: the box clli, and the mastering display (mdcv); zeros for none
    uint8_t mastering_display[HEIF_DISPLAY_BYTES];
    uint64_t profile_count;
    uint64_t exif_count;
    uint64_t xmp_count;
} heif_task;

typedef enum heif_reply_kind {
    HEIF_FAILURE,  // these two are common to all programs, and do not have the rest of the reply
    HEIF_READY,
    HEIF_HEADER,  // what is known of a file before it is decoded; profile, EXIF, XMP, and parameters of a gain map follow
    HEIF_PIXELS,  // the next rows follow, gray or RGB, without alpha or with straight alpha, of 8 or 16 bits
    HEIF_FILE,    // an encoded file follows
} heif_reply_kind;

// The process that replies may have been taken over by a file: no number of a reply is trusted.
typedef struct heif_reply {
    uint32_t kind;     // a heif_reply_kind
    uint32_t failure;  // a helper_failure
    uint64_t count;    // the length in bytes of a text, of rows, or of a file
    // Of HEIF_HEADER: the image as it is displayed, turned and cropped.
    uint32_t width;
    uint32_t height;
    uint32_t depth;       // bits per sample of the coded image
    uint8_t orientation;  // that of the stored rows, as in EXIF; 0 in HEIF files, whose boxes tell it
    uint8_t has_alpha;    // 0 or 1, as are the others
    uint8_t is_premultiplied;
    uint8_t is_gray;
    uint8_t is_lossless;  // of JPEG XL: samples in the colors of the file, which its encoder hardly ever changes
    uint8_t is_animation;
    uint8_t is_reduced;         // samples of more than 16 bits, or of floating-point numbers, are sent as 16 bits
    uint32_t other_images;      // images beside the primary one, without its gain map
    uint32_t auxiliary_images;  // depth maps, gain maps, and the like
    uint32_t thumbnails;
    uint32_t primaries;  // code points of ITU-T H.273; 2 if there are none
    uint32_t transfer;
    uint8_t light_levels[HEIF_LIGHT_BYTES];  // as in a task
    uint8_t mastering_display[HEIF_DISPLAY_BYTES];
    uint64_t profile_count;
    uint64_t exif_count;
    uint64_t xmp_count;
    uint64_t tone_mapping_count;  // of the data that derives another rendition, which follows; at most HEIF_TONE_MAPPING_BYTES
    // Of the first HEIF_PIXELS.
    uint8_t is_damaged;  // the file is damaged, and was decoded as far as possible
} heif_reply;

// Asks for the pixels of a file whose header was read.
typedef struct heif_decode {
    uint64_t memory;  // the number of bytes that decoding may take, at most as many as the task
    bool allows_damage;
} heif_decode;

#endif
