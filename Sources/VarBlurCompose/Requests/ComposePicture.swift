internal import VarBlurCommand
internal import VarBlurScenes

/// A picture to draw.
struct ComposePicture: Sendable {
    /// The number of the frame from 0; `nil` for a picture that is no frame.
    let number: Int?
    /// The time, 0 to 1.
    let time: Double
    /// The number of pixels for each pixel of the scene; `nil` for the scale of its canvas.
    let scale: Double?
    /// The position of the scale among those of the request, from 0.
    let scaleIndex: Int
    /// Whether the request is for this picture only.
    let isOnly: Bool

    /// The pictures of a request, one scale after the other.
    static func all(_ request: ComposeRequest) -> [ComposePicture] {
        let scales: [Double?] = request.options.scales.isEmpty ? [nil] : request.options.scales
        return scales.enumerated().flatMap { index, scale -> [ComposePicture] in
            guard let count = request.options.frames else {
                return [
                    ComposePicture(
                        number: nil, time: request.options.time ?? 1, scale: scale, scaleIndex: index,
                        isOnly: scales.count == 1
                    )
                ]
            }
            return (0..<count).map {
                ComposePicture(
                    number: $0, time: Double($0) / Double(count - 1), scale: scale, scaleIndex: index, isOnly: false)
            }
        }
    }

    /// The pictures that are checked before all are drawn: at most three of each scale.
    static func checked(_ request: ComposeRequest, isStill: Bool) -> [ComposePicture] {
        guard let count = request.options.frames else { return all(request) }
        let numbers = isStill ? [0] : [0, (count - 1) / 2, count - 1]
        return all(request).filter { picture in picture.number.map(numbers.contains) ?? true }
    }

    /// The scene of the picture.
    func scene(of animation: SceneAnimation) -> Scene {
        var scene = animation.scene(at: time)
        scene.canvas.scale = scale ?? scene.canvas.scale
        return scene
    }
}
