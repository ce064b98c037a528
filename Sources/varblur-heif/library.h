// libheif, which is loaded when the first image arrives: an idle process stays small.

#ifndef LIBRARY_H
#define LIBRARY_H

#include <libheif/heif.h>
#include <loaded_library.h>
#include <stdbool.h>

#define LIBHEIF_FUNCTIONS(USE) \
    USE(heif_init) \
    USE(heif_get_version) \
    USE(heif_get_version_number) \
    USE(heif_have_decoder_for_format) \
    USE(heif_context_alloc) \
    USE(heif_context_free) \
    USE(heif_context_read_from_memory_without_copy) \
    USE(heif_context_set_maximum_image_size_limit) \
    USE(heif_context_set_max_decoding_threads) \
    USE(heif_context_get_primary_image_handle) \
    USE(heif_context_get_image_handle) \
    USE(heif_context_get_list_of_top_level_image_IDs) \
    USE(heif_context_get_encoder_for_format) \
    USE(heif_context_encode_image) \
    USE(heif_context_add_exif_metadata) \
    USE(heif_context_add_XMP_metadata) \
    USE(heif_context_write) \
    USE(heif_image_handle_release) \
    USE(heif_image_handle_get_width) \
    USE(heif_image_handle_get_height) \
    USE(heif_image_handle_has_alpha_channel) \
    USE(heif_image_handle_is_premultiplied_alpha) \
    USE(heif_image_handle_get_luma_bits_per_pixel) \
    USE(heif_image_handle_get_number_of_thumbnails) \
    USE(heif_image_handle_get_number_of_auxiliary_images) \
    USE(heif_image_handle_get_raw_color_profile_size) \
    USE(heif_image_handle_get_raw_color_profile) \
    USE(heif_nclx_color_profile_free) \
    USE(heif_nclx_color_profile_alloc) \
    USE(heif_image_handle_get_number_of_metadata_blocks) \
    USE(heif_image_handle_get_list_of_metadata_block_IDs) \
    USE(heif_image_handle_get_metadata_content_type) \
    USE(heif_image_handle_get_metadata_size) \
    USE(heif_image_handle_get_metadata) \
    USE(heif_decoding_options_alloc) \
    USE(heif_decoding_options_free) \
    USE(heif_decode_image) \
    USE(heif_image_create) \
    USE(heif_image_add_plane) \
    USE(heif_image_get_plane) \
    USE(heif_image_get_plane_readonly) \
    USE(heif_image_get_width) \
    USE(heif_image_get_height) \
    USE(heif_image_get_bits_per_pixel_range) \
    USE(heif_image_get_colorspace) \
    USE(heif_image_get_nclx_color_profile) \
    USE(heif_image_has_channel) \
    USE(heif_image_get_decoding_warnings) \
    USE(heif_image_set_raw_color_profile) \
    USE(heif_image_set_nclx_color_profile) \
    USE(heif_image_set_content_light_level) \
    USE(heif_image_set_mastering_display_colour_volume) \
    USE(heif_image_release) \
    USE(heif_encoder_release) \
    USE(heif_encoder_set_lossy_quality) \
    USE(heif_encoder_set_parameter_boolean) \
    USE(heif_encoder_set_parameter_integer) \
    USE(heif_encoder_set_parameter_string) \
    USE(heif_encoding_options_alloc) \
    USE(heif_encoding_options_free)

typedef struct libheif {
    LIBHEIF_FUNCTIONS(LIBRARY_MEMBER)
} libheif;

// The functions of the library, after it was loaded.
extern libheif heif;

// Whether the library has a version, or a later one.
bool libheif_is(unsigned major, unsigned minor);

// Loads the library and its plugins. Returns NULL, or why that fails.
const char *libheif_load(void);

// Lets the library read files with as many items as this program permits. Older versions have no such limit.
void libheif_allow_items(struct heif_context *context, uint32_t items, uint64_t tiles);

// Makes the library encode 10 bits, which versions before 1.16 take for 16. Returns whether it does. For processes that write a file.
bool libheif_allow_ten_bits(void);

#endif
