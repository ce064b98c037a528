/// The options of `varblur compose` alone.
struct SceneOptions: Sendable, Hashable {
    /// Values to set in the document, as paths and texts.
    var assignments: [Assignment] = []
    /// The time of the picture of an animation, 0 to 1; `nil` for its end.
    var time: Double?
    /// The number of frames; `nil` for a single picture.
    var frames: Int?
    /// The number of frames per second in a video or an animated file; `nil` for ``defaultFrameRate``.
    var framesPerSecond: Int?
    /// The numbers of pixels for each pixel of the scene, one for each output; empty for the scale of the canvas.
    var scales: [Double] = []
    /// The directory that images must lie in; `nil` for anywhere.
    var confinement: String?
    /// Directories with fonts, which take the place of families of the system.
    var fontDirectories: [String] = []
    /// Whether nothing is drawn, and the values that can be set are listed.
    var listsValues = false
    /// Whether the scenes are those of the lines of standard input.
    var isBatch = false
    /// Whether these lines are rows of comma-separated values.
    var readsCSV = false

    static let defaultFrameRate = 30

    /// A value to set.
    struct Assignment: Sendable, Hashable {
        let path: String
        let value: String
    }

    /// Checks the options that constrain each other.
    func validate() throws(UsageError) {
        guard time == nil || frames == nil else {
            throw UsageError(
                "\(option: "at") and \(option: "frames") cannot be combined", remedy: "leave out one of them")
        }
        guard !listsValues || time == nil && frames == nil && scales.isEmpty else {
            throw UsageError(
                "--list-values draws nothing, so it cannot be combined with \(option: "at"), \(option: "frames"), or \(option: "scale")",
                remedy: "leave out one of them")
        }
    }
}
