internal import VarBlur
internal import VarBlurCodecs

/// The options of a run as a whole.
package struct RunOptions: Sendable, Hashable {
    /// The number of images to process at once; `nil` for one per processor.
    package var jobs: Int?
    package var quiet = false
    package var verbose = false
    /// The settings file; `nil` for the standard one.
    var settingsFile: String?
    var readsSettingsFile = true
    var printsSettings = false
    var listsPresets = false
    /// Whether standard input is an uncompressed video.
    var isVideo = false
    /// Whether rights are given up that the run does not need.
    var sandbox = Sandbox.Mode.off
    /// The form of the report on standard output; `nil` for none.
    package var report: ReportForm?

    /// Checks the options that constrain each other.
    func validate() throws(UsageError) {
        guard !quiet || !verbose else {
            throw UsageError(
                "\(option: "quiet") and \(option: "verbose") cannot be combined", remedy: "leave out one of them")
        }
    }

    /// The number of images to process at once, if there are `count` of them.
    package func imagesAtOnce(of count: Int = .max) -> Int {
        count > 1 ? min(jobs ?? BlurExecution().threadCount, count) : 1
    }
}

/// The forms of reports for programs.
package enum ReportForm: String, CaseIterable, Sendable {
    /// One JSON document at the end.
    case document
    /// A line of JSON for each image, as soon as it is finished.
    case lines
}
