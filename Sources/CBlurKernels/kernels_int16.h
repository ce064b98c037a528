// The kernels for 8-bit images, whose samples are int16_t.

#include "background_int16.h"
#include "edges_int16.h"
#include "exact_int16.h"
#include "light_int16.h"
#include "look_values_int16.h"
#include "nodes_int16.h"
#include "pixels_int16.h"
#include "resample_int16.h"
#include "rows_int16.h"

// What both have in common.
#define SHARED_KERNELS_INT16                                  \
    .sample_size = sizeof(int16_t),                           \
    .unit_weight = 32768,                                     \
    .load_pixels = load_pixels_int16,                         \
    .store_pixels = store_pixels_int16,                       \
    .decimate_values_across = decimate_values_across_int16,   \
    .decimate_along = decimate_along_int16,                   \
    .deinterleave = deinterleave_int16,                       \
    .upsample_to_values = upsample_to_values_int16,           \
    .interleave = interleave_int16,                           \
    .sum_doubles = sum_doubles,                               \
    .transpose_pixels = transpose_pixels,                     \
    .upsample_floats = upsample_floats,                       \
    .convert_weights = convert_weights_int16,                 \
    .compute_gains = compute_gains_int16,                     \
    .compute_upsampled_gains = compute_upsampled_gains_int16, \
    .reverse = reverse_int16,                                 \
    .apply_gains = apply_gains_int16,                         \
    .add_edge_pixels = add_edge_pixels_int16,                 \
    .fold = fold_int16,                                       \
    .compute_node_weights = compute_node_weights_int16,       \
    .combine_nodes = combine_nodes_int16,                     \
    .sum_along = sum_along_int16,                             \
    .limit_samples = limit_samples_int16,                     \
    .apply_look = apply_look_int16,                           \
    .resample_across = resample_across_int16,                 \
    .resample_along = resample_along_int16

#define KERNEL_TABLE_INT16                            \
    {                                                 \
        SHARED_KERNELS_INT16,                         \
        .load_background = load_background_int16,     \
        .composite_background = composite_background_int16, \
        .sum_rows = sum_rows_int16,                   \
        .sum_pairs = sum_pairs_int16,                 \
        .decimate_across = decimate_across_int16,     \
        .upsample_linear = upsample_linear_int16,     \
        .upsample_binomial = upsample_binomial_int16, \
        .sum_symmetric = sum_symmetric_int16,         \
        .sum_symmetric_kernels = sum_symmetric_kernels_int16, \
        .sum_symmetric_rows = sum_symmetric_rows_int16, \
        .upsample_smooth = upsample_smooth_int16,     \
        .look_to_values = look_to_values_int16,       \
        .upsample_look_to_values = upsample_look_to_values_int16, \
    }

#define KERNEL_TABLE_EXACT                            \
    {                                                 \
        SHARED_KERNELS_INT16,                         \
        .load_light = load_light_int16,               \
        .store_light = store_light_int16,             \
        .encode_light = encode_light_int16,           \
        .sum_rows = sum_rows_exact,                   \
        .sum_pairs = sum_pairs_exact,                 \
        .decimate_across = decimate_across_exact,     \
        .upsample_linear = upsample_linear_exact,     \
        .upsample_binomial = upsample_binomial_exact, \
        .sum_symmetric = sum_symmetric_exact,         \
        .sum_symmetric_kernels = sum_symmetric_kernels_exact, \
        .sum_symmetric_rows = sum_symmetric_rows_exact, \
        .upsample_smooth = upsample_smooth_exact,     \
    }
