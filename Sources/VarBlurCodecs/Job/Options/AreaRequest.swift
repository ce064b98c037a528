package import VarBlur

/// The options of areas.
package struct AreaRequest: Sendable, Hashable {
    package var shapes: [BlurArea.Shape] = []
    /// Whether a job has a list of shapes, which may be empty.
    package var isListed = false
    /// Whether all but the shapes is blurred or painted.
    package var isInverted = false
    /// The paths of lists of shapes, which add up.
    package var listPaths: [String] = []
    /// The radius, if it was given.
    package var radius: BlurLength?
    /// The feather, if it was given.
    package var feather: BlurLength?
    /// The color that the areas are painted with; `nil` if they are blurred.
    package var fill: RGBColor?

    /// Whether there are areas, or a list of them that may be empty.
    package var isGiven: Bool { !shapes.isEmpty || isListed || !listPaths.isEmpty }

    /// Checks the options that constrain each other, and the number of areas.
    package func validate() throws(UsageError) {
        for (name, isSet) in [
            ("area-radius", radius != nil), ("feather", feather != nil), ("area-fill", fill != nil),
            ("area-invert", isInverted),
        ] where isSet && !isGiven {
            throw UsageError(
                "\(option: name) requires \(option: "area")",
                remedy: "add \(option: "area"), or leave out \(option: name)"
            )
        }
        for (name, isSet, reason) in [
            ("area-radius", radius != nil, "painted instead of blurred"),
            ("feather", feather != nil, "opaque up to their edges"),
        ] where isSet && fill != nil {
            throw UsageError(
                "\(option: name) and \(option: "area-fill") cannot be combined: filled areas are \(reason)",
                remedy: "leave out one of them")
        }
        try Self.checkCount(shapes)
        if let feather { _ = try area([.circle()], radius: .zero, feather: feather) }
    }

    /// Checks the number of areas, and of their corners.
    private static func checkCount(_ shapes: [BlurArea.Shape]) throws(UsageError) {
        guard let excess = BlurArea.excess(of: shapes) else { return }
        throw UsageError(UsageText(excess.cause), remedy: UsageText(excess.remedy))
    }

    /// Adds the shapes of a list.
    ///
    /// - Throws: `UsageError` if there are too many.
    package mutating func add(_ listed: [BlurArea.Shape]) throws(UsageError) {
        shapes += listed
        try Self.checkCount(shapes)
    }

    /// Adds the areas to a job.
    ///
    /// - Parameters:
    ///   - job: the job.
    ///   - hasRamp: whether a ramp or a mask was given, too.
    /// - Throws: `UsageError` for a number that is out of range, or for too many areas together with those of ramps.
    package func apply(to job: inout BlurJob, hasRamp: Bool) throws(UsageError) {
        if !hasRamp && (isGiven || !job.blur.areas.isEmpty) { job.blur.directions = [] }
        if isGiven, let fill {
            job.fill = AreaFill(shapes, color: fill)
            job.fill?.isInverted = isInverted
        } else if isGiven {
            for part in isInverted ? [shapes] : shapes.map({ [$0] }) {
                let area = try area(part, radius: radius ?? job.blur.maximumRadius, feather: feather ?? .zero)
                job.blur.areas.append(area)
            }
        }
        try Self.checkCount(job.blur.areas.flatMap(\.shapes))
    }

    private func area(
        _ shapes: [BlurArea.Shape], radius: BlurLength, feather: BlurLength
    ) throws(UsageError) -> BlurArea {
        do throws(BlurError) {
            return try BlurArea(shapes, isInverted: isInverted, radius: radius, feather: feather)
        } catch {
            throw UsageError(UsageText(error.message))
        }
    }
}
