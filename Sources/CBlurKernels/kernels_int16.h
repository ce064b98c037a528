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

#define KERNEL_TABLE_INT16 \
    { \
        .sample_size = sizeof(int16_t), \
        .unit_weight = 32768, \
        OTHER_KERNELS(int16), \
        SUM_KERNELS(int16), \
        .load_background = load_background_int16, \
        .composite_background = composite_background_int16, \
        .look_to_values = look_to_values_int16, \
        .upsample_look_to_values = upsample_look_to_values_int16, \
    }

#define KERNEL_TABLE_EXACT \
    { \
        .sample_size = sizeof(int16_t), \
        .unit_weight = 32768, \
        OTHER_KERNELS(int16), \
        SUM_KERNELS(exact), \
        .load_light = load_light_int16, \
        .store_light = store_light_int16, \
        .encode_light = encode_light_int16, \
    }
