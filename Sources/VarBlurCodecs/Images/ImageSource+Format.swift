extension ImageSource {
    /// Checks that a file exists and can be read; a pipe or a device is not opened.
    ///
    /// - Throws: an error with the code `unreadable`, and the name of the file.
    package func checkReadable() throws(ImageError) {
        guard case .file(let path) = self, FileIdentity(path: path)?.kind != .stream else { return }
        _ = try label.attributingErrors(open(until: nil))
    }

    /// Checks by its first bytes that a regular file has a format that can be read.
    ///
    /// - Throws: an error with the code `unreadable`, `notAnImage`, `inputOutput`, or `outOfMemory`, and the name of the file.
    package func checkFormat() throws(ImageError) {
        try label.attributingErrors { () throws(ImageError) in
            let descriptor = try open(until: Deadline(after: .zero))
            guard FileIdentity(descriptor)?.kind == .regular else {
                throw ImageError(.unreadable, "not a regular file", remedy: "specify an image file")
            }
            let start = try FileContents(capacity: FileStart.maximumCount)
            while start.count < FileStart.maximumCount {
                guard try unsafe start.append(upTo: FileStart.maximumCount - start.count, descriptor.read) > 0 else {
                    break
                }
            }
            _ = try CodecRegistry.standard.codec(of: start)
        }
    }
}
