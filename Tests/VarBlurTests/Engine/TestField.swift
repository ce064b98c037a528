import TestSupport

@testable import VarBlur

/// A field of radii that a function defines.
struct TestField: RadiusField {
    let variation = FieldVariation.betweenPixels
    let minimumRadius = 0.0
    let maximumRadius: Double
    /// The radius at a position, as fractions of the image's width and height.
    let function: @Sendable (_ u: Double, _ v: Double) -> Double
    /// The size of the image in pixels, which functions of this file set.
    fileprivate var size = (width: 0.0, height: 0.0)

    init(_ maximumRadius: Double, _ function: @escaping @Sendable (Double, Double) -> Double) {
        (self.maximumRadius, self.function) = (maximumRadius, function)
    }

    func alpha(x: Double, y: Double) -> Double {
        radius(x: x, y: y) / max(maximumRadius, 1e-300)
    }

    func radius(x: Double, y: Double) -> Double {
        precondition(size.width > 0, "the field is on no image")
        return function(x / size.width, y / size.height)
    }

    /// Radii that fall from the center.
    static func radial(_ radius: Double, clearFrom end: Double = 1) -> TestField {
        TestField(radius) { u, v in
            let distance = ((2 * u - 1) * (2 * u - 1) + (2 * v - 1) * (2 * v - 1)).squareRoot()
            return radius * max(0, 1 - distance / end)
        }
    }

    /// Radii that rise from one corner to the opposite one.
    static func diagonal(_ least: Double, _ greatest: Double) -> TestField {
        TestField(greatest) { u, v in least + (greatest - least) * (u + v) / 2 }
    }

    /// A radius inside an ellipse, and another one outside.
    static func hardMask(_ inside: Double, _ outside: Double) -> TestField {
        TestField(max(inside, outside)) { u, v in
            (u - 0.5) * (u - 0.5) + (v - 0.45) * (v - 0.45) < 0.08 ? inside : outside
        }
    }

    /// A radius that differs from pixel to pixel without any relation.
    static func noise(_ greatest: Double) -> TestField {
        TestField(greatest) { u, v in
            let bits = (u.bitPattern &* 0x9E37_79B9_7F4A_7C15) ^ (v.bitPattern &* 0xC2B2_AE3D_27D4_EB4F)
            var random = SplitMix64(seed: bits)
            return greatest * Double.random(in: 0...1, using: &random)
        }
    }

    /// Waves of radii.
    static func waves(_ least: Double, _ greatest: Double, count: Double) -> TestField {
        TestField(greatest) { u, v in
            let wave = 0.5 + 0.25 * (cosine(6.2832 * count * u) + cosine(6.2832 * count * (v + u / 3)))
            return least + (greatest - least) * min(max(wave, 0), 1)
        }
    }
}

extension RadiusField {
    /// The field on an image; one that a function defines is on images of any size.
    private func placed(_ sampling: PlaneSampling) -> any RadiusField {
        guard var field = self as? TestField else { return self }
        field.size = (Double(sampling.imageWidth), Double(sampling.imageHeight))
        return field
    }

    /// The standard deviations at a sample of a plane, computed independently of the engines.
    func sigmas(_ column: Int, _ row: Int, _ sampling: PlaneSampling) -> (x: Double, y: Double) {
        let radius = placed(sampling).radius(
            x: min((Double(column) + 0.5) * sampling.horizontalRatio, Double(sampling.imageWidth)),
            y: min((Double(row) + 0.5) * sampling.verticalRatio, Double(sampling.imageHeight)))
        return (radius / sampling.horizontalRatio, radius / sampling.verticalRatio)
    }

    /// The image, blurred by the part of the engine for fields that vary along both axes.
    func blurred(
        _ image: borrowing PixelBuffer, edges: EdgeMode = .normalize, region: PixelRegion? = nil,
        sampling: PlaneSampling? = nil, execution: BlurExecution = BlurExecution(threadCount: 1)
    ) throws -> PixelBuffer {
        let region = region ?? image.layout.bounds
        var result = try PixelBuffer(width: region.width, height: region.height, format: image.format)
        let sampling = sampling ?? PlaneSampling(whole: image.layout)
        let task = BlurTask(field: placed(sampling), edges: edges, sampling: sampling, execution: execution)
        try unsafe image.withUnsafePixels { (source) throws(BlurError) in
            try unsafe result.withUnsafeMutablePixels { (target) throws(BlurError) in
                try unsafe Self.blurTiles(source, region, into: target, task)
            }
        }
        return result
    }

    /// Blurs a region of an image in place.
    func blur(
        _ image: inout PixelBuffer, edges: EdgeMode = .normalize, region: PixelRegion? = nil,
        execution: BlurExecution = BlurExecution(threadCount: 1)
    ) throws {
        let region = region ?? image.layout.bounds
        let sampling = PlaneSampling(whole: image.layout)
        let task = BlurTask(field: placed(sampling), edges: edges, sampling: sampling, execution: execution)
        try unsafe image.withUnsafeMutablePixels { (pixels) throws(BlurError) in
            try unsafe Self.blurTiles(pixels.readOnly, region, into: pixels.cropped(to: region), task)
        }
    }
    private static func blurTiles(
        _ source: UnsafePixels, _ region: PixelRegion, into destination: UnsafeMutablePixels, _ task: BlurTask
    ) throws(BlurError) {
        let tiles = try unsafe FieldBlur(source, region: region, into: destination, task: task)
        tiles.read()
        try tiles.write()
    }

    /// The image, blurred as the definition says.
    func reference(of image: borrowing PixelBuffer, edges: EdgeMode) throws -> PixelBuffer {
        let sampling = PlaneSampling(whole: image.layout)
        let task = BlurTask(field: placed(sampling), edges: edges, sampling: sampling, execution: BlurExecution())
        return try ReferenceBlur(task).blurred(image)
    }
}
