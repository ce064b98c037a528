internal import Synchronization

extension Sandbox {
    private static let hasNoticed = Mutex(false)

    /// Shows a warning once in a run if the system cannot confine processes, when there is one to confine.
    public static func notice() {
        let isFirst = hasNoticed.withLock { hasNoticed in
            defer { hasNoticed = true }
            return !hasNoticed
        }
        if isFirst, let shortcoming { Messages.warning(shortcoming) }
    }
}
