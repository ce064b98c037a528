/// Limits on size, memory, and time, which protect against malicious files.
public struct ImageLimits: Sendable, Hashable {
    /// The maximum number of pixels; default: 134,217,728.
    public var pixels = 134_217_728
    /// The maximum width and height in pixels; default: 65,535.
    public var side = 65_535
    /// The maximum length of an input file in bytes; default: 256 MiB.
    public var inputBytes = 256 << 20
    /// The maximum number of scans of a JPEG file; default: 100.
    public var scans = 100
    /// The maximum number of segments of a JPEG file before its pixels; default: 4,096.
    public var segments = 4_096
    /// The maximum number of ancillary chunks of a PNG file, or of chunks beside the image of a WebP file; default: 1,000.
    public var chunks = 1_000
    /// The maximum number of decoder warnings about a file whose pixels are intact; default: 100.
    public var warnings = 100
    /// The maximum estimated memory for an image in bytes, checked before allocation; default: 2 GiB.
    ///
    /// The limit is lowered to the memory that `RLIMIT_AS` and the Linux control group leave for the process. Then, jobs that run at the
    /// same time wait until there is memory for their estimate. With `RLIMIT_AS`, set the environment variable `MALLOC_ARENA_MAX` to 1; otherwise, glibc reserves 64 MiB of addresses for
    /// each thread.
    public var memory = 2 << 30
    /// The maximum size of the metadata in a file, in bytes, after decompression; default: 16 MiB.
    ///
    /// EXIF, XMP, IPTC, comments, text chunks, and the color profile count. Metadata that is stripped does not.
    public var metadata = 16 << 20
    /// The number of images that are processed at the same time, at least 1; decoders then use fewer threads.
    ///
    /// ``memory`` is the limit for each image.
    public var imagesAtOnce = 1
    /// The maximum duration of a job; default: no limit.
    ///
    /// It is checked while metadata and JPEG scans are read, between rows, and from time to time by the WebP encoder.
    public var time: Duration?

    /// Whether damaged files are read as far as possible; missing pixels become gray, or transparent if there is an alpha
    /// channel.
    public var allowsDamage = false

    /// The default limits.
    public init() {}

    /// The limit of the system that has lowered ``memory``; `nil` for none.
    var memorySource: MemoryBudget.Source?

    /// The limits with no more memory than the system leaves for the process.
    package var withAvailableMemory: ImageLimits {
        let (byteCount, source) = MemoryBudget.shared.total
        guard byteCount < memory else { return self }
        var limits = self
        (limits.memory, limits.memorySource) = (byteCount, source)
        return limits
    }

    /// Reserves an estimate of memory that ``withAvailableMemory`` permits, in bytes, until the result is released.
    ///
    /// - Throws: an error with the code `timeout`, if ``time`` has passed.
    package func reserve(memory estimate: Int) throws(ImageError) -> MemoryReservation? {
        let deadline = Deadline.starting(after: time, nil)
        let reservation = try MemoryBudget.shared.begin(until: deadline)
        try reservation?.reserve(estimate, until: deadline)
        return reservation
    }

    /// Checks the size of an image before memory is allocated for it.
    ///
    /// - Throws: an error with the code `damaged` or `overLimit`.
    package func check(width: Int, height: Int) throws(ImageError) {
        guard width >= 1, height >= 1 else {
            throw ImageError(
                .damaged, "invalid image size: \(width)×\(height) pixels", remedy: ImageError.fetchAgain)
        }
        guard width <= side, height <= side else {
            throw ImageError(
                .overLimit, "\(width)×\(height) pixels exceed the limit of \(Self.pixels(side)) per side",
                remedy: "raise the limit, or scale the image down first", reason: .sideLimit)
        }
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count <= pixels else {
            throw ImageError(
                .overLimit, "\(width)×\(height) pixels exceed the limit of \(Self.pixels(pixels))",
                remedy: "raise the limit, or scale the image down first", reason: .pixelLimit)
        }
    }

    /// A number of pixels as text.
    package static func pixels(_ count: Int) -> String { count == 1 ? "1 pixel" : "\(count) pixels" }

    /// A number of bytes as text, in bytes, KiB (rounded up) or MiB (rounded down).
    static func size(_ count: Int) -> String {
        if count < 1 << 10 { return count == 1 ? "1 byte" : "\(count) bytes" }
        return count < 1 << 20 ? "\((count + 1023) >> 10) KiB" : "\(count >> 20) MiB"
    }

    /// Checks the estimated memory of an image, in bytes, before it is allocated.
    ///
    /// - Throws: an error with the code `overLimit`.
    package func check(memory estimate: Int) throws(ImageError) {
        guard estimate <= memory else {
            // in a larger unit, both numbers may be the same
            let isInBytes = Self.size(estimate) == Self.size(memory)
            let (needed, limit) =
                isInBytes ? ("\(estimate) bytes", "\(memory) bytes") : (Self.size(estimate), Self.size(memory))
            if let memorySource {
                throw ImageError(
                    .overLimit,
                    "the estimated memory of \(needed) exceeds the \(limit) that \(memorySource.name) leaves",
                    remedy: "raise it, or scale the image down first", reason: .systemMemoryLimit)
            }
            throw ImageError(
                .overLimit, "the estimated memory of \(needed) exceeds the limit of \(limit)",
                remedy: "raise the limit, or scale the image down first", reason: .memoryLimit)
        }
    }
}

/// The metadata to remove from the output.
public enum MetadataStripping: String, CaseIterable, Sendable, Hashable, Codable {
    /// Strips only previews of the original image, and metadata that the output format does not support.
    case none
    /// Strips metadata that does not affect the appearance: EXIF, XMP, IPTC, text chunks, comments, and times.
    case safe
    /// Strips everything, including the color profile, without which colors may look different, and the gain map.
    case all
    /// Strips like ``none``, and the gain map, without which every display shows the image with the same contrast.
    case gainMap = "gain-map"

    /// Whether the gain map stays in the output.
    var keepsGainMap: Bool { self == .none || self == .safe }
}
