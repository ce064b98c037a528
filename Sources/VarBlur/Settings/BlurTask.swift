/// What a blur computes, and how.
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

extension BlurTask {
    /// The blur of pixels of a format, to which it must apply.
    package init(
        _ blur: ProgressiveBlur, _ format: PixelFormat, _ sampling: PlaneSampling, _ execution: BlurExecution,
        isInterrupted: (@Sendable () -> Bool)? = nil
    ) {
        let (field, look) = blur.placed(format, sampling)
        self.init(
            field: field, matte: blur.placedMatte(sampling), edges: blur.edges, sampling: sampling,
            execution: execution, isInterrupted: isInterrupted, look: look, light: blur.light)
    }
}
