/// A file of the page, which is part of the program.
struct PageFile {
    let bytes: [UInt8]
    /// The media type.
    let type: String

    /// The file at a path; `nil` if there is none.
    init?(path: String) {
        guard let (bytes, type) = Self.files[path] else { return nil }
        (self.bytes, self.type) = (bytes(), type)
    }

    private static let script = "text/javascript; charset=utf-8"

    private static let files: [String: (@Sendable () -> [UInt8], String)] = [
        "": ({ PackageResources.index_html }, "text/html; charset=utf-8"),
        "favicon.svg": ({ PackageResources.favicon_svg }, "image/svg+xml"),
        "style.css": ({ PackageResources.style_css }, "text/css; charset=utf-8"),
        "controls.css": ({ PackageResources.controls_css }, "text/css; charset=utf-8"),
    ]
}
