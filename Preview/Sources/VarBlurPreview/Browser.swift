internal import VarBlurLibC
internal import Synchronization
internal import VarBlurCodecs
internal import VarBlurCommand

/// The user's browser.
enum Browser {
    #if os(macOS)
        private static let opener = "open"
    #else
        private static let opener = "xdg-open"
    #endif

    private static let launchFile = Mutex<LaunchFile?>(nil)

    /// Opens an address, if there is a desktop; otherwise the user opens the printed address.
    static func open(_ address: String) {
        #if !os(macOS)
            guard Environment.value("DISPLAY") ?? Environment.value("WAYLAND_DISPLAY") != nil else { return }
        #endif
        guard let file = LaunchFile(address: address) else {
            return System.write("varblur: warning: the browser cannot be opened; open the address in it\n", to: .errors)
        }
        launchFile.withLock { $0 = file }
        var start = ProgramStart(opener, [file.path])
        start.leadsGroup = true
        guard let process = try? start.start() else { return removeLaunchFile() }
        // collects the exit status of the opener, which ends by itself
        Task.detached {
            var status: CInt = 0
            while unsafe waitpid(process, &status, WNOHANG) == 0 { try? await Task.sleep(for: .milliseconds(200)) }
        }
    }

    /// Removes the file that leads the browser to the page, which is there now, or never comes.
    static func removeLaunchFile() {
        launchFile.withLock { file in
            file?.remove()
            file = nil
        }
    }
}
