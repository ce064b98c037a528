public import VarBlur

extension BlurJob {
    /// The result of a job.
    public struct Report: Sendable, Hashable {
        /// The width in pixels of the output; 0 if it was left unchanged, and not read.
        public var width: Int
        /// The height in pixels of the output; 0 if it was left unchanged, and not read.
        public var height: Int
        /// The format of the output; `nil` if it was left unchanged, and not read.
        public var format: ImageFormat?
        /// Notices for the user, one sentence each, without a period.
        public var notices: [String]
        /// Whether the input was damaged and missing pixels were filled; see ``ImageLimits/allowsDamage``.
        public var isDamaged: Bool
        /// Whether the input contains a ``JobDigest``, which means that it has now been blurred twice.
        public var isRepeated = false
        /// Whether the output existed and was left unchanged.
        ///
        /// Of the other properties, the report then has the length of the existing file and, if ``OutputSettings/facts`` are wanted, its
        /// size, its format, and these facts; a notice tells what could not be read.
        public var isSkipped = false
        /// The length of the input in bytes; 0 if it was not read.
        public var inputBytes = 0
        /// The length of the output in bytes.
        public var outputBytes = 0
        /// The quantization of a JPEG output that is encoded like its input; `nil` for other outputs.
        public var quantization: OutputQuantization?
        /// Whether unblurred parts of the input, or all of an input that is only turned, were copied without decoding and encoding their
        /// pixels again: compressed rows of a PNG file, or coefficients of a JPEG file.
        public var keepsData = false
        /// How legible text is on the tint, for ``BlurJob/textContrast``.
        public var legibility: TextLegibility?
        /// What happened to the gain map of the input; `nil` if it has none with valid parameters.
        public var gainMap: GainMapOutcome?
        /// Whether the input has content credentials (C2PA), which no output has: they vouch for the pixels of the input.
        public var dropsContentCredentials = false
        /// The output file, for ``OutputTarget/memory``; empty for other targets.
        public var bytes: [UInt8] = []
        /// The digest of input and settings; `nil` if it was not needed.
        public var digest: JobDigest?
        /// The minimum and the maximum radius over all stops of the blur, in pixels; `nil` if the job was skipped.
        public var radii: ClosedRange<Double>?
        /// What was averaged, with the curves of the image if it was linear light; `nil` if the job was skipped.
        public var light: BlurLight?
        /// The input; `nil` if the job was skipped.
        public var input: InputSummary?
        /// How the output is compressed; `nil` if the job was skipped.
        public var compression: OutputCompression?
        /// The SHA-256 hash of the output as 64 hexadecimal digits, for ``OutputFact/sha256``.
        public var sha256: String?
        /// The ThumbHash of the output in base64, for ``OutputFact/thumbHash``.
        public var thumbHash: String?
        /// The estimated memory of the job in bytes, as ``Preflight/memory``; 0 if the job was skipped.
        public var memory = 0
        /// The time of each stage.
        public var timings = StageTimings()

        private init(width: Int, height: Int, notices: [String], isDamaged: Bool) {
            (self.width, self.height) = (width, height)
            (self.notices, self.isDamaged) = (notices, isDamaged)
        }

        init(_ input: InputDecoder, _ plan: BlurPlan, _ written: WrittenOutput) {
            let request = plan.request
            self.init(
                width: request.geometry.width, height: request.geometry.height,
                notices: input.notices + plan.notices + (written.lossOfGainMap.map { [$0] } ?? []),
                isDamaged: input.reader.damage != nil)
            format = request.encoding.encoding.format
            self.input = InputSummary(input.header)
            compression = request.encoding.encoding.settings.compression
            isRepeated = request.header.metadata.digest != nil
            light = request.blur.light
            radii = request.blur.field.radii(width: width, height: height)
            (inputBytes, outputBytes) = (input.contents.count, written.byteCount)
            (quantization, keepsData) = (written.quantization, written.keepsData)
            legibility = written.legibility
            if let legibility, !legibility.isReached { notices.append(legibility.notice) }
            dropsContentCredentials = input.header.hasContentCredentials
            if input.header.auxiliaryImages.contains(.gainMap) {
                gainMap = plan.gainMap != nil && written.lossOfGainMap == nil ? .kept : .dropped
            }
        }

        /// The report of a job that left an existing output as it was.
        static func skipped(digest: JobDigest? = nil, inputBytes: Int = 0) -> Report {
            var report = Report(width: 0, height: 0, notices: [], isDamaged: false)
            (report.isSkipped, report.digest, report.inputBytes) = (true, digest, inputBytes)
            return report
        }
    }
}
