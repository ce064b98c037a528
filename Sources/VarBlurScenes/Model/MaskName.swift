internal import VarBlurCodecs

/// The name of a mask or a matte: that of a file, or what a photo knows of itself, such as `photo:IMG.heic`.
struct MaskName {
    /// What a photo knows of itself; `nil` for a file that is the mask.
    let plane: PhotoPlane?
    /// The name of the file.
    let file: String
    /// What precedes it.
    var prefix: String { plane.map { $0.rawValue + ":" } ?? "" }

    init(_ name: String) {
        // the longer names first
        let planes = PhotoPlane.allCases.sorted { $0.rawValue.utf8.count > $1.rawValue.utf8.count }
        plane = planes.first { name.hasPrefix($0.rawValue + ":") }
        file = plane.map { String(name.dropFirst($0.rawValue.count + 1)) } ?? name
    }
}
