internal import VarBlurLibC
internal import VarBlurCodecs

extension StandardStreams {
    /// Whether a path leads to one of the streams, or stands for any descriptor of this process.
    static func areUsed(by path: String) -> Bool {
        path.isSame(as: "-") || DescriptorPath.number(path) != nil
            || leads(path, toAnyOf: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO])
    }

    /// Whether an input leads to one of the streams, or stands for a descriptor of this process that is not that of a file.
    ///
    /// A program may pass files without a name, such as files in memory.
    static func areUsed(byInput path: String) -> Bool {
        guard DescriptorPath.number(path) != nil, FileIdentity(path: path)?.kind == .regular else {
            return areUsed(by: path)
        }
        return leads(path, toAnyOf: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO])
    }

    /// Whether a path leads to the file, pipe or device that is standard output.
    static func isStandardOutput(_ path: String) -> Bool { leads(path, toAnyOf: [STDOUT_FILENO]) }

    private static func leads(_ path: String, toAnyOf descriptors: [CInt]) -> Bool {
        // The null device discards everything, so that several may use it
        guard let file = FileIdentity(path: path)?.key, file != FileIdentity(path: "/dev/null")?.key else {
            return false
        }
        return descriptors.contains { FileIdentity(stream: $0)?.key == file }
    }
}
