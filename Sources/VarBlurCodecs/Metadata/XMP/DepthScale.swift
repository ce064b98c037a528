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
