internal import VarBlurLibC

/// The processors that this process may use.
enum Processors {
    /// The number of usable processors: limited by the process's affinity and by its control group, at least 1.
    static let usableCount: Int = max(1, min(affinityCount, ControlGroup.processorLimit ?? Int.max))

    private static var affinityCount: Int {
        #if os(Linux)
            let lines = ProcessEnvironment.text(ofFile: "/proc/self/status")?.split(separator: "\n") ?? []
            if let mask = lines.first(where: { $0.hasPrefix("Cpus_allowed:") }) {
                let count = bitCount(ofMask: String(mask.dropFirst(13)))
                if count > 0 { return count }
            }
        #endif
        return Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// The number of bits set in a hexadecimal mask, whose digits may be grouped by commas.
    static func bitCount(ofMask mask: String) -> Int {
        mask.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    }
}
