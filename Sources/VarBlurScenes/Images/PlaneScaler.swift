internal import CLibZimg
internal import VarBlur

/// Scales planes with zimg, by Lanczos' filter with three lobes.
enum PlaneScaler {
    /// Scales a part of a plane to the size of another.
    ///
    /// - Returns: whether it succeeded.
    static func scale(_ source: PlaneView, _ part: Rectangle, to target: PlaneView) -> Bool {
        let version = UInt32(ZIMG_API_VERSION_MAJOR) << 8 | UInt32(ZIMG_API_VERSION_MINOR)
        var from = format(source, version)
        from.active_region.left = part.x
        from.active_region.top = part.y
        from.active_region.width = part.width
        from.active_region.height = part.height
        var to = format(target, version)
        var parameters = zimg_graph_builder_params()
        unsafe zimg_graph_builder_params_default(&parameters, version)
        parameters.resample_filter = ZIMG_RESIZE_LANCZOS
        parameters.filter_param_a = 3
        guard let graph = unsafe zimg_filter_graph_build(&from, &to, &parameters) else { return false }
        defer { unsafe zimg_filter_graph_free(graph) }
        var size = 0
        guard unsafe zimg_filter_graph_get_tmp_size(graph, &size) == ZIMG_ERROR_SUCCESS,
            let scratch = try? CheckedMemory(count: max(size, 1), of: 1)
        else { return false }
        let status = unsafe zimg_process_plane(
            graph, source.start, source.stride, target.start, target.stride, scratch.base)
        return status == ZIMG_ERROR_SUCCESS
    }

    private static func format(_ plane: PlaneView, _ version: UInt32) -> zimg_image_format {
        var format = zimg_image_format()
        unsafe zimg_image_format_default(&format, version)
        format.width = UInt32(plane.width)
        format.height = UInt32(plane.height)
        format.pixel_type = ZIMG_PIXEL_BYTE
        format.color_family = ZIMG_COLOR_GREY
        format.pixel_range = ZIMG_RANGE_FULL
        return format
    }
}
