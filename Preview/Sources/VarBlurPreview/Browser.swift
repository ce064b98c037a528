#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The user's browser.
enum Browser {
    #if os(macOS)
        private static let opener = "open"
    #else
        private static let opener = "xdg-open"
    #endif

    /// Opens an address, if there is a desktop; otherwise the user opens the printed address.
    static func open(_ address: String) {
        #if !os(macOS)
            guard System.variable("DISPLAY") ?? System.variable("WAYLAND_DISPLAY") != nil else { return }
        #endif
        var child = pid_t()
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let texts: [String] = [opener, address]
        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        guard unsafe posix_spawnp(&child, opener, &actions, nil, arguments, environ) == 0 else { return }
        // collects the exit status of the opener, which ends by itself
        let process = child
        Task.detached {
            var status: CInt = 0
            while unsafe waitpid(process, &status, WNOHANG) == 0 { try? await Task.sleep(for: .milliseconds(200)) }
        }
    }
}
