internal import VarBlurCommand

/// What the page needs to start.
struct SessionDescription: Encodable {
    let options: [OptionDescription]
    let settings: [PreviewRequest.Setting]
    let presets: [PreviewRequest.Preset]
    /// Arguments that the page does not show, but which belong to a command line with the same effect.
    let fixedArguments: [String]
    /// Whether the command would read a settings file.
    let hasSettingsFile: Bool
    /// The environment variables with settings that the command would read.
    let variables: [String]
    /// The maximum length of a file in bytes.
    let maximumInput: Int
    let pictures: [ListedPicture]
    let mask: ListedPicture?
    let matte: ListedPicture?
}

/// Text in header fields, which must be ASCII.
enum PercentEncoding {
    static func text(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "%")
            let digits = String(byte, radix: 16)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
