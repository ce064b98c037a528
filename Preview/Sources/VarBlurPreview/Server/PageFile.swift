internal import CPageFiles

/// A file of the page, which is part of the program.
struct PageFile: Sendable {
    let bytes: [UInt8]
    /// The media type.
    let type: String

    private static let all = Dictionary(
        uniqueKeysWithValues: (0..<page_file_count()).compactMap { index in
            unsafe page_file(index).map { unsafe (String(cString: $0.pointee.path), PageFile($0.pointee)) }
        })

    private init(_ file: page_file) {
        bytes = unsafe [UInt8](String(cString: file.bytes).utf8)
        type = unsafe String(cString: file.type)
    }

    /// The file at a path; `nil` if there is none.
    init?(path: String) {
        guard let file = Self.all[path] else { return nil }
        self = file
    }
}
