internal import VarBlurLibC

/// The processors that this process may use.
enum Processors {
    /// The number of usable processors: limited by the process's affinity and by its control group, at least 1.
    static let usableCount: Int = max(1, min(affinityCount, ControlGroup.processorLimit ?? Int.max))

    private static var affinityCount: Int {
        #if os(Linux)
            // lines of bytes: dividing the text into characters would take a twentieth of the time of a small image
            let lines = ProcessEnvironment.text(ofFile: "/proc/self/status")?.utf8.split(separator: UInt8(ascii: "\n"))
            if let mask = lines?.first(where: { $0.starts(with: "Cpus_allowed:".utf8) }) {
                let count = bitCount(ofMask: String(Substring(mask.dropFirst(13))))
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
