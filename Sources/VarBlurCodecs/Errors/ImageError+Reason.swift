extension ImageError {
    /// The setting, or the property of the output, that a program can change so that the same input succeeds.
    ///
    /// The remedy describes the same change in words. A program whose settings have other names, such as options, can show
    /// its own remedy for a reason. Further reasons may be added.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// The name of the reason.
        public let description: String

        private init(_ description: String) { self.description = description }
    }
}

// MARK: - Limits

extension ImageError.Reason {
    /// The image has more pixels than ``ImageLimits/pixels``.
    public static let pixelLimit = Self("pixelLimit")
    /// The image is wider or higher than ``ImageLimits/side``.
    public static let sideLimit = Self("sideLimit")
    /// The input is longer than ``ImageLimits/inputBytes``.
    public static let inputLimit = Self("inputLimit")
    /// The job needs more than ``ImageLimits/memory``.
    public static let memoryLimit = Self("memoryLimit")
    /// The job needs more memory than a limit of the system leaves for the process.
    public static let systemMemoryLimit = Self("systemMemoryLimit")
    /// An output that is held in memory is longer than ``ImageLimits/memory`` allows; an output in a file may be longer.
    public static let outputMemoryLimit = Self("outputMemoryLimit")
    /// A decoder needs more than ``ImageLimits/memory``.
    public static let decoderMemoryLimit = Self("decoderMemoryLimit")
    /// The metadata of the input is larger than ``ImageLimits/metadata``.
    public static let metadataLimit = Self("metadataLimit")
    /// The input has more scans than ``ImageLimits/scans``.
    public static let scanLimit = Self("scanLimit")
    /// The input has more segments than ``ImageLimits/segments``.
    public static let segmentLimit = Self("segmentLimit")
    /// The input has more ancillary chunks than ``ImageLimits/chunks``.
    public static let chunkLimit = Self("chunkLimit")
    /// The decoder reports more warnings than ``ImageLimits/warnings``.
    public static let warningLimit = Self("warningLimit")
    /// The job takes longer than ``ImageLimits/time``.
    public static let timeLimit = Self("timeLimit")
    /// A pipe delivers the input more slowly than ``ImageLimits/time`` allows.
    public static let inputTimeLimit = Self("inputTimeLimit")
    /// A pipe accepts the output more slowly than ``ImageLimits/time`` allows.
    public static let outputTimeLimit = Self("outputTimeLimit")
}

// MARK: - Pixels and outputs

extension ImageError.Reason {
    /// Some pixels are damaged, but others can be read: see ``ImageLimits/allowsDamage``.
    public static let damagedPixels = Self("damagedPixels")
    /// The result of a resize exceeds ``ImageLimits/pixels`` or ``ImageLimits/side``.
    public static let resultLimit = Self("resultLimit")
    /// A radius is invalid for the image, or the minimum radius is larger than the maximum radius.
    public static let radii = Self("radii")
    /// The output format does not support transparency, and ``OutputSettings/background`` is not set.
    public static let noBackground = Self("noBackground")
    /// The output has the format of the input, which is only read: see ``OutputSettings/format``.
    public static let readOnlyFormat = Self("readOnlyFormat")
    /// The image has the colors of inks (CMYK), which ``OutputSettings/convertsToSRGB`` converts.
    public static let inks = Self("inks")
    /// The color profile cannot be used for ``OutputSettings/convertsToSRGB``.
    public static let colorProfile = Self("colorProfile")
    /// The output exists, and ``BlurJob/existing`` is ``ExistingOutput/fail``.
    public static let outputExists = Self("outputExists")
    /// The output is the input; ``OutputTarget/input`` replaces it.
    public static let outputIsInput = Self("outputIsInput")
    /// The output is a directory.
    public static let outputIsDirectory = Self("outputIsDirectory")
}
