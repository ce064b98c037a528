extension JobDigest {
    /// The digest of a picture that is not the blur of a single file.
    ///
    /// - Parameter text: everything that the picture depends on.
    package init(text: String) {
        var hash = SHA256()
        hash.add("varblur \(ToolVersion.text) " + text)
        self.init(hash)
    }
}

extension LoadedImageFile {
    /// The SHA-256 hash of the file, as 64 hexadecimal digits.
    ///
    /// - Complexity: O(bytes of the file).
    package var hash: String {
        var hash = SHA256()
        unsafe hash.add(contents.address(of: 0..<contents.count), contents.count)
        return hash.text
    }
}
