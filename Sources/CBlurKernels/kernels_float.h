// The kernels for 16-bit images, whose samples are float.

#include "background_float.h"
#include "colors_float.h"
#include "light_float.h"
#include "looks_float.h"
#include "nodes_float.h"
#include "pixels_float.h"
#include "resample_float.h"
#include "rows_float.h"

#define KERNEL_TABLE_FLOAT \
    { \
        .sample_size = sizeof(float), \
        .unit_weight = 1 << 24, \
        OTHER_KERNELS(float), \
        SUM_KERNELS(float), \
        .load_light = load_light_float, \
        .store_light = store_light_float, \
        .encode_light = encode_light_float, \
        .load_background = load_background_float, \
        .composite_background = composite_background_float, \
        .convert_colors = convert_colors_float, \
    }
