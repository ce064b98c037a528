public import CVarBlur
internal import VarBlur

// The functions of varblur.h, which documents them.

/// Implements `varblur_version`.
@_cdecl("varblur_version")
public func version() -> CInt {
    VARBLUR_VERSION_MAJOR * 10_000 + VARBLUR_VERSION_MINOR * 100 + VARBLUR_VERSION_PATCH
}

/// Implements `varblur_options_init`.
@_cdecl("varblur_options_init")
public func initialize(_ options: UnsafeMutablePointer<varblur_options>?, _ size: Int) {
    if let options { varblur_options.initialize(options, size) }
}

/// Implements `varblur_blur_create`.
@_cdecl("varblur_blur_create")
public func create(
    _ options: UnsafePointer<varblur_options>?, _ blur: UnsafeMutablePointer<OpaquePointer?>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> CInt {
    make(blur, message, messageSize) { () throws(CallError) in
        try .copy(required(options, "options"))
    }
}

/// Implements `varblur_blur_parse`.
@_cdecl("varblur_blur_parse")
public func parse(
    _ ramp: UnsafePointer<CChar>?, _ blur: UnsafeMutablePointer<OpaquePointer?>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> CInt {
    make(blur, message, messageSize) { () throws(CallError) in
        var options = varblur_options.defaults
        options.ramp = try required(ramp, "ramp")
        return options
    }
}

private func make(
    _ blur: UnsafeMutablePointer<OpaquePointer?>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int,
    _ options: () throws(CallError) -> varblur_options
) -> CInt {
    call(message, messageSize) { () throws(CallError) in
        let blur = try required(blur, "blur")
        blur.pointee = nil
        blur.pointee = BlurHandle(try options().blur()).retained
    }
}

/// Implements `varblur_blur_free`.
@_cdecl("varblur_blur_free")
public func free(_ blur: OpaquePointer?) {
    if let blur { BlurHandle.release(blur) }
}

/// Implements `varblur_apply`.
@_cdecl("varblur_apply")
public func apply(
    _ blur: OpaquePointer?, _ pixels: UnsafeMutableRawPointer?, _ layout: UnsafePointer<varblur_layout>?,
    _ run: UnsafePointer<varblur_run>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> CInt {
    call(message, messageSize) { () throws(CallError) in
        let (handle, layout, run) = try arguments(blur, layout, run)
        let whole = UnsafeMutablePixels(base: try required(pixels, "pixels"), layout: layout)
        try handle.apply(whole.readOnly, run, into: whole.cropped(to: run.region))
    }
}

/// Implements `varblur_apply_to`.
@_cdecl("varblur_apply_to")
public func apply(
    _ blur: OpaquePointer?, _ source: UnsafeRawPointer?, _ layout: UnsafePointer<varblur_layout>?,
    _ destination: UnsafeMutableRawPointer?, _ destinationStride: Int, _ run: UnsafePointer<varblur_run>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> CInt {
    call(message, messageSize) { () throws(CallError) in
        let (handle, layout, run) = try arguments(blur, layout, run)
        guard let source, let destination else {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "source or destination is NULL")
        }
        let target = try translated(
            PixelLayout(
                width: run.region.width, height: run.region.height, format: layout.format,
                bytesPerRow: destinationStride == 0 ? nil : destinationStride))
        let pixels = UnsafePixels(base: source, layout: layout)
        let result = UnsafeMutablePixels(base: destination, layout: target)
        guard !pixels.overlaps(result) else { throw CallError.overlap }
        try handle.apply(pixels, run, into: result)
    }
}

/// Implements `varblur_apply_planes`.
@_cdecl("varblur_apply_planes")
public func apply(
    _ blur: OpaquePointer?, _ planes: UnsafePointer<varblur_planes>?, _ run: UnsafePointer<varblur_run>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> CInt {
    call(message, messageSize) { () throws(CallError) in
        let handle = try BlurHandle.of(blur)
        let planes = try varblur_planes.copy(required(planes, "planes")).planes()
        let luma = planes[0].pixels.layout
        let run = try Run(run, luma)
        guard run.region == luma.bounds else {
            throw CallError(VARBLUR_UNSUPPORTED, "planes are blurred as a whole; the region must be that of the image")
        }
        try handle.apply(planes, run)
    }
}

/// Implements `varblur_apply_rows`.
@_cdecl("varblur_apply_rows")
public func apply(
    _ blur: OpaquePointer?, _ layout: UnsafePointer<varblur_layout>?, _ read: varblur_read_row?,
    _ write: varblur_write_row?, _ context: UnsafeMutableRawPointer?, _ run: UnsafePointer<varblur_run>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> CInt {
    call(message, messageSize) { () throws(CallError) in
        let (handle, layout, run) = try arguments(blur, layout, run)
        guard run.region == layout.bounds else {
            throw CallError(VARBLUR_UNSUPPORTED, "all rows are blurred; the region must be that of the image")
        }
        try RowStream(read, write, context).apply(handle.blur(for: layout.format), layout, run)
    }
}

/// Implements `varblur_memory`.
@_cdecl("varblur_memory")
public func memory(
    _ blur: OpaquePointer?, _ layout: UnsafePointer<varblur_layout>?, _ run: UnsafePointer<varblur_run>?,
    _ bytes: UnsafeMutablePointer<Int>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> CInt {
    call(message, messageSize) { () throws(CallError) in
        let bytes = try required(bytes, "bytes")
        let (handle, layout, run) = try arguments(blur, layout, run)
        bytes.pointee = try handle.memory(layout, run)
    }
}

/// The arguments that all functions with an image have.
private func arguments(
    _ blur: OpaquePointer?, _ layout: UnsafePointer<varblur_layout>?, _ run: UnsafePointer<varblur_run>?
) throws(CallError) -> (BlurHandle, PixelLayout, Run) {
    let handle = try BlurHandle.of(blur)
    let layout = try PixelLayout(required(layout, "layout").pointee)
    return (handle, layout, try Run(run, layout))
}
