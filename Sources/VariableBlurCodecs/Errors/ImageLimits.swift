/// What an input may ask for, and how whole it has to be, before it is refused.
public struct ImageLimits: Sendable, Hashable {
    /// The most pixels that an image may have: 134,217,728 by default.
    public var pixels = 134_217_728
    /// The longest side that an image may have, in pixels: 65,535 by default.
    public var side = 65_535
    /// The most bytes that an input file may have: 256 MiB by default.
    public var inputBytes = 256 << 20
    /// The most scans that a JPEG file may have: 100 by default.
    public var scans = 100
    /// The most segments that a JPEG file may have before its pixels: 4,096 by default.
    public var segments = 4_096
    /// The most chunks that a PNG file may have beside its pixels: 1,000 by default.
    public var chunks = 1_000
    /// The most complaints that libpng or libjpeg may have of a file whose pixels are whole: 100 by default.
    public var warnings = 100
    /// The most bytes of memory that an image may need, by an estimate made before any is taken: 2 GiB by default.
    ///
    /// Less if the process may not have as much: RLIMIT_AS and Linux's control groups are respected.
    public var memory = 2 << 30
    /// How many images are worked on at once, at least 1: each gets its share of what the system allows the process.
    ///
    /// ``memory`` is for one image however many there are.
    public var imagesAtOnce = 1
    /// How long reading, blurring and writing an image may take: without limit by default.
    ///
    /// It is looked at between rows and between the scans of a progressive JPEG, not during the blur itself.
    public var time: Duration?

    /// Whether a damaged file is read as far as it goes, and what is missing filled: gray, or transparent where the picture
    /// has alpha.
    public var allowsDamage = false

    /// When the time is over, once it has begun.
    var deadline: Deadline?

    /// The default limits.
    public init() {}

    /// The limits for a job that begins now.
    func begun() -> ImageLimits {
        var limits = self
        limits.memory = min(memory, MemoryBudget.available / max(imagesAtOnce, 1))
        limits.deadline = time.map { Deadline(in: $0) }
        return limits
    }

    /// Checks an image's size before memory is taken for it.
    func check(width: Int, height: Int) throws(ImageError) {
        guard width >= 1, height >= 1 else {
            throw ImageError(
                .damaged, "its size is \(width)×\(height) pixels", remedy: "fetch or export it again")
        }
        guard width <= side, height <= side else {
            throw ImageError(
                .overLimit, "\(width)×\(height) pixels; a side may have \(side)",
                remedy: "scale it down first")
        }
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count <= pixels else {
            throw ImageError(
                .overLimit, "\(width)×\(height) pixels are more than the limit of \(pixels)",
                remedy: "scale it down first")
        }
    }

    private static func size(_ count: Int) -> String {
        count < 1 << 20 ? "\((count + 1023) >> 10) KiB" : "\(count >> 20) MiB"
    }

    /// Checks an estimate of the memory that an image needs, in bytes, before any is taken.
    func check(memory estimate: Int) throws(ImageError) {
        guard estimate <= memory else {
            throw ImageError(
                .overLimit,
                "it needs about \(Self.size(estimate)) of memory; the limit is \(Self.size(memory))",
                remedy: "scale it down first")
        }
    }
}
