internal import VarBlur

/// What a photo knows of itself, and a mask or a matte can be made of.
///
/// Phones store it beside the picture: Apple's in HEIC files, and Android's depth in JPEG files. It is turned, cropped, and resized like the
/// picture.
public enum PhotoPlane: String, CaseIterable, Sendable, Hashable {
    /// The subject: white where it is, black elsewhere.
    ///
    /// It is the matte of a portrait. Without one, it is the union of the mattes of parts of persons, such as skin and hair, and without them
    /// all that is nearer than a threshold, which separates two groups of distances best.
    case subject = "photo"
    /// The distance: black for the nearest and white for the farthest that the photo tells, linear in the inverse of the distance.
    case depth = "photo:depth"
}

extension PhotoPlane {
    /// The kinds of images that the plane is made of, the best first.
    var kinds: [AuxiliaryImage.Kind] { self == .depth ? [.depth] : [.portraitMatte, .semanticMatte, .depth] }

    /// The images that the plane is made of.
    func images(among all: [AuxiliaryImage]) -> [AuxiliaryImage] {
        let found = kinds.lazy.map { kind in all.filter { $0.kind == kind } }.first { !$0.isEmpty } ?? []
        return found.first?.kind == .semanticMatte ? found : Array(found.prefix(1))
    }

    /// What a photo lacks without it.
    var need: String {
        switch self {
        case .subject: "neither a matte of its subject nor depth"
        case .depth: "no depth"
        }
    }
}

extension PhotoPlane {
    /// The samples of the plane for each possible sample of a depth map.
    ///
    /// - Throws: an error with the code `unsupported` if all is equally far, so that no subject stands out.
    func samples(_ scale: DepthScale, counts: @autoclosure () -> [Int]) throws(ImageError) -> [UInt16] {
        let nearness = (0...65535).map { Float(scale.nearness(Double($0) / 65535)) }
        if self == .depth { return nearness.map { UInt16(((1 - $0) * 65535).rounded()) } }
        return try Self.coverage(nearness, counts())
    }

    /// The coverage of the subject for each possible sample of a depth map, of which each is there so often.
    private static func coverage(_ nearness: [Float], _ counts: [Int]) throws(ImageError) -> [UInt16] {
        let present = counts.indices.filter { counts[$0] > 0 }
        let (least, greatest) = (present.map { nearness[$0] }.min() ?? 0, present.map { nearness[$0] }.max() ?? 0)
        guard least < greatest else {
            throw ImageError(
                .unsupported, "all that the depth map shows is equally far, so that no subject stands out",
                remedy: "use a file as the matte")
        }
        let places = nearness.map { ($0 - least) / (greatest - least) }
        var histogram = [Int](repeating: 0, count: 256)
        for sample in present { histogram[min(Int(places[sample] * 256), 255)] += counts[sample] }
        let threshold = threshold(histogram)
        return places.map { UInt16((min(max(($0 - threshold) / edge + 0.5, 0), 1) * 65535).rounded()) }
    }

    /// The part of the range of depths in which the coverage rises from 0 to 1.
    private static let edge: Float = 1.0 / 16

    /// The threshold that separates a histogram of samples from 0 to 1 into the two groups whose means differ most, weighted by their
    /// sizes (Otsu).
    private static func threshold(_ histogram: [Int]) -> Float {
        let (count, total) = (histogram.count, Double(histogram.reduce(0, +)))
        let sum = histogram.enumerated().reduce(0.0) { $0 + Double($1.offset * $1.element) }
        var (best, places, below, sumBelow) = (-1.0, 1...1, 0.0, 0.0)
        for place in 1..<count {
            below += Double(histogram[place - 1])
            sumBelow += Double((place - 1) * histogram[place - 1])
            let above = total - below
            if below == 0 || above == 0 { continue }
            let difference = sumBelow / below - (sum - sumBelow) / above
            let separation = below * above * difference * difference
            if separation > best {
                (best, places) = (separation, place...place)
            } else if separation == best {
                // between two groups, all thresholds are as good
                places = places.lowerBound...place
            }
        }
        return Float(places.lowerBound + places.upperBound) / Float(2 * count)
    }
}
