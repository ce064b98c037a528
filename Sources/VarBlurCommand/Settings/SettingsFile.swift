internal import VarBlurLibC
internal import VarBlurJSON
internal import VarBlurCodecs

/// A file of lines `name = value`; empty lines and lines that begin with `#` are ignored.
struct SettingsFile {
    let path: String
    private(set) var settings: [Setting] = []
    /// The presets that the file defines, in lines `preset.name = name = value; …`.
    private(set) var presets: [Preset] = []

    /// Reads a file.
    ///
    /// - Returns: `nil` with `errno` set if the file cannot be read.
    /// - Throws: `UsageError` for a file that is too large, a malformed line, an unknown setting, or an invalid value.
    init?(path: String, table: OptionTable) throws(UsageError) {
        guard let bytes = try SmallTextFile.bytes(ofFile: path, "settings file") else { return nil }
        try Self.checkEncoding(bytes, path)
        try self.init(path: path, text: String(decoding: bytes, as: UTF8.self), table: table)
    }

    /// Parses the contents of a file.
    ///
    /// - Throws: `UsageError` for a malformed line, an unknown setting, or an invalid value.
    /// - Complexity: O(*n*) for a text of *n* bytes.
    init(path: String, text: String, table: OptionTable) throws(UsageError) {
        self.path = path
        try SmallTextFile.forEachLine(of: text) { (line, number) throws(UsageError) in
            do throws(UsageError) {
                try add(line, table)
            } catch {
                throw error.located("\(ImageError.printable(path)), line \(number)")
            }
        }
    }

    /// Checks that all lines but comments are UTF-8: other bytes would be read as other characters.
    private static func checkEncoding(_ bytes: [UInt8], _ path: String) throws(UsageError) {
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let isComment = line.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "#")
            guard isComment || String(validating: line, as: UTF8.self) != nil else {
                throw UsageError(
                    "\(ImageError.printable(path)), line \(index + 1): not UTF-8",
                    remedy: "store the file as UTF-8; a file name that is not can be given on the command line")
            }
        }
    }

    private mutating func add(_ line: String, _ table: OptionTable) throws(UsageError) {
        let (start, rest) = line.splitAtEqualsSign
        guard let rest else {
            throw UsageError("expected a line of the form 'name = value'", remedy: "for example: max-radius = 5%")
        }
        let (name, value) = (String(start.trimmed), String(rest.trimmed))
        let prefix = "\(Preset.optionName)."
        if name.begins(with: prefix) {
            let presetName = String(Substring(name.utf8.dropFirst(prefix.utf8.count)))
            presets.append(try Preset(name: presetName, text: value, table: table))
            return
        }
        guard let option = table[name: name] else {
            let meant = Suggestion.closest(to: name, among: table.settings.map(\.name))
            throw UsageError(
                "unknown setting '\(Quotation.of(name))'",
                remedy: meant.map { "did you mean '\($0)'?" } ?? "'varblur --print-settings' lists the settings")
        }
        guard option.isSetting else {
            throw UsageError("'\(name)' cannot be set in a settings file", remedy: "use it on the command line")
        }
        do throws(InvalidValue) {
            settings.append(try Setting(option, text: value, from: .file(path)))
        } catch {
            if value.includes(" #") {
                throw UsageError(
                    "the value '\(Quotation.of(value))' of '\(name)' is invalid",
                    remedy: "write the comment in a line of its own")
            }
            throw .invalidValue(value, of: option, named: "'\(name)'", error)
        }
    }

    /// The file that is read if none is specified, according to the XDG Base Directory Specification.
    static var standardPath: String? {
        if let base = Environment.value("XDG_CONFIG_HOME"), base.utf8.first == UInt8(ascii: "/") {
            return base + "/varblur/settings.conf"
        }
        return Environment.value("HOME").map { $0 + "/.config/varblur/settings.conf" }
    }
}
