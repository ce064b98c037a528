// The kernels for 16-bit images, whose samples are float.

#include "background_float.h"
#include "light_float.h"
#include "looks_float.h"
#include "nodes_float.h"
#include "pixels_float.h"
#include "resample_float.h"
#include "rows_float.h"

#define KERNEL_TABLE_FLOAT                                        \
    {                                                             \
        .sample_size = sizeof(float),                             \
        .unit_weight = 1 << 24,                                   \
        .load_pixels = load_pixels_float,                         \
        .store_pixels = store_pixels_float,                       \
        .load_light = load_light_float,                           \
        .store_light = store_light_float,                         \
        .encode_light = encode_light_float,                       \
        .load_background = load_background_float,                 \
        .composite_background = composite_background_float,       \
        .store_bytes = store_bytes_float,                         \
        .sum_rows = sum_rows_float,                               \
        .sum_pairs = sum_pairs_float,                             \
        .decimate_across = decimate_across_float,                 \
        .decimate_values_across = decimate_values_across_float,   \
        .decimate_along = decimate_along_float,                   \
        .deinterleave = deinterleave_float,                       \
        .upsample_linear = upsample_linear_float,                 \
        .upsample_binomial = upsample_binomial_float,             \
        .upsample_to_values = upsample_to_values_float,           \
        .interleave = interleave_float,                           \
        .sum_doubles = sum_doubles,                               \
        .transpose_pixels = transpose_pixels,                     \
        .upsample_floats = upsample_floats,                       \
        .convert_weights = convert_weights_float,                 \
        .compute_gains = compute_gains_float,                     \
        .compute_upsampled_gains = compute_upsampled_gains_float, \
        .reverse = reverse_float,                                 \
        .apply_gains = apply_gains_float,                         \
        .add_edge_pixels = add_edge_pixels_float,                 \
        .fold = fold_float,                                       \
        .compute_node_weights = compute_node_weights_float,       \
        .combine_nodes = combine_nodes_float,                     \
        .sum_symmetric = sum_symmetric_float,                     \
        .sum_symmetric_kernels = sum_symmetric_kernels_float,     \
        .sum_symmetric_rows = sum_symmetric_rows_float,           \
        .upsample_smooth = upsample_smooth_float,                 \
        .sum_along = sum_along_float,                             \
        .limit_samples = limit_samples_float,                     \
        .apply_look = apply_look_float,                           \
        .resample_across = resample_across_float,                 \
        .resample_along = resample_along_float,                   \
    }
