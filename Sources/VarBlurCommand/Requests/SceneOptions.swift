package import VarBlurCodecs

/// The options of scenes, some of which other commands than `varblur compose` have, too.
package struct SceneOptions: Sendable, Hashable {
    /// Values to set in the document, as paths and texts.
    package var assignments: [Assignment] = []
    /// The time of the picture of an animation, 0 to 1; `nil` for its end.
    package var time: Double?
    /// The number of frames; `nil` for a single picture.
    package var frames: Int?
    /// The number of frames per second in a video or an animated file; `nil` for ``defaultFrameRate``.
    package var framesPerSecond: Int?
    /// The numbers of pixels for each pixel of the scene, one for each output; empty for the scale of the canvas.
    package var scales: [Double] = []
    /// The directory that the images of scenes, or all files of `varblur batch`, must lie in; `nil` for anywhere.
    package var confinement: String?
    /// Directories with fonts, which take the place of families of the system.
    package var fontDirectories: [String] = []
    /// Whether nothing is drawn, and the values that can be set are listed.
    package var listsValues = false
    /// Whether the scenes are those of the lines of standard input.
    package var isBatch = false
    /// Whether these lines are rows of comma-separated values.
    package var readsCSV = false

    package static let defaultFrameRate = 30

    /// The number of frames per second in effect.
    package var frameRate: Int { framesPerSecond ?? Self.defaultFrameRate }

    /// A value to set.
    package struct Assignment: Sendable, Hashable {
        package let path: String
        package let value: String
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

    /// Checks the directories of fonts, and the one that images must lie in.
    ///
    /// - Throws: `UsageError` if one of them does not exist, or is not a directory.
    package func checkDirectories() throws(UsageError) {
        let directories = [("confine", confinement)] + fontDirectories.map { ("font-dir", $0) }
        for case (let option, let directory?) in directories where FileIdentity(path: directory)?.kind != .directory {
            throw UsageError(
                "--\(option) '\(Quotation.of(directory))' is not an existing directory", remedy: "check the path")
        }
    }
}
