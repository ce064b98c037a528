extension BlurEngine {
    /// The implementation of the engine.
    package var algorithm: any BlurAlgorithm {
        switch self {
        case .reference: ReferenceBlur()
        case .fast: FastBlur()
        }
    }
}
