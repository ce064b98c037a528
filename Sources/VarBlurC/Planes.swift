internal import CVarBlur
internal import VarBlur

extension varblur_planes: SizedStruct {
    static var name: String { "planes" }
    static var firstSize: Int { MemoryLayout<Self>.size }
    static var defaults: varblur_planes { varblur_planes() }
}

/// A plane of an image, which is blurred like a gray one.
struct Plane {
    let pixels: UnsafeMutablePixels
    let sampling: PlaneSampling
}

extension varblur_planes {
    /// The planes, after checks of all members.
    func planes() throws(CallError) -> [Plane] {
        try checkSides(width, height, "an image")
        guard (8...16).contains(bits) else {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "bits of planes is \(bits); samples have 8 to 16")
        }
        let ratios = [1, 2, 4] as [CInt]
        guard ratios.contains(horizontal_ratio), ratios.contains(vertical_ratio) else {
            throw CallError(
                VARBLUR_INVALID_ARGUMENT,
                "the ratios of planes are \(horizontal_ratio) and \(vertical_ratio); each must be 1, 2, or 4")
        }
        let luma = try required(samples.0, "samples[0] of planes")
        guard samples.1 != nil || samples.2 == nil else {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "samples[1] of planes is NULL, but samples[2] is not")
        }
        var planes = [try plane(luma, .luma, .gray, strides.0)]
        if let first = samples.1 {
            planes.append(try plane(first, .blueDifference, samples.2 == nil ? .chroma : .gray, strides.1))
        }
        if let second = samples.2 { planes.append(try plane(second, .redDifference, .gray, strides.2)) }
        for (index, plane) in planes.enumerated() {
            for other in planes[..<index] where other.pixels.readOnly.overlaps(plane.pixels) {
                throw CallError(VARBLUR_INVALID_IMAGE, "two planes overlap")
            }
        }
        return planes
    }

    private func plane(
        _ base: UnsafeMutableRawPointer, _ component: PlaneComponent, _ channels: ChannelLayout, _ stride: Int
    ) throws(CallError) -> Plane {
        let (x, y) = component == .luma ? (1, 1) : (Int(horizontal_ratio), Int(vertical_ratio))
        return try translated { () throws(BlurError) in
            let layout = try PixelLayout(
                width: (width + x - 1) / x, height: (height + y - 1) / y,
                format: PixelFormat(channels, bits > 8 ? .sixteen : .eight), bytesPerRow: stride == 0 ? nil : stride)
            let sampling = try PlaneSampling(
                imageWidth: width, imageHeight: height, horizontalRatio: Double(x), verticalRatio: Double(y),
                component: component)
            return Plane(pixels: UnsafeMutablePixels(base: base, layout: layout), sampling: sampling)
        }
    }
}

extension BlurHandle {
    /// Blurs the planes of an image in place.
    func apply(_ planes: [Plane], _ run: Run) throws(CallError) {
        guard blur.look.isNone, !blur.light.isLinear, blur.edges != .transparent else {
            throw CallError(
                VARBLUR_UNSUPPORTED,
                "planes have neither looks, nor linear light, nor transparent edges; convert them to RGB")
        }
        for plane in planes {
            try run.checkInterruption()
            try translated(
                blur.blur(
                    plane.pixels, sampling: plane.sampling, execution: run.execution,
                    isInterrupted: run.isInterrupted))
        }
    }
}
