internal import VarBlur

/// An image in a file that says more about its picture, over the whole of which it lies.
struct AuxiliaryImage {
    /// What an image is for, and its name in reports.
    enum Kind: String, CaseIterable, Sendable {
        /// The coverage of the persons in a portrait.
        case portraitMatte = "portrait-matte"
        /// The coverage of a part of persons, such as hair.
        case semanticMatte = "semantic-matte"
        case depth
        case gainMap = "gain-map"
        case other
    }

    let kind: Kind
    /// The file that contains it: that of the picture, or a part of it.
    let contents: FileContents
    /// The item that it is in the file; 0 for the picture of the file.
    var item = 0
    /// How it is turned upright, unless its file tells.
    var orientation = ImageOrientation.up
    /// What the samples of a depth map mean; `nil` if its own XMP data tells.
    var scale: DepthScale?
}

/// How the samples of a depth map, from 0 to 1, tell distances.
enum DepthScale: Equatable {
    /// Samples grow with the inverse of the distance.
    case inverse
    /// Samples fall with the inverse of the distance.
    case fallingInverse
    /// Samples grow with the distance, from that of the sample 0 to that of the sample 1.
    case distance(from: Double, to: Double)

    /// How near a sample is: 1 for the nearest and 0 for the farthest, linear in the inverse of the distance, as the blur of a lens is.
    func nearness(_ sample: Double) -> Double {
        switch self {
        case .inverse: return sample
        case .fallingInverse: return 1 - sample
        case .distance(let near, let far):
            // comparisons are also false for numbers that are not finite
            guard near > 0, near < far, far < .infinity else { return 1 - sample }
            return near * (1 - sample) / (near + sample * (far - near))
        }
    }
}
