internal import CVarBlurPlatform
internal import VarBlurLibC
internal import Synchronization
public import VarBlurCodecs

/// The rights that a process gives up before it works on untrusted data, on Linux with Landlock and seccomp.
public enum Sandbox {
    /// Whether rights are given up.
    public enum Mode: String, CaseIterable, Sendable {
        /// All of them, or the program ends.
        case on
        /// As far as the system can.
        case auto
        /// None.
        case off
    }

    /// What a process works on, which decides about the system calls that it may use.
    public enum Work: Sendable {
        /// Images in lines.
        case images
        /// Images, in a process of the preview.
        case preview
        /// Images in files, and their outputs.
        case files
        /// A scene whose output is a stream.
        case scene
        /// Scenes whose outputs are files.
        case sceneFiles

        fileprivate var drawsScenes: Bool { self == .scene || self == .sceneFiles }

        fileprivate var kind: sandbox_kind {
            switch self {
            case .images: SANDBOX_IMAGES
            case .preview: SANDBOX_PREVIEW
            case .files: SANDBOX_FILES
            case .scene: SANDBOX_SCENE
            case .sceneFiles: SANDBOX_SCENE_FILES
            }
        }
    }

    private static let entered = Mutex(false)

    /// Whether rights were given up.
    static var isActive: Bool { entered.withLock(\.self) }

    /// Gives up opening files except in some directories, and all system calls that the work does not need.
    ///
    /// Only the calling thread and those that it starts later are affected, so that it must be the only one.
    ///
    /// - Parameters:
    ///   - mode: whether it is an error if the system cannot do that.
    ///   - work: what the process works on.
    ///   - readable: directories and files that may be read; missing ones are left out.
    ///   - writable: directories in which files may also be created, replaced, and removed.
    /// - Throws: an error with the code `unsupported`, only if the mode is `on`.
    public static func enter(
        _ mode: Mode, for work: Work, readable: [String] = [], writable: [String] = []
    ) throws(ImageError) {
        guard mode != .off else { return }
        ColorTransform.prepare()
        HelperProgram.heif.prepare()
        // it cannot be started later
        if work.drawsScenes { HelperProgram.svg.prepare() }
        let support = sandbox_supported()
        guard mode == .auto || support.landlock > 0 && support.filters_calls else { throw failure(ENOTSUP) }
        notice()
        var directories: [sandbox_directory] = []
        defer { for directory in directories { close(directory.descriptor) } }
        for (paths, isWritable) in [(readable + ownFiles, false), (writable, true)] {
            for path in paths {
                let descriptor = unsafe SystemPath.withBytes(path) { unsafe sandbox_open($0) }
                if descriptor >= 0 {
                    directories.append(sandbox_directory(descriptor: descriptor, is_writable: isWritable))
                }
            }
        }
        let error = unsafe sandbox_enter(work.kind, directories, directories.count)
        guard error == 0 || mode == .auto else { throw failure(error) }
        // a part of the rights may be gone although another part could not be given up
        if error == 0 || support.landlock > 0 { entered.withLock { $0 = true } }
    }

    /// The files in which the system describes the limits of the process.
    private static let ownFiles = ["/proc/self", "/sys/fs/cgroup"]

    /// Where fonts and their settings are.
    package static var fontDirectories: [String] {
        let home = Environment.value("HOME") ?? "/nonexistent"
        let variables = [
            "FONTCONFIG_PATH", "FONTCONFIG_FILE", "FONTCONFIG_SYSROOT", "XDG_DATA_HOME", "XDG_CACHE_HOME",
            "XDG_CONFIG_HOME",
        ]
        return ["/usr", "/etc/fonts", "/var/cache/fontconfig"]
            + [".fonts", ".local/share/fonts", ".cache/fontconfig", ".config/fontconfig"].map { "\(home)/\($0)" }
            + variables.compactMap { Environment.value($0) }
    }

    private static func failure(_ number: CInt) -> ImageError {
        ImageError(
            .unsupported, "the sandbox cannot be entered: \(unsafe String(cString: strerror(number)))",
            remedy: "it requires Landlock and seccomp of Linux; choose --sandbox auto to use what there is")
    }

    /// What the system does not offer, and what follows from that, as a sentence; `nil` if all processes with untrusted data are confined.
    ///
    /// Other systems than Linux offer nothing, which is no surprise.
    static var shortcoming: String? {
        #if os(Linux)
            let support = sandbox_supported()
            return switch (support.landlock > 0, support.filters_calls) {
            case (true, true): nil
            case (true, false):
                "this system has no seccomp: the sandbox limits which files are opened, but no other system calls"
            case (false, true):
                "this system has no Landlock: the sandbox limits system calls, but not which files are opened"
            case (false, false):
                "this system has neither Landlock nor seccomp: decoders of untrusted images have no sandbox"
            }
        #else
            return nil
        #endif
    }

    /// What the system offers, as text.
    static var support: String {
        let support = sandbox_supported()
        let files = support.landlock > 0 ? "Landlock \(support.landlock)" : "no Landlock"
        return "\(files), \(support.filters_calls ? "seccomp" : "no seccomp")"
    }
}
