import Foundation

/// A collection of real images from many sources, in the directory given by `VARBLUR_CORPUS`.
package enum Corpus {
    /// The corpus directory, or `nil` if `VARBLUR_CORPUS` is not set.
    package static let directory = ProcessInfo.processInfo.environment["VARBLUR_CORPUS"].map {
        URL(fileURLWithPath: $0)
    }

    /// The paths in one of the corpus's lists (`lists/NAME.txt`), or none without a corpus.
    package static func files(_ list: String) throws -> [String] {
        guard let directory else { return [] }
        let text = try String(contentsOf: directory.appending(path: "lists/\(list).txt"), encoding: .utf8)
        return text.split(separator: "\n").map { directory.appending(path: String($0)).path }
    }
}
