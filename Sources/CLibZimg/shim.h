// zimg, which scales images.
#include <zimg.h>

// Processes a single plane; Swift cannot import the nested structures of the buffers.
static inline zimg_error_code_e zimg_process_plane(const zimg_filter_graph *graph, const void *source,
    ptrdiff_t source_stride, void *target, ptrdiff_t target_stride, void *scratch) {
    zimg_image_buffer_const input = {.version = ZIMG_API_VERSION};
    input.plane[0].data = source;
    input.plane[0].stride = source_stride;
    input.plane[0].mask = ZIMG_BUFFER_MAX;
    zimg_image_buffer output = {.version = ZIMG_API_VERSION};
    output.plane[0].data = target;
    output.plane[0].stride = target_stride;
    output.plane[0].mask = ZIMG_BUFFER_MAX;
    return zimg_filter_graph_process(graph, &input, &output, scratch, 0, 0, 0, 0);
}
