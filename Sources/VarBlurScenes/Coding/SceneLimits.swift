public import VarBlurCodecs

/// Limits that protect against hostile scenes; all are checked before memory is allocated.
public struct SceneLimits: Sendable, Hashable {
    /// The maximum number of pixels of the canvas; default: 67,108,864.
    public var pixels = 1 << 26
    /// The maximum number of layers, those in stacks, overlays and labels included; default: 1,000.
    public var layers = 1000
    /// The maximum number of elements of a list; default: 4,096.
    public var listLength = 4096
    /// The maximum length of all texts together, in bytes; default: 20,000.
    public var textBytes = 20_000
    /// The maximum number of frames of an animation; default: 3,600.
    public var frames = 3600
    /// The maximum length of a document in bytes; default: 1 MiB.
    public var documentBytes = 1 << 20
    /// The maximum memory of drawing in bytes, estimated before anything is drawn; default: 2 GiB.
    public var memory = ImageLimits().memory
    /// The maximum work of drawing a picture, estimated before anything is drawn; default: 60,000,000,000, which take about a minute.
    ///
    /// The unit is a pixel that a plain fill covers. Other layers count more: a blur 12, glass 60, a mask 75 times their areas, and paths with
    /// many lines also by the rows that these cross.
    public var work = 60_000_000_000
    /// How long drawing may take; `nil` for no limit.
    ///
    /// It is checked between layers, and while images are read. A single layer can take longer.
    public var time: Duration?
    /// The limits of the images.
    public var images = ImageLimits()

    /// Creates the default limits.
    public init() {}
}
