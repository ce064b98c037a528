/// The file formats that are read and written.
public enum ImageFormat: String, CaseIterable, Sendable, Hashable, Codable {
    /// Portable Network Graphics.
    case png
    /// JPEG in a JFIF, Exif or Adobe file.
    case jpeg

    /// The format that a file begins like, whatever its name.
    init?(contents: borrowing FileContents) {
        if contents.starts(with: Self.pngSignature) {
            self = .png
        } else if contents.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else {
            return nil
        }
    }

    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The format that a file extension stands for, without its dot and in any case.
    public init?(fileExtension: String) {
        switch fileExtension.lowercased() {
        case "png": self = .png
        case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
        default: return nil
        }
    }
}
