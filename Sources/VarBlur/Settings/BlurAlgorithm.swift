/// The parameters that an algorithm needs to perform a blur.
package struct BlurTask {
    /// The radii at every position of the image.
    package var field: any RadiusField
    /// What is in front of the blur; `nil` for nothing.
    package var matte: PlacedMatte?
    /// What the blur reads beyond the edges.
    package var edges: EdgeMode
    /// How the pixels sample the image.
    package var sampling: PlaneSampling
    /// The threads and instructions to use.
    package var execution: BlurExecution
    /// Whether to end early; asked between rows, by several threads at once.
    ///
    /// `nil` if the blur always runs to its end.
    package var isInterrupted: (@Sendable () -> Bool)?
    /// The changes of color; `nil` for none.
    package var look: PlaneLook?
    /// Whether stored values or linear light are averaged.
    package var light = BlurLight.encoded

    /// Throws if the blur should end early.
    ///
    /// - Throws: ``BlurError/Code/cancelled``.
    func checkInterruption() throws(BlurError) {
        if isInterrupted?() ?? false { throw BlurError(.cancelled, "the blur was cancelled") }
    }
}

/// An implementation of the blur; ``BlurEngine`` names the implementations.
package protocol BlurAlgorithm: Sendable {
    /// Whether rows can be blurred while the image is decoded, if the field varies between rows: see ``RowBlur``.
    var supportsRowStreaming: Bool { get }

    /// An upper bound on the memory for blurring an image that is held as a whole, the image included, in bytes.
    func bufferedMemoryEstimate(_ parameters: BlurMemoryParameters) -> Int

    /// An upper bound on the memory for blurring row by row, queues of rows included, in bytes.
    func streamedMemoryEstimate(_ parameters: BlurMemoryParameters) -> Int

    /// Blurs a region of `source`.
    ///
    /// - Parameters:
    ///   - source: the whole image or plane.
    ///   - region: the pixels to compute, inside the image.
    ///   - destination: an image of the region's size and the source's format. Its memory is disjoint from the source's or
    ///     is exactly the region of it.
    ///   - task: what to compute.
    /// - Throws: ``BlurError/Code/outOfMemory``, with `destination` unchanged, or ``BlurError/Code/cancelled``, with only
    ///   some of its rows written.
    func blur(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels, task: BlurTask
    ) throws(BlurError)
}

/// The parameters that determine how much memory a blur needs.
package struct BlurMemoryParameters {
    package let field: any RadiusField
    package let edges: EdgeMode
    package let width: Int
    package let height: Int
    package let format: PixelFormat
    /// The distance between rows in queues of rows, in bytes.
    package let bytesPerRow: Int
    /// Whether colors change.
    let hasLook: Bool
    /// Whether stored values or linear light are averaged.
    let light: BlurLight
    /// Whether a matte says what is in front.
    let hasMatte: Bool
    /// Whether the radius in samples differs between the axes.
    let isSubsampled: Bool

    /// Describes the blur of an image, or of one plane of it if `sampling` is given.
    package init(
        _ blur: ProgressiveBlur, width: Int, height: Int, format: PixelFormat, bytesPerRow: Int,
        sampling: PlaneSampling? = nil
    ) {
        let whole = PlaneSampling(wholeWidth: width, height: height)
        let placed = blur.placed(format, sampling ?? whole)
        (field, hasLook) = (placed.field, placed.look != nil)
        (edges, light, hasMatte) = (blur.edges, blur.light, blur.matte != nil)
        (self.width, self.height, self.format, self.bytesPerRow) = (width, height, format, bytesPerRow)
        isSubsampled = sampling.map { $0.horizontalRatio != $0.verticalRatio } ?? false
    }

    /// The size of the image's pixels in bytes.
    var imageByteCount: Int { width * height * format.bytesPerPixel }
}
