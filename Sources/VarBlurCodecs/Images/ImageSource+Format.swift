extension ImageSource {
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
