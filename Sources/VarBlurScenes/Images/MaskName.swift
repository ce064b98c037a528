internal import VarBlurCodecs

/// The name of a mask or a matte: that of a file, or what a photo knows of itself, such as `photo:IMG.heic`.
struct MaskName {
    /// What a photo knows of itself; `nil` for a file that is the mask.
    var plane: PhotoPlane?
    /// The name of the file.
    let file: String
    /// What precedes it.
    let prefix: String

    init(_ name: String) {
        // the longer names first
        let planes = PhotoPlane.allCases.sorted { $0.rawValue.utf8.count > $1.rawValue.utf8.count }
        plane = planes.first { name.hasPrefix($0.rawValue + ":") }
        prefix = plane.map { $0.rawValue + ":" } ?? ""
        file = String(name.dropFirst(prefix.count))
    }
}
