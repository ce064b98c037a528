internal import VarBlur

/// The options of a job: every setting of a blur with its name, its syntax, its description, and what it changes.
///
/// Command lines, settings files, jobs in JSON, their documents, and digests follow from this list.
package enum JobOptions {
    /// Makes the options of a section when they are first needed.
    package typealias Section = @Sendable () -> [OptionEntry]

    /// The options by section, in the order in which settings are printed.
    package static let sections: [Section] = [
        { size }, { blur }, { areas }, { look }, { output }, { existingOutputs }, { limits },
    ]

    /// All options.
    package static var all: [OptionEntry] { sections.flatMap { $0() } }

    /// What the digest of a job contains: the options that are set, as names and values.
    package static func digestText(of job: BlurJob) -> String {
        let plain = BlurJob()
        var texts: [String] = []
        for section in sections {
            for option in section() {
                if let text = option.digestText(job, plain) { texts.append("\(option.name) \(text)") }
            }
        }
        return texts.list(separator: "|")
    }
}
