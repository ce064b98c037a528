internal import VarBlurLibC

/// The source of an image file.
public enum ImageSource: Sendable, Hashable {
    /// A file; pipes and devices are read to their end.
    case file(path: String)
    /// A regular file in a directory tree: below `tree`, no symbolic link is followed, and `path` contains no `..`.
    case fileInTree(tree: String, path: String)
    /// Standard input, read to its end.
    case standardInput
    /// A whole file in memory, which is not copied; errors have no file name.
    case bytes([UInt8])

    /// Whether the file is in memory.
    package var isInMemory: Bool { if case .bytes = self { true } else { false } }

    /// The name in messages.
    var label: FileLabel {
        switch self {
        case .file(let path): FileLabel(text: FileLocation(tree: nil, path: path).text)
        case .fileInTree(let tree, let path): FileLabel(text: FileLocation(tree: tree, path: path).text)
        case .standardInput: FileLabel(text: "standard input")
        case .bytes: .memory
        }
    }

    /// Reads the whole file.
    ///
    /// - Parameters:
    ///   - context: the maximum length, and the deadline.
    ///   - mustBeRegular: whether pipes and devices are errors.
    ///   - formats: the names of the formats to suggest.
    /// - Returns: the bytes of the file, and the file that they were read from; `nil` for bytes in memory.
    /// - Throws: an error with the code `unreadable`, `inputOutput`, `overLimit`, `timeout`, `outOfMemory`, or
    ///   `invalidSettings`.
    func read(
        _ context: JobContext, mustBeRegular: Bool = false, formats: @autoclosure () -> String
    ) throws(ImageError) -> (contents: FileContents, identity: FileIdentity?) {
        if case .bytes(let bytes) = self {
            try Self.check(bytes.count, context)
            return (try FileContents(bytes), nil)
        }
        let descriptor = try open(until: context.deadline)
        let identity = FileIdentity(descriptor)
        guard identity?.kind != .directory else {
            throw ImageError(.unreadable, "the input is a directory", remedy: "specify a \(formats()) file")
        }
        guard !mustBeRegular || identity?.kind == .regular else { throw OutputTarget.irregularFileError }
        if case .fileInTree = self, identity?.kind != .regular {
            throw ImageError(.unreadable, "not a regular file", remedy: "specify it as the only input")
        }
        let contents = try Self.contents(of: descriptor, identity, context)
        if case .standardInput = self, contents.count == 0 {
            throw ImageError(.notAnImage, "there was no data", remedy: "check the program that writes it")
        }
        return (contents, identity)
    }

    /// Reads a file that another library opens by its path.
    ///
    /// - Returns: the path, and the SHA-256 hash of the file.
    /// - Throws: an error with the name of the file.
    package func pathAndHash(limits: ImageLimits) throws(ImageError) -> (path: String, hash: String) {
        (label.text, try bytesAndHash(limits: limits, formats: "font").hash)
    }

    /// Reads a file that another library decodes.
    ///
    /// - Parameters:
    ///   - limits: the maximum length of the file, and of the time.
    ///   - formats: the names of the formats to suggest.
    /// - Returns: the bytes, and their SHA-256 hash.
    /// - Throws: an error with the name of the file.
    package func bytesAndHash(
        limits: ImageLimits, formats: String
    ) throws(ImageError) -> (bytes: [UInt8], hash: String) {
        try label.attributingErrors { () throws(ImageError) in
            let contents = try read(JobContext(startingNow: limits, stripping: .safe), formats: formats).contents
            return (contents.bytes(0..<contents.count), contents.hash)
        }
    }

    /// Reads an open file to its end.
    ///
    /// - Returns: the bytes of the file.
    /// - Throws: an error with the code `inputOutput`, `overLimit`, `timeout`, or `outOfMemory`.
    static func contents(
        of descriptor: FileDescriptor, _ identity: FileIdentity?, _ context: JobContext
    ) throws(ImageError) -> FileContents {
        let isRegular = identity?.kind == .regular
        let expected = isRegular ? identity?.byteCount ?? 0 : 0
        try check(expected, context)
        let contents = try FileContents(capacity: expected + 1)
        while true {
            // one byte more than expected, so that the end of the file is found without more memory
            let limit = contents.count <= expected ? expected + 1 - contents.count : 1 << 16
            if !isRegular { try descriptor.waitUntilReadable() }
            try context.deadline?.check()
            guard try unsafe contents.append(upTo: limit, descriptor.read) > 0 else { break }
            try check(contents.count, context)
        }
        return contents
    }

    func open(until deadline: Deadline?) throws(ImageError) -> FileDescriptor {
        let opened: FileDescriptor?
        switch self {
        case .bytes: preconditionFailure("bytes in memory are not opened")
        case .standardInput:
            let input = FileDescriptor(STDIN_FILENO, isOwned: false)
            input.deadline = deadline
            return input
        case .file(let path):
            opened = try FileDescriptor.openInput(until: deadline) { FileDescriptor.open(path, $0) }
        case .fileInTree(let tree, let path):
            let entry = try Self.entry(FileLocation(tree: tree, path: path))
            opened = try FileDescriptor.openInput(until: deadline) { flags in
                entry?.directory.openFile(entry?.name ?? "", flags)
            }
        }
        guard let opened else {
            throw ImageError(.unreadable, "cannot open: \(SystemError.text)", remedy: openingRemedy)
        }
        return opened
    }

    /// What to do if the file cannot be opened; `errno` says why.
    private var openingRemedy: String {
        if errno == EACCES || errno == EPERM { return "check the file's permissions" }
        guard case .file(let path) = self else { return "check the path" }
        let scheme = path.utf8.prefix(8)
        if scheme.starts(with: "http://".utf8) || scheme.starts(with: "https://".utf8) {
            return "download it first, for example with curl -O"
        }
        return path.utf8.last == 0x0D
            ? "the path ends with a carriage return; the list it came from has Windows line endings" : "check the path"
    }

    private static func entry(_ location: FileLocation) throws(ImageError) -> FileLocation.Entry? {
        do {
            return try location.entry()
        } catch {
            throw ImageError(.unreadable, error.cause, remedy: error.remedy)
        }
    }

    /// The least memory of any decoder.
    private static let decoderBytes = 1 << 16

    /// Checks the length of an input before it is read.
    ///
    /// - Throws: an error with the code `overLimit`.
    static func check(_ count: Int, _ context: JobContext) throws(ImageError) {
        guard count <= context.limits.inputBytes else {
            throw ImageError(
                .overLimit, "the file is larger than the limit of \(ImageLimits.size(context.limits.inputBytes))",
                remedy: "check that this is the right file, or raise the limit", reason: .inputLimit)
        }
        try context.limits.check(memory: count + decoderBytes)
    }
}
